import SudokuPlayer
import SudokuStoreSQLite
import SudokuSync

extension StoreRegistry {
  /// The kinds of stores that this program knows.
  static var all: StoreRegistry {
    var registry = StoreRegistry.standard
    registry.register("sqlite", hint: "sqlite:<file>") { (path) throws(SyncError) in
      if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        try StoreRegistry.makeDirectory(String(path[..<slash]))
      }
      return try SQLiteStore(path: path)
    }
    return registry
  }
}
