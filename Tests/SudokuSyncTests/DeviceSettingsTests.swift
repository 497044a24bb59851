import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Testing

@Suite("Settings of one device")
struct DeviceSettingsTests {
  @Test("keys of a device never wait for a store, those of the player do")
  func staysHere() throws {
    let replica = MemoryReplica(device: DeviceID(rawValue: 7))
    #expect(try ReplicaChecks.settingsOfDevice(replica) == [])
    let other = MemoryReplica(device: DeviceID(rawValue: 1))
    #expect(try ReplicaChecks.listOfDocuments(other) == [])
  }
}
