#if canImport(SwiftUI)
  import SudokuCore
  import SudokuRating
  import SwiftUI

  /// The board with its keys.
  struct GameView: View {
    @Bindable var model: GameModel

    var body: some View {
      VStack {
        BoardView(model: model)
        Text(model.hint?.text ?? model.message ?? status).frame(minHeight: 60)
        HStack {
          ForEach(Digit.allCases, id: \.self) { digit in
            Button("\(digit.rawValue)") { Task { await model.enter(digit) } }
          }
        }
        .font(.title)
        .disabled(!model.isPlayable)
        HStack {
          Button("Undo") { Task { await model.undo() } }.disabled(model.game?.canUndo != true)
          Button("Clear") { Task { await model.clear() } }.disabled(!model.isPlayable)
          Toggle("Notes", isOn: $model.makesNotes).toggleStyle(.button)
          Button("Hint") { Task { await model.askForHint() } }.disabled(!model.isPlayable)
          if model.hint?.digit != nil { Button("Place") { Task { await model.follow() } } }
          Menu("New") {
            ForEach(Level.allCases, id: \.self) { level in
              Button(level.name) { Task { await model.begin(level) } }
            }
          }
        }
        .disabled(model.isSearching)
      }
      .padding()
    }

    private var status: String {
      guard let game = model.game else { return "…" }
      return game.isCompleted ? "Completed" : "\(game.mistakes) mistakes, \(game.hintsUsed) hints"
    }
  }
#endif
