import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Synchronization
import Testing

@testable import SudokuStores

/// The decisions about CloudKit's answers, with answers that are simulated.
@Suite("CloudKit store") struct RecordZoneTests {
  @Test func conforms() async throws {
    let zones = Mutex<[Int: SimulatedZone]>([:])
    let findings = try await PlaceConformance { number in
      zones.withLock { zones in
        let zone = zones[number] ?? SimulatedZone()
        zones[number] = zone
        return RecordZonePlace(zone)
      }
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// Each error of the table becomes one kind.
  @Test(arguments: ZoneFailure.Code.allCases)
  func errors(code: ZoneFailure.Code) async throws {
    let zone = SimulatedZone()
    let place = RecordZonePlace(zone, pause: { _ in })
    _ = try await place.create("a.1-1", [1])
    _ = try await place.names(since: nil)
    zone.fail([ZoneFailure(code)])
    let expected: SyncError.Kind? =
      switch code {
      case .serverRecordChanged: nil
      case .userDeletedZone: SyncError.Kind("storeReadOnly")
      case .notAuthenticated, .managedAccountRestricted: .unauthorized
      case .permissionFailure: .anotherPlayer
      case .quotaExceeded: .quotaExceeded
      case .limitExceeded, .unknownItem, .other: .storeFailed
      default: .storeUnavailable
      }
    do {
      let version = try await place.create("b.1-1", [1])
      #expect(expected == nil && version == nil)
    } catch {
      #expect(error.kind == expected)
    }
  }

  /// The server's wait is waited, and errors of single records count.
  @Test func waits() async throws {
    let zone = SimulatedZone()
    let waits = Mutex<[Double]>([])
    let place = RecordZonePlace(zone, pause: { wait in waits.withLock { $0.append(wait) } })
    zone.fail([
      ZoneFailure(.requestRateLimited, retryAfterSeconds: 3),
      ZoneFailure(.zoneBusy, retryAfterSeconds: 1),
    ])
    #expect(try await place.create("a.1-1", [1]) != nil)
    #expect(waits.withLock { $0 } == [3, 1])
    zone.fail([ZoneFailure(.serviceUnavailable, retryAfterSeconds: 600)])
    await #expect(throws: SyncError.self) { try await place.names(since: nil) }
    zone.fail([ZoneFailure(.partialFailure, partial: ["a.1-1": .serverRecordChanged])])
    #expect(try await place.create("a.1-1", [1]) == nil)
  }

  @Test func tooMuchIsHalved() async throws {
    let zone = SimulatedZone(most: 3)
    let place = RecordZonePlace(zone)
    let names = (1...10).map { "a.\($0)-\($0)" }
    for name in names { _ = try await place.create(name, Array(name.utf8)) }
    #expect(try await place.values(of: names).count == 10)
  }

  /// What the player deleted is not made again unless the app allows it.
  @Test func deletedZone() async throws {
    let zone = SimulatedZone()
    let place = RecordZonePlace(zone)
    _ = try await place.create("store", [1])
    let page = try await place.names(since: nil)
    zone.delete()
    for _ in 0..<2 {
      let error = await #expect(throws: SyncError.self) { try await place.create("a.1-1", [1]) }
      #expect(error?.kind.name == "storeReadOnly")
    }
    try await zone.makeZone()
    let again = RecordZonePlace(zone)
    let empty = try await again.names(since: page.next)
    #expect(empty.created.isEmpty && empty.startsOver)
    #expect(try await again.create("store", [2]) != nil)
  }

  @Test func accounts() async throws {
    let zone = SimulatedZone()
    let place = RecordZonePlace(zone)
    _ = try await place.create("store", [1])
    zone.signIn("bert")
    let other = await #expect(throws: SyncError.self) { try await place.values(of: ["store"]) }
    #expect(other?.kind == .anotherPlayer)
    zone.signIn(nil)
    let nobody = await #expect(throws: SyncError.self) { try await place.values(of: ["store"]) }
    #expect(nobody?.kind == .unauthorized)
    zone.signIn("anna")
    #expect(try await place.values(of: ["store"]) == ["store": [1]])
  }

  @Test func expiredToken() async throws {
    let zone = SimulatedZone()
    let place = RecordZonePlace(zone)
    _ = try await place.create("a.1-1", [1])
    let token = try await place.names(since: nil).next
    zone.fail([ZoneFailure(.changeTokenExpired)])
    let page = try await place.names(since: token)
    #expect(page.startsOver && page.created.keys.contains("a.1-1"))
  }
}

/// A zone that answers as CloudKit's documentation says.
private final class SimulatedZone: RecordZone {
  private struct State {
    var account: String? = "anna"
    var isMade = false
    var isDeletedByUser = false
    var records: [String: (value: [UInt8], tag: Int)] = [:]
    var log: [(name: String, isDeletion: Bool)] = []
    var failures: [ZoneFailure] = []
  }

  private let state = Mutex(State())
  /// The most records of a request.
  private let most: Int

  init(most: Int = 400) { self.most = most }

  func fail(_ failures: [ZoneFailure]) { state.withLock { $0.failures = failures } }

  func signIn(_ account: String?) { state.withLock { $0.account = account } }

  func delete() {
    state.withLock { ($0.isMade, $0.isDeletedByUser, $0.records, $0.log) = (false, true, [:], []) }
  }

  private func perform<Value: Sendable>(
    _ count: Int, _ body: (inout State) -> Result<Value, ZoneFailure>
  ) throws(ZoneFailure) -> Value {
    try state.withLock { state -> Result<Value, ZoneFailure> in
      if !state.failures.isEmpty { return .failure(state.failures.removeFirst()) }
      if state.isDeletedByUser { return .failure(ZoneFailure(.userDeletedZone)) }
      if !state.isMade { return .failure(ZoneFailure(.zoneNotFound)) }
      if count > most { return .failure(ZoneFailure(.limitExceeded)) }
      return body(&state)
    }.get()
  }

  func account() async throws(ZoneFailure) -> String? { state.withLock { $0.account } }

  func makeZone() async throws(ZoneFailure) {
    state.withLock { ($0.isMade, $0.isDeletedByUser) = (true, false) }
  }

  func save(_ records: [String: [UInt8]]) async throws(ZoneFailure) -> [String: String] {
    try perform(records.count) { (state) -> Result<[String: String], ZoneFailure> in
      if let name = records.keys.first(where: { state.records[$0] != nil }) {
        return .failure(ZoneFailure(.partialFailure, partial: [name: .serverRecordChanged]))
      }
      for (name, value) in records {
        state.records[name] = (value, state.log.count)
        state.log.append((name, false))
      }
      return .success(
        records.keys.reduce(into: [:]) { $0[$1] = state.records[$1].map { "\($0.tag)" } })
    }
  }

  func records(_ names: [String]) async throws(ZoneFailure) -> [String: [UInt8]] {
    try perform(names.count) { state in
      .success(names.reduce(into: [:]) { $0[$1] = state.records[$1]?.value })
    }
  }

  func delete(_ names: [String]) async throws(ZoneFailure) {
    try perform(names.count) { (state) -> Result<Void, ZoneFailure> in
      for name in names where state.records.removeValue(forKey: name) != nil {
        state.log.append((name, true))
      }
      return .success(())
    }
  }

  func changes(since token: String?) async throws(ZoneFailure) -> ZoneChanges {
    try perform(0) { (state) -> Result<ZoneChanges, ZoneFailure> in
      let start = token.map { Int($0) ?? -1 } ?? 0
      guard 0...state.log.count ~= start else {
        return .failure(ZoneFailure(.changeTokenExpired))
      }
      let end = min(start + 7, state.log.count)
      var changes = ZoneChanges(
        changed: [:], deleted: [], token: String(end), moreComing: end < state.log.count)
      for (name, isDeletion) in state.log[start..<end] {
        if isDeletion { changes.deleted.append(name) }
        if let record = state.records[name] { changes.changed[name] = "\(record.tag)" }
      }
      return .success(changes)
    }
  }

  func pushes() -> AsyncStream<Void>? { nil }
}
