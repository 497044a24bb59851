import SudokuCore
import SudokuStoreConformance
import SudokuStores
import SudokuSync
import TestSupport
import Testing

@Suite("SQLite store")
struct SQLiteStoreTests {
  @Test func conforms() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let findings = try await StoreConformance {
      try SQLiteStore(path: scratch.fresh() + "/store.sqlite", durability: .none)
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("keys of a device never wait for a store, those of the player do")
  func staysHere() throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    var random = SeededRandom(seed: 7)
    let replica = try SQLiteReplica(
      path: scratch.fresh() + "/replica.sqlite", durability: .none, random: &random)
    #expect(try ReplicaChecks.settingsOfDevice(replica) == [])
  }
}
