import Dispatch
import SudokuSession
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The changed files of a directory store, while it is watched.
final class ChangedFiles: Sendable {
  private struct State {
    var isWatched = false
    var names: Set<String> = []
    var hasOverflowed = false
    var writers: Set<String> = []
  }

  private let state = Mutex(State())
  /// A function that reads the system's undelivered events.
  private let drain = Mutex<(@Sendable () -> Void)?>(nil)
  private static let limit = 10_000

  /// Begins or ends the watch.
  func setWatched(_ isWatched: Bool, drain read: (@Sendable () -> Void)? = nil) {
    drain.withLock { $0 = read }
    state.withLock { state in
      state.isWatched = isWatched
      // Earlier changes are unknown.
      state.hasOverflowed = true
    }
  }

  /// Records a change of a file `<device>/<name>`; returns false for this store's own write.
  func insert(_ name: String, by device: String, isRemoval: Bool) -> Bool {
    state.withLock { state in
      if isRemoval {
        state.hasOverflowed = true
        return true
      }
      if state.writers.contains(device) { return false }
      if state.names.count < Self.limit {
        state.names.insert(name)
      } else {
        state.hasOverflowed = true
      }
      return true
    }
  }

  /// Records that unknown files have changed.
  func overflow() { state.withLock { $0.hasOverflowed = true } }

  /// Ignores later changes by a device whose writes this store makes itself.
  func ignore(_ writer: DeviceID) { state.withLock { _ = $0.writers.insert(writer.description) } }

  /// The files that have changed since the last call; `nil` if that is not known.
  ///
  /// A change that was complete before this call is among them.
  func take() -> Set<String>? {
    drain.withLock { $0 }?()
    return state.withLock { state in
      defer {
        state.names = []
        state.hasOverflowed = false
      }
      return state.isWatched && !state.hasOverflowed ? state.names : nil
    }
  }
}

enum DirectoryWatch {
  #if os(Linux)
    /// Starts watching by the system's file events.
    static func start(
      _ directory: String, _ files: ChangedFiles, _ changed: @escaping @Sendable () -> Void
    ) -> StoreWatch? {
      guard !isOnNetwork(directory) else { return nil }
      let events = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard events >= 0 else { return nil }
      let reader = InotifyReader(events, directory, files, changed)
      guard reader.addFolders() else {
        close(events)
        return nil
      }
      let queue = DispatchQueue(label: "sudoku.watch")
      let source = DispatchSource.makeReadSource(fileDescriptor: events, queue: queue)
      source.setEventHandler { reader.read() }
      source.setCancelHandler {
        files.setWatched(false)
        reader.isClosed = true
        close(events)
      }
      files.setWatched(true) { queue.sync { reader.read() } }
      source.resume()
      nonisolated(unsafe) let running = source
      return StoreWatch { running.cancel() }
    }

    /// True if a folder lies on a network file system.
    ///
    /// The system reports no events for changes by other machines.
    private static func isOnNetwork(_ directory: String) -> Bool {
      guard let resolved = realpath(directory, nil) else { return false }
      defer { free(resolved) }
      let path = String(cString: resolved) + "/"
      var best = (length: -1, kind: "")
      for line in mounts.split(separator: "\n") {
        let parts = line.split(separator: " ")
        guard parts.count > 2 else { continue }
        let point = parts[1] == "/" ? "/" : parts[1] + "/"
        // Of two mounts on one folder the later one counts.
        if path.hasPrefix(point), point.utf8.count >= best.length {
          best = (point.utf8.count, String(parts[2]))
        }
      }
      return networkKinds.contains(best.kind) || best.kind.hasPrefix("fuse")
    }

    private static let networkKinds: Set<String> = [
      "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "virtiofs", "vboxsf", "prl_fs",
    ]

    private static var mounts: String {
      let file = open("/proc/self/mounts", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return "" }
      defer { close(file) }
      var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
      while case let count = Glibc.read(file, &buffer, buffer.count), count > 0 {
        text += buffer[..<count]
      }
      return String(decoding: text, as: UTF8.self)
    }
  #else
    /// Starts polling the store twice a second.
    static func start(
      _ directory: String, _ files: ChangedFiles, _ changed: @escaping @Sendable () -> Void
    ) -> StoreWatch? {
      let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "sudoku.watch"))
      let last = Mutex(0)
      timer.schedule(deadline: .now(), repeating: .milliseconds(500), leeway: .milliseconds(200))
      timer.setEventHandler {
        let disk = PosixDisk(root: directory)
        var hasher = Hasher()
        for device in (try? disk.list(directory)) ?? [] where DeviceID(device) != nil {
          for name in (try? disk.list("\(directory)/\(device)")) ?? [] {
            hasher.combine(name)
            hasher.combine(try? disk.state(of: "\(directory)/\(device)/\(name)"))
          }
        }
        let now = hasher.finalize()
        let isNew = last.withLock { last in
          defer { last = now }
          return last != now
        }
        if isNew { changed() }
      }
      timer.resume()
      nonisolated(unsafe) let running = timer
      return StoreWatch { running.cancel() }
    }
  #endif
}

#if os(Linux)
  /// Reads the system's file events; used by one queue.
  private final class InotifyReader: @unchecked Sendable {
    private let events: Int32
    private let directory: String
    private let files: ChangedFiles
    private let changed: @Sendable () -> Void
    /// True once the descriptor is closed; its number may now belong to another file.
    var isClosed = false
    /// The device of each watched folder, by the system's number of the watch.
    private var folders: [Int32: String] = [:]
    private var root: Int32 = -1

    init(
      _ events: Int32, _ directory: String, _ files: ChangedFiles,
      _ changed: @escaping @Sendable () -> Void
    ) {
      self.events = events
      self.directory = directory
      self.files = files
      self.changed = changed
    }

    /// Watches the store's folder and those of its devices.
    func addFolders() -> Bool {
      let rootEvents = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF)
      root = inotify_add_watch(events, directory, rootEvents)
      guard root >= 0 else { return false }
      let fileEvents = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)
      for device in (try? PosixDisk(root: directory).list(directory)) ?? []
      where DeviceID(device) != nil {
        // A folder that is watched already keeps its number.
        let folder = inotify_add_watch(
          events, "\(directory)/\(device)", fileEvents | UInt32(IN_ONLYDIR | IN_DONT_FOLLOW))
        if folder >= 0 { folders[folder] = device }
      }
      return true
    }

    /// Reads all waiting events.
    func read() {
      guard !isClosed else { return }
      var isNews = false
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Glibc.read(events, &buffer, buffer.count)
        guard count > 0 else { break }
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let (folder, mask, length) = buffer.withUnsafeBytes { bytes in
            (
              bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
              bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
              Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
            )
          }
          let start = offset + MemoryLayout<inotify_event>.size
          let name = buffer[start..<min(start + length, count)].prefix { $0 != 0 }
          if take(folder, mask, String(decoding: name, as: UTF8.self)) { isNews = true }
          offset = start + length
        }
      }
      if isNews { changed() }
    }

    private func take(_ folder: Int32, _ mask: UInt32, _ name: String) -> Bool {
      let isRemoval = mask & UInt32(IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_IGNORED) != 0
      if mask & UInt32(IN_Q_OVERFLOW) != 0 {
        files.overflow()
        return true
      }
      guard folder != root else {
        if DeviceID(name) != nil { _ = addFolders() }
        // A new folder may have files already.
        files.overflow()
        return true
      }
      guard let device = folders[folder] else { return false }
      return files.insert("\(device)/\(name)", by: device, isRemoval: isRemoval)
    }
  }
#endif
