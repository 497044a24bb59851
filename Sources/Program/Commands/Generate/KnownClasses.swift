import Foundation
import SudokuCore
import SudokuFormats
import SudokuGenerator
import SudokuIdentity
import SudokuReading
import SudokuSolver

/// Reads files of ClassIDs, or of puzzles in any format, into a set of classes.
///
/// Mistakes are reported with their place, and nothing is generated then: a class that was not
/// understood could be generated again.
struct KnownClasses {
  /// The content of a file, detected from its first text.
  private enum Content {
    case unknown
    case classIDs
    case puzzles
  }

  private static let blockSize = 1 << 16
  private static let batchSize = 4_096

  let log: DiagnosticLog
  private let classes: KeySet
  private let solver = BatchSolver()
  private var canonicalizer = Canonicalizer()
  private var boards: [Board] = []
  /// The number of puzzles with none or several solutions, which are in no class.
  private(set) var improperCount = 0

  init(into classes: KeySet) throws {
    self.classes = classes
    log = try DiagnosticLog(isQuiet: false)
  }

  /// Reads a file, or standard input for `-`.
  mutating func read(_ name: String) throws {
    errno = 0
    guard let input = name == "-" ? .standardInput : InputDescriptor(path: name) else {
      let reason = errno == ENOENT ? "no such file" : String(cString: strerror(errno))
      throw CommandFailure("\(name): \(reason)", code: .noInput)
    }
    if input.isDirectory { throw CommandFailure("\(name): is a folder", code: .noInput) }
    let source = name == "-" ? "<stdin>" : name
    var content = Content.unknown
    var reader = BoardReader(lineLimit: InputReader.lineLimit)
    var lines = TextLines()
    var opening: [UInt8] = []
    var isLast = false
    while !isLast {
      var bytes = [UInt8](repeating: 0, count: Self.blockSize)
      guard let piece = bytes.withUnsafeMutableBytes({ input.read(into: $0) }) else {
        throw CommandFailure("\(source): reading failed", code: .ioError)
      }
      isLast = piece.isLast
      opening += bytes[..<piece.count]
      if content == .unknown { content = Self.content(of: opening, isAll: isLast) }
      switch content {
      case .unknown: continue
      case .classIDs:
        try lines.forEach(in: opening, isLast: isLast) { try take($0, number: $1, source) }
      case .puzzles:
        var found: [BoardReader.Record] = []
        reader.read(opening[...]) { found.append($0) }
        if isLast { reader.finish { found.append($0) } }
        for record in found { try take(InputRecord(record, source: source)) }
      }
      opening = []
    }
    try classify()
  }

  /// Detects ClassIDs or puzzles behind comment lines and blank space.
  private static func content(of bytes: [UInt8], isAll: Bool) -> Content {
    let text = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    let first = text.split(whereSeparator: \.isNewline).first {
      !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#")
    }
    guard let first else { return isAll || bytes.count > 1 << 20 ? .puzzles : .unknown }
    let start = first.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard start.utf8.count >= 3 || isAll else { return .unknown }
    return start.hasPrefix("c1-") ? .classIDs : .puzzles
  }

  /// Adds the ClassIDs of a line: the first word, and others that look like one.
  ///
  /// The rest is ignored.
  private mutating func take(_ line: [UInt8], number: Int, _ source: String) throws {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split { $0.isWhitespace || $0 == "," || $0 == ";" || $0 == "\u{FEFF}" }
    guard let first = words.first, !first.hasPrefix("#") else { return }
    for word in words where word == first || word.hasPrefix("c1-") {
      guard let id = ClassID(String(word)) else {
        log.add([
          InputError(
            source: source, line: number, column: 1,
            message: "'\(word.prefix(40))' is not a ClassID: c1- and 26 letters and digits")
        ])
        continue
      }
      try classes.insert(id.bits)
    }
  }

  private mutating func take(_ record: InputRecord) throws {
    switch record.puzzle {
    case .failure(let fault): log.add([fault])
    case .success(let found):
      boards.append(found.puzzle)
      if boards.count >= Self.batchSize { try classify() }
    }
  }

  /// Adds the classes of the puzzles read so far.
  private mutating func classify() throws {
    for (board, result) in zip(boards, solver.solve(boards)) {
      guard result.isUnique, let solution = result.solution,
        let id = ClassID(board, solution: solution, using: &canonicalizer)
      else {
        improperCount += 1
        continue
      }
      try classes.insert(id.bits)
    }
    boards.removeAll(keepingCapacity: true)
  }
}

/// Cuts blocks of bytes into lines.
private struct TextLines {
  private var rest: [UInt8] = []
  private var number = 0

  /// Calls `body` for each whole line, and at the end for the last one.
  mutating func forEach(
    in bytes: [UInt8], isLast: Bool, _ body: (_ line: [UInt8], _ number: Int) throws -> Void
  ) throws {
    var lines = (rest + bytes).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rest = lines.popLast().map(Array.init) ?? []
    for line in lines {
      number += 1
      try body(Array(line), number)
    }
    guard rest.count <= InputReader.lineLimit else {
      throw CommandFailure(
        "line \(number + 1) is longer than \(InputReader.lineLimit) bytes", code: .badData)
    }
    if isLast {
      number += 1
      try body(rest, number)
      rest = []
    }
  }
}
