import ArgumentParser
import Foundation
import SudokuFormats

/// What the commands that draw have in common: their input, and the program that makes PNG and PDF.
enum Printing {
  /// Reads all puzzles with the names of their inputs; reports what can't be read.
  ///
  /// - Parameters:
  ///   - limit: The most puzzles; more are refused.
  ///   - log: Takes the errors; it is finished where this throws.
  static func puzzles(
    _ inputs: [String], limit: Int, _ log: DiagnosticLog
  ) throws -> [(source: String, record: PuzzleRecord)] {
    let reader = InputReader(inputs: inputs, blockSize: 1 << 16)
    var puzzles: [(source: String, record: PuzzleRecord)] = []
    while let part = reader.next() {
      for record in part.records {
        switch record.puzzle {
        case .success(let puzzle): puzzles.append((record.source, puzzle))
        case .failure(let fault): log.add([fault.diagnostic])
        }
      }
      if case .fault(let diagnostic, isRecord: false) = part { log.add([diagnostic]) }
      guard puzzles.count <= limit else {
        throw CommandFailure("more than \(limit) puzzles: split the input", code: .usage)
      }
    }
    for text in reader.notes { note("sudoku: note: \(text)") }
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
    try files.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? files.removeItem(atPath: folder) }
    var names: [String] = []
    for (index, page) in pages.enumerated() {
      let name = "\(folder)/\(index).svg"
      try Data(page.utf8).write(to: URL(fileURLWithPath: name))
      names.append(name)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["rsvg-convert", "-f", format, "-o", folder + "/out"] + names
    // Without it a PDF contains the time.
    var environment = ProcessInfo.processInfo.environment
    if environment["SOURCE_DATE_EPOCH"] == nil { environment["SOURCE_DATE_EPOCH"] = "0" }
    process.environment = environment
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if process.terminationStatus == 127 {
      throw CommandFailure(
        "\(format) needs the program rsvg-convert: install librsvg2-bin, or use --format svg",
        code: .unavailable)
    }
    guard process.terminationStatus == 0,
      let data = files.contents(atPath: folder + "/out")
    else {
      throw CommandFailure(
        "rsvg-convert failed: \(String(decoding: message, as: UTF8.self).prefix(300))",
        code: .software)
    }
    return Array(data)
  }

  /// Writes to a file, or to standard output without one.
  static func write(_ bytes: [UInt8], to path: String?) throws {
    guard let path, path != "-" else {
      _ = try Output.standard.send(bytes)
      return
    }
    let file = try OutputFile(path)
    do { _ = try file.output.write(bytes) } catch {
      file.discard()
      throw error
    }
    try file.finish()
  }

  /// The format that a file's name ends with; `nil` for a name without an end.
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
      "'.\(end)' is no format for \(path): \(known); --format chooses one", code: .usage)
  }
}
