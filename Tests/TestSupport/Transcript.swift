import Foundation
import Testing

/// A golden transcript: lines sent (`> `) and the lines that must come back (`< `).
///
/// ```
/// # What is shown.
/// > {"id":1,"jsonrpc":"2.0","method":"ping"}
/// < {"id":1,"jsonrpc":"2.0","result":{}}
/// ```
///
/// Lines sent without an answer between them are sent together. With `SUDOKU_RECORD=1` in the
/// environment a replay writes what came back into the file instead of comparing it.
package struct Transcript: Sendable, CustomTestStringConvertible {
  /// Lines sent together, and what comes back.
  package struct Exchange: Sendable {
    /// The comments and empty lines before it in the file.
    package var comments: [String] = []
    /// The lines sent.
    package var sent: [String] = []
    /// The lines that must come back.
    package var expected: [String] = []
  }

  /// The file.
  package let url: URL
  /// The exchanges, in order.
  package private(set) var exchanges: [Exchange] = []

  /// The file's name.
  package var name: String { url.deletingPathExtension().lastPathComponent }

  /// The name, for the list of tests.
  package var testDescription: String { name }

  /// Reads a file.
  package init(_ url: URL) throws {
    self.url = url
    let lines = try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    var current = Exchange()
    for line in lines {
      if line.hasPrefix("< ") {
        current.expected.append(String(line.dropFirst(2)))
        continue
      }
      if !current.expected.isEmpty {
        exchanges.append(current)
        current = Exchange()
      }
      if line.hasPrefix("> ") {
        current.sent.append(String(line.dropFirst(2)))
      } else if current.sent.isEmpty {
        current.comments.append(String(line))
      } else {
        exchanges.append(current)
        current = Exchange()
        current.comments.append(String(line))
      }
    }
    exchanges.append(current)
  }

  /// The transcripts of a folder, by name.
  package static func all(in folder: URL) -> [Transcript] {
    let files =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))
      ?? []
    return files.filter { $0.pathExtension == "txt" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .compactMap { try? Transcript($0) }
  }

  /// True if replays write the file instead of comparing.
  package static var isRecording: Bool {
    ProcessInfo.processInfo.environment["SUDOKU_RECORD"] == "1"
  }

  /// Writes the file with other answers.
  package func record(_ answers: [[String]]) throws {
    var lines: [String] = []
    for (exchange, answer) in zip(exchanges, answers) {
      lines += exchange.comments
      lines += exchange.sent.map { "> " + $0 }
      lines += answer.map { "< " + $0 }
    }
    try (lines.joined(separator: "\n")).write(to: url, atomically: true, encoding: .utf8)
  }
}
