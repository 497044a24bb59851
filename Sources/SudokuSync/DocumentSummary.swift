import SudokuCore
import SudokuSession

/// What a list of games or a query needs to know of a document, without its operations.
///
/// Summaries of one document are merged part by part, so that the result does not depend on the
/// order they arrive in and a stale writer can take nothing back:
///
/// | part | rule |
/// |---|---|
/// | `clues` | the first known; another board under the same ID is an error |
/// | `completion` | the one with the smallest stamp; once there, it stays |
/// | `abandonment` | the one with the largest stamp |
/// | `lastStamp`, `elapsedMilliseconds`, `mistakes` | the largest |
/// | `level`, `ratingTenths` | the largest known |
public struct DocumentSummary: Hashable, Sendable {
  /// The document.
  public let id: DocumentID
  /// A game's clues.
  public var clues: Board?
  /// The claim that the game is completed; `nil` as long as there is none.
  public var completion: Completion?
  /// Whether the player gave the game up, and when that was said last.
  public var abandonment: Abandonment?
  /// The largest stamp of all operations.
  public var lastStamp: Stamp
  /// The time played so far, in milliseconds.
  public var elapsedMilliseconds: Int64
  /// The mistakes so far.
  public var mistakes: Int
  /// The puzzle's level, if known.
  public var level: String?
  /// The puzzle's rating in tenths, if known.
  public var ratingTenths: Int?

  /// A claim that a game is completed.
  public struct Completion: Hashable, Sendable {
    /// When the last cell was filled.
    public var stamp: Stamp
    /// The time it took, in milliseconds.
    public var elapsedMilliseconds: Int64
    /// The mistakes made.
    public var mistakes: Int

    /// Creates a claim.
    ///
    /// - Parameters:
    ///   - stamp: When the last cell was filled.
    ///   - elapsedMilliseconds: The time it took, in milliseconds.
    ///   - mistakes: The mistakes made.
    public init(stamp: Stamp, elapsedMilliseconds: Int64, mistakes: Int) {
      self.stamp = stamp
      self.elapsedMilliseconds = elapsedMilliseconds
      self.mistakes = mistakes
    }
  }

  /// Whether a game was given up, as said at some time.
  public struct Abandonment: Hashable, Sendable {
    /// When it was said.
    public var stamp: Stamp
    /// Whether the game was given up or taken up again.
    public var isAbandoned: Bool

    /// Creates a statement.
    public init(stamp: Stamp, isAbandoned: Bool) {
      self.stamp = stamp
      self.isAbandoned = isAbandoned
    }
  }

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - clues: A game's clues.
  ///   - lastStamp: The largest stamp of all operations.
  ///   - elapsedMilliseconds: The time played so far, in milliseconds.
  ///   - mistakes: The mistakes so far.
  public init(
    id: DocumentID, clues: Board? = nil, lastStamp: Stamp = .zero, elapsedMilliseconds: Int64 = 0,
    mistakes: Int = 0
  ) {
    self.id = id
    self.clues = clues
    self.lastStamp = lastStamp
    self.elapsedMilliseconds = elapsedMilliseconds
    self.mistakes = mistakes
  }

  /// Whether the game is completed.
  public var isCompleted: Bool { completion != nil }

  /// Whether the game was given up. A completed game is not.
  public var isAbandoned: Bool { !isCompleted && abandonment?.isAbandoned == true }

  /// Whether the document is a game that waits to be played on.
  public var isInProgress: Bool { id.isGame && !isCompleted && !isAbandoned }

  /// When the document was saved last, in milliseconds since 1970.
  public var lastSavedMilliseconds: Int64 { lastStamp.milliseconds }

  /// Merges what another replica says about the same document.
  ///
  /// - Throws: `SyncError` of kind `idCollision` when the clues differ; nothing changes then.
  public mutating func merge(_ other: DocumentSummary) throws(SyncError) {
    if let mine = clues, let theirs = other.clues, mine != theirs {
      throw SyncError(.idCollision, "\(id) names two different boards")
    }
    clues = clues ?? other.clues
    if let theirs = other.completion, completion.map({ theirs.precedes($0) }) ?? true {
      completion = theirs
    }
    if let theirs = other.abandonment, abandonment.map({ $0.precedes(theirs) }) ?? true {
      abandonment = theirs
    }
    lastStamp = max(lastStamp, other.lastStamp)
    elapsedMilliseconds = max(elapsedMilliseconds, other.elapsedMilliseconds)
    mistakes = max(mistakes, other.mistakes)
    level = [level, other.level].compactMap { $0 }.max()
    ratingTenths = [ratingTenths, other.ratingTenths].compactMap { $0 }.max()
  }
}

extension DocumentSummary.Completion {
  fileprivate func precedes(_ other: Self) -> Bool {
    (stamp, elapsedMilliseconds, mistakes) < (
      other.stamp, other.elapsedMilliseconds, other.mistakes
    )
  }
}

extension DocumentSummary.Abandonment {
  fileprivate func precedes(_ other: Self) -> Bool {
    (stamp, isAbandoned ? 1 : 0) < (other.stamp, other.isAbandoned ? 1 : 0)
  }
}

extension DocumentSummary: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, clues, completion, abandonment, lastStamp, mistakes, level, ratingTenths
    case elapsedMilliseconds
  }

  /// Reads a summary's record.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(DocumentID.self, forKey: .id)
    if let line = try container.decodeIfPresent(String.self, forKey: .clues) {
      clues = try Board(line: line)
    }
    completion = try container.decodeIfPresent(Completion.self, forKey: .completion)
    abandonment = try container.decodeIfPresent(Abandonment.self, forKey: .abandonment)
    lastStamp = try container.decode(Stamp.self, forKey: .lastStamp)
    elapsedMilliseconds = try container.decode(Int64.self, forKey: .elapsedMilliseconds)
    mistakes = try container.decode(Int.self, forKey: .mistakes)
    level = try container.decodeIfPresent(String.self, forKey: .level)
    ratingTenths = try container.decodeIfPresent(Int.self, forKey: .ratingTenths)
  }

  /// Writes a summary's record.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(clues?.line, forKey: .clues)
    try container.encodeIfPresent(completion, forKey: .completion)
    try container.encodeIfPresent(abandonment, forKey: .abandonment)
    try container.encode(lastStamp, forKey: .lastStamp)
    try container.encode(elapsedMilliseconds, forKey: .elapsedMilliseconds)
    try container.encode(mistakes, forKey: .mistakes)
    try container.encodeIfPresent(level, forKey: .level)
    try container.encodeIfPresent(ratingTenths, forKey: .ratingTenths)
  }
}

extension DocumentSummary.Completion: Codable {}
extension DocumentSummary.Abandonment: Codable {}
