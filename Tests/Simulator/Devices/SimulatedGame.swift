import SudokuCore
import SudokuIdentity
import SudokuPlayer
import SudokuSession

/// A game that all players of a run can begin or open; the same on every device.
struct SimulatedGame: Sendable {
  let clues: Board
  let solution: Board
  let startDate: UnixTime
  /// The game's name, made once: it costs a hash of the board.
  let documentID: DocumentID
  let options: GameOptions
  let level: String?
  let emptyCells: [Cell]

  /// The number of games that all players of a run choose from.
  static let count = 6

  static func game(_ slot: Int) -> SimulatedGame { all[slot] }

  /// The game of a name; `nil` for other documents and for games begun again.
  static func game(_ id: DocumentID) -> SimulatedGame? { all.first { $0.documentID == id } }

  /// The solution of clues, which all games of a run share.
  static let solution = Board { cell in
    Digit(index: (cell.column + 3 * cell.row + cell.row / 3) % 9)
  }

  /// A full board that is the solution of no game of a run: two digits have changed places.
  static let wrongSolution = Board { cell in
    let digit = solution[cell]
    return digit == Digit(index: 0)
      ? Digit(index: 1) : digit == Digit(index: 1) ? Digit(index: 0) : digit
  }

  private static let all: [SimulatedGame] = (0..<count).map { SimulatedGame(slot: $0) }

  private init(slot: Int) {
    let emptied = Self.emptiedCells[slot % Self.emptiedCells.count]
    var clues = Self.solution
    for cell in emptied { clues[Cell(index: cell)] = nil }
    self.clues = clues
    solution = Self.solution
    // Two of them are the puzzles of two days in a row.
    startDate = UnixTime(
      seconds: slot < 2 ? 1_795_132_800 + 86_400 * Int64(slot) : 1_795_176_000 + Int64(slot))
    documentID = DocumentID(GameID(initialBoard: clues, startDate: startDate))
    var options = GameOptions()
    options.mistakeLimit = slot == 3 ? 2 : 0
    options.timer = slot != 4
    self.options = options
    level = [nil, "easy", "hard", "hard", "extreme", "expert"][slot]
    emptyCells = emptied.sorted().map { Cell(index: $0) }
  }

  /// The request with which a player begins it.
  func new(opID: String) -> NewGame {
    var new = NewGame(puzzle: clues, startDate: startDate, options: options, opID: opID)
    new.grade = level.map {
      GradeStamp(
        scale: GradeStamp.explainerScale, version: GradeStamp.explainerVersion, level: $0)
    }
    return new
  }

  /// The few cells that are left to fill, by board.
  private static let emptiedCells = [
    [0, 10, 20, 30, 40, 50],
    [3, 13, 23, 33, 43, 53, 63, 73, 8, 18],
    [1, 5, 12, 16, 25, 28, 32, 39, 42, 47, 54, 58, 66, 70, 75, 80],
  ]
}
