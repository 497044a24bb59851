import JSONCoding
import SudokuCore
import SudokuProtocol
import SudokuSession
import SudokuSync

/// Servers that share a store.
extension TestServer {
  /// Connects a store.
  func connect(_ store: any SyncStore) throws {
    self.store = store
    server.library.connect(
      try SyncEngine(
        replica: replica, store: store, storeName: "memory:", random: SeededRandom(seed: 1),
        timeoutMilliseconds: TestServer.noLimit, clock: { TestServer.startMilliseconds }))
  }

  /// Connects a store in which another device has left a game that it plays.
  ///
  /// - Returns: The other device.
  func connectStoreOfAnotherDevice() throws -> TestServer {
    let store = MemoryStore(
      identity: "0123456789abcdef", epoch: "fedcba9876543210",
      clock: { TestServer.startMilliseconds })
    let other = try TestServer(replica: MemoryReplica(device: DeviceID(rawValue: 2)))
    try other.connect(store)
    _ = try other.result(
      "game.new",
      [
        "puzzle": .string(Samples.puzzle), "startDate": "2026-11-20T12:00:00Z",
        "at": JSONValue(Self.startMilliseconds),
      ])
    _ = try other.result(
      "game.place",
      ["cell": "r1c3", "digit": 4, "at": JSONValue(Self.startMilliseconds + 1_000)])
    _ = try other.result("sync.now", ["goal": "everything"])
    try connect(store)
    return other
  }

  /// Does what is due and takes in what comes of it.
  ///
  /// - Returns: The notifications.
  func runDueTasks() -> [String] {
    server.runDueTasks()
    finishJobs()
    return output()
  }
}
