import SudokuCore
import SudokuExplainer
import SudokuGenerator
import SudokuIdentity
import SudokuRating

/// A generated puzzle with everything that is known about it.
struct PuzzleRow: OutputRow {
  static let columns = [
    "puzzle", "solution", "puzzleId", "classId", "clues", "level", "er", "ep", "ed", "seed",
  ]

  let puzzle: String
  let solution: String
  let puzzleId: String
  let classId: String?
  let clues: Int
  let level: String?
  let rating: RatingRecord?
  let unrated: String?
  let seed: UInt64
  let index: Int

  /// Creates a row; rates the puzzle.
  init(_ generated: GeneratedPuzzle) {
    var options = SERater.Options()
    options.keepsSteps = false
    options.assumesUniqueSolution = true
    let outcome = SERater(options: options).rate(generated.board)
    puzzle = generated.board.line
    solution = generated.solution.line
    puzzleId = PuzzleID(generated.board).description
    classId = ClassID(generated.board)?.description
    clues = generated.board.clueCount
    level = outcome.level?.name
    rating = outcome.rating.map(RatingRecord.init)
    unrated = outcome.unratedReason?.message
    seed = generated.seed
    index = generated.index
  }

  var columnFields: [String] {
    let ratings = rating.map { [$0.er, $0.ep, $0.ed].map { String($0) } } ?? ["", "", ""]
    return [puzzle, solution, puzzleId, classId ?? "", String(clues), level ?? ""] + ratings
      + [String(seed)]
  }
  var fields: [String] { [puzzle] }
}

/// A generated puzzle alone, for the formats that show nothing else.
struct BarePuzzleRow: OutputRow {
  static let columns = ["puzzle"]
  private let board: Board

  init(_ generated: GeneratedPuzzle) { board = generated.board }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(board.line)
  }

  var fields: [String] { [board.line] }
  var text: String { board.grid + "\n" }
}
