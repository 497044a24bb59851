/// Rules beyond the classic ones, by the names that files give them.
enum Variant {
  /// True if a member or column with this name and text makes its puzzle a variant.
  static func isRule(_ name: String, _ text: String) -> Bool {
    let name = letters(name)
    if constraints.contains(name) { return !FPuzzlesObject.isNothing(text) && text != "-" }
    guard kinds.contains(name) else { return false }
    let word = letters(text)
    return word == "x" || words.contains { word.contains($0) }
  }

  /// True if a name may be that of a variant's rule.
  static func isName(_ name: String) -> Bool {
    let name = letters(name)
    return constraints.contains(name) || kinds.contains(name)
  }

  /// True if a key needs a closer look, by its first two letters and its length: quick, for millions of keys.
  @inline(__always)
  static func mayBeName(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard key.count >= 4 else { return false }
    switch UInt16(key[0] | 0x20) << 8 | UInt16(key[1] | 0x20) {
    // va ty th ki kr re ru: the usual ones.
    case 0x7661, 0x7479, 0x7468, 0x6B69, 0x6B72, 0x7265, 0x7275: return true
    // ca an ar no pa ga sa be xs ji ev ex ir wh wi
    case 0x6361, 0x616E, 0x6172, 0x6E6F, 0x7061, 0x6761, 0x7361, 0x6265, 0x7873, 0x6A69, 0x6576,
      0x6578, 0x6972, 0x7768, 0x7769:
      return true
    // difficulty, clues, quizzes, index and puzzleId are frequent and name no rule.
    case 0x6469: return key.count != 10
    case 0x636C: return key.count == 6
    case 0x6C69, 0x7175: return key.count > 8
    case 0x696E: return key.count == 12
    case 0x7075, 0x7375: return key.count == 10
    default: return false
    }
  }

  /// The end of each message about a variant.
  static let ending = "of a variant: only classic puzzles are read"

  static func message(_ name: String) -> String {
    "'\(name)' is a rule \(ending)"
  }

  private static func letters(_ text: String) -> String {
    Notation.lowercased(
      text.utf8.filter { 0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 })
  }

  private static let constraints: Set<String> = [
    "cages", "killercages", "killercage", "killer", "regions", "jigsaw", "extraregions",
    "extraregion",
    "thermometers", "thermometer", "thermos", "thermo", "arrows", "arrow", "diagonals", "diagonal",
    "antiknight", "antiking", "nonconsecutive", "disjointgroups", "palindromes", "palindrome",
    "renban",
    "kropki", "sandwich", "littlekiller", "littlekillersum", "sandwichsum", "clones",
    "inequalities", "betweenline", "betweenlines", "quadruple", "quadruples", "whispers", "windoku",
    "xsudoku", "irregular", "evenodd",
  ]
  private static let kinds: Set<String> = [
    "variant", "variants", "variation", "type", "kind", "ruleset", "rules", "rule", "sudokutype",
    "gametype", "puzzletype", "varianttype",
  ]
  private static let words = [
    "killer", "jigsaw", "xsudoku", "sudokux", "diagonal", "hyper", "windoku", "samurai", "thermo",
    "sandwich", "arrow", "irregular", "evenodd", "oddeven", "kropki", "antiknight", "antiking",
    "consecutive", "chaos", "kenken", "calcudoku", "futoshiki", "greaterthan", "renban",
    "palindrome",
    "girandola", "asterisk", "centerdot", "centredot", "argyle", "windmill", "twodoku", "hexadoku",
    "4x4", "6x6", "8x8", "12x12", "16x16", "25x25",
  ]
}
