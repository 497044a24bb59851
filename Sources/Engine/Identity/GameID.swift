import SudokuCore

/// The ID of a game: its board and the second it began.
///
/// It is `game-`, the 26 characters of the board's hash (those of its `PuzzleID`), `-`, and the
/// start in whole seconds since 1970-01-01 00:00 UTC. The start lies in the years 0000 to 9999.
///
/// ```swift
/// GameID(initialBoard: board, startDate: UnixTime(seconds: 1_767_225_600))
/// // game-07ap9x8qtst53aww4qy12t8wfr-1767225600
/// ```
///
/// Same board and same start on any device, in any process, on any platform: the same ID. A daily
/// puzzle starts at its day's 00:00 UTC, so every device that opens it opens the same game.
public struct GameID: TextIdentifier {
  /// The first 128 bits of the board's hash.
  let hash: UInt128
  /// The second in which the game began.
  public let startDate: UnixTime

  /// The seconds of the years 0000 to 9999, in which every game begins.
  private static let starts: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// Creates the ID of a game.
  ///
  /// - Parameters:
  ///   - initialBoard: The clues, without any move.
  ///   - startDate: When the game begins; a moment outside the years 0000 to 9999 counts as the
  ///     nearest in them.
  public init(initialBoard: Board, startDate: UnixTime) {
    hash = clueHash(of: initialBoard)
    let seconds = min(max(startDate.seconds, Self.starts.lowerBound), Self.starts.upperBound)
    self.startDate = UnixTime(seconds: seconds)
  }

  /// Reads an ID, `nil` if the text is none.
  public init?(_ description: String) {
    guard description.hasPrefix("game-") else { return nil }
    let rest = description.dropFirst(5)
    let tail = rest.dropFirst(CrockfordBase32.length)
    guard let hash = CrockfordBase32.decode(rest.prefix(CrockfordBase32.length)),
      tail.first == "-", let seconds = Int64(tail.dropFirst()),
      tail.dropFirst() == String(seconds), Self.starts.contains(seconds)
    else { return nil }
    self.hash = hash
    startDate = UnixTime(seconds: seconds)
  }

  /// True if the game is one of this board, by the hash.
  package func isGame(of board: Board) -> Bool { hash == clueHash(of: board) }

  /// The ID as text.
  public var description: String {
    "game-" + CrockfordBase32.encode(hash) + "-" + String(startDate.seconds)
  }
}
