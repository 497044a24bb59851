/// A size of paper, in points (1/72 inch).
package struct Paper: Hashable, Sendable {
  package let width: Double
  package let height: Double

  package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }

  /// The names that `init(_:)` knows, besides sizes.
  package static let names = ["a4", "a5", "letter", "legal"]

  /// Reads a name, or a size as `6x9` (inches) or `148x210mm`; `nil` if it is neither, or not from 3
  /// to 40 inches a side.
  package init?(_ text: String) {
    switch text.lowercased() {
    case "a4": self.init(width: 595.3, height: 841.9)
    case "a5": self.init(width: 419.5, height: 595.3)
    case "letter": self.init(width: 612, height: 792)
    case "legal": self.init(width: 612, height: 1008)
    case let size:
      let (number, unit) =
        size.hasSuffix("mm")
        ? (size.dropLast(2), 72 / 25.4)
        : (size.hasSuffix("in") ? size.dropLast(2) : size[...], 72.0)
      let sides = number.split(separator: "x", omittingEmptySubsequences: false)
      guard sides.count == 2, let width = Double(sides[0]), let height = Double(sides[1]) else {
        return nil
      }
      let range = 216.0...2880
      // No book is 148 inches wide: such numbers are millimetres.
      if unit == 72, !size.hasSuffix("in"), width > 40 || height > 40 {
        self.init(size + "mm")
        return
      }
      guard range ~= width * unit, range ~= height * unit else { return nil }
      self.init(width: width * unit, height: height * unit)
    }
  }

  /// The margin at the spine of a book, in points: wider the more pages it has.
  ///
  /// The steps are those that print-on-demand services ask for (0.375 to 0.875 inch).
  package static func gutter(pages: Int) -> Double {
    switch pages {
    case ...150: 27
    case ...300: 36
    case ...500: 45
    case ...700: 54
    default: 63
    }
  }
}

/// The part of a page that is printed on.
struct PageArea {
  let x: Double
  let y: Double
  let width: Double
  let height: Double

  /// The margins at the outer edge, the head and the foot.
  static let margin = 36.0

  /// Right-hand pages (odd numbers) have the spine at the left.
  init(_ paper: Paper, page: Int, gutter: Double) {
    let inner = Self.margin + gutter
    x = page % 2 == 1 ? inner : Self.margin
    y = Self.margin
    width = paper.width - inner - Self.margin
    // The page's number stands in the foot.
    height = paper.height - 2 * Self.margin - 24
  }

  /// The largest squares, `count` of them in rows, with `head` points above each.
  func squares(_ count: Int, head: Double, gap: Double = 20) -> (
    columns: Int, rows: Int, side: Double
  ) {
    var best = (columns: 1, rows: count, side: 0.0)
    for columns in 1...max(count, 1) {
      let rows = (count + columns - 1) / columns
      let across = (width - gap * Double(columns - 1)) / Double(columns)
      let down = (height - gap * Double(rows - 1)) / Double(rows) - head
      let side = min(across, down)
      if side > best.side { best = (columns, rows, side) }
    }
    return best
  }
}
