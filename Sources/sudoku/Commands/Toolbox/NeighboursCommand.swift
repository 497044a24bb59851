import ArgumentParser
import SudokuCore
import SudokuGenerator
import SudokuRating
import SudokuTechniques
import Synchronization

/// `sudoku neighbours`: the puzzles that differ in a few clues.
struct NeighboursCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "neighbours",
    abstract: "Find the puzzles that differ from puzzles in a few clues.",
    discussion: """
      {-n+m}: every way to take n clues off and put m others on that leaves exactly one solution. \
      With --twins the new clues stand where the old ones stood. What the input says of the source (its \
      rating, its solution) goes out as input_rating and so on.

      EXAMPLES
        sudoku neighbours puzzles.txt                       # {-1+1}
        sudoku neighbours --remove 2 --add 2 --minimal --rating 10.5...12 puzzles.txt
        sudoku neighbours --remove 2 --add 1 puzzles.txt    # a clue fewer
      """,
    aliases: ["neighbors"])

  @OptionGroup var filter: FilterArguments

  @Option(help: "How many clues go: 0 to 4.")
  var remove = 1

  @Option(help: "How many clues come: 0 to 4.")
  var add = 1

  @Flag(help: "Only other digits in the same cells: as many come as go.")
  var twins = false

  @Flag(help: "Only minimal puzzles.")
  var minimal = false

  @Option(help: "Only puzzles with this rating: 10.5, or a range as in 10.5...11.9.")
  var rating: RatingRange?

  @Option(
    help: "The most neighbours of one puzzle; more are told on standard error.",
    transform: parsePositive)
  var limit = 1_000_000

  @Option(
    help: "The most boards to look at for one puzzle; where that ends the search, it is told.",
    transform: parsePositive)
  var budget: Int?

  func validate() throws {
    guard 0...4 ~= remove, 0...4 ~= add, remove + add > 0 else {
      throw ValidationError("--remove and --add are 0 to 4, and not both 0")
    }
    if twins, remove != add {
      throw ValidationError(
        "with --twins as many clues come as go: --remove \(remove) --add \(remove)")
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
    try await runManyRowsFilter(filter) { board in
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

/// Whether a puzzle's rating on the Sudoku Explainer scale lies in a range.
private func isRated(_ puzzle: Board, within tenths: ClosedRange<Int>) -> Bool {
  var options = GradeOptions.withoutSteps
  options.assumesUniqueSolution = true
  // Beyond the range nothing more needs to be known.
  options.stopsAboveTenths = tenths.upperBound
  let grade = SudokuExplainerScale().grade(puzzle, options: options)
  return grade.scoreTenths.map { tenths.contains($0) } ?? false
}
