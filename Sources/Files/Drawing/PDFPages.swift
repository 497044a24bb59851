/// Pages of lines and words as a PDF with its fonts embedded.
///
/// It writes what books need and nothing else, so that a book of a thousand puzzles takes a fraction of a
/// second. Text stays text: it can be searched and copied. The same pages have the same bytes. Drawings of
/// steps have curves and signs: they are SVG, which rsvg-convert turns into PDF.
struct PDFPages {
  private var regular: TrueTypeFont
  private var bold: TrueTypeFont
  private let paper: Paper
  private let title: String
  private var contents: [String] = []
  private var content = ""
  /// True if the fonts have had every digit so far.
  private(set) var isComplete = true
  /// The first text with a character that the fonts lack: `?` stands for it.
  private(set) var unprintable: String?

  init(_ paper: Paper, title: String, regular: TrueTypeFont, bold: TrueTypeFont) {
    (self.paper, self.title) = (paper, title)
    (self.regular, self.bold) = (regular, bold)
  }

  // MARK: Drawing, from the upper left corner of the page

  /// Begins a page.
  mutating func begin() { content = "1 0 0 -1 0 \(Self.number(paper.height)) cm\n" }

  mutating func end() { contents.append(content) }

  /// Saves the state and maps the places that follow, until `restore`.
  mutating func transform(_ matrix: [Double]) {
    content += "q " + matrix.map(Self.number).joined(separator: " ") + " cm\n"
  }

  mutating func restore() { content += "Q\n" }

  /// Draws the lines of a board with cells of 60 points.
  mutating func grid() { content += "/G Do\n" }

  private static let gridContent: String = {
    func lines(_ numbers: [Int]) -> String {
      numbers.map { "\($0 * 60) 0 m \($0 * 60) 540 l 0 \($0 * 60) m 540 \($0 * 60) l\n" }.joined()
    }
    return "1 w 0.467 G\n\(lines([1, 2, 4, 5, 7, 8]))S\n3 w 0 G\n\(lines([3, 6]))0 0 540 540 re S\n"
  }()

  /// Draws a text at its baseline; `anchor` is the share of its width that lies left of `x`.
  mutating func text(
    _ text: String, size: Double, _ x: Double, _ y: Double, anchor: Double, isBold: Bool,
    colour: String = "0 g"
  ) {
    var (codes, width) = ("", 0.0)
    for character in text.unicodeScalars {
      var glyph = isBold ? bold.take(character) : regular.take(character)
      if glyph == nil {
        unprintable = unprintable ?? text
        glyph = isBold ? bold.take("?") : regular.take("?")
      }
      guard let glyph else {
        isComplete = false
        continue
      }
      codes += Self.hexadecimal([UInt16(glyph.number)])
      width += glyph.width * size
    }
    let place = "\(Self.number(x - width * anchor)) \(Self.number(y))"
    // The page's y axis goes down, that of letters goes up.
    content +=
      "BT \(colour) /\(isBold ? "B" : "R") \(Self.number(size)) Tf 1 0 0 -1 \(place) Tm <\(codes)> Tj ET\n"
  }

  /// Draws the digits of a row of cells, each in the middle of its cell, as one text.
  mutating func digits(
    _ digits: [(column: Int, digit: Int)], y: Int, cell: Int, size: Int, isBold: Bool,
    colour: String
  ) {
    guard let first = digits.first else { return }
    var (codes, last, start) = ("", first.column, 0.0)
    for (column, digit) in digits {
      let sign = Unicode.Scalar(UInt8(ascii: "0") + UInt8(digit))
      guard let glyph = isBold ? bold.take(sign) : regular.take(sign) else {
        isComplete = false
        return
      }
      let half = glyph.width * Double(size) / 2
      if column == first.column {
        start = Double(column * cell + cell / 2) - half
      } else {
        let gap = Double((column - last) * cell) - 2 * half
        codes += Self.number(-gap * 1_000 / Double(size))
      }
      codes += "<\(Self.hexadecimal([UInt16(glyph.number)]))>"
      last = column
    }
    content +=
      "BT \(colour) /\(isBold ? "B" : "R") \(size) Tf 1 0 0 -1 \(Self.number(start)) \(y) Tm [\(codes)] TJ ET\n"
  }

  /// Three decimals, without those that are zero.
  static func number(_ value: Double) -> String {
    let thousandths = Int((value * 1_000).rounded())
    let (whole, rest) = (abs(thousandths) / 1_000, abs(thousandths) % 1_000)
    var text = (thousandths < 0 ? "-" : "") + "\(whole)"
    if rest > 0 {
      var digits = String(1_000 + rest).dropFirst()
      while digits.last == "0" { digits = digits.dropLast() }
      text += "." + digits
    }
    return text
  }

  // MARK: The file

  private static let fontObjects = 5

  mutating func file() -> [UInt8] {
    var bytes: [UInt8] = Array("%PDF-1.5\n%\u{E4}\u{F6}\u{FC}\n".utf8)
    var offsets: [Int] = []
    func add(_ text: String, stream: [UInt8]? = nil) {
      offsets.append(bytes.count)
      bytes += Array("\(offsets.count) 0 obj\n".utf8)
      if let stream {
        bytes += Array("<<\(text)/Length \(stream.count)>>\nstream\n".utf8) + stream
        bytes += Array("\nendstream\nendobj\n".utf8)
      } else {
        bytes += Array("<<\(text)>>\nendobj\n".utf8)
      }
    }
    let grid = 4 + 2 * Self.fontObjects
    let firstPage = grid + 1
    let kids = contents.indices.map { "\(firstPage + 2 * $0) 0 R" }.joined(separator: " ")
    add("/Type/Catalog/Pages 2 0 R")
    add("/Type/Pages/Count \(contents.count)/Kids[\(kids)]")
    add("/Title<FEFF\(Self.hexadecimal(title.utf16))>/Producer(sudoku)")
    Self.add(&regular, from: 4) { add($0, stream: $1) }
    Self.add(&bold, from: 4 + Self.fontObjects) { add($0, stream: $1) }
    add(
      "/Type/XObject/Subtype/Form/BBox[-2 -2 542 542]", stream: Array(Self.gridContent.utf8))
    let resources =
      "/Resources<</Font<</R 4 0 R/B \(4 + Self.fontObjects) 0 R>>/XObject<</G \(grid) 0 R>>>>"
    let box = "/MediaBox[0 0 \(Self.number(paper.width)) \(Self.number(paper.height))]"
    for (index, content) in contents.enumerated() {
      add("/Type/Page/Parent 2 0 R\(box)\(resources)/Contents \(firstPage + 2 * index + 1) 0 R")
      add("", stream: Array(content.utf8))
    }
    let start = bytes.count
    bytes += Array("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n".utf8)
    for offset in offsets {
      bytes += Array((String(10_000_000_000 + offset).dropFirst() + " 00000 n \n").utf8)
    }
    bytes += Array(
      "trailer\n<</Size \(offsets.count + 1)/Root 1 0 R/Info 3 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        .utf8)
    return bytes
  }

  /// The five objects of a font: itself, its descendant, its description, its file, its characters.
  private static func add(
    _ font: inout TrueTypeFont, from first: Int, _ add: (String, [UInt8]?) -> Void
  ) {
    // It may add the parts of composed glyphs, so it comes first.
    let file = font.subset()
    let name = "AAAAAA+" + font.name
    add(
      "/Type/Font/Subtype/Type0/BaseFont/\(name)/Encoding/Identity-H"
        + "/DescendantFonts[\(first + 1) 0 R]/ToUnicode \(first + 4) 0 R", nil)
    let widths = font.widths.map { "\($0)" }.joined(separator: " ")
    add(
      "/Type/Font/Subtype/CIDFontType2/BaseFont/\(name)/CIDToGIDMap/Identity"
        + "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
        + "/FontDescriptor \(first + 2) 0 R/DW 600/W[0[\(widths)]]", nil)
    let box = font.box.map { "\($0)" }.joined(separator: " ")
    add(
      "/Type/FontDescriptor/FontName/\(name)/Flags 4/FontBBox[\(box)]/ItalicAngle 0"
        + "/Ascent \(font.ascent)/Descent \(font.descent)/CapHeight 729/StemV 80"
        + "/FontFile2 \(first + 3) 0 R", nil)
    add("/Length1 \(file.count)", file)
    let characters = font.characters.sorted { $0.key < $1.key }
    var map =
      "/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/U def/CMapType 2 def\n"
      + "1 begincodespacerange<0000><FFFF>endcodespacerange\n"
    for start in stride(from: 0, to: characters.count, by: 100) {
      let part = characters[start..<min(start + 100, characters.count)]
      map += "\(part.count) beginbfchar\n"
      for (number, character) in part {
        map +=
          "<\(Self.hexadecimal([UInt16(number)]))><\(Self.hexadecimal(String(character).utf16))>\n"
      }
      map += "endbfchar\n"
    }
    map += "endcmap CMapName currentdict/CMap defineresource pop end end\n"
    add("", Array(map.utf8))
  }

  private static func hexadecimal(_ words: some Sequence<UInt16>) -> String {
    words.map { String(0x1_0000 + Int($0), radix: 16, uppercase: true).dropFirst() }.joined()
  }
}
