import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// A game that all players of a run can begin or open; the same on every device.
struct SimulatedGame: Sendable {
  /// The game's name, made once: it costs a hash of the board.
  let documentID: DocumentID
  /// The game without operations, from which every open one begins.
  let empty: GameDocument
  /// The cells that are left to fill.
  let emptyCells: [Cell]

  /// The number of games that all players of a run choose from.
  static let count = 6

  /// The games by slot.
  static func game(_ slot: Int) throws -> SimulatedGame { try all.get()[slot] }

  /// The slot of a game; `nil` for other documents.
  static func slot(of id: DocumentID) -> Int? { slots[id] }

  private static let all = Result<[SimulatedGame], any Error> {
    try (0..<count).map { try SimulatedGame(slot: $0) }
  }

  private static let slots: [DocumentID: Int] = {
    let games = (try? all.get()) ?? []
    return Dictionary(uniqueKeysWithValues: games.enumerated().map { ($1.documentID, $0) })
  }()

  private init(slot: Int) throws {
    let emptied = Self.emptiedCells[slot % Self.emptiedCells.count]
    let start = UnixTime(seconds: 1_795_176_000 + Int64(slot))
    var clues = Self.solution
    for cell in emptied { clues[Cell(cell)] = nil }
    empty = try GameDocument(
      id: GameID(initialBoard: clues, startDate: start), clues: clues, solution: Self.solution)
    documentID = empty.documentID
    emptyCells = emptied.sorted().map { Cell($0) }
  }

  /// The pattern grid: row r holds the digits shifted by 3 r + r / 3.
  private static let solution = Board { cell in
    Digit(index: (cell.column + 3 * cell.row + cell.row / 3) % 9)
  }

  /// The few cells that are left to fill, by board.
  private static let emptiedCells = [
    [0, 10, 20, 30, 40, 50],
    [3, 13, 23, 33, 43, 53, 63, 73, 8, 18],
    [1, 5, 12, 16, 25, 28, 32, 39, 42, 47, 54, 58, 66, 70, 75, 80],
  ]
}

/// What a device holds of a game.
struct SimulatedContent: Hashable {
  let slot: Int
  /// The hash of all lines.
  let hash: StreamHash
}
