import ArgumentParser
import SudokuCore
import SudokuProtocol

/// `sudoku scramble`: random symmetric puzzles.
struct ScrambleCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "scramble",
    abstract: "Transform puzzles into random symmetric ones.",
    discussion: """
      Permutes rows, columns, bands, stacks and digits at random. The class and the rating on the \
      scale level are invariant; ER and HoDoKu scores may change, since those scales choose among \
      steps by position. Each result depends only on the puzzle and the seed, not on the order of the \
      input. Input fields about the source (its rating, its IDs) are renamed to input_rating and so on.

      EXAMPLES
        sudoku scramble --seed 7 puzzles.txt
        sudoku scramble --count 10 --seed 1 puzzles.txt | sudoku identify
      """)

  static let lines: [Schema] = [.line(DerivedPuzzleRecord.self)]

  @OptionGroup var filter: FilterArguments

  @Option(help: "The seed of the transformations (default: random, printed on stderr).")
  var seed: UInt64?

  @Option(
    name: [.short, .long], help: "The number of results for each puzzle.", transform: parsePositive)
  var count = 1

  /// The number of puzzles in memory, whatever the count.
  private static let pieceSize = 1_000

  func run() async throws {
    let seed = seed ?? UInt64.random(in: 0...UInt64(Int64.max))
    if self.seed == nil, !filter.quiet { note("sudoku: seed \(seed)") }
    let (count, size) = (count, Self.pieceSize)
    try await runPiecesFilter(
      filter, DerivedPuzzleRow.layout, usesCandidates: false, pieceCount: (count - 1) / size + 1
    ) { record, piece in
      let board = record.puzzle
      var random = SeededRandom(seed: seed, stream: board.stream(ofPiece: piece))
      let rows = (0..<min(size, count - piece * size)).map { _ in
        DerivedPuzzleRow(Transformation.random(using: &random).applied(to: board), source: board)
      }
      return FoundRows(rows: rows)
    }
  }
}

extension Board {
  /// The stream of random numbers of a board.
  var stream: UInt64 {
    withUnsafeValues { FNV1a(UnsafeBufferPointer(start: $0, count: 81)).value }
  }

  /// The stream of a piece of work on the board; that of the first is the board's.
  fileprivate func stream(ofPiece piece: Int) -> UInt64 {
    // Multiples of an odd number are all different.
    stream &+ UInt64(piece) &* 0x9E37_79B9_7F4A_7C15
  }
}
