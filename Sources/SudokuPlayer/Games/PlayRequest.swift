import SudokuSession

/// Which game a command is for, and under which conditions it is carried out.
public struct PlayRequest: Hashable, Sendable {
  /// The game; `nil` for the current one.
  public var game: DocumentID?
  /// The client's ID of the request: the same one again gets the same answer and changes nothing.
  public var opID: String?
  /// Refuses the request unless the game is at this revision.
  public var ifRev: Int?
  /// The time in place of the clocks, in milliseconds since 1970.
  public var at: Int64?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - game: The game; `nil` for the current one.
  ///   - opID: The client's ID of the request.
  ///   - ifRev: Refuses the request unless the game is at this revision.
  ///   - at: The time in place of the clocks, in milliseconds since 1970.
  public init(
    game: DocumentID? = nil, opID: String? = nil, ifRev: Int? = nil, at: Int64? = nil
  ) {
    self.game = game
    self.opID = opID
    self.ifRev = ifRev
    self.at = at
  }
}
