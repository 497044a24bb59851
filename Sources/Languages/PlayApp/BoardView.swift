#if canImport(SwiftUI)
  import SudokuCore
  import SwiftUI

  /// 81 cells.
  struct BoardView: View {
    var model: GameModel

    var body: some View {
      Grid(horizontalSpacing: 1, verticalSpacing: 1) {
        ForEach(0..<9, id: \.self) { row in
          GridRow {
            ForEach(0..<9, id: \.self) { column in view(of: Cell(row: row, column: column)) }
          }
        }
      }
      .aspectRatio(1, contentMode: .fit)
    }

    @ViewBuilder private func view(of cell: Cell) -> some View {
      let isGiven = model.game?.givens[cell] != nil
      let isWrong = model.game?.repeatedCells.contains(cell) == true
      Text(text(of: cell))
        .font(model.game?.board[cell] == nil ? .caption2 : .title2)
        .foregroundStyle(isWrong ? .red : isGiven ? .primary : .blue)
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .background(cell == model.selected ? .yellow.opacity(0.4) : .gray.opacity(0.1))
        .padding(.trailing, cell.column % 3 == 2 ? 2 : 0)
        .padding(.bottom, cell.row % 3 == 2 ? 2 : 0)
        .onTapGesture { model.selected = cell }
    }

    private func text(of cell: Cell) -> String {
      if let digit = model.game?.board[cell] { return "\(digit.rawValue)" }
      return model.game?.notes[cell].map { "\($0.rawValue)" }.joined(separator: " ") ?? ""
    }
  }
#endif
