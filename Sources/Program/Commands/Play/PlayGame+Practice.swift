import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuTechniques

/// Games about one technique.
extension PlayGame {
  private static var seed: UInt64 { UInt64.random(in: 0...UInt64(Int64.max)) }

  /// Looks for a position beside the game.
  private func search(
    _ message: String,
    _ find: @escaping @Sendable (_ isStopped: @escaping @Sendable () -> Bool) -> PracticePosition?,
    then body: @escaping (PracticePosition) -> Void
  ) {
    stopSearch()
    screen.message = message
    search = (PlaySearch(find), body)
  }

  /// Ends the search, and the puzzle that is being made.
  func stopSearch() {
    search?.search.stop()
    search = nil
    stopMaking()
  }

  /// Takes what a search has found.
  func takeSearch() {
    guard let (search, body) = search, search.isOver else { return }
    self.search = nil
    guard let position = search.position else {
      screen.message = "No position was found: choose it again, or another technique."
      return
    }
    screen.message = ""
    body(position)
  }

  /// Begins a game that needs the technique: a new puzzle, or, where it is rare, one of its lesson.
  func begin(with technique: Technique) {
    let scale = ["se", "hodoku", "level"].first { PracticeSource.rates(technique, on: $0) }
    stopSearch()
    screen.message = "Making a puzzle ... Esc stops."
    let generate: JSONValue = [
      "needs": [.string(technique.id)], "scale": .string(scale ?? "se"), "budget": 4_000,
    ]
    make("game.new", ["generate": generate]) { [weak self] _ in
      let seed = Self.seed
      self?.search("Still searching ... Esc stops.") { isStopped in
        PracticeSource.stored(technique, seed: seed, isCancelled: isStopped)
      } then: { position in
        self?.screen.message = "Rating the puzzle ... Esc stops."
        self?.newGame(["puzzle": .string(position.clues.line), "grade": true])
      }
      return true
    }
  }

  /// Begins a game in a position whose next step is the technique.
  func practise(_ technique: Technique) {
    let seed = Self.seed
    search("Searching for a position ... Esc stops.") { isStopped in
      PracticeSource.position(technique, seed: seed, isCancelled: isStopped)
    } then: { [weak self] position in
      self?.begin(PlayPractice(technique, position))
    }
  }

  private func begin(_ practice: PlayPractice) {
    ask("game.new", ["puzzle": .string(practice.position.clues.line), "practice": true]) {
      [weak self] state in
      guard let self, let id = state["game"]?.string else { return }
      review = nil
      show(state, task)
      let operations = practice.operations
      for start in stride(from: 0, to: operations.count, by: 200) {
        let part = Array(operations[start..<min(start + 200, operations.count)])
        ask("game.apply", ["game": .string(id), "operations": .array(part)]) { _ in }
      }
      ask("game.state", ["game": .string(id)]) { [weak self] state in
        self?.show(state, nil)
        self?.practice = (id, practice)
      }
      let note: JSONValue = ["game": .string(id), "technique": .string(practice.technique.id)]
      ask("profile.set", ["key": .string(Self.setting), "value": note]) { _ in }
    }
  }

  /// The setting that names the game begun last as practice, and its technique.
  private static let setting = "play.practice"

  /// Makes an opened game practice again, if it is the one begun last.
  func resumePractice(of id: String) {
    guard practice?.game != id else { return }
    ask("profile.get") { [weak self] profile in
      guard let self, game == id, status == "inProgress" || status == "paused",
        let note = profile["settings"]?[Self.setting], note["game"]?.string == id,
        let technique = note["technique"]?.string.flatMap({ Technique(id: $0) })
      else { return }
      var grid = CandidateGrid(screen.board)
      for (cell, noted) in screen.notes where !noted.isEmpty {
        for digit in grid[cell].subtracting(noted) { grid.remove(digit, from: cell) }
      }
      guard let position = PracticeSource.next(technique, in: grid, clues: screen.givens) else {
        return
      }
      practice = (id, PlayPractice(technique, position))
      screen.message = "Welcome back. \(task)"
    }
  }

  private var task: String {
    "Find the step, and make it in the notes; \(keys.names(of: .hint)) helps."
  }

  /// Says that the practised step was made, and offers the next one.
  func checkPractice() {
    guard let (id, practice) = practice, id == game, status == "inProgress" else { return }
    switch practice.outcome(board: screen.board, notes: screen.notes) {
    case .open: return
    case .other:
      guard screen.wrong.isEmpty, screen.message.isEmpty else { return }
      let undo = keys.names(of: .undo).prefix(1)
      screen.message = "That is not the step to find, or more than it; \(undo) takes it back."
    case .found:
      self.practice = nil
      practiceCount += 1
      screen.message = "Right: that was the \(practice.position.step.name)."
      // The game is over: it need not be solved, and is counted as found.
      ask("game.abandon", ["game": .string(id)]) { _ in }
      refresh()
      offerNext(practice)
    }
  }

  private func offerNext(_ practice: PlayPractice) {
    show(
      "Right: that was the \(practice.position.step.name).",
      [
        Choice(key: "n", label: "next (\(practiceCount) so far)") { [weak self] in
          self?.practise(practice.technique)
        },
        Choice(key: "a", label: "again, the same position") { [weak self] in
          self?.begin(practice)
        },
        Choice(key: "r", label: "another technique") { [weak self] in
          self?.chooseTechnique(forHints: true) { self?.practise($0) }
        },
        Choice(key: "c", label: "play this game to its end") { [weak self] in
          self?.playOn(after: practice)
        },
      ])
  }

  /// Goes on in the same game, where the technique may be the next step once more.
  private func playOn(after found: PlayPractice) {
    guard let game else { return }
    ask("game.resume", ["game": .string(game)]) { _ in }
    if let next = found.next {
      practice = (game, next)
      screen.message = "\(found.technique.name) comes once more: find it."
    }
    refresh()
  }
}
