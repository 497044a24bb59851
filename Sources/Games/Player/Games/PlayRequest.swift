import SudokuCore
import SudokuIdentity
import SudokuRating
import SudokuSession
import SudokuTechniques

/// The game of a command, and the conditions for carrying it out.
public struct PlayRequest: Hashable, Sendable {
  /// The game; `nil` for the current one.
  public var game: DocumentID?
  /// The client's ID of the request; a repetition gets the same answer and changes nothing.
  package var opID: String?
  /// The fingerprint of a request that begins a game (`OpaqueValue.fingerprint`).
  ///
  /// A repeated ID with another fingerprint is refused; `nil` omits the comparison.
  package var content: Int?
  /// Refuses the request unless the game is at this revision.
  public var ifRev: Int?
  /// The time in place of the clocks, in milliseconds since 1970.
  package var at: Int64?

  /// Creates a request.
  public init(
    game: DocumentID? = nil, opID: String? = nil, ifRev: Int? = nil, at: Int64? = nil
  ) {
    self.game = game
    self.opID = opID
    self.ifRev = ifRev
    self.at = at
  }
}

/// The puzzle, start, options and grade of a new game.
///
/// ```swift
/// let opening = try library.begin(NewGame(puzzle: board))
/// ```
public struct NewGame: Hashable, Sendable {
  /// The clues; they must have exactly one solution.
  public var puzzle: Board
  /// The start of the game, in whole seconds; `nil` for now.
  ///
  /// The same board and start are the same game on every device.
  public var startDate: UnixTime?
  /// The player's choices.
  public var options: GameOptions
  /// The puzzle's grade, `nil` where it was not graded.
  public var grade: GradeStamp?
  package var opID: String?
  /// The fingerprint of the request; `nil` omits the comparison with that of a repeated ID.
  package var content: Int?
  /// True if the game begins at the next free second when the game of `startDate` has ended.
  package var skipsEnded = false
  /// The time in place of the clocks, in milliseconds since 1970.
  package var at: Int64?

  /// Creates a new game of a board, without a grade.
  public init(
    puzzle: Board, startDate: UnixTime? = nil, options: GameOptions = GameOptions(),
    opID: String? = nil, at: Int64? = nil
  ) {
    self.puzzle = puzzle
    self.startDate = startDate
    self.options = options
    self.opID = opID
    self.at = at
  }
}

/// A game that was just begun or opened.
public struct GameOpening: Sendable {
  /// The game as the player sees it.
  public let state: GameState
  /// True if the game existed already.
  public var isExisting = false
  /// True for a repeated request; the game is the one that it began before.
  package var isDuplicate = false
}

/// The input of a search for a hint, independent of the game, so that any thread may search.
public struct PendingHint: Sendable {
  package let game: DocumentID
  /// The position that the player sees.
  public let position: HintPosition
  package let rev: Int
  /// The techniques that the player knows, `nil` for all.
  public let techniques: Set<Technique>?
}

extension GradeStamp {
  /// A grade as a game keeps it; `nil` where it has neither level nor score.
  package init?(_ grade: Grade) {
    guard grade.level != nil || grade.scoreTenths != nil else { return nil }
    self.init(
      scale: grade.scale, version: grade.version, level: grade.level?.name,
      scoreTenths: grade.scoreTenths)
  }
}
