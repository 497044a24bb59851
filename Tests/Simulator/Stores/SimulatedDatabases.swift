import SudokuSession
import SudokuSync

/// The databases in which some runs of a simulation keep replicas and stores.
///
/// They are handed in: so the simulator depends on no kind of database, and is compiled beside it.
package struct SimulatedDatabases: Sendable {
  /// Opens the replica in a file, or creates it; the identity is for a new one.
  package typealias OpenReplica =
    @Sendable (_ path: String, _ device: DeviceID) throws(SyncError) -> any Replica

  /// Opens the store in a file, or creates it; its identity comes from the seed, its time from the
  /// clock, in milliseconds since 1970.
  package typealias OpenStore =
    @Sendable (_ path: String, _ seed: UInt64, _ clock: @escaping @Sendable () -> Int64)
    throws(SyncError) -> any StoreDriver

  /// The folder in which each run makes one for its files.
  package var folder: String
  let openReplica: OpenReplica
  let openStore: OpenStore

  package init(
    in folder: String, openReplica: @escaping OpenReplica, openStore: @escaping OpenStore
  ) {
    self.folder = folder
    self.openReplica = openReplica
    self.openStore = openStore
  }
}
