import SudokuSync

/// The calls that a place makes of a zone of records, in CloudKit's words.
///
/// `CloudKitZone` makes them on Apple's systems. It decides nothing.
protocol RecordZone: Sendable {
  /// The account whose records these are; `nil` for nobody.
  func account() async throws(ZoneFailure) -> String?

  /// Creates the zone; one that exists stays.
  func makeZone() async throws(ZoneFailure)

  /// Saves new records, all or none, and returns their change tags; one whose name exists fails with
  /// `serverRecordChanged`.
  func save(_ records: [String: [UInt8]]) async throws(ZoneFailure) -> [String: String]

  /// The values of records; missing ones are omitted.
  func records(_ names: [String]) async throws(ZoneFailure) -> [String: [UInt8]]

  /// Deletes records; missing ones are not errors.
  func delete(_ names: [String]) async throws(ZoneFailure)

  /// A page of changes since a token.
  func changes(since token: String?) async throws(ZoneFailure) -> ZoneChanges

  /// Signals of pushes; `nil` where the app has none.
  func pushes() -> AsyncStream<Void>?
}

/// A page of a zone's changes.
struct ZoneChanges: Hashable, Sendable {
  /// The records that are new, each with its change tag.
  var changed: [String: String]
  var deleted: [String]
  var token: String
  var moreComing: Bool
}

/// An error of CloudKit.
struct ZoneFailure: Error, Hashable, Sendable {
  /// The codes of `CKError` that this package tells apart, by their names there.
  enum Code: String, Hashable, Sendable, CaseIterable {
    case networkUnavailable, networkFailure, serviceUnavailable, requestRateLimited, zoneBusy
    case serverResponseLost, operationCancelled, accountTemporarilyUnavailable
    case notAuthenticated, permissionFailure, managedAccountRestricted
    case quotaExceeded, limitExceeded
    case serverRecordChanged, unknownItem, batchRequestFailed, partialFailure
    case changeTokenExpired, zoneNotFound, userDeletedZone
    case other
  }

  var code: Code
  /// The wait that the server asks for, in seconds.
  var retryAfterSeconds: Double?
  /// The errors of single records, for `partialFailure`.
  var partial: [String: Code] = [:]
  var message = ""

  init(_ code: Code, retryAfterSeconds: Double? = nil, partial: [String: Code] = [:]) {
    (self.code, self.retryAfterSeconds, self.partial) = (code, retryAfterSeconds, partial)
  }

  /// The codes of all records, or the code of the whole.
  var codes: Set<Code> { code == .partialFailure ? Set(partial.values) : [code] }
}
