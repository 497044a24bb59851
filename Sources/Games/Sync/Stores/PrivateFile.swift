#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that only their owner may read.
package enum PrivateFile {
  /// Creates an empty file with mode 0600, unless there is a file.
  ///
  /// Databases are created with it, since their library asks for 0644 and takes the mode of the
  /// files beside a database from the database.
  package static func create(_ path: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      // What else is wrong shows when the file is opened.
      return
    }
    close(file)
  }
}
