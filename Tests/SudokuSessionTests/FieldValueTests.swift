import Foundation
import SudokuCore
import Testing

@testable import SudokuSession

/// The types of the fields of an operation's record.
@Suite("Field values")
struct FieldValueTests {
  private let key = "000000000000a.7"

  /// Checks one type: each accepted value comes back from both forms, each other one is refused.
  private func check<Value: FieldValue>(
    _ type: Value.Type, accepts: [OpaqueValue], refuses: [OpaqueValue]
  ) {
    for opaque in accepts {
      guard let value = Value(opaque: opaque) else {
        Issue.record("\(type) refuses \(opaque)")
        continue
      }
      #expect(value.opaque == opaque)
      var writer = OperationLineWriter([])
      guard value.append(to: &writer) else {
        Issue.record("\(type) can't write \(opaque)")
        continue
      }
      let read = writer.bytes.withUnsafeBufferPointer { bytes in
        var reader = OperationLineReader(bytes)
        return Value(from: &reader)
      }
      #expect(read?.opaque == opaque, "\(String(decoding: writer.bytes, as: UTF8.self))")
    }
    for opaque in refuses {
      #expect(Value(opaque: opaque) == nil, "\(type) accepts \(opaque)")
    }
  }

  @Test("numbers have their ranges")
  func numbers() {
    let largest: OpaqueValue = .int(1 << 53 - 1)
    let notNumbers: [OpaqueValue] = [.null, .string("1"), .double(1.5), .bool(true), .array([1])]
    check(Natural.self, accepts: [0, 7, largest], refuses: notNumbers + [-1, .int(1 << 53)])
    check(
      SafeInteger.self, accepts: [0, -7, largest, .int(1 - 1 << 53)],
      refuses: notNumbers + [.int(1 << 53), .int(-(1 << 53))])
    check(
      PlayingTime.self, accepts: [0, 3_155_760_000_000],
      refuses: notNumbers + [-1, 3_155_760_000_001])
    check(Digit.self, accepts: [1, 9], refuses: notNumbers + [0, 10])
  }

  @Test("texts are read in their one canonical form only")
  func texts() {
    check(String.self, accepts: ["", "a b"], refuses: [.null, 1])
    check(Cell.self, accepts: ["r1c1", "r9c9"], refuses: ["R1C1", "r0c1", "r1c10", "a1", 1])
    check(
      DeviceID.self, accepts: ["0000000000000", "fzzzzzzzzzzzz"],
      refuses: ["", "000000000000", "gzzzzzzzzzzzz", "000000000000O", 1])
    check(
      OperationKey.self, accepts: [.string(key)],
      refuses: ["000000000000a", "000000000000a.0", "000000000000a.07", "000000000000a.-1", 7])
    check(
      Stamp.self, accepts: ["0", "1795176000000+3"],
      refuses: ["", "1+0", "1+65536", "01", "281474976710656", "-1", 1])
    check(RecordTable.self, accepts: ["score", "stars", "time"], refuses: ["Score", "points", 1])
    let line = Player.clues.map(\.line) ?? ""
    check(Board.self, accepts: [.string(line)], refuses: [.string(String(line.dropLast())), ""])
  }

  @Test("sets are sorted, without repetitions, and not empty where empty means absent")
  func sets() {
    check(
      CellSet.self, accepts: [["r1c1"], ["r1c2", "r9c9"]],
      refuses: [["r1c2", "r1c1"], ["r1c1", "r1c1"], ["x"], "r1c1"])
    check(
      OperationKeySet.self,
      accepts: [
        ["000000000000a": [1, 3, 5, 5]], ["000000000000a": [2, 2], "000000000000b": [1, 9]],
      ],
      refuses: [
        ["000000000000a": [1]], ["000000000000a": [3, 1]], ["000000000000a": [1, 2, 3, 4]],
        ["000000000000a": [0, 1]], ["a": [1, 1]], [1],
      ])
    check(
      VersionVector.self, accepts: [["000000000000a": 3, "000000000000b": 1]],
      refuses: [[:], ["000000000000a": 0], ["a": 1], ["000000000000a": "1"]])
    check(
      NoteSet.self, accepts: [[:], ["r4c2": "25", "r9c9": "1"]],
      refuses: [["r4c2": ""], ["r4c2": "52"], ["r4c2": "22"], ["r4c2": "0"], ["x": "1"], "1"])
    check(
      FlagOrNotes.self, accepts: [true, false, ["r1c1": "9"]], refuses: [.null, 1, "true"])
  }

  @Test("grades and options keep members that this version doesn't know")
  func growingValues() {
    check(
      StoredGrade.self,
      accepts: [
        ["scale": "se", "version": "1.2.1", "level": "hard", "scoreTenths": 45],
        ["scale": "x", "version": "9", "mood": ["grim", 2]],
      ],
      refuses: [[:], ["scale": "se"], ["scale": "se", "version": 1], "se"])
    check(
      StoredOptions.self, accepts: [[:], ["timer": false, "sounds": ["on": true]]],
      refuses: [.null, "timer", []])
    let options = StoredOptions(opaque: ["timer": false, "sounds": "loud", "mistakeLimit": -1])
    #expect(options?.options == GameOptions(timer: false), "unknown and bad members are ignored")
  }

  @Test("unknown fields of a known kind, and kinds that are unknown, come back unchanged")
  func unknownFields() throws {
    let common: [String: OpaqueValue] = ["device": "000000000000a", "seq": 7, "stamp": "5"]
    for fields: [String: OpaqueValue] in [
      ["kind": "clear", "cell": "r1c1", "mood": ["a": [1, .double(2.5), .null]]],
      ["kind": "dance", "cell": "r1c1", "steps": 3],
      // Another meaning of a known kind.
      ["kind": "clear", "cell": "r1c1", "v": 2],
      // A lenient field of another type, which is kept beside the action.
      ["kind": "clear", "cell": "r1c1", "over": 5],
    ] {
      let all = fields.merging(common) { $1 }
      let operation = try #require(DocumentOperation(fields: all))
      #expect(operation.fields == all)
      #expect(operation.extra.isEmpty == false)
      let isUnderstood = fields["kind"] == "clear" && fields["v"] == nil
      let cleared = DocumentAction.clear(Cell(index: 0), over: nil)
      #expect((operation.action == cleared) == isUnderstood)
      let coded = try JSONDecoder().decode(
        DocumentOperation.self, from: Data(try canonical(operation).utf8))
      #expect(coded == operation)
    }
  }

  @Test(
    "an operation without identity is refused, and the error has its position in the file",
    arguments: ["device", "seq", "stamp", "kind"])
  func damagedOperation(missing: String) throws {
    var member: [String: OpaqueValue] = [
      "device": "000000000000a", "kind": "check", "seq": 2, "stamp": "5",
    ]
    let good = member.merging(["seq": 1]) { $1 }
    member[missing] = missing == "seq" ? 0 : nil
    #expect(DocumentOperation(fields: member) == nil)
    let file: OpaqueValue = [
      "format": "sudoku-save", "version": 1,
      "documents": [["id": "profile", "operations": [.object(good), .object(member)]]],
    ]
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SaveFile.self, from: Data(try canonical(file).utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
        == ["documents", "0", "operations", "1"])
  }
}
