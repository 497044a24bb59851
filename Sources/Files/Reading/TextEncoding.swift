import Foundation

/// The encoding of a text that is neither UTF-8 nor UTF-16, such as `windows-1250` or `cp437`.
public struct TextEncoding: Sendable {
  package let name: String
  /// The characters of the bytes from 128 on; `nil` for the encodings that are recognised without a name.
  let table: [Unicode.Scalar]?

  private static let known: [(name: String, encoding: String.Encoding)] = [
    ("windows-1252", .windowsCP1252), ("windows-1250", .windowsCP1250),
    ("windows-1251", .windowsCP1251), ("iso-8859-1", .isoLatin1), ("iso-8859-2", .isoLatin2),
  ]

  /// The code pages of DOS and that of old Macs, which Foundation lacks.
  private static let codePages = [
    "cp437": """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ 
    """,
    "cp850": """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐
    └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ 
    """,
    "macintosh": """
    ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø
    ¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
    """,
  ]

  private static let unicode = ["utf-8", "utf-16"]

  private static let aliases = [
    "latin1": "iso-8859-1", "latin-1": "iso-8859-1", "latin2": "iso-8859-2", "ansi": "windows-1252",
    "cp1250": "windows-1250", "cp1251": "windows-1251", "cp1252": "windows-1252",
    "ibm437": "cp437", "ibm850": "cp850", "macroman": "macintosh", "utf8": "utf-8",
    "utf16": "utf-16", "utf-16le": "utf-16", "utf-16be": "utf-16",
  ]

  /// The encoding of a name in any case; `nil` for an unknown one.
  public init?(_ name: String) {
    let given = name.lowercased()
    let name = Self.aliases[given] ?? given
    self.name = name
    if Self.unicode.contains(name) {
      table = nil
    } else if let page = Self.codePages[name] {
      table = page.unicodeScalars.filter { $0 != "\n" }
    } else if let known = Self.known.first(where: { $0.name == name }) {
      table = (128...255).map { byte in
        let text = String(bytes: [UInt8(byte)], encoding: known.encoding)
        return text?.unicodeScalars.first ?? "\u{FFFD}"
      }
    } else {
      return nil
    }
  }

  package static var allNames: [String] {
    unicode + known.map(\.name) + codePages.keys.sorted()
  }
}
