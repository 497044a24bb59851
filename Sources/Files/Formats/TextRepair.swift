/// Decodes the bytes from 128 on: UTF-8, or Windows-1252 in lines that are not UTF-8.
///
/// Each line is decided from its first such byte to its end, so pieces of any size give the same text. A line with
/// more whole UTF-8 characters than stray bytes is damaged UTF-8: only the stray bytes count as Windows-1252. Byte
/// order marks are removed wherever they stand, because joined files contain them.
struct TextRepair: Sendable {
  /// The characters of the bytes from 128 on; `nil` to decide.
  private let table: [Unicode.Scalar]?
  private(set) var hasGuessed = false
  /// The longest run of bytes that is decided as a whole.
  private static let limit = 1 << 16

  init(table: [Unicode.Scalar]?) { self.table = table?.count == 128 ? table : nil }

  /// Decodes a piece; returns its end where only the next piece can decide about it.
  mutating func decode(_ bytes: inout [UInt8], isLast: Bool) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { $0 >= 0x80 }) else { return [] }
    var text = Array(bytes[..<first])
    var place = first
    while place < bytes.count {
      let end: Int
      let line = bytes[place...].prefix(Self.limit + 1)
      if let found = line.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        end = found
      } else if line.count > Self.limit {
        // Not within a character.
        let most = place + Self.limit
        end = (most - 3...most).reversed().first { bytes[$0] & 0xC0 != 0x80 } ?? most
      } else if isLast {
        end = bytes.count
      } else {
        let rest = Array(bytes[place...])
        bytes = text
        return rest
      }
      append(bytes[place..<end], to: &text)
      let next = bytes[end...].firstIndex { $0 >= 0x80 } ?? bytes.count
      text += bytes[end..<next]
      place = next
    }
    bytes = text
    return []
  }

  private mutating func append(_ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    if let table { return map(line, to: &text) { table[Int($0) - 128] } }
    var (whole, stray, place) = (0, 0, line.startIndex)
    while place < line.endIndex {
      let length = Self.length(of: line[place...])
      if length == 0 { stray += 1 } else if length > 1 { whole += 1 }
      place += max(length, 1)
    }
    if stray > 0 { hasGuessed = true }
    if stray >= whole, stray > 0 { return map(line, to: &text, Self.windows) }
    place = line.startIndex
    while place < line.endIndex {
      let length = Self.length(of: line[place...])
      let character = line[place..<(place + max(length, 1))]
      if length == 0 {
        map(character, to: &text, Self.windows)
      } else if !character.elementsEqual([0xEF, 0xBB, 0xBF]) {
        text += character
      }
      place += max(length, 1)
    }
  }

  private func map(
    _ line: ArraySlice<UInt8>, to text: inout [UInt8], _ scalar: (UInt8) -> Unicode.Scalar
  ) {
    for byte in line {
      if byte < 0x80 {
        text.append(byte)
      } else {
        text += UTF8.encode(scalar(byte)) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  /// The length of the UTF-8 character that bytes begin with; 0 if they begin with none.
  private static func length(of bytes: ArraySlice<UInt8>) -> Int {
    let start = bytes.startIndex
    let (length, least): (Int, UInt32)
    switch bytes[start] {
    case ..<0x80: return 1
    case 0xC2...0xDF: (length, least) = (2, 0x80)
    case 0xE0...0xEF: (length, least) = (3, 0x800)
    case 0xF0...0xF4: (length, least) = (4, 0x10000)
    default: return 0
    }
    guard bytes.count >= length else { return 0 }
    var value = UInt32(bytes[start]) & (0x7F >> UInt32(length))
    for byte in bytes[(start + 1)..<(start + length)] {
      guard byte & 0xC0 == 0x80 else { return 0 }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return value >= least && Unicode.Scalar(value) != nil ? length : 0
  }

  private static func windows(_ byte: UInt8) -> Unicode.Scalar {
    let value = byte < 0xA0 ? lowHalf[Int(byte) - 0x80] : UInt16(byte)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Windows-1252 from 0x80 to 0x9F.
  private static let lowHalf: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039,
    0x152,
    0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122,
    0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
  ]
}
