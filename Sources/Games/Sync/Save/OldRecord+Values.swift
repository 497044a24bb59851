import Foundation
import JSONCoding
import SudokuCore
import SudokuSession

/// Numbers, times, boards and notes as other programs write them.
extension OldRecord {
  mutating func number(
    _ names: [String], in range: ClosedRange<Double>
  ) throws(OldSaveFault) -> Double? {
    guard let member = try member(names) else { return nil }
    guard let number = member.value.number else {
      throw OldSaveFault(path: member.path, reason: "must be a number")
    }
    guard range.contains(number) else {
      throw OldSaveFault(
        path: member.path,
        reason: "must be from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    }
    return number
  }

  mutating func count(
    _ names: [String], in range: ClosedRange<Int> = 0...1_000_000
  ) throws(OldSaveFault) -> Int? {
    guard let member = try member(names) else { return nil }
    guard let number = member.value.wholeNumber, range.contains(number) else {
      throw OldSaveFault(
        path: member.path,
        reason: "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A truth value; CloudKit has 0 and 1.
  mutating func flag(_ names: [String]) throws(OldSaveFault) -> Bool? {
    guard let member = try member(names) else { return nil }
    guard let flag = member.value.flag else {
      throw OldSaveFault(path: member.path, reason: "must be true, false, 1 or 0")
    }
    return flag
  }

  /// A time in milliseconds since 1970.
  mutating func time(
    _ names: [String]
  ) throws(OldSaveFault) -> (path: [OldPathKey], milliseconds: Int64)? {
    guard let member = try member(names) else { return nil }
    let milliseconds = try milliseconds(of: member)
    // Between 1970 and 2100: others are not times of a game.
    guard 0..<4_102_444_800_000 ~= milliseconds else {
      throw OldSaveFault(path: member.path, reason: "must lie between 1970 and 2100")
    }
    return (member.path, milliseconds)
  }

  private func milliseconds(of member: Member) throws(OldSaveFault) -> Int64 {
    if let text = member.value.stringValue {
      guard let time = UTCTime(text) else {
        throw OldSaveFault(
          path: member.path, reason: "must be an RFC 3339 date, as in 2025-12-22T13:00:00Z")
      }
      return time.milliseconds
    }
    guard let number = member.value.number else {
      throw OldSaveFault(path: member.path, reason: "must be a date")
    }
    let form = member.isTimestamp ? .millisecondsSince1970 : dates ?? OldDates.plausible(number)
    guard let form else {
      throw OldSaveFault(
        path: member.path,
        reason: "\(number) is plausible neither as seconds since 1970 nor since 2001: "
          + "the save needs a member 'dates', " + OldDates.names)
    }
    let milliseconds = form.milliseconds(number).rounded()
    return Int64(exactly: max(-1, min(milliseconds, 1e15))) ?? -1
  }

  // MARK: Boards

  /// A board: 81 characters, 81 numbers, 9 rows of 9 numbers, or base64 of one of these.
  mutating func board(_ names: [String]) throws(OldSaveFault) -> (path: [OldPathKey], board: Board)?
  {
    guard let member = try member(names) else { return nil }
    guard let board = Self.board(member.value) else {
      throw OldSaveFault(
        path: member.path,
        reason: "must be a board: 81 characters, 81 numbers, 9 rows of 9 numbers, "
          + "or base64 of one of these")
    }
    return (member.path, board)
  }

  private static func board(_ value: OpaqueValue) -> Board? {
    switch value {
    case .string(let text):
      if let board = Board(text.filter { !$0.isWhitespace }) { return board }
      guard let bytes = Data(base64Encoded: text) else { return nil }
      if let board = Board(values: bytes) ?? (try? Board(bytes: bytes)) { return board }
      guard case .array(let list)? = json(bytes) else { return nil }
      return board(.array(list))
    case .array(let list):
      if list.count == 9 {
        let rows = list.compactMap(\.list)
        guard rows.count == 9, rows.allSatisfy({ $0.count == 9 }) else { return nil }
        return board(.array(Array(rows.joined())))
      }
      let cells = list.compactMap(cell)
      return cells.count == list.count ? Board(values: cells) : nil
    default: return nil
    }
  }

  private static func cell(_ value: OpaqueValue) -> UInt8? {
    if value == .null || value == .string("") { return 0 }
    guard let digit = value.wholeNumber ?? value.stringValue.flatMap({ Int($0) }) else {
      return nil
    }
    return UInt8(exactly: digit)
  }

  private static func json(_ bytes: Data) -> OpaqueValue? {
    try? StrictJSONDecoder().decode(OpaqueValue.self, from: [UInt8](bytes))
  }

  // MARK: Notes

  /// Notes: digits by cell, or a list of digits for each of the 81 cells, or base64 of one of these.
  mutating func notes(_ names: [String]) throws(OldSaveFault) -> NoteSet? {
    guard let member = try member(names) else { return nil }
    guard let notes = Self.notes(member.value) else {
      throw OldSaveFault(
        path: member.path,
        reason: "must be notes: digits by cell as in {\"r4c7\": [1, 5]}, "
          + "a list of digits for each of the 81 cells, or base64 of one of these")
    }
    return notes
  }

  private static func notes(_ value: OpaqueValue) -> NoteSet? {
    var notes = NoteSet()
    switch value {
    case .string(let text):
      guard let bytes = Data(base64Encoded: text) else { return nil }
      if bytes.isEmpty { return notes }
      guard let value = json(bytes), value.stringValue == nil else { return nil }
      return Self.notes(value)
    case .object(let object):
      for (name, digits) in object {
        let index = Int(name).flatMap { 0..<81 ~= $0 ? Cell(index: $0) : nil }
        guard let cell = Cell(parsing: name) ?? index, let digits = digits.digits else {
          return nil
        }
        notes[cell] = digits
      }
      return notes
    case .array(let list):
      if list.isEmpty { return notes }
      let cells = list.count == 9 ? list.compactMap(\.list).flatMap { $0 } : list
      guard cells.count == 81 else { return nil }
      for (index, digits) in cells.enumerated() {
        guard let digits = digits == .null ? DigitSet.none : digits.digits else { return nil }
        notes[Cell(index: index)] = digits
      }
      return notes
    default: return nil
    }
  }
}

extension OpaqueValue {
  var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// A whole number, also one that is written as 5.0.
  var wholeNumber: Int? { intValue ?? number.flatMap { Int(exactly: $0) } }

  var flag: Bool? {
    switch self {
    case .bool(let flag): flag
    case .int(0): false
    case .int(1): true
    default: nil
    }
  }

  var list: [OpaqueValue]? { if case .array(let list) = self { list } else { nil } }

  /// Digits: a list, or a text as 15.
  fileprivate var digits: DigitSet? {
    let numbers: [Int?]
    switch self {
    case .array(let list): numbers = list.map(\.wholeNumber)
    case .string(let text): numbers = text.map(\.wholeNumberValue)
    default: return nil
    }
    let digits = numbers.compactMap { $0.flatMap { Digit($0) } }
    return digits.count == numbers.count ? DigitSet(digits) : nil
  }
}
