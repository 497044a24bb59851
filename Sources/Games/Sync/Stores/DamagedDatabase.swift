#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A damaged SQLite database, which consists of a file and its write-ahead log.
package enum DamagedDatabase {
  /// Moves a database out of the way; nothing is deleted.
  ///
  /// A process that is killed meanwhile leaves the whole database at one of the two places. First the log
  /// gets its second name. Once the file is moved, the log under its first name belongs to nothing, and
  /// SQLite ignores and removes it when it creates the next database there.
  ///
  /// - Returns: The system's reason where the file could not be moved; `nil` for success.
  package static func move(_ path: String, to place: String) -> String? {
    let others = ["-wal", "-shm"].filter { access(path + $0, F_OK) == 0 }
    let linked = others.filter { link(path + $0, place + $0) == 0 }
    guard rename(path, place) == 0 else {
      let reason = String(cString: strerror(errno))
      for suffix in linked { unlink(place + suffix) }
      return reason
    }
    for suffix in others {
      if linked.contains(suffix) {
        unlink(path + suffix)
      } else {
        // The file system has no links.
        _ = rename(path + suffix, place + suffix)
      }
    }
    return nil
  }
}
