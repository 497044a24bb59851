#if SwiftJSON
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Reads one value, on systems without jansson (trait `SwiftJSON`).
  ///
  /// It is recursive, since `JSONTree` has bounded the depth.
  ///
  /// It accepts RFC 8259, refuses keys that repeat or hold a NUL, and numbers that do not fit.
  struct SwiftJSONParser {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    static func root(of bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONPointer {
      var parser = SwiftJSONParser(bytes)
      let root = try parser.value()
      parser.skipSpaces()
      guard parser.place == bytes.count else {
        json_decref(root)
        throw parser.error(.trailingText, "end of file expected")
      }
      return root
    }

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private func error(_ code: JSONError.Code, _ message: String, at offset: Int? = nil)
      -> JSONError
    {
      JSONError(code, message, at: min(offset ?? place, bytes.count), of: bytes)
    }

    private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpaces() {
      while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func skip(_ text: StaticString) throws(JSONError) {
      for index in 0..<text.utf8CodeUnitCount {
        guard let byte else { throw error(.incomplete, "premature end of input") }
        guard byte == text.utf8Start[index] else { throw error(.invalidSyntax, "invalid token") }
        place += 1
      }
    }

    private mutating func value() throws(JSONError) -> JSONPointer {
      skipSpaces()
      switch byte {
      case nil: throw error(.incomplete, "premature end of input")
      case UInt8(ascii: "{"): return try object()
      case UInt8(ascii: "["): return try array()
      case UInt8(ascii: "\""):
        let text = JSONText(try string())
        var value = json_t(.string)
        value.text = text
        return value.allocated()
      case UInt8(ascii: "t"):
        try skip("true")
        return json_t(.yes).allocated()
      case UInt8(ascii: "f"):
        try skip("false")
        return json_t(.no).allocated()
      case UInt8(ascii: "n"):
        try skip("null")
        return json_t(.null).allocated()
      default: return try number()
      }
    }

    private mutating func array() throws(JSONError) -> JSONPointer {
      place += 1
      var elements: [JSONPointer] = []
      do throws(JSONError) {
        skipSpaces()
        if byte == UInt8(ascii: "]") {
          place += 1
        } else {
          repeat { elements.append(try value()) } while try hasNext(UInt8(ascii: "]"))
        }
      } catch {
        for element in elements { json_decref(element) }
        throw error
      }
      var value = json_t(.array)
      value.elements = .allocate(capacity: elements.count)
      _ = value.elements.initialize(from: elements)
      return value.allocated()
    }

    private mutating func object() throws(JSONError) -> JSONPointer {
      place += 1
      var entries: [JSONEntry] = []
      var keys: Set<[UInt8]> = []
      do throws(JSONError) {
        skipSpaces()
        if byte == UInt8(ascii: "}") {
          place += 1
        } else {
          repeat {
            skipSpaces()
            guard let byte else { throw error(.incomplete, "premature end of input") }
            guard byte == UInt8(ascii: "\"") else {
              throw error(.invalidSyntax, "string or '}' expected")
            }
            let key = try string()
            guard !key.contains(0) else { throw error(.nulInKey, "NUL byte in object key") }
            guard keys.insert(key).inserted else {
              let name = String(decoding: key.prefix(20), as: UTF8.self)
              throw error(.duplicateKey, "duplicate object key near '\"\(name)\"'")
            }
            skipSpaces()
            guard let colon = self.byte else { throw error(.incomplete, "premature end of input") }
            guard colon == UInt8(ascii: ":") else { throw error(.invalidSyntax, "':' expected") }
            place += 1
            // Allocates the key's memory only once nothing can fail any more.
            let value = try value()
            entries.append(JSONEntry(key: JSONText(key), value: value))
          } while try hasNext(UInt8(ascii: "}"))
        }
      } catch {
        for entry in entries {
          entry.key.start.deallocate()
          json_decref(entry.value)
        }
        throw error
      }
      var value = json_t(.object)
      value.entries = .allocate(capacity: entries.count)
      _ = value.entries.initialize(from: entries)
      return value.allocated()
    }

    /// True if another element follows; moves behind the comma or the end.
    private mutating func hasNext(_ end: UInt8) throws(JSONError) -> Bool {
      skipSpaces()
      guard let byte else { throw error(.incomplete, "premature end of input") }
      guard byte == end || byte == UInt8(ascii: ",") else {
        let name = end == UInt8(ascii: "]") ? "']'" : "'}'"
        throw error(.invalidSyntax, "\(name) expected")
      }
      place += 1
      return byte != end
    }

    // MARK: Texts

    private mutating func string() throws(JSONError) -> [UInt8] {
      let start = place
      place += 1
      var text: [UInt8] = []
      while true {
        guard let byte else { throw error(.incomplete, "premature end of input") }
        switch byte {
        case UInt8(ascii: "\""):
          place += 1
          guard String(validating: text, as: UTF8.self) != nil else {
            throw error(.invalidUTF8, "the text is not valid UTF-8", at: start)
          }
          return text
        case UInt8(ascii: "\\"): text += try escape()
        case 0..<0x20: throw error(.invalidSyntax, "control character 0x\(String(byte, radix: 16))")
        default:
          text.append(byte)
          place += 1
        }
      }
    }

    private mutating func escape() throws(JSONError) -> [UInt8] {
      place += 1
      guard let byte else { throw error(.incomplete, "premature end of input") }
      place += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
      case UInt8(ascii: "b"): return [0x08]
      case UInt8(ascii: "f"): return [0x0C]
      case UInt8(ascii: "n"): return [0x0A]
      case UInt8(ascii: "r"): return [0x0D]
      case UInt8(ascii: "t"): return [0x09]
      case UInt8(ascii: "u"): break
      default: throw error(.invalidSyntax, "invalid escape")
      }
      var code = try hexadecimal()
      if 0xD800...0xDBFF ~= code {
        guard peek(at: place) == UInt8(ascii: "\\"), peek(at: place + 1) == UInt8(ascii: "u") else {
          throw error(.invalidSyntax, "invalid Unicode '\\u\(String(code, radix: 16))'")
        }
        place += 2
        let low = try hexadecimal()
        guard 0xDC00...0xDFFF ~= low else { throw error(.invalidSyntax, "invalid Unicode escape") }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else {
        throw error(.invalidSyntax, "invalid Unicode '\\u\(String(code, radix: 16))'")
      }
      return Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private func peek(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
      var code: UInt32 = 0
      for _ in 0..<4 {
        guard let byte else { throw error(.incomplete, "premature end of input") }
        guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
          throw error(.invalidSyntax, "invalid escape")
        }
        code = code << 4 | UInt32(digit)
        place += 1
      }
      return code
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSONPointer {
      let start = place
      func isDigit(_ byte: UInt8?) -> Bool { byte.map { 0x30...0x39 ~= $0 } ?? false }
      if byte == UInt8(ascii: "-") { place += 1 }
      let first = byte
      guard isDigit(first) else {
        if let byte, byte >= 0x80 {
          throw error(.invalidUTF8, "the text is not valid JSON here")
        }
        throw first == nil
          ? error(.incomplete, "premature end of input") : error(.invalidSyntax, "invalid token")
      }
      place += 1
      if first != UInt8(ascii: "0") { while isDigit(byte) { place += 1 } }
      var isReal = false
      if byte == UInt8(ascii: ".") {
        isReal = true
        place += 1
        guard isDigit(byte) else { throw error(.invalidSyntax, "invalid token") }
        while isDigit(byte) { place += 1 }
      }
      if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
        isReal = true
        place += 1
        if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { place += 1 }
        guard isDigit(byte) else { throw error(.invalidSyntax, "invalid token") }
        while isDigit(byte) { place += 1 }
      }
      let text = String(decoding: bytes[start..<place], as: UTF8.self)
      if isReal {
        guard let real = Double(text), real.isFinite else {
          throw error(.numberOutOfRange, "real number overflow", at: start)
        }
        var value = json_t(.real)
        value.real = real
        return value.allocated()
      }
      guard let integer = Int64(text) else {
        throw error(
          .numberOutOfRange, text.hasPrefix("-") ? "too big negative integer" : "too big integer",
          at: start)
      }
      var value = json_t(.integer)
      value.integer = integer
      return value.allocated()
    }
  }
#endif
