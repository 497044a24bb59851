#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a file could not be read or written.
public struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried, as in `"write"`.
  public let operation: String
  /// The file.
  public let path: String
  /// The system's error number.
  public let code: Int32
  /// The system's words for it.
  public let reason: String
  /// Whether there was no room on the disk.
  public let isDiskFull: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - operation: What was tried.
  ///   - path: The file.
  ///   - code: The system's error number.
  ///   - reason: The system's words for it.
  ///   - isDiskFull: Whether there was no room on the disk.
  public init(
    operation: String, path: String, code: Int32, reason: String, isDiskFull: Bool = false
  ) {
    self.operation = operation
    self.path = path
    self.code = code
    self.reason = reason
    self.isDiskFull = isDiskFull
  }

  /// Whether it lies with this one file, which is not what it should be, and not with the disk.
  var concernsOneFile: Bool {
    [EISDIR, ELOOP, ENOTDIR, ENXIO, EINVAL, EACCES, ENAMETOOLONG, EBADF].contains(code)
  }

  /// The error in one line.
  public var description: String { "\(path): can't \(operation): \(reason)" }
}
