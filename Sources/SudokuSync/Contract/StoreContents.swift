import SudokuSession

/// What a store holds, in numbers.
public struct StoreContents: Hashable, Sendable, Codable {
  /// The number of games.
  public var games: Int
  /// How many of them are completed.
  public var completedGames: Int
  /// When one of them was saved last, in milliseconds since 1970; `nil` without games.
  public var lastSavedMilliseconds: Int64?

  /// Creates numbers.
  ///
  /// - Parameters:
  ///   - games: The number of games.
  ///   - completedGames: How many of them are completed.
  ///   - lastSavedMilliseconds: When one of them was saved last, in milliseconds since 1970.
  public init(games: Int = 0, completedGames: Int = 0, lastSavedMilliseconds: Int64? = nil) {
    self.games = games
    self.completedGames = completedGames
    self.lastSavedMilliseconds = lastSavedMilliseconds
  }
}
