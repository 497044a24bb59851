import JSONCoding

/// Finds the requests of a line that exceeds a limit, so that each is answered under its own ID.
///
/// A line with an integer beyond 64 bits, a repeated key or too many levels is JSON by its grammar,
/// but the parser refuses it. Its client still needs an answer under the request's ID. The scanner
/// only looks for the member `id` at the top; it decodes nothing else. `JSONScanner` stops where JSON is
/// too deep; this one passes over any depth, without recursion.
struct RequestScanner {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The ranges of a line's requests: the line itself, or the elements of a batch; `nil` for a
  /// truncated line.
  static func requests(in bytes: UnsafeRawBufferPointer) -> (parts: [Range<Int>], isBatch: Bool)? {
    var scanner = RequestScanner(bytes)
    scanner.skipSpace()
    guard scanner.next == UInt8(ascii: "[") else {
      guard let whole = scanner.skipValue() else { return nil }
      return ([whole], false)
    }
    scanner.place += 1
    var parts: [Range<Int>] = []
    while true {
      scanner.skipSpace()
      guard let part = scanner.skipValue() else { return nil }
      parts.append(part)
      scanner.skipSpace()
      switch scanner.next {
      case UInt8(ascii: ","): scanner.place += 1
      case UInt8(ascii: "]"): return (parts, true)
      default: return nil
      }
    }
  }

  /// The ID of a request that can't be parsed; `nil` without one, or with several.
  static func id(of bytes: UnsafeRawBufferPointer) -> RequestID? {
    var scanner = RequestScanner(bytes)
    scanner.skipSpace()
    guard scanner.next == UInt8(ascii: "{") else { return nil }
    scanner.place += 1
    var found: RequestID?
    while true {
      scanner.skipSpace()
      guard scanner.next == UInt8(ascii: "\""), let key = scanner.skipValue() else { return nil }
      scanner.skipSpace()
      guard scanner.next == UInt8(ascii: ":") else { return nil }
      scanner.place += 1
      scanner.skipSpace()
      guard let value = scanner.skipValue() else { return nil }
      if bytes[key].elementsEqual("\"id\"".utf8) {
        let part = UnsafeRawBufferPointer(rebasing: bytes[value])
        guard found == nil, let node = try? JSONNode(parsing: part), let id = RequestID(node)
        else { return nil }
        found = id
      }
      scanner.skipSpace()
      switch scanner.next {
      case UInt8(ascii: ","): scanner.place += 1
      case UInt8(ascii: "}"): return found
      default: return nil
      }
    }
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      place += 1
    }
  }

  /// Skips a value; strings and nested values as a whole.
  private mutating func skipValue() -> Range<Int>? {
    let start = place
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        guard skipString() else { return nil }
        if depth == 0 { return start..<place }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return start < place ? start..<place : nil }
        depth -= 1
        if depth == 0 {
          place += 1
          return start..<place
        }
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
        if depth == 0 { return start < place ? start..<place : nil }
      default: break
      }
      place += 1
    }
    return depth == 0 && start < place ? start..<place : nil
  }

  private mutating func skipString() -> Bool {
    place += 1
    while let byte = next {
      place += 1
      if byte == UInt8(ascii: "\\") {
        place += 1
      } else if byte == UInt8(ascii: "\"") {
        return true
      }
    }
    return false
  }
}

/// The `id` of a request, as its answer repeats it.
enum RequestID: Hashable, Sendable {
  case null
  case int(Int64)
  case double(Double)
  case string(String)

  /// Reads an ID; `nil` for arrays, objects and booleans.
  init?(_ node: JSONNode) {
    switch node.kind {
    case .null: self = .null
    case .int: self = .int(node.int ?? 0)
    case .double: self = .double(node.double ?? 0)
    case .string: self = .string(node.string ?? "")
    case .bool, .array, .object: return nil
    }
  }

  var value: JSONValue {
    switch self {
    case .null: .null
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    }
  }
}
