import ArgumentParser
import Foundation
import SudokuFormats
import SudokuReading

/// The common parts of the commands that draw: their input, and the program that makes PNG and PDF.
enum Printing {
  /// Reads all puzzles with the names of their inputs; reports what can't be read.
  ///
  /// - Parameters:
  ///   - limit: The most puzzles; more are refused.
  ///   - log: Takes the errors; it is finished where this throws.
  static func puzzles(
    _ inputs: [String], limit: Int, _ log: DiagnosticLog
  ) throws -> [(source: String, record: PuzzleRecord)] {
    let reader = InputReader(
      inputs: inputs, standardInput: .standardInput, blockSize: 1 << 16)
    var puzzles: [(source: String, record: PuzzleRecord)] = []
    while let part = reader.next() {
      for record in part.records {
        switch record.puzzle {
        case .success(let puzzle): puzzles.append((record.source, puzzle))
        case .failure(let fault): log.add([fault])
        }
      }
      if case .fault(let diagnostic, isRecord: false) = part { log.add([diagnostic]) }
      guard puzzles.count <= limit else {
        throw CommandFailure("more than \(limit) puzzles: split the input", code: .usage)
      }
    }
    for text in reader.notes + reader.losses { note("sudoku: note: \(text)") }
    if let code = log.code {
      try log.finish()
      throw CommandFailure(
        "nothing is written: \(log.count.counted("record")) can't be read", code: code)
    }
    guard !puzzles.isEmpty else { throw CommandFailure("no puzzle found", code: .noInput) }
    return puzzles
  }

  /// The fonts of books, DejaVu Sans upright and bold; `nil` where they are not installed.
  static var fonts: (regular: [UInt8], bold: [UInt8])? {
    let folder = "/usr/share/fonts/truetype/dejavu/"
    guard let regular = FileManager.default.contents(atPath: folder + "DejaVuSans.ttf"),
      let bold = FileManager.default.contents(atPath: folder + "DejaVuSans-Bold.ttf")
    else { return nil }
    return (Array(regular), Array(bold))
  }

  /// Turns pages of SVG into one PDF, or one page into a PNG, by rsvg-convert.
  static func convert(_ pages: [String], to format: String) throws -> [UInt8] {
    let files = FileManager.default
    let folder = NSTemporaryDirectory() + "sudoku-print-" + UUID().uuidString
    let names = pages.indices.map { "\(folder)/\($0).svg" }
    let result = folder + "/out"
    let temporary = TemporaryFiles(names + [result, folder])
    try files.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer {
      try? files.removeItem(atPath: folder)
      temporary.forget()
    }
    for (name, page) in zip(names, pages) {
      try Data(page.utf8).write(to: URL(fileURLWithPath: name))
    }
    let program: ByteProgram
    do {
      // Without the variable a PDF contains the time.
      program = try ByteProgram(
        "rsvg-convert", ["-f", format, "-o", result] + names,
        environment: ["SOURCE_DATE_EPOCH": "0"].merging(ProcessInfo.processInfo.environment) { $1 })
    } catch {
      throw CommandFailure(
        "\(error): \(format) needs it; install librsvg2-bin, or use --format svg",
        code: .unavailable)
    }
    if let failure = program.failure {
      throw CommandFailure(String(failure.prefix(300)), code: .software)
    }
    guard let data = files.contents(atPath: result) else {
      throw CommandFailure("rsvg-convert wrote nothing", code: .software)
    }
    return Array(data)
  }

  /// Writes to a file, or to standard output without one.
  static func write(_ bytes: [UInt8], to path: String?) throws {
    guard let path, path != "-" else {
      _ = try Output.standard.send(bytes)
      return
    }
    try OutputFile.write(bytes, to: path)
  }

  /// The format that a file's name ends with; `nil` for a name without an extension.
  static func format<Format: RawRepresentable<String> & CaseIterable>(
    of path: String?
  ) throws -> Format? {
    guard let path, let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      dot > name.startIndex
    else { return nil }
    let end = name[name.index(after: dot)...].lowercased()
    if let format = Format(rawValue: end == "txt" ? "text" : end) { return format }
    let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
    throw CommandFailure(
      "\(path): '.\(end)' is not an output format; valid formats: \(known); --format chooses one",
      code: .usage)
  }
}
