import SudokuSession

/// A store in a directory, also in one that another program copies between machines.
///
/// Every device writes only files of its own, `<directory>/<device>/<document>.jsonl`, and only at
/// their end; the operations of a document are the union of what its files hold. A line is an
/// operation or `{"heads": ..., "summary": ...}`, which ends each append and verifies the
/// operations before it by their hashes: damaged ones, and those of another document, are told and
/// not read, so that a device which has the right ones sends them again. A last line without its end was torn off in a
/// crash, or is still on its way: it is left alone until it is whole. `store.json` says which store
/// it is and whose.
///
/// ```swift
/// let store = DirectoryStore("/home/me/Shared/sudoku")
/// try await store.inProgress(limit: 10, before: nil)
/// ```
///
/// A request for one document reads the files of that document. The first one that needs all
/// documents reads them all; what has changed since is found by the files' lengths, or detected by the
/// system while somebody watches. Files with other names are read too when they begin with a
/// document's ID, as the copies that sharing programs make of a file in conflict. A file that can't
/// be read, or is something else than a file, hurts only its own document.
public typealias DirectoryStore = BlockingStore<DirectoryStoreDriver>

extension DirectoryStore {
  /// Creates a store in a directory, which is made when it is first used.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - disk: Where it lies; `nil` for this machine's, without following symbolic links in it.
  ///   - isDurable: Whether an append is on the disk when it is acknowledged.
  public convenience init(_ directory: String, isDurable: Bool = true) {
    self.init(directory, disk: PosixDisk(root: directory), isDurable: isDurable)
  }

  package convenience init(_ directory: String, disk: any Disk, isDurable: Bool = true) {
    self.init(
      DirectoryStoreDriver(directory, disk: disk, isDurable: isDurable), name: "sudoku.directory")
  }
}
