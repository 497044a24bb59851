import SudokuSync
import Synchronization

/// Files in memory that behave like a disk on its worst day.
///
/// Data appended without `isDurable` is lost at the next `crash`, all of it or from a random
/// byte on; the next write can be made to fail as on a full disk.
package final class SimulatedDisk: Disk {
  private struct File {
    var bytes: [UInt8] = []
    var durableCount = 0
    var change: Int64 = 0
  }

  private struct State {
    var files: [String: File] = [:]
    var bytesLeft: Int?
    var changes: Int64 = 0
    /// The names in the directories that were asked for since a file came or went.
    var listings: [String: [String]] = [:]

    mutating func put(_ file: File, at path: String) {
      changes += 1
      files[path] = file
      files[path]?.change = changes
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// Sets how many bytes still fit; `nil` means no limit.
  package func setRoom(_ bytes: Int?) { state.withLock { $0.bytesLeft = bytes } }

  /// Loses power: of what was not durable a random part survives.
  package func crash(using random: inout some RandomNumberGenerator) {
    state.withLock { state in
      for path in state.files.keys.sorted() {
        guard var file = state.files[path], file.durableCount < file.bytes.count else { continue }
        let open = file.bytes.count - file.durableCount
        let kept = Int(random.next().multipliedFullWidth(by: UInt64(open + 1)).high)
        file.bytes.removeLast(open - kept)
        file.durableCount = file.bytes.count
        state.put(file, at: path)
      }
    }
  }

  /// Takes the files of another disk, as a restored image does.
  package func becomeCopy(of other: SimulatedDisk) {
    let files = other.state.withLock { $0.files }
    state.withLock { state in
      state.files = [:]
      for path in files.keys.sorted() { state.put(files[path] ?? File(), at: path) }
      state.listings = [:]
    }
  }

  package var paths: [String] { state.withLock { $0.files.keys.sorted() } }

  /// Changes a file's bytes behind everyone's back.
  @discardableResult
  package func tamper(_ path: String, _ body: (inout [UInt8]) -> Void) -> Bool {
    state.withLock { state in
      guard var file = state.files[path] else { return false }
      body(&file.bytes)
      file.durableCount = file.bytes.count
      state.put(file, at: path)
      return true
    }
  }

  /// The content of a file from an offset on; `nil` when there is no such file.
  package func read(_ path: String, from offset: Int) throws(DiskError) -> [UInt8]? {
    state.withLock { $0.files[path].map { Array($0.bytes.dropFirst(offset)) } }
  }

  /// The length of a file and how many changes there were up to its last one.
  package func state(of path: String) throws(DiskError) -> FileState? {
    state.withLock { state in
      state.files[path].map { FileState(size: $0.bytes.count, change: $0.change) }
    }
  }

  /// Adds bytes at the end of a file, all of them or none.
  package func append(
    _ bytes: [UInt8], to path: String, isDurable: Bool, until deadline: Deadline
  ) throws(DiskError) {
    try take(bytes.count, path)
    state.withLock { state in
      let known = state.files.removeValue(forKey: path)
      if known == nil { state.listings = [:] }
      var file = known ?? File()
      file.bytes += bytes
      if isDurable { file.durableCount = file.bytes.count }
      state.put(file, at: path)
    }
  }

  /// Replaces a file's whole content at once.
  package func replace(_ path: String, with bytes: [UInt8]) throws(DiskError) {
    try take(bytes.count, path)
    state.withLock { state in
      state.put(File(bytes: bytes, durableCount: bytes.count), at: path)
      state.listings = [:]
    }
  }

  package func list(_ directory: String) throws(DiskError) -> [String] {
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    return state.withLock { state in
      if let known = state.listings[prefix] { return known }
      let names = Set(
        state.files.keys.filter { $0.hasPrefix(prefix) }.compactMap {
          $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init)
        }
      ).sorted()
      state.listings[prefix] = names
      return names
    }
  }

  /// Removes a file; nothing happens when it is missing.
  package func remove(_ path: String) throws(DiskError) {
    state.withLock { state in
      state.files[path] = nil
      state.listings = [:]
    }
  }

  /// Does nothing: directories exist when they hold files.
  package func createDirectory(_ path: String) throws(DiskError) {}

  private func take(_ count: Int, _ path: String) throws(DiskError) {
    let isFull = state.withLock { state in
      guard let left = state.bytesLeft else { return false }
      if left < count { return true }
      state.bytesLeft = left - count
      return false
    }
    if isFull {
      throw DiskError(
        operation: "write", path: path, code: 28, reason: "No space left on device",
        isDiskFull: true)
    }
  }
}
