import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuProtocol
import SudokuRating
import Synchronization

/// `sudoku neighbours`: puzzles that differ in a few clues.
struct NeighboursCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "neighbours",
    abstract: "Find puzzles that differ from given ones in a few clues.",
    discussion: """
      Searches {-n+m}: removes n clues and adds m others in every way that leaves exactly one solution. \
      Input fields about the source (its rating, its solution) are renamed to input_rating and so on.

      EXAMPLES
        sudoku neighbours puzzles.txt                       # {-1+1}
        sudoku neighbours --remove 2 --add 2 --minimal --rating 10.5...12 puzzles.txt
        sudoku neighbours --remove 2 --add 1 puzzles.txt    # a clue fewer
      """,
    aliases: ["neighbors"])

  static let lines: [Schema] = [.line(DerivedPuzzleRecord.self)]

  @OptionGroup var filter: FilterArguments

  @Option(help: "Clues to remove (0-4).")
  var remove = 1

  @Option(help: "Clues to add (0-4).")
  var add = 1

  @Flag(help: "Keep the cells of the clues: only digits change.")
  var twins = false

  @Flag(help: "Print only minimal puzzles.")
  var minimal = false

  @Option(
    help: "Print only puzzles with this ER: 10.5, or a range such as 10.5...11.9 or 10.5..11.9.")
  var rating: RatingRange?

  @Option(
    help: "Print at most this many neighbours of a puzzle.",
    transform: parsePositive)
  var limit = 1_000_000

  @Option(
    help: "Examine at most this many boards for a puzzle (default: no limit).",
    transform: parsePositive)
  var budget: Int?

  func validate() throws {
    guard 0...4 ~= remove, 0...4 ~= add, remove + add > 0 else {
      throw ValidationError("--remove and --add must be 0 to 4, and not both 0")
    }
    if twins, remove != add {
      throw ValidationError(
        "--twins needs equal numbers: --remove \(remove) --add \(remove)")
    }
  }

  func run() async throws {
    var neighborhood = Neighborhood(removing: remove, adding: add)
    neighborhood.keepsPattern = twins
    neighborhood.isMinimal = minimal
    neighborhood.budget = budget
    let search = neighborhood
    let (limit, rating) = (limit, rating)
    let found = Mutex(0)
    defer {
      if !filter.quiet { note("sudoku: \(found.withLock { $0 }.counted("neighbour"))") }
    }
    try await runManyRowsFilter(filter, DerivedPuzzleRow.layout) { board in
      var rows: [DerivedPuzzleRow] = []
      let end = search.forEachNeighbor(of: board) { neighbor in
        if let rating, !isRated(neighbor, within: rating.tenths) { return true }
        if rows.count == limit { return false }
        rows.append(DerivedPuzzleRow(neighbor, source: board))
        return true
      }
      found.withLock { $0 += rows.count }
      return FoundRows(rows: rows, end, limit: limit, name: "neighbour")
    }
  }
}

/// True if a puzzle's rating on the Sudoku Explainer scale lies in a range.
private func isRated(_ puzzle: Board, within tenths: ClosedRange<Int>) -> Bool {
  var options = GradeOptions.withoutSteps
  options.assumesUniqueSolution = true
  // Grading stops beyond the range.
  options.stopsAboveTenths = tenths.upperBound
  let grade = SudokuExplainerScale().grade(puzzle, options: options)
  return grade.scoreTenths.map { tenths.contains($0) } ?? false
}
