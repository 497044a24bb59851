import ArgumentParser
import Foundation
import SudokuCore
import SudokuFormats
import TestSupport

/// `sudoku-lab readers`: fuzzes the readers of all formats with damaged files in pieces of any size.
///
/// Each file must be read to its end without a crash, and the pieces must change nothing. The fast paths
/// must give what the readers give, and every error must have a position in the file. In formats with one
/// record a line, each line with content must give a record or an error.
struct ReadersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "readers",
    abstract: "Fuzz the readers of all formats with damaged files.",
    discussion: "Prints the first file that breaks a rule and exits with 1.")

  @Argument(help: "The number of files.")
  var total = 1_000_000

  @Argument(help: "The seed.")
  var seed: UInt64 = 1

  func run() throws {
    var random = SeededRandom(seed: seed)
    let start = ContinuousClock.now
    for number in 0..<total {
      let format = PuzzleFormat.allCases[number % PuzzleFormat.allCases.count]
      let whole = worn(file(format, &random), format, &random)
      let bytes = DamagedFile.damaged(whole, &random, most: 6)
      if let fault = fault(bytes, &random) {
        print("seed \(seed), file \(number), \(format.rawValue): \(fault)\n\(bytes)")
        print(String(decoding: bytes, as: UTF8.self))
        throw ExitCode(1)
      }
      if (number + 1) % 100_000 == 0 {
        let line = "\(number + 1) files in \(ContinuousClock.now - start)\n"
        FileHandle.standardError.write(Data(line.utf8))
      }
    }
    print("\(total) files from seed \(seed) in \(ContinuousClock.now - start): no fault")
  }

  /// A file of a format with a few records of every kind.
  private func file(_ format: PuzzleFormat, _ random: inout SeededRandom) -> [UInt8] {
    guard
      let solution = Board(
        values: "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
          .utf8.map { $0 - 0x30 })
    else { return [] }
    let isBare = random.next(below: 2) == 0
    let records = (0...random.next(below: 5)).map { number in
      var (clues, placed) = (Board(), Board())
      for cell in CellSet.all {
        switch random.next(below: 6) {
        case 0, 1: clues[cell] = solution[cell]
        case 2: placed[cell] = solution[cell]
        default: break
        }
      }
      var record = PuzzleRecord(puzzle: clues)
      if isBare { return record }
      if random.next(below: 2) == 0, placed.clueCount > 0 { record.placed = placed }
      if random.next(below: 2) == 0 { record.candidates = PencilMarks(legalFor: record.filled) }
      if random.next(below: 2) == 0 { record.solution = solution }
      for name in ["title", "id"] where random.next(below: 2) == 0 {
        record.fields.append(PuzzleField(name, "x \"\(number)\", y\n2"))
      }
      return record
    }
    let columns = isBare ? [] : ["placed", "candidates", "title", "id"]
    return Array(PuzzleWriter(format, columns: columns).file(of: records).utf8)
  }

  /// A file as people have them: with other names of columns, text between grids, quoted mail, letters of
  /// Windows-1252, or as a sheet.
  private func worn(
    _ bytes: [UInt8], _ format: PuzzleFormat, _ random: inout SeededRandom
  ) -> [UInt8] {
    let isTable = ["csv", "tsv", "ssv"].contains(format.rawValue)
    let isGrid = ["grid", "ss", "unicode", "pencilmarks"].contains(format.rawValue)
    var text = String(decoding: bytes, as: UTF8.self)
    switch random.next(below: 12) {
    case 0 where isTable: text = text.replacing("puzzle", with: "Raster", maxReplacements: 1)
    case 1 where isTable: text = text.replacing("solution", with: "L\u{F6}sung", maxReplacements: 1)
    case 2 where isGrid:
      text = "No. 17\n" + text.replacing("\n\n", with: "\n\n2026-01-01\nEasy, \u{FC}\n")
    case 3 where isGrid || format == .line:
      text = text.split(separator: "\n", omittingEmptySubsequences: false).map { "> " + $0 }
        .joined(separator: "\n")
    case 4 where format == .grid: text = text.replacing(" ", with: ",").replacing("|,", with: "")
    case 5:
      return text.unicodeScalars.flatMap {
        $0.value < 256 ? [UInt8($0.value)] : Array(String($0).utf8)
      }
    default: break
    }
    return Array(text.utf8)
  }

  private func read(_ bytes: [UInt8], size: Int) -> (
    records: [BoardReader.Record], format: PuzzleFormat?
  ) {
    var reader = BoardReader(lineLimit: 4_000)
    var records: [BoardReader.Record] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.read(bytes[start..<min(bytes.count, start + size)]) { records.append($0) }
    }
    reader.finish { records.append($0) }
    return (records, reader.format)
  }

  private func readFast(_ bytes: [UInt8], size: Int) -> [FoundRecord] {
    var decoder = TextDecoder()
    var reader = BoardReader(lineLimit: 4_000, isDecoded: true)
    var found: [FoundRecord] = []
    func take(_ text: [UInt8]) {
      reader.readRuns(text[...]) { piece in
        switch piece {
        case .record(let record): found.append(FoundRecord(record))
        case .run(let run):
          for index in 0..<run.count { found.append(FoundRecord(run.record(at: index))) }
        }
      }
    }
    for start in stride(from: 0, to: bytes.count, by: size) {
      take(decoder.decode(Array(bytes[start..<min(bytes.count, start + size)])))
    }
    take(decoder.finish())
    reader.finish { found.append(FoundRecord($0)) }
    return found
  }

  /// The lines of a decoded file that have content.
  private func contentLines(_ bytes: [UInt8]) -> [[UInt8]] {
    var decoder = TextDecoder()
    var text = decoder.decode(bytes) + decoder.finish()
    // The end of a text file of DOS.
    if text.last == 0x1A { text.removeLast() }
    return text.split(separator: 0x0A).map(Array.init).filter { line in
      guard let first = line.first(where: { !($0 == 0x20 || 0x09...0x0D ~= $0) }) else {
        return false
      }
      return first != UInt8(ascii: "#")
    }
  }

  /// The fault in the way a file is read; `nil` for none.
  private func fault(_ bytes: [UInt8], _ random: inout SeededRandom) -> String? {
    let (all, format) = read(bytes, size: bytes.count + 1)
    let size = 1 + random.next(below: 150)
    if read(bytes, size: size).records != all { return "pieces of \(size) change the records" }
    let (fast, slow) = (readFast(bytes, size: size), all.map { FoundRecord($0) })
    if fast != slow {
      let place = zip(fast, slow).prefix { $0 == $1 }.count
      let pair = [fast, slow].map { $0.dropFirst(place).first.map { "\($0)" } ?? "none" }
      return "the fast way differs in pieces of \(size), record \(place): \(pair)"
    }
    let lineCount = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    for case .failure(let error, _) in all where !(1...lineCount ~= error.line && error.column >= 1)
    {
      return "a mistake without a place: \(error)"
    }
    let content = contentLines(bytes)
    let lines = content.count
    // A first line that is too long is a record without a format.
    guard let format else {
      return lines == 0 || !all.isEmpty ? nil : "no format for \(lines) lines"
    }
    switch format.rawValue {
    case "line", "sdm", "hodoku", "sudokuwiki":
      return all.count == lines ? nil : "\(lines) lines gave \(all.count) records"
    case "csv", "tsv", "ssv":
      if bytes.contains(UInt8(ascii: "\"")) { return all.count <= lines ? nil : "too many records" }
      // Dashes below the header of a Markdown table are not a record, nor is a repeated header.
      let isMarkdown = bytes.contains(UInt8(ascii: "|"))
      let repeats = content.dropFirst().count { $0 == content[0] }
      let most = lines - 1
      return all.count == most || all.count < most && all.count >= most - repeats
        || isMarkdown && all.count == lines - 2
        ? nil : "\(lines) lines gave \(all.count) records"
    case "jsonl": return all.count >= lines ? nil : "\(lines) lines gave \(all.count) records"
    default: return nil
    }
  }
}
