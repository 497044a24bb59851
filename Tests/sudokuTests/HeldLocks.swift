import Foundation

/// The locks of a store, held by this process as a program that hangs would hold them.
final class HeldLocks {
  private var files: [Int32] = []

  /// Takes the locks that a write to the store of a scene needs.
  init(of scene: SyncScene) throws {
    let shared = scene.folder.url.appendingPathComponent("shared")
    switch scene.kind {
    case .sqlite, .server:
      // The byte of the shared memory that SQLite's one writer holds.
      let file = open(
        shared.appendingPathComponent("store.sqlite-shm").path, O_RDWR | O_CREAT, 0o600)
      var lock = flock()
      lock.l_type = Int16(F_WRLCK)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = 120
      lock.l_len = 1
      guard fcntl(file, F_SETLK, &lock) == 0 else { throw POSIXError(.EAGAIN) }
      files.append(file)
    case .program:
      let file = open(shared.appendingPathComponent("store.jsonl").path, O_RDWR)
      guard flock(file, LOCK_EX) == 0 else { throw POSIXError(.EAGAIN) }
      files.append(file)
    case .postgres: break
    case .folder:
      let store = shared.appendingPathComponent("store")
      let all = FileManager.default.enumerator(at: store, includingPropertiesForKeys: nil)
      while let url = all?.nextObject() as? URL {
        guard url.pathExtension == "jsonl" else { continue }
        let file = open(url.path, O_RDWR)
        guard flock(file, LOCK_EX) == 0 else { throw POSIXError(.EAGAIN) }
        files.append(file)
      }
    }
  }

  func release() {
    for file in files { close(file) }
    files = []
  }

  deinit { release() }
}
