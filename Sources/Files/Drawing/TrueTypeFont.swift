/// A TrueType font: the glyphs and widths of characters, and a font with the used glyphs alone.
///
/// The bytes are of unknown origin, so every read is checked.
struct TrueTypeFont {
  /// The name of the font in a document.
  let name: String
  private let bytes: [UInt8]
  private let tables: [String: Range<Int>]
  private let unitsPerEm: Int
  private let hasLongOffsets: Bool
  private let metricCount: Int
  private let glyphCount: Int
  /// The glyphs of the document by their new numbers; the first one is that of missing characters.
  private(set) var glyphs = [0]
  private var numbers: [Int: Int] = [0: 0]
  /// The characters of the glyphs, for searching in the document.
  private(set) var characters: [Int: Unicode.Scalar] = [:]
  private var known: [Unicode.Scalar: (number: Int, width: Double)] = [:]

  init?(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
    var tables: [String: Range<Int>] = [:]
    guard let count = Self.word(bytes, 4) else { return nil }
    for index in 0..<count {
      let entry = 12 + 16 * index
      guard entry + 16 <= bytes.count, let start = Self.long(bytes, entry + 8),
        let length = Self.long(bytes, entry + 12), start <= bytes.count,
        length <= bytes.count - start
      else { return nil }
      tables[String(decoding: bytes[entry..<entry + 4], as: UTF8.self)] = start..<start + length
    }
    self.tables = tables
    guard let head = tables["head"], let hhea = tables["hhea"], let maxp = tables["maxp"],
      tables["glyf"] != nil, tables["loca"] != nil, tables["cmap"] != nil, tables["hmtx"] != nil,
      let units = Self.word(bytes, head.lowerBound + 18), units > 0,
      let form = Self.word(bytes, head.lowerBound + 50),
      let metrics = Self.word(bytes, hhea.lowerBound + 34), metrics > 0,
      let glyphCount = Self.word(bytes, maxp.lowerBound + 4)
    else { return nil }
    unitsPerEm = units
    hasLongOffsets = form == 1
    metricCount = metrics
    self.glyphCount = glyphCount
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> Int? {
    guard place >= 0, place <= bytes.count - 2 else { return nil }
    return Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  private static func long(_ bytes: [UInt8], _ place: Int) -> Int? {
    guard let high = word(bytes, place), let low = word(bytes, place + 2) else { return nil }
    return high << 16 | low
  }

  private func word(_ place: Int) -> Int? { Self.word(bytes, place) }

  private static func signed(_ word: Int) -> Int { word >= 0x8000 ? word - 0x1_0000 : word }

  /// A number of a table in thousandths of the size.
  private func measure(_ table: String, _ offset: Int) -> Int {
    guard let start = tables[table]?.lowerBound, let value = word(start + offset) else { return 0 }
    return Self.signed(value) * 1_000 / unitsPerEm
  }

  var ascent: Int { measure("hhea", 4) }
  var descent: Int { measure("hhea", 6) }
  var box: [Int] { [36, 38, 40, 42].map { measure("head", $0) } }

  // MARK: Characters

  /// Takes a character into the document: its glyph's new number and its width; `nil` if the font lacks it.
  mutating func take(_ character: Unicode.Scalar) -> (number: Int, width: Double)? {
    if let found = known[character] { return found }
    guard let glyph = glyph(of: character), glyph > 0, glyph < glyphCount else { return nil }
    let found = (number: number(of: glyph), width: width(of: glyph))
    known[character] = found
    characters[found.number] = character
    return found
  }

  private mutating func number(of glyph: Int) -> Int {
    if let number = numbers[glyph] { return number }
    numbers[glyph] = glyphs.count
    glyphs.append(glyph)
    return glyphs.count - 1
  }

  /// The width of a glyph as a share of the size.
  private func width(of glyph: Int) -> Double {
    let start = tables["hmtx"]?.lowerBound ?? 0
    let units = word(start + 4 * min(glyph, metricCount - 1)) ?? 0
    return Double(units) / Double(unitsPerEm)
  }

  /// The widths of the document's glyphs in thousandths of the size.
  var widths: [Int] { glyphs.map { Int((width(of: $0) * 1_000).rounded()) } }

  /// Reads a character map of format 4, which every font has for the characters of 16 bits.
  private func glyph(of character: Unicode.Scalar) -> Int? {
    let code = Int(character.value)
    guard code < 0xFFFF, let cmap = tables["cmap"]?.lowerBound, let count = word(cmap + 2) else {
      return nil
    }
    for index in 0..<count {
      guard let offset = Self.long(bytes, cmap + 4 + 8 * index + 4) else { return nil }
      let map = cmap + offset
      guard word(map) == 4, let double = word(map + 6) else { continue }
      for segment in stride(from: 0, to: double, by: 2) {
        guard let end = word(map + 14 + segment) else { return nil }
        if code > end { continue }
        let starts = map + 16 + double
        guard let start = word(starts + segment), code >= start,
          let delta = word(starts + double + segment),
          let range = word(starts + 2 * double + segment)
        else { return nil }
        if range == 0 { return (code + delta) & 0xFFFF }
        let place = starts + 2 * double + segment + range + 2 * (code - start)
        guard let glyph = word(place) else { return nil }
        return glyph == 0 ? nil : (glyph + delta) & 0xFFFF
      }
    }
    return nil
  }

  // MARK: The font of the document

  private func outline(of glyph: Int) -> ArraySlice<UInt8> {
    guard let loca = tables["loca"]?.lowerBound, let glyf = tables["glyf"] else { return [] }
    let bounds = [glyph, glyph + 1].compactMap { index in
      hasLongOffsets ? Self.long(bytes, loca + 4 * index) : word(loca + 2 * index).map { $0 * 2 }
    }
    guard bounds.count == 2, bounds[0] < bounds[1], bounds[1] <= glyf.count else { return [] }
    return bytes[glyf.lowerBound + bounds[0]..<glyf.lowerBound + bounds[1]]
  }

  /// The outline with the new numbers of the glyphs that it is composed of.
  private mutating func renumbered(_ glyph: Int) -> [UInt8] {
    var outline = Array(outline(of: glyph))
    guard let contours = Self.word(outline, 0), Self.signed(contours) < 0 else { return outline }
    var place = 10
    while let flags = Self.word(outline, place), let part = Self.word(outline, place + 2),
      part < glyphCount
    {
      let new = number(of: part)
      (outline[place + 2], outline[place + 3]) = (UInt8(new >> 8 & 255), UInt8(new & 255))
      place += 4 + (flags & 1 != 0 ? 4 : 2)
      place += flags & 8 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      if flags & 0x20 == 0 { break }
    }
    return outline
  }

  /// A font file with the glyphs that were taken.
  mutating func subset() -> [UInt8] {
    var (outlines, offsets): ([UInt8], [Int]) = ([], [0])
    var index = 0
    // Composed glyphs add theirs at the end.
    while index < glyphs.count {
      outlines += renumbered(glyphs[index])
      while outlines.count % 4 != 0 { outlines.append(0) }
      offsets.append(outlines.count)
      index += 1
    }
    func table(_ name: String) -> [UInt8] { tables[name].map { Array(bytes[$0]) } ?? [] }
    func set(_ value: Int, _ place: Int, _ table: inout [UInt8]) {
      guard place + 1 < table.count else { return }
      (table[place], table[place + 1]) = (UInt8(value >> 8 & 255), UInt8(value & 255))
    }
    var (head, hhea, maxp) = (table("head"), table("hhea"), table("maxp"))
    set(1, 50, &head)
    set(glyphs.count, 34, &hhea)
    set(glyphs.count, 4, &maxp)
    var metrics: [UInt8] = []
    let start = tables["hmtx"]?.lowerBound ?? 0
    for glyph in glyphs {
      let units = word(start + 4 * min(glyph, metricCount - 1)) ?? 0
      let bearing =
        glyph < metricCount
        ? word(start + 4 * glyph + 2) : word(start + 4 * metricCount + 2 * (glyph - metricCount))
      metrics += Self.bytes(units, 2) + Self.bytes(bearing ?? 0, 2)
    }
    let parts: [(String, [UInt8])] = [
      ("cvt ", table("cvt ")), ("fpgm", table("fpgm")), ("glyf", outlines), ("head", head),
      ("hhea", hhea), ("hmtx", metrics), ("loca", offsets.flatMap { Self.bytes($0, 4) }),
      ("maxp", maxp), ("prep", table("prep")),
    ].filter { !$0.1.isEmpty }
    var file = [0, 1, 0, 0] + Self.bytes(parts.count, 2) + Self.bytes(128, 2) + Self.bytes(3, 2)
    file += Self.bytes(parts.count * 16 - 128, 2)
    var place = 12 + 16 * parts.count
    var body: [UInt8] = []
    for (name, part) in parts {
      let padded = part + [UInt8](repeating: 0, count: (4 - part.count % 4) % 4)
      var sum: UInt32 = 0
      for index in stride(from: 0, to: padded.count, by: 4) {
        sum &+= UInt32(Self.long(padded, index) ?? 0)
      }
      file += Array(name.utf8) + Self.bytes(Int(sum), 4) + Self.bytes(place, 4)
      file += Self.bytes(part.count, 4)
      body += padded
      place += padded.count
    }
    return file + body
  }

  private static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) }
  }
}
