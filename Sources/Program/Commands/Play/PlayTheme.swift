import SudokuDrawing

/// Colours and signs of the screen.
struct PlayTheme {
  enum Name: String, CaseIterable { case dark, light, plain }

  /// The parts of the screen; each has a sign of its own besides the colour.
  enum Part: Hashable, CaseIterable {
    case text, faint, clue, own, wrong, selected, peer, same
    /// Cells of a hint: the pattern, and those with a special role.
    case pattern, special
    /// Candidates of a hint: true in a chain or part of the pattern, false in a chain.
    case on, off
    case placement, elimination
  }

  let name: Name

  /// The sequence for a part.
  ///
  /// The pairs of the 256 colours have a contrast of 4.5:1 at least; the plain
  /// theme has bold, underlined and reversed text alone. Every other row of cells is striped, as no
  /// line stands between two rows.
  func code(_ part: Part, isStriped: Bool = false) -> String {
    let colours: (Int, Int, String)
    let (dark, light) = isStriped ? (236, 255) : (234, 231)
    switch (name, part) {
    case (.plain, .clue), (.plain, .on): return "\u{1B}[0;1m"
    case (.plain, .placement): return "\u{1B}[0;1;7m"
    case (.plain, .wrong), (.plain, .elimination): return "\u{1B}[0;4m"
    case (.plain, .off): return "\u{1B}[0;1;4m"
    case (.plain, .selected): return "\u{1B}[0;7m"
    case (.plain, _): return "\u{1B}[0m"
    case (.dark, .text), (.dark, .clue): colours = (255, dark, part == .clue ? "1;" : "")
    case (.dark, .faint): colours = (248, dark, "")
    case (.dark, .own): colours = (117, dark, "")
    case (.dark, .wrong): colours = (231, 88, "4;")
    case (.dark, .selected): colours = (16, 221, "1;")
    case (.dark, .peer): colours = (255, 239, "")
    case (.dark, .same): colours = (231, 24, "1;")
    case (.dark, .pattern): colours = (231, 18, "")
    case (.dark, .special): colours = (231, 53, "")
    case (.dark, .on): colours = (16, 117, "1;")
    case (.dark, .off): colours = (16, 250, "")
    case (.dark, .placement): colours = (16, 120, "1;")
    case (.dark, .elimination): colours = (16, 210, "4;")
    case (.light, .text), (.light, .clue): colours = (16, light, part == .clue ? "1;" : "")
    case (.light, .faint): colours = (240, light, "")
    case (.light, .own): colours = (19, light, "")
    case (.light, .wrong): colours = (88, 224, "4;")
    case (.light, .selected): colours = (16, 221, "1;")
    case (.light, .peer): colours = (16, 251, "")
    case (.light, .same): colours = (16, 153, "1;")
    case (.light, .pattern): colours = (16, 189, "")
    case (.light, .special): colours = (16, 225, "")
    case (.light, .on): colours = (231, 25, "1;")
    case (.light, .off): colours = (231, 240, "")
    case (.light, .placement): colours = (231, 22, "1;")
    case (.light, .elimination): colours = (231, 124, "4;")
    }
    return "\u{1B}[0;\(colours.2)38;5;\(colours.0);48;5;\(colours.1)m"
  }
}

extension BoardPicture.CellRole {
  var part: PlayTheme.Part {
    switch self {
    case .pattern: .pattern
    case .set(let index): index % 2 == 0 ? .pattern : .special
    case .special: .special
    case .mistake: .wrong
    }
  }

  /// The sign before the cell's digit.
  var sign: Character {
    switch self {
    case .pattern: "*"
    case .special: "^"
    case .set(let index): Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(index % 26)))
    case .mistake: "!"
    }
  }
}

extension BoardPicture.CandidateRole {
  var part: PlayTheme.Part {
    switch self {
    case .pattern, .on, .group: .on
    case .off: .off
    case .placement: .placement
    case .elimination: .elimination
    }
  }

  var word: String {
    switch self {
    case .pattern: "part"
    case .on: "true"
    case .off: "false"
    case .group: "group"
    case .placement: "place"
    case .elimination: "remove"
    }
  }
}
