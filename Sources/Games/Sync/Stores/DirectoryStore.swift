// How a directory store works
//
// Files. `<directory>/<device>/<document>.jsonl`: each device appends to its own files only, so two
// devices never write to the same file and any program that copies files can synchronise the
// directory. `store.json` holds the identity and the epoch, `player.json` the owner.
//
// Lines. A line is an operation or a summary line `{"heads": ..., "summary": ...}`, which ends each
// append. Its heads are checksums of the operations before it.
//
// Reading (`DirectoryStoreDriver.refresh`, `take`). Each file is read from where reading stopped.
// If a file shrank, or its last bytes changed, its document is read again. A last line without a
// line feed is left for later: a crash cut it off, or it has not arrived yet. Operations that
// arrive before their predecessors wait in `waiting`. A summary line verifies the operations before
// it (`StreamVerifier`). Operations with another hash are removed and reported, so a device that
// holds them sends them again.
//
// Answering. All documents live in a `StoreCore`, as in `MemoryStore`. A request for one document
// reads only that document's files. The first request that needs everything reads all files. Later
// ones read the files that changed: by file events while the directory is watched, otherwise by
// file lengths.
//
// Appending. `StoreCore.plan` decides without changing anything. The lines are appended to the
// device's file, and then read back from it like everybody else's. A failed write leaves no trace
// in memory.
//
// Errors. An unreadable file, or something that is not a file, affects its own document only. It is
// reported in `StoreStatus.skipped`. Changes have no order that all readers share, so a cursor of
// another process reads nothing and the engine compares digests.

/// A store in a directory, which another program may copy between machines.
///
/// Every device appends only to files of its own. The operations of a document are the union of
/// what its files hold. Damaged lines are reported and skipped; a device that holds the operations
/// sends them again. Copies that file-sharing programs make of a file in conflict are read too.
///
/// ```swift
/// let store = DirectoryStore("/home/me/Shared/sudoku")
/// let response = try await store.perform(StoreRequest(query: .inProgress(limit: 10, before: nil)))
/// ```
public typealias DirectoryStore = BlockingStore<DirectoryStoreDriver>

extension DirectoryStore {
  /// Opens the store in a directory, which the first request creates.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - isDurable: True if an append is on disk when it is acknowledged.
  public convenience init(_ directory: String, isDurable: Bool = true) {
    self.init(directory, disk: PosixDisk(root: directory), isDurable: isDurable)
  }

  package convenience init(_ directory: String, disk: any Disk, isDurable: Bool = true) {
    self.init(
      DirectoryStoreDriver(directory, disk: disk, isDurable: isDurable), name: "sudoku.directory")
  }
}
