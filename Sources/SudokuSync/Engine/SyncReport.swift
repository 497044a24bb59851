import SudokuSession

/// What a sync did.
public struct SyncReport: Hashable, Sendable {
  /// What it was for.
  public var goal: SyncGoal
  /// How many requests were sent to the store.
  public var requests = 0
  /// How many operations came that were new here.
  public var pulled = 0
  /// How many operations the store took over.
  public var pushed = 0
  /// Games that turned out to be completed elsewhere.
  public var completedElsewhere: [DocumentID] = []
  /// Documents whose operations or summary are not what they were, whoever changed them.
  public var changed: Set<DocumentID> = []
  /// The current game afterwards.
  public var current: DocumentID?
  /// Whether the store holds something that is not known here, or can't tell: `SyncGoal.news`
  /// brings it.
  public var isBehind = false
  /// What went wrong; `nil` if nothing did.
  public var error: SyncError?
  /// Whether that went wrong on this device and not in the store.
  public var hasFailedHere = false
  /// What happened, in order.
  public var events: [SyncEvent] = []

  /// Creates the report of a sync that did nothing yet.
  public init(goal: SyncGoal) { self.goal = goal }

  /// What two syncs did, one after the other.
  ///
  /// - Parameter next: The report of the second.
  mutating func append(_ next: SyncReport) {
    requests += next.requests
    pulled += next.pulled
    pushed += next.pushed
    completedElsewhere += next.completedElsewhere
    current = next.current
    isBehind = next.isBehind
    error = next.error
    hasFailedHere = next.hasFailedHere
    events += next.events
  }
}
