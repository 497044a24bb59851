/// A place that only keeps named values: a bucket, a record zone, a folder in somebody's cloud.
///
/// `PlaceStore` makes a whole `SyncStore` of it. No code runs there, nothing is locked, and no value
/// is ever replaced, so two devices can't overwrite each other's.
///
/// Names have up to 60 characters of `a-z`, `0-9`, `.` and `-`. Values have up to 900,000 bytes. The
/// suite `PlaceConformance` checks the duties below.
///
/// Any call may fail, and a failed one may have happened: a repetition finds out.
public protocol ValuePlace: Sendable {
  /// Creates a value, durably.
  ///
  /// - Returns: The value's version, as `NamePage.created` has it, or an empty text; `nil` if the name
  ///   exists, whose value stays as it is.
  /// - Throws: `SyncError`: `storeUnavailable` for a network or server that may answer later,
  ///   `quotaExceeded`, `unauthorized`, `anotherPlayer` for the account of somebody else.
  func create(_ name: String, _ value: [UInt8]) async throws(SyncError) -> String?

  /// The values of up to 32 names; missing ones are omitted.
  func values(of names: [String]) async throws(SyncError) -> [String: [UInt8]]

  /// A page of the names that were created since a cursor; `nil` begins with all names.
  ///
  /// A name may come late, repeatedly and in any order. A place without change tokens lists all
  /// names each time. One whose token has expired does, too.
  func names(since cursor: String?) async throws(SyncError) -> NamePage

  /// Removes values; missing ones are not errors.
  func remove(_ names: [String]) async throws(SyncError)

  /// Signals that another device may have changed the place; `nil` if it can't, so that it is asked
  /// every four seconds.
  ///
  /// The stream ends when signals can no longer come.
  func news() -> AsyncStream<Void>?
}

extension ValuePlace {
  /// Detects no changes.
  public func news() -> AsyncStream<Void>? { nil }
}

/// A page of the names in a place.
public struct NamePage: Hashable, Sendable {
  /// The names, each with its value's version.
  ///
  /// A version is a text that differs if another value takes the name's place, such as an ETag. It is
  /// empty where a place has none; then a place that was put back to an older state is noticed only by
  /// the names that it lacks.
  public var created: [String: String]
  /// The names of values that were removed since the cursor.
  public var removed: [String]
  /// True on the first page of a list of all names.
  public var startsOver: Bool
  /// The cursor for the next page, or after the last one for the next list; `nil` for all names.
  public var next: String?
  /// True if more pages follow now.
  public var hasMore: Bool

  /// Creates a page.
  public init(
    created: [String: String], removed: [String] = [], startsOver: Bool, next: String? = nil,
    hasMore: Bool = false
  ) {
    (self.created, self.removed, self.startsOver) = (created, removed, startsOver)
    (self.next, self.hasMore) = (next, hasMore)
  }
}
