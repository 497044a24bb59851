/// The members of a JSON object, sorted by the bytes of their keys.
///
/// Objects on a wire are small, so this is a sorted array: iteration is canonical, and equal
/// objects are written as equal bytes. Keys are distinguished by their bytes, never by Unicode
/// equivalence.
///
/// ```swift
/// var object: JSONObject = ["rev": 4, "game": "game-1"]
/// object["rev"] = 5
/// object.map(\.key)    // ["game", "rev"]
/// ```
package struct JSONObject: Sendable {
  package struct Member: Sendable {
    package let key: String
    package var value: JSONValue
  }

  private(set) var members: [Member]

  package init() { members = [] }

  /// Creates an object from members; of two with the same key the later one stays.
  package init(_ members: some Sequence<(key: String, value: JSONValue)>) {
    var list: [Member] = []
    list.reserveCapacity(members.underestimatedCount)
    for member in members { list.append(Member(key: member.key, value: member.value)) }
    self.init(unsorted: list)
  }

  /// Creates an object from members in any order.
  init(unsorted list: [Member]) {
    members = list
    if !isStrictlySorted { sortMembers() }
  }

  private var isStrictlySorted: Bool {
    for index in members.indices.dropFirst()
    where !precedes(members[index - 1].key, members[index].key) {
      return false
    }
    return true
  }

  private mutating func sortMembers() {
    let sorted = members.enumerated().sorted {
      precedes($0.element.key, $1.element.key)
        || (!precedes($1.element.key, $0.element.key) && $0.offset < $1.offset)
    }
    members.removeAll(keepingCapacity: true)
    for (_, member) in sorted {
      if let last = members.last, sameBytes(last.key, member.key) { members.removeLast() }
      members.append(member)
    }
  }

  package var count: Int { members.count }

  package var isEmpty: Bool { members.isEmpty }

  package var keys: [String] { members.map(\.key) }

  /// The value of a key, in O(log `count`); setting one is O(`count`), `nil` removes the member.
  package subscript(key: String) -> JSONValue? {
    get {
      // In a small object, comparing lengths first is faster than the order of bytes.
      if members.count <= 32 {
        for index in members.indices where sameBytes(members[index].key, key) {
          return members[index].value
        }
        return nil
      }
      let index = insertionIndex(of: key)
      guard index < members.count, sameBytes(members[index].key, key) else { return nil }
      return members[index].value
    }
    set {
      let index = insertionIndex(of: key)
      let exists = index < members.count && sameBytes(members[index].key, key)
      switch (newValue, exists) {
      case (let value?, true): members[index].value = value
      case (let value?, false): members.insert(Member(key: key, value: value), at: index)
      case (nil, true): members.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// The place of the first member whose key does not precede `key`.
  private func insertionIndex(of key: String) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(members[middle].key, key) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JSONObject: Sequence {
  package func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }

  package var underestimatedCount: Int { members.count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(unsorted: elements.map { Member(key: $0.0, value: $0.1) })
  }
}

extension JSONObject: Hashable {
  package static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
    guard lhs.members.count == rhs.members.count else { return false }
    return zip(lhs.members, rhs.members).allSatisfy {
      sameBytes($0.key, $1.key) && $0.value == $1.value
    }
  }

  package func hash(into hasher: inout Hasher) {
    for member in members {
      feedBytes(of: member.key, into: &hasher)
      hasher.combine(member.value)
    }
  }
}

/// True if one text sorts before another by its UTF-8 bytes.
func precedes(_ lhs: String, _ rhs: String) -> Bool {
  if lhs.utf8.count <= 15, rhs.utf8.count <= 15 {
    return lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
  }
  return lhs.utf8.withContiguousStorageIfAvailable { left in
    rhs.utf8.withContiguousStorageIfAvailable { right in
      left.lexicographicallyPrecedes(right)
    }
  }.flatMap { $0 } ?? lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
}

/// True if two texts have the same UTF-8 bytes.
func sameBytes(_ lhs: String, _ rhs: String) -> Bool {
  guard lhs.utf8.count == rhs.utf8.count else { return false }
  var (lhs, rhs) = (lhs, rhs)
  return lhs.withUTF8 { left in rhs.withUTF8 { left.elementsEqual($0) } }
}

/// Feeds the UTF-8 bytes of a text, so that only equal bytes are equal.
func feedBytes(of text: String, into hasher: inout Hasher) {
  hasher.combine(text.utf8.count)
  for byte in text.utf8 { hasher.combine(byte) }
}
