import SudokuCore
import SudokuStoreConformance
import SudokuStores
import Testing

@Suite("Settings of one device")
struct SQLiteDeviceSettingsTests {
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
