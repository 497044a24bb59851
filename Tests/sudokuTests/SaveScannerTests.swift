import Foundation
import JSONCoding
import TestSupport
import Testing

@testable import sudoku

/// Reading a save piece by piece gives what reading it whole gives, in bounded memory.
@Suite("Saves in pieces") struct SaveScannerTests {
  /// The documents and the rest, however the text is cut; `nil` where one of them is no JSON.
  private func scan(_ text: String, piece: Int) throws -> (documents: [JSONValue], rest: JSONValue)?
  {
    var scanner = SaveScanner()
    var documents: [[UInt8]] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      try scanner.read(bytes[start..<min(start + piece, bytes.count)]) { documents.append($0) }
    }
    scanner.finish()
    guard let rest = try? JSONValue(parsing: scanner.rest) else { return nil }
    var values: [JSONValue] = []
    for document in documents {
      guard let value = try? JSONValue(parsing: document) else { return nil }
      values.append(value)
    }
    return (values, rest)
  }

  private static let texts = [
    #"{"documents":[],"format":"sudoku-save"}"#, #"{"documents":[{"a":[1,{"b":"]}"}]}],"x":1}"#,
    #"{"documents":[{"a":1},{"a":2} , {"a":"\"}"}],"x":[{"y":1}]}"#, "[]", "{}", "", "x", "[1,2]",
    #"{"a":"documents","b":[{"c":1}]}"#, #"{"a":{"documents":[{"c":1}]}}"#,
    #"{"documents":[,{"a":1}]}"#, #"{"documents":[{"a":1},]}"#, #"{"documents":[{"a":1}{"a":2}]}"#,
    #"{"documents":[{"a":1},,{"a":2}]}"#, #"{"documents":[5,{"a":1}]}"#,
    #"{"documents":[{"a":1},5]}"#, #"{"documents":[{"a":1"#, #"{"documents":[{"a":1}]"#,
    #"{"documents":[{"a":1}]}}"#, #"{"documents":[{"a":1]}"#, #"{"documents":{"a":1}}"#,
    #"{"documents":[[{"a":1}],"x"]}"#, #"{"\u0064ocuments":[{"a":1}]}"#,
    #"{"documents\"":[{"a":1}]}"#,
    " {\n\"documents\" : [ { \"a\" : 1 } ] , \"x\" : 2 }\n",
  ]

  @Test(arguments: texts) func piecesAreTheWhole(_ text: String) throws {
    let whole = try? JSONValue(parsing: text)
    for piece in [1, 2, 7, 1_000] {
      let found = try scan(text, piece: piece)
      guard let whole else {
        #expect(found == nil, "\(text) is no JSON: \(String(describing: found))")
        continue
      }
      // A list that holds anything but objects is refused as a whole.
      let isOfObjects = whole["documents"]?.array?.allSatisfy { $0.object != nil } ?? true
      guard found != nil || isOfObjects else { continue }
      // What the scanner took out, put back.
      let parts = try #require(found, "\(text)")
      guard !parts.documents.isEmpty, case .object(var members) = parts.rest else {
        #expect(parts.rest == whole || parts.documents.count > 0)
        continue
      }
      let left = members["documents"]?.array ?? []
      members["documents"] = .array(parts.documents + left)
      let isMixed = !left.isEmpty
      #expect(JSONValue.object(members) == whole || isMixed, "\(text)")
    }
  }

  @Test func importsAreBounded() throws {
    func fault(_ text: String) -> SaveScanner.Fault? {
      var scanner = SaveScanner()
      do { try scanner.read(text.utf8) { _ in } } catch { return error as? SaveScanner.Fault }
      return nil
    }
    let dense = "[" + String(repeating: "0,", count: 80_000) + "0]"
    #expect(fault(dense) == nil, "a save of another program")
    #expect(fault(String(repeating: " ", count: SaveScanner.mostBytesOfRest)) == nil)
    #expect(fault(String(repeating: " ", count: SaveScanner.mostBytesOfRest + 1)) == .tooLong)
    #expect(fault(#"{"documents":[{"operations":\#(dense)}]}"#) == .tooManyValues)
    let few = "[" + String(repeating: "0,", count: 40_000) + "0]"
    let documents = Array(repeating: #"{"operations":\#(few)}"#, count: 20).joined(separator: ",")
    #expect(fault(#"{"documents":[\#(documents)]}"#) == nil, "each document counts for itself")
    let scene = ScratchDirectory()
    defer { scene.remove() }
    let run = try Binary.run(
      ["import", "-", "--data", scene.path + "/data"],
      input: #"{"documents":[{"operations":\#(dense)}]}"#)
    #expect(run.status == 65 && run.error.contains("8 bytes for each value"), "\(run)")
  }
}
