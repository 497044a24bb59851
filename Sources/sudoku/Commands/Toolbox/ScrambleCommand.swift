import ArgumentParser
import SudokuCore
import SudokuProtocol

/// `sudoku scramble`: the same puzzles in another guise.
struct ScrambleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scramble",
    abstract: "Turn puzzles into random symmetric ones.",
    discussion: """
      One puzzle in, one puzzle out (or as many as --count says): rows, columns, bands, stacks and \
      digits change places. The class stays, and the number of the scale level; other ratings (ER, HoDoKu) \
      may change, as those scales take one of several steps by its place. What comes out depends on the \
      puzzle and the seed alone, not on its place in the input. What the input says of the source (its \
      rating, its IDs) goes out as input_rating and so on.

      EXAMPLES
        sudoku scramble --seed 7 puzzles.txt
        sudoku scramble --count 10 --seed 1 puzzles.txt | sudoku identify
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "The seed: the same one gives the same puzzles (default: drawn and told).")
  var seed: UInt64?

  @Option(name: [.short, .long], help: "How many for each puzzle.", transform: parsePositive)
  var count = 1

  /// How many come at a time: however many are asked for, no more are kept.
  private static let pieceSize = 1_000

  func run() async throws {
    let seed = seed ?? UInt64.random(in: 0...UInt64(Int64.max))
    if self.seed == nil, !filter.quiet { note("sudoku: seed \(seed)") }
    let (count, size) = (count, Self.pieceSize)
    try await runPiecesFilter(
      filter, usesCandidates: false, pieceCount: (count - 1) / size + 1
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
  /// A number that boards with other digits hardly share: which stream of random numbers they get.
  var stream: UInt64 {
    withUnsafeValues { FNV1a(UnsafeBufferPointer(start: $0, count: 81)).value }
  }

  /// The stream of one of several pieces of work on the board; that of the first is the board's.
  fileprivate func stream(ofPiece piece: Int) -> UInt64 {
    // Multiples of an odd number are all different.
    stream &+ UInt64(piece) &* 0x9E37_79B9_7F4A_7C15
  }
}
