import Foundation
import SudokuSession

/// A file of all stored operations, as JSON lines:
/// `{"document":"game-...","operation":{...}}`.
final class Journal {
  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var endsWithinLine = false

  init(path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure(
        "cannot write the journal \(path): \(String(cString: strerror(errno)))",
        code: .cannotCreate)
    }
  }

  deinit { close(descriptor) }

  func append(_ document: DocumentID, _ lines: [UInt8]) {
    // A line that was cut off must not swallow the next one.
    if endsWithinLine, bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
    let head = Array("{\"document\":\"\(document)\",\"operation\":".utf8)
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      bytes += head
      bytes += line
      bytes += [UInt8(ascii: "}"), UInt8(ascii: "\n")]
    }
  }

  /// Writes the added lines; returns the system's reason if that fails.
  func flush() -> String? {
    defer { bytes.removeAll(keepingCapacity: true) }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(cString: strerror(errno)) }
      sent += count
      endsWithinLine = bytes[sent - 1] != UInt8(ascii: "\n")
    }
    return nil
  }
}
