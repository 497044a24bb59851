import Foundation
import SudokuReading

/// The inputs of a run that can be resumed: files that are read again and prove that they are the same.
final class ResumeSources: Sendable {
  private let names: [String]
  private let parts: [PrefixHash.Part]
  private let states: [String]

  /// The reason why inputs can't be read again from where a run ended.
  struct Obstacle: Error { let reason: String }

  init(_ names: [String]) throws(Obstacle) {
    guard !names.isEmpty, !names.contains("-") else {
      throw Obstacle(reason: "standard input can't be read again: give the name of a file")
    }
    var (parts, states): ([PrefixHash.Part], [String]) = ([], [])
    var reason: String?
    for name in names {
      // Opening a named pipe would take its reader away from the writer.
      guard let state = Self.state(of: name) else {
        reason =
          FileStatus(path: name) == nil
          ? "there is no file \(name.prefix(200))"
          : "\(name.prefix(200)) is not a file that can be read again"
        break
      }
      let descriptor = open(name, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0, let length = FileStatus(descriptor: descriptor)?.length else {
        if descriptor >= 0 { close(descriptor) }
        reason = "\(name) can't be read"
        break
      }
      parts.append(.init(descriptor: descriptor, length: length))
      states.append(state)
      var start = [UInt8](repeating: 0, count: 8)
      let count = max(0, pread(descriptor, &start, start.count, 0))
      if ByteProgram.decompressor(for: start[..<count]) != nil {
        reason = "\(name) is compressed: decompress it first"
      }
    }
    (self.names, self.parts, self.states) = (names, parts, states)
    if let reason { throw Obstacle(reason: reason) }
  }

  deinit { for part in parts { close(part.descriptor) } }

  private static func state(of name: String) -> String? {
    FileStatus(path: name).flatMap { status in
      status.version.map { "\(status.device) \(status.inode) \($0)" }
    }
  }

  /// The hash of nothing yet.
  var hash: PrefixHash { PrefixHash(parts) }

  var length: Int { parts.reduce(0) { $0 + $1.length } }

  /// True while no input has changed since the run began.
  var areUnchanged: Bool { zip(names, states).allSatisfy { Self.state(of: $0) == $1 } }
}
