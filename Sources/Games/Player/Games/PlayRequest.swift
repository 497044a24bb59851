import SudokuCore
import SudokuIdentity
import SudokuRating
import SudokuSession
import SudokuTechniques

/// Which game a command is for, and under which conditions it is carried out.
public struct PlayRequest: Hashable, Sendable {
  /// The game; `nil` for the current one.
  public var game: DocumentID?
  /// The client's ID of the request: the same one again gets the same answer and changes nothing.
  package var opID: String?
  /// The content of a request that begins a game (`OpaqueValue.fingerprint`); `nil` where the ID is
  /// not compared with it.
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

/// What a new game begins with.
///
/// ```swift
/// let opening = try library.begin(NewGame(puzzle: board))
/// ```
public struct NewGame: Hashable, Sendable {
  /// The clues; they must have exactly one solution.
  public var puzzle: Board
  /// When the game begins, to the second; `nil` for now.
  ///
  /// The same board and start are the same game on every device.
  public var startDate: UnixTime?
  /// The player's choices.
  public var options: GameOptions
  /// The puzzle's grade, `nil` where it was not graded.
  public var grade: GradeStamp?
  package var opID: String?
  /// The content of the request; `nil` where the ID is not compared with it.
  package var content: Int?
  /// Whether the game begins at the next free second where that of `startDate` has ended.
  package var skipsEnded = false
  /// The time in place of the clocks, in milliseconds since 1970.
  package var at: Int64?

  /// Creates what a game of a board begins with, without a grade.
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
  /// What the player sees.
  public let state: GameState
  /// Whether the game was there already.
  public var isExisting = false
  /// Whether the request was carried out before and this is its game.
  package var isDuplicate = false
}

/// A hint that is being looked for: what it is about, free of the game, so that any thread may
/// search.
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
