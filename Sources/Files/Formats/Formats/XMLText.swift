/// The escapes of XML and HTML.
enum XMLText {
  private static let escapes = [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;"),
    ("\n", "&#10;"), ("\r", "&#13;"), ("\t", "&#9;"),
  ]

  static func isName(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 || byte == 0x5F }
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E }
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if let pair = escapes.first(where: { $0.0.unicodeScalars.first == scalar }) {
        escaped += pair.1
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The text without escapes: those of XML, numbers, and the names of Latin-1 in HTML; others stay as they are.
  static func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var plain = String(parts[0])
    for part in parts.dropFirst() {
      if let end = part.prefix(12).firstIndex(of: ";"), let sign = sign(named: part[..<end]) {
        plain.unicodeScalars.append(sign)
        plain += part[part.index(after: end)...]
      } else {
        plain += "&" + part
      }
    }
    return plain
  }

  private static func sign(named name: Substring) -> Unicode.Scalar? {
    if name.first == "#" {
      let digits = name.dropFirst()
      let isHexadecimal = digits.first == "x" || digits.first == "X"
      let value =
        isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
      return value.flatMap { $0 > 0 ? Unicode.Scalar($0) : nil }
    }
    if let pair = escapes.first(where: { $0.1.dropFirst().dropLast() == name }) {
      return pair.0.unicodeScalars.first
    }
    return latin.firstIndex { $0 == name }.flatMap { Unicode.Scalar(UInt32(0xA0 + $0)) }
  }

  /// The names of U+00A0 to U+00FF.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave
    iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc
    uuml yacute thorn yuml
    """.split { $0 == " " || $0 == "\n" }
}
