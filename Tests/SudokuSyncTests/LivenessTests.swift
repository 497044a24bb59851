import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Synchronization
import Testing

@testable import SudokuSimulator

/// What users of other sync engines complain of: a device that stays out of step though the store can
/// be reached.
///
/// Each test is named after one complaint. Others are in the player's tests.
@Suite("Liveness") struct LivenessTests {
  private static let away = SyncError(.storeUnavailable, "away, on purpose")

  private func core() -> StoreCore {
    StoreCore(identity: "0123456789abcdef", epoch: "fedcba9876543210")
  }

  private func pending(_ device: TestDevice) throws -> Int {
    try device.replica.counts().pendingOperations
  }

  /// Syncs as often as an outbox may need once the store can be reached.
  private func drain(
    _ device: TestDevice, _ store: inout StoreCore, from time: Int64 = 1_000_000
  ) throws -> Int {
    for round in 1...5 {
      // A minute is more than the longest wait.
      device.sync(.everything, &store, at: time + Int64(round) * 70_000)
      if try pending(device) == 0 { return round }
    }
    return .max
  }

  @Test func aFailedWriteBlocksNoLaterSync() throws {
    var store = core()
    let other = TestDevice(2)
    try other.begin(2, at: 0)
    other.sync(.everything, &store)
    let replica = SimulatedReplica(device: DeviceID(rawValue: 1), WrittenLines())
    let device = TestDevice(1, replica: replica)
    try device.begin(1, at: 0)
    // The disk is full from each moment of the sync on in turn.
    for moment in 0..<12 {
      device.machine.begin(.everything, at: Int64(moment) * 70_000)
      var count = 0
      while let request = device.machine.nextRequest() {
        replica.isDiskFull = count >= moment
        count += 1
        device.machine.receive(
          Result { () throws(SyncError) in try store.perform(request, at: 0) },
          at: Int64(moment) * 70_000)
      }
      replica.isDiskFull = false
      try device.play(.place(Cell(index: 0), try #require(Digit(moment % 9 + 1))), in: 1, at: 10)
    }
    #expect(try drain(device, &store) <= 5)
    #expect(try replica.summary(of: DocumentID(TestDevice.game(2))) != nil)
  }

  @Test func anIdleDeviceSendsWhatItCouldNotSend() async throws {
    let store = GatedStore()
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let now = Mutex<Int64>(1_795_176_000_000)
    let engine = try SyncEngine(
      replica: device.replica, store: store, storeName: "test",
      random: SeededRandom(seed: 1), clock: { now.withLock { $0 } })
    #expect(await engine.sync(.push).error != nil)
    store.isAway.withLock { $0 = false }
    var rounds = 0
    while try pending(device) > 0, rounds < 5 {
      now.withLock { $0 += 61_000 }
      _ = await engine.pushIfDue()
      rounds += 1
    }
    #expect(try pending(device) == 0, "without a local write")
  }

  @Test func whatIsStoredIsInTheOutboxInTheSameMoment() throws {
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    let count = try pending(device)
    #expect(count > 0)
    try device.play(.place(Cell(index: 0), try #require(Digit(1))), in: 1, at: 10)
    #expect(try pending(device) > count)
  }

  @Test(arguments: [
    SyncError.Kind.storeUnavailable, .storeFailed, .diskFull, .damaged, .fileFailed, .idCollision,
    .unauthorized, .quotaExceeded, .readOnly,
  ])
  func noErrorOfTheStoreDropsAnOperation(_ kind: SyncError.Kind) throws {
    for moment in 0..<6 {
      var store = core()
      let device = TestDevice(1)
      for number in 1...3 { try device.begin(number, at: Int64(number)) }
      device.machine.begin(.everything, at: 0)
      var count = 0
      while let request = device.machine.nextRequest() {
        let result = Result { () throws(SyncError) in
          // Stored and not acknowledged is the harder case.
          let response = try store.perform(request, at: 0)
          if count == moment { throw SyncError(kind, "on purpose") }
          return response
        }
        count += 1
        device.machine.receive(result, at: 0)
      }
      #expect(try drain(device, &store) <= 5, "request \(moment)")
      let other = TestDevice(2)
      other.sync(.everything, &store)
      #expect(try other.replica.counts().games == 3)
    }
  }

  @Test func movesDuringASyncAreSentByTheNext() throws {
    var store = core()
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    device.machine.begin(.everything, at: 0)
    var digit = 0
    while let request = device.machine.nextRequest() {
      digit += 1
      try device.play(
        .place(Cell(index: 40), try #require(Digit(digit % 9 + 1))), in: 1, at: Int64(digit))
      device.machine.receive(
        Result { () throws(SyncError) in try store.perform(request, at: 0) }, at: 0)
    }
    #expect(digit > 0)
    #expect(try drain(device, &store) <= 5)
  }

  @Test func aKilledSyncLeavesNothingInFlight() throws {
    for moment in 0..<5 {
      var store = core()
      let device = TestDevice(1)
      try device.begin(1, at: 0)
      device.machine.begin(.everything, at: 0)
      for _ in 0..<moment {
        guard let request = device.machine.nextRequest() else { break }
        device.machine.receive(
          Result { () throws(SyncError) in try store.perform(request, at: 0) }, at: 0)
      }
      if let request = device.machine.nextRequest() { _ = try? store.perform(request, at: 0) }
      let next = TestDevice(1, replica: device.replica)
      #expect(try drain(next, &store) <= 5)
    }
  }

  @Test func cursorAndDataMoveTogether() throws {
    var store = core()
    let other = TestDevice(2)
    for number in 1...5 { try other.begin(number, at: 0) }
    other.sync(.everything, &store)
    let replica = SimulatedReplica(device: DeviceID(rawValue: 1), WrittenLines())
    let device = TestDevice(1, replica: replica)
    device.machine.begin(.news, at: 0)
    while let request = device.machine.nextRequest() {
      replica.isDiskFull = true
      device.machine.receive(
        Result { () throws(SyncError) in try store.perform(request, at: 0) }, at: 0)
    }
    #expect(device.machine.report.error != nil)
    replica.isDiskFull = false
    device.sync(.news, &store, at: 70_000)
    #expect(try replica.counts().games == 5)
  }

  @Test func aStoreThatWentBackIsFilledAgainAndNothingHereIsLost() throws {
    var store = core()
    let device = TestDevice(1)
    try device.begin(1, at: 0)
    device.sync(.everything, &store)
    let old = store
    try device.begin(2, at: 10)
    device.sync(.everything, &store)
    store = old
    device.sync(.everything, &store, at: 70_000)
    device.sync(.everything, &store, at: 140_000)
    let other = TestDevice(2)
    other.sync(.everything, &store)
    #expect(try other.replica.counts().games == 2)
    #expect(try device.replica.counts().games == 2)
  }

  @Test func gamesThatAreNotPlayedAreSent() throws {
    var store = core()
    let device = TestDevice(1)
    for number in 1...20 { try device.begin(number, at: Int64(number)) }
    device.syncInVain(.everything, Self.away)
    try device.replica.setValue(nil, for: .currentGame)
    #expect(try drain(device, &store) <= 5)
  }

  @Test func equalStampsDoNotPingPong() throws {
    var store = core()
    let (a, b) = (TestDevice(1), TestDevice(2))
    try a.begin(1, at: 0)
    a.sync(.everything, &store)
    b.sync(.everything, &store)
    // The same move in the same millisecond.
    try a.play(.place(Cell(index: 0), try #require(Digit(1))), in: 1, at: 1_000)
    try b.play(.place(Cell(index: 0), try #require(Digit(2))), in: 1, at: 1_000)
    for _ in 0..<2 {
      a.sync(.everything, &store)
      b.sync(.everything, &store)
    }
    for _ in 0..<3 {
      for device in [a, b] {
        let report = device.sync(.everything, &store)
        #expect(report.pushed == 0 && report.pulled == 0)
      }
    }
    #expect(try a.replica.digest() == b.replica.digest())
    #expect(try a.state(1).board == b.state(1).board)
  }
}

/// A store that is away while a test says so.
private final class GatedStore: SyncStore {
  private let base = MemoryStore(clock: { 0 })
  let isAway = Mutex(true)

  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    if isAway.withLock({ $0 }) { throw SyncError(.storeUnavailable, "away, on purpose") }
    return try await base.perform(request)
  }
}
