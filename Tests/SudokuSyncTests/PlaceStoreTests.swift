import SudokuCore
import SudokuSession
import SudokuSimulator
import SudokuStoreConformance
import SudokuSync
import Synchronization
import TestSupport
import Testing

@Suite("Stores in places that keep values")
struct PlaceStoreTests {
  /// The places of a suite's checks, by number.
  private final class Places: Sendable {
    private let all = Mutex<[Int: FakePlace.Values]>([:])
    private let hasCursors: Bool

    init(hasCursors: Bool) { self.hasCursors = hasCursors }

    func values(_ number: Int) -> FakePlace.Values {
      all.withLock { all in
        let values = all[number] ?? FakePlace.Values(hasCursors: hasCursors)
        all[number] = values
        return values
      }
    }
  }

  @Test(arguments: [false, true])
  func conform(hasCursors: Bool) async throws {
    let places = Places(hasCursors: hasCursors)
    let findings = try await PlaceConformance { FakePlace(places.values($0)) }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A place that replaces what exists must not pass.
  @Test func careless() async throws {
    let places = Places(hasCursors: true)
    var suite = PlaceConformance { CarelessPlace(values: places.values($0)) }
    suite.timeLimitMilliseconds = 100
    let findings = try await suite.run()
    #expect(findings.contains { $0.check == "placeValues" })
    #expect(findings.contains { $0.check == "placeRaces" })
  }

  // MARK: Costs

  /// A device with a store of its own over a place.
  private final class Device {
    let replica: MemoryReplica
    let place: FakePlace
    let store: PlaceStoreDriver
    let machine: SyncMachine
    let clock: TestClock

    init(_ number: Int, _ values: FakePlace.Values, _ clock: TestClock, cache: PlaceCache? = nil) {
      replica = MemoryReplica(device: Fixtures.device(number))
      place = FakePlace(values)
      self.clock = clock
      store = PlaceStoreDriver(
        place, cache: cache, random: SeededRandom(seed: UInt64(number)), clock: { clock.time },
        monotonicClock: { clock.time })
      machine = SyncMachine(replica: replica, random: SeededRandom(seed: UInt64(number)))
    }

    /// Syncs; returns the place's calls.
    @discardableResult
    func sync(_ goal: SyncGoal) -> FakePlace.Calls {
      machine.begin(goal, at: clock.time)
      while let request = machine.nextRequest() {
        let result = Result { () throws(SyncError) in
          try store.perform(request, until: Deadline())
        }
        machine.receive(result, at: clock.time)
      }
      return place.takeCalls()
    }
  }

  private final class TestClock: Sendable {
    private let now = Mutex<Int64>(1_795_200_000_000)
    var time: Int64 { now.withLock { $0 } }
    func advance(_ milliseconds: Int64) { now.withLock { $0 += milliseconds } }
  }

  @Test(arguments: [false, true])
  func aMoveIsOnePut(hasCursors: Bool) throws {
    let clock = TestClock()
    let values = FakePlace.Values(hasCursors: hasCursors)
    let (first, second) = (Device(1, values, clock), Device(2, values, clock))
    first.sync(.everything)
    second.sync(.everything)
    try Fixtures.play(1...1, in: Fixtures.game(1), on: first.replica)
    first.sync(.push)
    for move in 2...20 {
      clock.advance(1_000)
      try Fixtures.play(move...move, in: Fixtures.game(1), on: first.replica)
      #expect(first.sync(.push) == FakePlace.Calls(creates: 1))
    }
    second.sync(.news)
    #expect(second.sync(.news) == FakePlace.Calls(lists: 1))
    #expect(try second.replica.digest() == first.replica.digest())
  }

  /// Three devices with many games; one comes back after a week in which the others played.
  @Test(arguments: [false, true])
  func aWeekIsTwelveRequests(hasCursors: Bool) throws {
    let clock = TestClock()
    let values = FakePlace.Values(hasCursors: hasCursors)
    let devices = (1...3).map { Device($0, values, clock) }
    let count = sized(20, full: 1_000)
    for game in 1...count {
      try Fixtures.play(1...2, in: Fixtures.game(game), on: devices[game % 3].replica)
    }
    for device in devices + devices { device.sync(.everything) }
    #expect(try devices.allSatisfy { try $0.replica.counts().games == count })
    // Games of 20 moves, each sent when it is made.
    for game in 10_001...(10_000 + sized(4, full: 40)) {
      for move in 1...20 {
        clock.advance(5_000)
        let device = devices[game % 2]
        try Fixtures.play(move...move, in: Fixtures.game(game), on: device.replica)
        device.sync(.push)
        if move == 20 { for other in devices[...1] { other.sync(.everything) } }
      }
    }
    let back = devices[2].sync(.everything)
    #expect(back.requests <= 12, "\(back)")
    #expect(try devices[2].replica.digest() == devices[0].replica.digest())
  }

  /// A device that joins after a year reads at most twice the games' bytes.
  @Test(arguments: [false, true])
  func aYearIsReadOnce(hasCursors: Bool) throws {
    let clock = TestClock()
    let values = FakePlace.Values(hasCursors: hasCursors)
    let devices = (1...2).map { Device($0, values, clock) }
    let games = 1...sized(10, full: 40)
    for game in games {
      let device = devices[game % 2]
      for move in stride(from: 1, to: 60, by: 4) {
        clock.advance(20_000)
        try Fixtures.play(move...(move + 3), in: Fixtures.game(game), on: device.replica)
        device.sync(.push)
        if move % 20 == 1 { for device in devices { device.sync(.everything) } }
      }
    }
    let new = Device(3, values, clock)
    let calls = new.sync(.everything)
    var bytes = 0
    for id in games.map({ Fixtures.game($0) }) {
      bytes += try new.replica.chunks(of: id, after: [:]).reduce(0) { $0 + $1.lines.count }
    }
    #expect(try new.replica.digest() == devices[0].replica.digest())
    #expect(calls.requests <= 200, "\(calls)")
    #expect(calls.bytesRead <= 2 * bytes, "\(calls) for \(bytes) bytes of games")
    #expect(values.names.count < 100, "\(values.names.count) values")
  }

  // MARK: Faults

  /// A launch with a cache reads nothing that the last one has read.
  @Test(arguments: [false, true])
  func cacheSavesReading(hasCursors: Bool) throws {
    let clock = TestClock()
    let values = FakePlace.Values(hasCursors: hasCursors)
    let disk = SimulatedDisk()
    let cache = PlaceCache("/cache", disk: disk)
    let other = Device(2, values, clock)
    for game in 1...40 {
      try Fixtures.play(1...3, in: Fixtures.game(game), on: other.replica)
      other.sync(.push)
    }
    #expect(Device(1, values, clock, cache: cache).sync(.everything).reads > 0)
    let again = Device(1, values, clock, cache: cache)
    #expect(again.sync(.news) == FakePlace.Calls(lists: 1))
    #expect(try again.replica.digest() == other.replica.digest())
    // What a crash left half is not used.
    disk.tamper("/cache") { $0.removeLast(10) }
    let torn = Device(1, values, clock, cache: cache)
    torn.sync(.everything)
    #expect(try torn.replica.digest() == other.replica.digest())
  }

  /// What was lost in the place is sent again, and all devices see the new epoch.
  @Test(arguments: [false, true])
  func lossIsRefilled(hasCursors: Bool) throws {
    let clock = TestClock()
    let values = FakePlace.Values(hasCursors: hasCursors)
    let devices = (1...2).map { Device($0, values, clock) }
    for (index, device) in devices.enumerated() {
      try Fixtures.play(1...9, in: Fixtures.game(index), on: device.replica)
    }
    for device in devices + devices { device.sync(.everything) }
    let name = try #require(values.names.first { $0.contains(".") })
    values.lose(name)
    for device in devices + devices { device.sync(.everything) }
    #expect(values.names.contains("epoch-1"))
    #expect(devices.allSatisfy { $0.machine.lastError == nil })
    let new = Device(3, values, clock)
    new.sync(.everything)
    #expect(try new.replica.digest() == devices[0].replica.digest())
  }

  /// A full place can still be read, and what waits is sent later.
  @Test func fullPlaceIsRead() throws {
    let clock = TestClock()
    let values = FakePlace.Values()
    let (first, second) = (Device(1, values, clock), Device(2, values, clock))
    try Fixtures.play(1...3, in: Fixtures.game(1), on: first.replica)
    first.sync(.everything)
    try Fixtures.play(1...3, in: Fixtures.game(2), on: second.replica)
    second.place.failWrites(SyncError(.quotaExceeded, "full"))
    second.sync(.everything)
    #expect(second.machine.lastError?.kind == .quotaExceeded)
    #expect(try second.replica.summary(of: Fixtures.game(1)) != nil)
    #expect(try second.replica.counts().pendingOperations == 3)
    second.place.failWrites(nil)
    clock.advance(600_000)
    second.sync(.everything)
    #expect(try second.replica.counts().pendingOperations == 0)
    #expect(second.machine.lastError == nil)
  }

  /// Watching is live only while the place's signals can come.
  @Test func newsEnds() async throws {
    let place = FakePlace(FakePlace.Values())
    let store = PlaceStore(place)
    var signals = store.watch().makeAsyncIterator()
    while !store.isWatchLive { await Task.yield() }
    place.signal()
    #expect(await signals.next() != nil)
    place.endNews()
    while store.isWatchLive { await Task.yield() }
    await store.close()
  }

  /// A place that never answers does not hold up its caller.
  @Test(.timeLimit(.minutes(5))) func silentPlace() async throws {
    let store = PlaceStore(SilentPlace())
    await #expect(throws: SyncError.self) {
      try await store.perform(StoreRequest(timeLimitMilliseconds: 100, query: .contents))
    }
    await store.close()
  }
}

/// A place that replaces values.
private struct CarelessPlace: ValuePlace {
  let values: FakePlace.Values

  func create(_ name: String, _ value: [UInt8]) async throws(SyncError) -> String? {
    values.lose(name)
    return try await FakePlace(values).create(name, value)
  }

  func values(of names: [String]) async throws(SyncError) -> [String: [UInt8]] {
    try await FakePlace(values).values(of: names)
  }

  func names(since cursor: String?) async throws(SyncError) -> NamePage {
    try await FakePlace(values).names(since: cursor)
  }

  func remove(_ names: [String]) async throws(SyncError) {
    try await FakePlace(values).remove(names)
  }
}

private struct SilentPlace: ValuePlace {
  func create(_ name: String, _ value: [UInt8]) async throws(SyncError) -> String? {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
    throw SyncError(.storeUnavailable, "cancelled")
  }

  func values(of names: [String]) async throws(SyncError) -> [String: [UInt8]] {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
    throw SyncError(.storeUnavailable, "cancelled")
  }

  func names(since cursor: String?) async throws(SyncError) -> NamePage {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
    throw SyncError(.storeUnavailable, "cancelled")
  }

  func remove(_ names: [String]) async throws(SyncError) {}
}
