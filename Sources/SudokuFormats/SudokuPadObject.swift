import SudokuCore

/// The JSON object that SudokuPad makes of a puzzle.
///
/// ```
/// {"cellSize":50,"metadata":{"title":"...","author":"...","solution":"534..."},
///  "cells":[[{"value":5},{},{"centremarks":[1,4]}, ...9], ...9],"regions":[[[0,0], ...9], ...9]}
/// ```
enum SudokuPadObject {
  /// What draws the rules of variants: nothing of it says which rule it is.
  private static let drawings = ["cages", "lines", "arrows", "overlays", "underlays"]

  /// Reads an object by its members.
  ///
  /// - Throws: `JSONFault` for puzzles of another size or with drawings.
  static func record(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ members: [(key: UnsafeBufferPointer<UInt8>, value: Range<Int>)], cells: Range<Int>
  ) throws(JSONFault) -> PuzzleRecord {
    var facts: [PuzzleField] = []
    var solution: Board?
    for (key, value) in members {
      let name = String(decoding: key, as: UTF8.self)
      if drawings.contains(name), drawsRules(String(decoding: bytes[value], as: UTF8.self)) {
        throw JSONFault(
          message: "'\(name)' draw the rule of a variant: only classic puzzles are read",
          offset: value.lowerBound)
      }
      if name == "regions" { try checkRegions(bytes, value) }
      if name == "metadata", bytes[value.lowerBound] == UInt8(ascii: "{") {
        var scanner = JSONScanner(bytes, at: value.lowerBound)
        try scanner.members { (scanner, key) throws(JSONFault) in
          scanner.skipBlanks()
          let start = scanner.at
          guard try scanner.skipValue() == .string else { return }
          let text = UnsafeBufferPointer(rebasing: bytes[(start + 1)..<(scanner.at - 1)])
          let name = String(decoding: key, as: UTF8.self)
          if name == "solution" { solution = Notation.board(text) }
          if name == "title" || name == "author" {
            facts.append(PuzzleField(name, JSONText.unescaped(text)))
          }
        }
      }
    }
    var record = try FPuzzlesObject.cells(bytes, cells, areGiven: true)
    record.fields = facts
    if let solution { _ = record.takeSolution(solution) }
    return record
  }

  /// Whether drawings are more than notes: cages without cells carry title and author.
  private static func drawsRules(_ text: String) -> Bool {
    if FPuzzlesObject.isNothing(text) { return false }
    return text.contains("wayPoints") || text.contains("\"wp\"") || text.contains("[[")
      || text.contains("center") || text.contains("\"ct\"")
  }

  /// Regions must be the nine blocks, if they are told at all.
  private static func checkRegions(
    _ bytes: UnsafeBufferPointer<UInt8>, _ value: Range<Int>
  ) throws(JSONFault) {
    guard !FPuzzlesObject.isNothing(String(decoding: bytes[value], as: UTF8.self)) else { return }
    var regions: [[Int]] = []
    var scanner = JSONScanner(bytes, at: value.lowerBound)
    try scanner.elements { (scanner) throws(JSONFault) in
      scanner.skipBlanks()
      let start = scanner.at
      try scanner.skipValue()
      let numbers = bytes[start..<scanner.at].filter { 0x30...0x39 ~= $0 }.map { Int($0) - 0x30 }
      regions.append(numbers)
    }
    for numbers in regions {
      let cells = stride(from: 0, to: numbers.count - 1, by: 2).map {
        (numbers[$0], numbers[$0 + 1])
      }
      let blocks = Set(cells.map { $0.0 / 3 * 3 + $0.1 / 3 })
      guard cells.count == 9, blocks.count == 1 else {
        throw JSONFault(
          message: "regions of a variant: only classic puzzles are read",
          offset: value.lowerBound)
      }
    }
  }
}
