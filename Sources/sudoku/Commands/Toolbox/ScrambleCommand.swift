import ArgumentParser
import SudokuCore
import SudokuRecords

/// `sudoku scramble`: the same puzzles in another guise.
struct ScrambleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scramble",
    abstract: "Turn puzzles into random symmetric ones.",
    discussion: """
      One puzzle in, one puzzle out (or as many as --count says): rows, columns, bands, stacks and \
      digits change places. The class and the rating stay. What comes out depends on the puzzle, the seed \
      and --count alone, not on its place in the input.

      EXAMPLES
        sudoku scramble --seed 7 puzzles.txt
        sudoku scramble --count 10 --seed 1 puzzles.txt | sudoku identify
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "The seed: the same one gives the same puzzles (default: drawn and told).")
  var seed: UInt64?

  @Option(name: [.short, .long], help: "How many for each puzzle.", transform: parsePositive)
  var count = 1

  func run() async throws {
    let seed = seed ?? UInt64.random(in: 0...UInt64(Int64.max))
    if self.seed == nil, !filter.quiet { note("sudoku: seed \(seed)") }
    let count = count
    try await runManyRowsFilter(filter) { board in
      var random = SeededRandom(seed: seed, stream: board.stream)
      let rows = (0..<count).map { _ in
        DerivedPuzzleRow(Transformation.random(using: &random).applied(to: board), source: board)
      }
      return FoundRows(rows: rows)
    }
  }
}

extension Board {
  /// A number that boards with other digits hardly share: which stream of random numbers they get.
  var stream: UInt64 {
    withUnsafeValues { FNV1a(UnsafeBufferPointer(start: $0, count: 81)).value }
  }
}
