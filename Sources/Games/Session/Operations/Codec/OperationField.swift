/// The members that an operation's record may have, in the order in which they are written.
///
/// A case's name is the member's name. Its type is in `OperationFields`; which kinds of
/// operations have it, in `ActionKind`.
enum OperationField: UInt8, CaseIterable {
  case achievement, amount, board, bookmark, cell, choice, clues, conflict, depth, device, digit
  case elapsed, erased, grade, groups, hints, item, key, kind, level, mistakes, name, off, offset
  case on, opId, options, over, ratingTenths, redone, request, seen, seq, stamp, start, table
  case total, undo, undone, value, wall

  static let byName = NameTable(allCases.map { ("\($0)", $0) })

  /// For each field what begins its member: a comma, its name and a colon.
  static let memberStarts: [[UInt8]] = allCases.map { Array(#","\#($0)":"#.utf8) }
}

struct OperationFieldSet: Equatable, ExpressibleByArrayLiteral {
  private(set) var bits: UInt64 = 0

  init(arrayLiteral fields: OperationField...) { for field in fields { insert(field) } }

  private init(bits: UInt64) { self.bits = bits }

  mutating func insert(_ field: OperationField) { bits |= 1 << UInt64(field.rawValue) }

  func contains(_ field: OperationField) -> Bool { bits >> UInt64(field.rawValue) & 1 != 0 }

  func union(_ other: Self) -> Self { Self(bits: bits | other.bits) }

  func isSubset(of other: Self) -> Bool { bits & ~other.bits == 0 }

  var fields: [OperationField] { OperationField.allCases.filter { contains($0) } }
}

/// Values by their names' bytes: one probe, mostly, and no text is made.
struct NameTable<Value: Sendable>: Sendable {
  private var names: [[UInt8]]
  private var values: [Value?]

  init(_ entries: [(name: String, value: Value)]) {
    precondition(entries.count < 100, "the table is made for few names")
    names = Array(repeating: [], count: 256)
    values = Array(repeating: nil, count: 256)
    for (name, value) in entries {
      var slot = Array(name.utf8).withUnsafeBufferPointer { Self.slot(of: $0) }
      while values[slot] != nil { slot = (slot + 1) & 255 }
      names[slot] = Array(name.utf8)
      values[slot] = value
    }
  }

  private static func slot(of name: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = name.first, let last = name.last else { return 0 }
    return (Int(first) &* 7 &+ Int(last) &* 31 &+ name.count &* 53) & 255
  }

  /// The value of a name, `nil` for another one.
  subscript(name: UnsafeBufferPointer<UInt8>) -> Value? {
    var slot = Self.slot(of: name)
    while let value = values[slot] {
      if names[slot].count == name.count, names[slot].elementsEqual(name) { return value }
      slot = (slot + 1) & 255
    }
    return nil
  }

  /// The value of a name, `nil` for another one.
  subscript(name: String) -> Value? {
    var name = name
    return name.withUTF8 { self[$0] }
  }
}
