import Foundation
import JSONCoding
import SudokuReading

/// The state of an unfinished output: the file `NAME.resume` beside it.
struct ResumeRecord: Codable, Sendable, Hashable {
  /// The version of this form.
  var resume = 1
  /// The version of the program and of its scales.
  var program: String
  var command: String
  /// The options that change rows.
  var options: [String: String]
  /// The name of the unfinished file in the same folder.
  var partial: String
  /// True once the output is whole.
  var isWhole = false
  /// The parts of the input whose rows are in the output.
  var parts = 0
  /// The number of these rows.
  var rows = 0
  /// The bytes of the input that these parts needed, and their hash.
  var inputBytes = 0
  var inputHash = ""
  var outputBytes = 0
  var outputHash = ""
  /// The exit code of a run that ends here.
  var code: Int32 = 0

  enum Reading {
    case none
    case record(ResumeRecord)
    /// A file that is no such record.
    case foreign
  }

  private static let limit = 1 << 20

  static func read(_ path: String) -> Reading {
    guard let status = FileStatus(path: path) else { return .none }
    guard let length = status.length, length <= limit,
      let data = FileManager.default.contents(atPath: path),
      let record = try? StrictJSONDecoder().decode(ResumeRecord.self, from: [UInt8](data)),
      record.resume == 1, record.partial.hasSuffix(".partial"), !record.partial.contains("/"),
      record.parts >= 0, record.rows >= 0, record.inputBytes >= 0, record.outputBytes >= 0
    else { return .foreign }
    return .record(record)
  }

  /// Replaces the record at a path; a crash leaves the old one or the new one.
  func write(to path: String) throws {
    let draft = path + ".new"
    let bytes = try CanonicalJSONEncoder().encode(self) + [0x0A]
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw OutputTarget.failure(draft, errno) }
    let isWritten = bytes.withUnsafeBytes { bytes in
      Foundation.write(file, bytes.baseAddress, bytes.count) == bytes.count
    }
    let isStored = isWritten && fsync(file) == 0
    let reason = errno
    close(file)
    guard isStored, rename(draft, path) == 0 else {
      unlink(draft)
      throw OutputTarget.failure(path, isStored ? errno : reason)
    }
    storeNames(besides: path)
  }
}

/// Stores the names of the files in the folder of a path on the disk.
func storeNames(besides path: String) {
  let folder = open(
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
  guard folder >= 0 else { return }
  fsync(folder)
  close(folder)
}
