import SudokuCore
import SudokuStores
import SudokuSync

extension SimulatedDatabases {
  /// The SQLite files that ship, in a folder.
  package static func sqlite(in folder: String) -> SimulatedDatabases {
    SimulatedDatabases(
      in: folder,
      openReplica: { (path, device) throws(SyncError) in
        var random = SeededRandom(seed: device.rawValue)
        return try SQLiteReplica(
          path: path, durability: .none, preferred: device, random: &random)
      },
      openStore: { (path, seed, clock) throws(SyncError) in
        try SQLiteStoreDriver(
          path: path, durability: .none, random: SeededRandom(seed: seed), clock: clock)
      })
  }
}
