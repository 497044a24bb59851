/// LZ-based compression of text to base64, as in the links of puzzle sites.
///
/// Written from the published description of the algorithm (Pieroxy, "lz-string"): LZ78 over UTF-16
/// units, codes of growing width, least significant bit first, packed into six-bit characters.
enum LZString {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The codes that are not entries of the dictionary.
  private enum Code {
    static let byte = 0
    static let unit = 1
    static let end = 2
    static let first = 3
  }

  // MARK: Compression

  static func compressed(_ text: String) -> String {
    var packer = Packer()
    var codes: [UInt64: Int] = [:]
    var fresh: Set<Int> = []
    var next = Code.first
    var word: (code: Int, unit: UInt16)?
    func key(_ prefix: Int, _ unit: UInt16) -> UInt64 { UInt64(prefix) << 16 | UInt64(unit) }
    for unit in text.utf16 {
      let single = key(0, unit)
      if codes[single] == nil {
        codes[single] = next
        fresh.insert(next)
        next += 1
      }
      guard let code = codes[single] else { continue }
      guard let current = word else {
        word = (code, unit)
        continue
      }
      if let longer = codes[key(current.code, unit)] {
        word = (longer, current.unit)
        continue
      }
      packer.write(current.code, unit: current.unit, isFresh: fresh.remove(current.code) != nil)
      codes[key(current.code, unit)] = next
      next += 1
      word = (code, unit)
    }
    if let word {
      packer.write(word.code, unit: word.unit, isFresh: fresh.remove(word.code) != nil)
    }
    return packer.finish()
  }

  private struct Packer {
    private var output: [UInt8] = []
    private var bits = 0
    private var bitCount = 0
    private var width = 2
    private var untilWider = 2

    mutating func write(_ code: Int, unit: UInt16, isFresh: Bool) {
      if isFresh {
        write(unit < 256 ? Code.byte : Code.unit, width: width)
        write(Int(unit), width: unit < 256 ? 8 : 16)
        count()
      } else {
        write(code, width: width)
      }
      count()
    }

    private mutating func count() {
      untilWider -= 1
      guard untilWider == 0 else { return }
      untilWider = 1 << width
      width += 1
    }

    private mutating func write(_ value: Int, width: Int) {
      for bit in 0..<width {
        bits = bits << 1 | value >> bit & 1
        bitCount += 1
        if bitCount == 6 { flush() }
      }
    }

    private mutating func flush() {
      output.append(alphabet[bits])
      bits = 0
      bitCount = 0
    }

    mutating func finish() -> String {
      write(Code.end, width: width)
      // The last character is always written, even without a bit for it.
      bits <<= 6 - bitCount
      flush()
      let padding = String(repeating: "=", count: (4 - output.count % 4) % 4)
      return String(decoding: output, as: UTF8.self) + padding
    }
  }

  // MARK: Decompression

  /// An entry of the dictionary: another one and a unit behind it.
  private struct Entry {
    var prefix: Int
    var first: UInt16
    var last: UInt16
    var length: Int
  }

  /// Decompresses base64 to UTF-8; `nil` for damaged texts and those longer than `limit`.
  static func decompressed(_ text: some Sequence<UInt8>, limit: Int = 1 << 20) -> [UInt8]? {
    var reader = BitReader(text)
    var entries = [Entry](
      repeating: Entry(prefix: -1, first: 0, last: 0, length: 0), count: Code.first)
    var output: [UInt16] = []
    var width = 2
    var untilWider = 2
    var previous: Int?
    func entry(of unit: Int) -> Entry {
      let unit = UInt16(truncatingIfNeeded: unit)
      return Entry(prefix: -1, first: unit, last: unit, length: 1)
    }
    func count() {
      untilWider -= 1
      guard untilWider == 0 else { return }
      untilWider = 1 << width
      width += 1
    }
    while let read = reader.read(width) {
      var code = read
      if code == Code.end {
        if output.allSatisfy({ $0 < 0x80 }) { return output.map { UInt8($0) } }
        return Array(String(decoding: output, as: UTF16.self).utf8)
      }
      if code == Code.byte || code == Code.unit {
        guard let unit = reader.read(code == Code.byte ? 8 : 16) else { return nil }
        code = entries.count
        entries.append(entry(of: unit))
        count()
        // The writer adds an entry for the pair only after this one.
        if let last = previous {
          entries.append(
            Entry(
              prefix: last, first: entries[last].first, last: entries[code].first,
              length: entries[last].length + 1))
        }
      } else if let last = previous {
        guard code <= entries.count else { return nil }
        let first = code == entries.count ? entries[last].first : entries[code].first
        entries.append(
          Entry(
            prefix: last, first: entries[last].first, last: first,
            length: entries[last].length + 1))
      } else {
        return nil
      }
      guard code < entries.count, output.count + entries[code].length <= limit else { return nil }
      append(code, entries, to: &output)
      count()
      previous = code
    }
    return nil
  }

  private static func append(_ code: Int, _ entries: [Entry], to output: inout [UInt16]) {
    let length = entries[code].length
    let end = output.count + length
    output.append(contentsOf: repeatElement(0, count: length))
    var (at, place) = (code, end)
    while at >= 0, place > 0 {
      place -= 1
      output[place] = entries[at].last
      at = entries[at].prefix
    }
  }

  private struct BitReader {
    /// The six bits of each character, the first one lowest; 64 for a character that is none of ours.
    private var values: [UInt8] = []
    private var index = 0
    /// Bits that were taken from `values` and not read, the next one lowest.
    private var bits = 0
    private var bitCount = 0

    init(_ text: some Sequence<UInt8>) {
      for byte in text {
        let value: UInt8
        switch byte {
        case 0x41...0x5A: value = byte - 0x41
        case 0x61...0x7A: value = byte - 0x61 + 26
        case 0x30...0x39: value = byte - 0x30 + 52
        // Links write + as a space or a dash.
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: " "): value = 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
        case UInt8(ascii: "="): continue
        default:
          values.append(64)
          continue
        }
        values.append((0..<6).reduce(0) { $0 | (value >> $1 & 1) << (5 - $1) })
      }
    }

    mutating func read(_ width: Int) -> Int? {
      while bitCount < width {
        guard index < values.count, values[index] < 64 else { return nil }
        bits |= Int(values[index]) << bitCount
        bitCount += 6
        index += 1
      }
      defer {
        bits >>= width
        bitCount -= width
      }
      return bits & (1 << width - 1)
    }
  }
}
