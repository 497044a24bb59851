import SudokuSync
import Synchronization

/// A place in a zone of records: all that is decided about CloudKit's answers.
///
/// - A wait that the server asks for is waited, up to three times; after that the engine tries again
///   later.
/// - A request that is too large is halved.
/// - A token that has expired begins a list of all names.
/// - A missing zone is made with the first value. A zone that the player deleted is not made
///   again: calls fail as `storeReadOnly` until the app makes it and opens the store again.
/// - Another account than the first one fails as `anotherPlayer`.
final class RecordZonePlace<Zone: RecordZone>: ValuePlace {
  private struct State {
    var account: String?
    var isDeleted = false
    var hasZone = false
  }

  let zone: Zone
  private let state = Mutex(State())
  /// Waits a number of seconds.
  private let pause: @Sendable (Double) async throws -> Void

  private static var mostAttempts: Int { 4 }
  /// The longest wait within a call, in seconds.
  private static var longestWait: Double { 20 }

  /// Creates a place; `account` is the account that the device's games belong to, `nil` for the
  /// first one that is seen.
  init(
    _ zone: Zone, account: String? = nil,
    pause: @escaping @Sendable (Double) async throws -> Void = {
      try await Task.sleep(for: .seconds($0))
    }
  ) {
    (self.zone, self.pause) = (zone, pause)
    state.withLock { $0.account = account }
  }

  // MARK: Values

  func create(_ name: String, _ value: [UInt8]) async throws(SyncError) -> String? {
    while true {
      do throws(ZoneFailure) {
        return try await self.repeat { (zone) async throws(ZoneFailure) in
          try await zone.save([name: value])
        }[name] ?? ""
      } catch {
        if error.codes.contains(.serverRecordChanged) { return nil }
        guard error.codes.contains(.zoneNotFound), !state.withLock({ $0.hasZone }) else {
          throw syncError(error)
        }
        do throws(ZoneFailure) { try await zone.makeZone() } catch { throw syncError(error) }
        state.withLock { $0.hasZone = true }
      }
    }
  }

  func values(of names: [String]) async throws(SyncError) -> [String: [UInt8]] {
    do throws(ZoneFailure) { return try await records(names) } catch {
      if error.codes.isSubset(of: [.zoneNotFound, .unknownItem]) { return [:] }
      throw syncError(error)
    }
  }

  private func records(_ names: [String]) async throws(ZoneFailure) -> [String: [UInt8]] {
    do throws(ZoneFailure) {
      return try await self.repeat { (zone) async throws(ZoneFailure) in
        try await zone.records(names)
      }
    } catch {
      guard error.codes.contains(.limitExceeded), names.count > 1 else { throw error }
      let half = names.count / 2
      return try await records(Array(names[..<half]))
        .merging(records(Array(names[half...]))) { $1 }
    }
  }

  func remove(_ names: [String]) async throws(SyncError) {
    do throws(ZoneFailure) {
      try await self.repeat { (zone) async throws(ZoneFailure) in try await zone.delete(names) }
    } catch {
      guard error.codes.isSubset(of: [.unknownItem, .zoneNotFound]) else { throw syncError(error) }
    }
  }

  func names(since cursor: String?) async throws(SyncError) -> NamePage {
    var cursor = cursor
    while true {
      let token = cursor
      do throws(ZoneFailure) {
        let page = try await self.repeat { (zone) async throws(ZoneFailure) in
          try await zone.changes(since: token)
        }
        state.withLock { $0.hasZone = true }
        return NamePage(
          created: page.changed, removed: page.deleted, startsOver: token == nil, next: page.token,
          hasMore: page.moreComing)
      } catch {
        if error.code == .changeTokenExpired, token != nil {
          cursor = nil
        } else if error.codes == [.zoneNotFound] {
          // An empty place.
          state.withLock { $0.hasZone = false }
          return NamePage(created: [:], startsOver: true)
        } else {
          throw syncError(error)
        }
      }
    }
  }

  func news() -> AsyncStream<Void>? { zone.pushes() }

  // MARK: Errors

  /// Calls the zone; repeats the call after the waits that the server asks for.
  private func `repeat`<Value: Sendable>(
    _ body: @Sendable (Zone) async throws(ZoneFailure) -> Value
  ) async throws(ZoneFailure) -> Value {
    try await checkAccount()
    var attempts = 0
    while true {
      attempts += 1
      do throws(ZoneFailure) { return try await body(zone) } catch {
        if error.codes.contains(.userDeletedZone) {
          state.withLock { ($0.isDeleted, $0.hasZone) = (true, false) }
        }
        guard let seconds = error.retryAfterSeconds, seconds <= Self.longestWait,
          attempts < Self.mostAttempts
        else { throw error }
        do { try await pause(max(seconds, 0)) } catch { throw ZoneFailure(.operationCancelled) }
      }
    }
  }

  private func checkAccount() async throws(ZoneFailure) {
    if state.withLock({ $0.isDeleted }) { throw ZoneFailure(.userDeletedZone) }
    guard let account = try await zone.account() else { throw ZoneFailure(.notAuthenticated) }
    let isSame = state.withLock { state in
      state.account = state.account ?? account
      return state.account == account
    }
    if !isSame { throw ZoneFailure(.permissionFailure) }
  }

  /// The error for the engine, and so for the app's messages.
  private func syncError(_ failure: ZoneFailure) -> SyncError {
    let codes = failure.codes
    let names = codes.map(\.rawValue).sorted().joined(separator: ", ")
    func error(_ kind: SyncError.Kind, _ reason: String) -> SyncError {
      SyncError(kind, "iCloud: \(reason) (\(names))")
    }
    if codes.contains(.userDeletedZone) {
      return error(.readOnly, "the player deleted the games there; they are kept on this device")
    }
    if codes.contains(.permissionFailure) {
      return error(.anotherPlayer, "the games belong to another account")
    }
    if codes.contains(.notAuthenticated) || codes.contains(.managedAccountRestricted) {
      return error(.unauthorized, "no account is signed in")
    }
    if codes.contains(.quotaExceeded) { return error(.quotaExceeded, "the storage is full") }
    if codes.contains(.limitExceeded) { return error(.storeFailed, "a record is too large") }
    let isSoon = codes.isDisjoint(with: [.other, .unknownItem, .partialFailure])
    return error(isSoon ? .storeUnavailable : .storeFailed, "it does not answer now")
  }
}
