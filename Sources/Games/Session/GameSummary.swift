import SudokuCore

/// A game in short, for lists and stores, without its operations.
///
/// A store merges the summaries that different devices send with `merge(_:)`: commutative,
/// associative, idempotent; completed stays completed, `lastSaved` never goes back.
public struct GameSummary: Hashable, Sendable {
  /// The game.
  public var id: DocumentID
  /// Its clues.
  public var clues: Board
  /// The puzzle's grade, `nil` where it was not graded.
  public var grade: GradeStamp? { datedGrade?.grade }
  var datedGrade: DatedGrade?
  /// The stamp of the completion shown (the earliest), `nil` for a game not completed.
  public var completed: Stamp? {
    get { completion?.stamp }
    set { completion = newValue.map { Moment($0) } }
  }
  package var completion: Moment?
  /// True if the game is hidden; a completed game never is.
  public var isAbandoned: Bool { completed == nil && abandonedState.isAbandoned }
  /// The last decision to abandon or resume the game.
  package var abandonedState: AbandonedState
  /// The stamp of the last operation that is more than timekeeping.
  public var lastSaved: Stamp {
    get { saved.stamp }
    set {
      saved = Moment(newValue)
      lastStamp = max(lastStamp, newValue)
    }
  }
  package var saved: Moment
  /// The stamp of the last operation of any kind; older versions know only this one.
  package var lastStamp: Stamp
  /// The time played, in milliseconds.
  public var elapsedMilliseconds: Int
  /// The number of mistakes.
  public var mistakes: Int
  /// The number of hints.
  public var hintsUsed: Int
  /// True if the mistake limit ended the game.
  public var isLost: Bool
  /// The number of cells with a digit, clues included; `nil` in a summary of an earlier version.
  package var filledCells: Int?

  /// The longest playing time that a summary may claim without its operations, in milliseconds.
  package static let plausibleMilliseconds = TimeLedger.longestPause

  /// The decision that hides or shows a game, with its place in the order of operations.
  package struct AbandonedState: Hashable, Comparable, Sendable, Codable {
    /// The stamp of the decision's rank, `Stamp.zero` for no decision.
    ///
    /// That is the operation's own stamp, or a larger one that its device had seen.
    package var stamp: Stamp
    /// The number of steps after the operation with that stamp; 0 if all clocks are right.
    package private(set) var step = 0
    package var isAbandoned: Bool

    init(rank: Rank, isAbandoned: Bool) {
      stamp = rank.stamp
      step = rank.step
      self.isAbandoned = isAbandoned
    }

    package init(stamp: Stamp = .zero, isAbandoned: Bool = false) {
      self.stamp = stamp
      self.isAbandoned = isAbandoned
    }

    package static func < (lhs: Self, rhs: Self) -> Bool {
      if lhs.stamp != rhs.stamp { return lhs.stamp < rhs.stamp }
      return lhs.step != rhs.step ? lhs.step < rhs.step : !lhs.isAbandoned && rhs.isAbandoned
    }

    private enum CodingKeys: String, CodingKey { case stamp, step, isAbandoned }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      stamp = try container.decode(Stamp.self, forKey: .stamp)
      step = max(0, try container.decodeIfPresent(Int.self, forKey: .step) ?? 0)
      isAbandoned = try container.decode(Bool.self, forKey: .isAbandoned)
    }

    /// Writes an object; a step of 0 is omitted.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(stamp, forKey: .stamp)
      if step != 0 { try container.encode(step, forKey: .step) }
      try container.encode(isAbandoned, forKey: .isAbandoned)
    }
  }

  package init(
    id: DocumentID, clues: Board, grade: GradeStamp? = nil, graded: Stamp? = nil,
    completed: Stamp? = nil, abandonedState: AbandonedState = AbandonedState(),
    lastSaved: Stamp = .zero, elapsedMilliseconds: Int = 0, mistakes: Int = 0, hintsUsed: Int = 0,
    isLost: Bool = false, filledCells: Int? = nil
  ) {
    self.init(
      id: id, clues: clues, grade: grade, graded: graded, completion: completed.map { Moment($0) },
      abandonedState: abandonedState, saved: Moment(lastSaved), lastStamp: lastSaved,
      elapsedMilliseconds: elapsedMilliseconds, mistakes: mistakes, hintsUsed: hintsUsed,
      isLost: isLost, filledCells: filledCells)
  }

  init(
    id: DocumentID, clues: Board, grade: GradeStamp?, graded: Stamp?, completion: Moment?,
    abandonedState: AbandonedState, saved: Moment, lastStamp: Stamp, elapsedMilliseconds: Int,
    mistakes: Int, hintsUsed: Int, isLost: Bool, filledCells: Int?
  ) {
    self.id = id
    self.clues = clues
    datedGrade = grade.map { DatedGrade(created: graded, grade: $0) }
    self.completion = completion
    self.abandonedState = abandonedState
    self.saved = saved
    self.lastStamp = lastStamp
    self.elapsedMilliseconds = elapsedMilliseconds
    self.mistakes = mistakes
    self.hintsUsed = hintsUsed
    self.isLost = isLost
    self.filledCells = filledCells
  }

  /// The name of the puzzle's level, `nil` where it has none.
  package var level: String? { grade?.level }

  /// The date of the last operation that is more than timekeeping.
  public var lastSavedDate: UTCTime { UTCTime(milliseconds: saved.milliseconds) }

  /// The date of the completion, `nil` for a game not completed.
  public var completionDate: UTCTime? {
    completion.map { UTCTime(milliseconds: $0.milliseconds) }
  }

  /// The summary as it is shown, with no date in the future.
  package func shown(at nowMilliseconds: Int64) -> GameSummary {
    var shown = self
    shown.saved.milliseconds = min(saved.milliseconds, nowMilliseconds)
    shown.completion?.milliseconds = min(completion?.milliseconds ?? .max, nowMilliseconds)
    return shown
  }

  /// True if the game is completed.
  public var isCompleted: Bool { completion != nil }

  /// The stage of the game; a summary counts a paused game as in progress.
  package var status: GameState.Status {
    isCompleted ? .completed : isAbandoned ? .abandoned : isLost ? .gameOver : .inProgress
  }

  /// True if the game is neither completed nor abandoned nor lost, so it can be continued.
  public var isInProgress: Bool { !isCompleted && !isAbandoned && !isLost }
}

extension GameSummary {
  /// Merges another summary of the same game; a summary of another game changes nothing.
  package mutating func merge(_ other: GameSummary) {
    guard id == other.id else { return }
    if other.isBetter(than: self) {
      completion = other.completion
      elapsedMilliseconds = other.elapsedMilliseconds
      mistakes = other.mistakes
      hintsUsed = other.hintsUsed
      isLost = other.isLost
      filledCells = other.filledCells
    }
    datedGrade = DatedGrade.shown(datedGrade, other.datedGrade)
    if clues != other.clues { clues = max(clues, other.clues) }
    abandonedState = max(abandonedState, other.abandonedState)
    saved = max(saved, other.saved)
    lastStamp = max(lastStamp, other.lastStamp)
  }

  /// True if this summary's result is the one to show: the earliest completion, else the latest state.
  ///
  /// Between equals the larger numbers count, so that the order of merging does not matter.
  private func isBetter(than other: GameSummary) -> Bool {
    if completed != other.completed {
      guard let completed else { return false }
      return other.completed.map { completed < $0 } ?? true
    }
    if completed == nil, lastStamp != other.lastStamp { return lastStamp > other.lastStamp }
    return numbers > other.numbers
  }

  private var numbers: (Int, Int, Int, Int, Int, Moment) {
    (
      elapsedMilliseconds, mistakes, hintsUsed, isLost ? 1 : 0, filledCells ?? -1,
      completion ?? Moment(.zero)
    )
  }
}

extension GameSummary: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, clues, level, ratingTenths, grade, graded, completed, abandonedState, lastSaved
    case elapsedMilliseconds, mistakes, hintsUsed, isLost, filledCells
    case completedDate, played, playedDate
  }

  /// Reads an object.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let clues = Board(try container.decode(String.self, forKey: .clues)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .clues, in: container, debugDescription: "no board of 81 characters")
    }
    let oldGrade = GradeStamp.se(
      level: try container.decodeIfPresent(String.self, forKey: .level),
      ratingTenths: try container.decodeIfPresent(Int.self, forKey: .ratingTenths))
    let lastStamp = try container.decode(Stamp.self, forKey: .lastSaved)
    let completedDate = try container.decodeIfPresent(Int64.self, forKey: .completedDate)
    self.init(
      id: try container.decode(DocumentID.self, forKey: .id), clues: clues,
      grade: try container.decodeIfPresent(GradeStamp.self, forKey: .grade) ?? oldGrade,
      graded: try container.decodeIfPresent(Stamp.self, forKey: .graded),
      completion: try container.decodeIfPresent(Stamp.self, forKey: .completed)
        .map { Moment($0, milliseconds: completedDate) },
      abandonedState: try container.decodeIfPresent(AbandonedState.self, forKey: .abandonedState)
        ?? AbandonedState(),
      saved: Moment(
        try container.decodeIfPresent(Stamp.self, forKey: .played) ?? lastStamp,
        milliseconds: try container.decodeIfPresent(Int64.self, forKey: .playedDate)),
      lastStamp: lastStamp,
      elapsedMilliseconds: PlayingTime(try container.decode(Int.self, forKey: .elapsedMilliseconds))
        .milliseconds,
      mistakes: Natural(nearest: try container.decode(Int.self, forKey: .mistakes)).value,
      hintsUsed: Natural(nearest: try container.decode(Int.self, forKey: .hintsUsed)).value,
      isLost: try container.decodeIfPresent(Bool.self, forKey: .isLost) ?? false,
      filledCells: try container.decodeIfPresent(Int.self, forKey: .filledCells)
        .flatMap { 0...81 ~= $0 ? $0 : nil })
  }

  /// Writes an object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(clues.line, forKey: .clues)
    if let grade, grade.hasOldForm {
      try container.encodeIfPresent(grade.level, forKey: .level)
      try container.encodeIfPresent(grade.scoreTenths, forKey: .ratingTenths)
    } else {
      try container.encodeIfPresent(grade, forKey: .grade)
    }
    try container.encodeIfPresent(datedGrade?.created, forKey: .graded)
    try container.encodeIfPresent(completed, forKey: .completed)
    if abandonedState != AbandonedState() {
      try container.encode(abandonedState, forKey: .abandonedState)
    }
    try container.encode(lastStamp, forKey: .lastSaved)
    try container.encode(elapsedMilliseconds, forKey: .elapsedMilliseconds)
    try container.encode(mistakes, forKey: .mistakes)
    try container.encode(hintsUsed, forKey: .hintsUsed)
    if isLost { try container.encode(isLost, forKey: .isLost) }
    try container.encodeIfPresent(filledCells, forKey: .filledCells)
    try container.encodeIfPresent(completion?.ownMilliseconds, forKey: .completedDate)
    if lastSaved != lastStamp { try container.encode(lastSaved, forKey: .played) }
    try container.encodeIfPresent(saved.ownMilliseconds, forKey: .playedDate)
  }
}
