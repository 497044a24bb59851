import Foundation
import SudokuCore
import SudokuFormats
import TestSupport
import Testing

@testable import SudokuReading

/// How an open input is cut into parts.
@Suite struct OpenInputTests {
  private static let good =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

  /// The parts of an input that comes in pieces through a pipe, each written when the last was read.
  private func parts(_ pieces: [String], blockSize: Int = 1 << 16) throws -> [InputPart] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    var waiting = pieces[...]
    func feed() {
      guard let piece = waiting.popFirst() else { return }
      _ = Array(piece.utf8).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
      if waiting.isEmpty { close(ends[1]) }
    }
    defer { close(ends[0]) }
    feed()
    var input = OpenInput(name: "in", descriptor: InputDescriptor(borrowing: ends[0]))
    var parts: [InputPart] = []
    while !input.isFinished {
      // A line without its end asks for more bytes, which must be there.
      if waiting.count > 0 { feed() }
      if let part = input.next(blockSize: blockSize) { parts.append(part) }
    }
    #expect(input.readCount == pieces.joined().utf8.count)
    return parts
  }

  private func faults(_ parts: [InputPart]) -> [String] {
    parts.compactMap {
      if case .fault(let diagnostic, _) = $0 { diagnostic.description } else { nil }
    }
  }

  @Test func linesLeaveAsBlocksOfWholeLines() throws {
    let half = Self.good.prefix(40)
    let parts = try parts(["\(Self.good)\n\(half)", "\(Self.good.dropFirst(40))\n", Self.good])
    var lines: [Int] = []
    for part in parts {
      guard case .block(let block) = part else {
        Issue.record("\(part)")
        continue
      }
      #expect(block.bytes.count % 82 == 0 || block.bytes.count % 82 == 81)
      lines.append(block.firstLine)
    }
    #expect(lines.first == 1 && lines == lines.sorted())
    let boards = parts.flatMap(\.records).compactMap(\.board)
    #expect(boards.map(\.line) == [String](repeating: Self.good, count: 3))
  }

  @Test func recordsThatSpanLinesAreReadHere() throws {
    let grid = try Board(line: Self.good).grid
    let parts = try parts(["\(grid)\n\n", "\(grid)\n"])
    let isBlock = parts.contains { if case .block = $0 { true } else { false } }
    #expect(!isBlock && parts.flatMap(\.records).compactMap(\.board).count == 2)
  }

  /// A table's header and comments come before the first block.
  @Test func theHeadIsReadFirst() throws {
    let parts = try parts(["# puzzles\nid,puzzle\n", "7,\(Self.good)\n"])
    let records = parts.flatMap(\.records)
    #expect(records.count == 1 && records[0].board?.line == Self.good)
    #expect(records[0].ruledPuzzle?.line == 3 && records[0].ruledPuzzle?.field("id") == "7")
    #expect(parts.flatMap { $0.fieldNames(of: $0.firstRecords) } == ["id"])
  }

  @Test func aLongLineIsAFaultAndTheNextOneIsRead() throws {
    let file = try TemporaryFolder()
    defer { file.remove() }
    let long = String(repeating: "x", count: InputReader.lineLimit * 2)
    try Data("\(Self.good)\n\(long)\n\(Self.good)\n".utf8).write(to: file / "long")
    let descriptor = try #require(InputDescriptor(path: (file / "long").path))
    var input = OpenInput(name: "in", descriptor: descriptor)
    var parts: [InputPart] = []
    while !input.isFinished { if let part = input.next(blockSize: 1 << 16) { parts.append(part) } }
    #expect(faults(parts) == ["in:2:1048577: error: the line is longer than 1048576 bytes"])
    let boards = parts.flatMap(\.records).filter { $0.board != nil }
    #expect(boards.map { $0.ruledPuzzle?.line } == [1, 3])
  }

  @Test func emptyAndForeignInputsAreFaults() throws {
    #expect(try faults(parts([""])) == ["in:1:1: error: the input is empty"])
    #expect(try faults(parts([" \n\n"])) == ["in:1:1: error: no puzzle found in the input"])
    let foreign = try faults(parts(["%PDF-1.4\n"]))
    #expect(foreign.count == 1 && foreign[0].hasPrefix("in: error: the file is a PDF"))
  }
}
