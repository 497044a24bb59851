import SudokuCore

/// Which board: a pure function of the clues.
///
/// It is `p1-` and 26 characters: the first 128 bits of SHA-256 over the text
/// `sudoku/9x9/clues/1`, a line feed and the 81 digits (`0` for an empty cell), as one number in
/// Crockford's base 32, most significant character first.
///
/// ```swift
/// let board = try Board(line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// PuzzleID(board).description    // "p1-07ap9x8qtst53aww4qy12t8wfr"
/// ```
///
/// The same board gives the same ID on every platform, for ever; another `1` in the text and the
/// prefix would name another rule. At 128 bits, 1e12 puzzles collide with probability 1e-15.
public struct PuzzleID: TextIdentifier {
  /// The first 128 bits of the hash.
  let hash: UInt128

  /// Creates the ID of a board.
  public init(_ board: Board) { hash = clueHash(of: board) }

  /// Reads an ID, `nil` if the text is none.
  public init?(_ description: String) {
    guard description.hasPrefix("p1-"), let hash = CrockfordBase32.decode(description.dropFirst(3))
    else { return nil }
    self.hash = hash
  }

  /// The ID as a number: equal for equal IDs, spread evenly; for tables and sorting.
  public var bits: UInt128 { hash }

  /// The ID as text.
  public var description: String { "p1-" + CrockfordBase32.encode(hash) }
}

/// The hash behind all identifiers: 128 bits of a board's clues.
func clueHash(of board: Board) -> UInt128 {
  var hash = SHA256()
  let header: StaticString = "sudoku/9x9/clues/1\n"
  for place in 0..<header.utf8CodeUnitCount { hash.append(header.utf8Start[place]) }
  board.withUnsafeValues { values in
    for index in 0..<81 { hash.append(UInt8(ascii: "0") &+ values[index]) }
  }
  return hash.digest.first128Bits
}
