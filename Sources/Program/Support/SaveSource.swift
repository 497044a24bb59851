import Foundation
import SudokuReading

/// A save file that is read twice: what can be read once, as a pipe, is copied to a temporary file
/// meanwhile.
final class SaveSource {
  /// The length that a file may have, in bytes.
  static let mostBytes = 1 << 30

  private let name: String
  private var file: FileHandle
  /// Where the bytes go that can't be read again.
  private var copy: FileHandle?

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: `CommandFailure` with the name.
  init(_ path: String, name: String) throws {
    self.name = name
    do {
      file =
        path == "-"
        ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw CommandFailure("\(name): \(error.systemReason)", code: .noInput)
    }
    if path == "-" || FileStatus(path: path)?.isRegular != true { copy = try Self.temporaryFile() }
  }

  /// A file without a name, which ends with this process.
  private static func temporaryFile() throws -> FileHandle {
    let place = NSTemporaryDirectory() + "sudoku-import-" + UUID().uuidString
    let descriptor = open(place, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure("\(place): \(String(cString: strerror(errno)))", code: .cannotCreate)
    }
    unlink(place)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Reads the file from its begin; `take` gets the bytes of each document.
  ///
  /// - Returns: The bytes of the file without its documents.
  func read(_ take: ([UInt8]) throws -> Void) throws -> [UInt8] {
    var scanner = SaveScanner()
    var count = 0
    do {
      if copy == nil { try file.seek(toOffset: 0) }
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
        count += piece.count
        guard count <= Self.mostBytes else {
          throw failure("a file has at most \(Self.mostBytes >> 20) MiB")
        }
        try scanner.read(piece, take)
        try copy?.write(contentsOf: piece)
      }
      if let copy { (file, self.copy) = (copy, nil) }
    } catch SaveScanner.Fault.tooLong {
      throw failure(
        "a document of a save has at most \(SaveScanner.mostBytes >> 20) MiB, "
          + "and everything outside documents \(SaveScanner.mostBytesOfRest >> 20) MiB")
    } catch SaveScanner.Fault.tooManyValues {
      throw failure("a save has at least \(SaveScanner.bytesPerValue) bytes for each value")
    } catch let error as CocoaError {
      throw CommandFailure("\(name): \(error.systemReason)", code: .noInput)
    }
    scanner.finish()
    return scanner.rest
  }

  private func failure(_ reason: String) -> CommandFailure {
    CommandFailure("\(name): \(reason)", code: .badData)
  }
}
