import JSONCoding
import SudokuCore
import SudokuFormats
import SudokuSession

extension Method {
  static let share = Method(
    "game.share", "Returns a text about a game that gives no digit away, and a link to the puzzle.",
    game, at, result: ShareRecord.schema
  ) { (call, game, at) throws(RPCError) in
    .value(ShareRecord(state: try call.server.stateRecord(of: game, at: at).state).json)
  }
}

/// The result of `game.share`.
struct ShareRecord: Record {
  let state: GameState

  static let shape = RecordShape<Self>(
    "Share", "A game as a player shows it to others.",
    [
      .required("link", "A link that opens the puzzle in a browser, at sudokupad.app.") {
        let line = PuzzleWriter(.sudokupad).text(of: PuzzleRecord(puzzle: $0.state.givens))
        return String(line.prefix { !$0.isNewline })
      },
      .required("text", "Level and day, then how the game stands or ended.") { $0.text },
    ])

  /// `Sudoku, hard, 2026-11-28`, and `Solved in 5:32, 1 mistake, no hints` below.
  private var text: String {
    let day = state.startDate.description.prefix(10)
    let title = ["Sudoku", state.level, String(day)].compactMap { $0 }
    let clues = state.givens.filledCells.count
    let time = state.elapsedMilliseconds.clockText
    let end =
      switch state.status {
      case .completed: "Solved in \(time)"
      case .gameOver: "Ended by mistakes after \(time)"
      case .inProgress, .paused, .abandoned:
        "\(state.board.filledCells.count - clues) of \(81 - clues) cells in \(time)"
      }
    let mistakes =
      state.options.mistakeCheck == .solution ? [Self.counted(state.mistakes, "mistake")] : []
    let facts = [end] + mistakes + [Self.counted(state.hintsUsed, "hint")]
    return title.joined(separator: ", ") + "\n" + facts.joined(separator: ", ")
  }

  private static func counted(_ number: Int, _ noun: String) -> String {
    number == 0 ? "no \(noun)s" : number.counted(noun)
  }
}
