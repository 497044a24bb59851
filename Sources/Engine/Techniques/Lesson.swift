/// The description of a technique in a few sentences, for learners.
package struct Lesson: Sendable {
  /// The technique.
  package let technique: Technique
  /// The pattern to look for, the reason why it works, and the conclusion.
  package let text: String

  /// The lesson of a technique; `nil` if there is nothing to teach.
  package init?(_ technique: Technique) {
    let fitting = Self.texts.filter { technique.id.hasPrefix($0.prefix) }
    guard let text = fitting.max(by: { $0.prefix.count < $1.prefix.count })?.text else {
      return nil
    }
    self.technique = technique
    self.text = text
  }

  /// Puzzles in which a scale takes a step of the technique: the scale, and the clues.
  package var examples: [(scale: Substring, clues: Substring)] {
    Self.examples.compactMap { row in
      row.id == technique.id ? (row.scale, row.clues) : nil
    }
  }

  private static let examples = (table + "\n" + rareExamples).split(separator: "\n").map { line in
    let fields = line.split(separator: " ")
    return (id: String(fields[0]), scale: fields[1], clues: fields[2])
  }

  typealias Texts = [(prefix: String, text: String)]

  /// By the beginning of the technique's ID; the longest that fits counts.
  private static let texts: Texts =
    basic + subsets + fish + linked + sets + uniqueness + large + rare

  private static let basic: Texts = [
    (
      "full-house",
      "One cell of a row, column or block is empty. It takes the digit that the house lacks."
    ),
    (
      "hidden-single",
      """
      Take a digit and a house without it. Cross out the cells that see the digit elsewhere. If one cell \
      is left, the digit goes there. The cell may have other candidates: that is why the single is hidden.
      """
    ),
    (
      "naked-single",
      """
      Take an empty cell and cross out the digits of its row, its column and its block. If one digit is \
      left, it goes there.
      """
    ),
    (
      "direct-pointing",
      """
      In a block, all places for a digit lie in one line. So the rest of that line can't hold it, and a \
      house next to it has one place left for the digit.
      """
    ),
    (
      "direct-claiming",
      """
      In a line, all places for a digit lie in one block. So the rest of that block can't hold it, and a \
      house next to it has one place left for the digit.
      """
    ),
    (
      "direct-hidden",
      """
      In a house, some digits have only as many places as there are digits. These cells hold nothing else. \
      So another digit of the house has one place left.
      """
    ),
    (
      "pointing",
      """
      In a block, all places for a digit lie in one row or column. The block's digit is in one of them, so \
      the line has its digit there. Remove the digit from the rest of the line.
      """
    ),
    (
      "claiming",
      """
      In a row or column, all places for a digit lie in one block. The line's digit is in one of them, so \
      the block has its digit there. Remove the digit from the rest of the block.
      """
    ),
    (
      "locked-",
      """
      Two cells with two candidates, or three cells with three, share both a line and a block. They take \
      these digits. Remove the digits from the rest of the line and from the rest of the block.
      """
    ),
  ]

  private static let fish: Texts = [
    (
      "kraken-fish",
      """
      A fish would work but for some fins. Follow a chain from each fin. If every chain, and the fish \
      without fins, lead to the same result, it holds.
      """
    ),
    (
      "finned-franken",
      "A franken fish has further places, the fins. Candidates that see all fins can be removed in any case."
    ),
    (
      "finned-mutant",
      "A mutant fish has further places, the fins. Candidates that see all fins can be removed in any case."
    ),
    (
      "franken-",
      """
      A fish in which some houses are blocks: base houses of rows and blocks, cover houses of columns and \
      blocks, or the other way round. All places for the digit in the base lie in as many cover houses. \
      Remove the digit from the rest of the cover.
      """
    ),
    (
      "mutant-",
      """
      A fish whose base and cover are houses of any kinds. All places for the digit in the base lie in as \
      many cover houses. Remove the digit from the rest of the cover.
      """
    ),
    (
      "finned-",
      """
      A fish has further places in one block, the fins. Either no fin holds the digit, and the fish works. \
      Or a fin holds it. A cell that the fish would clear, and that sees all fins, loses the digit in both \
      cases.
      """
    ),
    (
      "sashimi-",
      """
      A finned fish in which a base line has only one place beside its fins. The argument is the same: a \
      cell that the fish would clear, and that sees all fins, loses the digit.
      """
    ),
    (
      "x-wing",
      """
      Take a digit with two places each in two rows, in the same two columns. The four places make a \
      rectangle. The digit is on one diagonal or the other, so both columns get it there. Remove it from \
      the rest of the columns. Rows and columns may swap roles.
      """
    ),
    (
      "swordfish",
      """
      Take a digit whose places in three rows lie in only three columns. Each row needs one of them, so \
      each of the columns gets the digit in these rows. Remove it from the rest of the columns. Rows and \
      columns may swap roles.
      """
    ),
    (
      "jellyfish",
      """
      Take a digit whose places in four rows lie in only four columns. Each row needs one of them, so each \
      of the columns gets the digit in these rows. Remove it from the rest of the columns. Rows and columns \
      may swap roles.
      """
    ),
    (
      "skyscraper",
      """
      Take a digit with two places each in two parallel lines. One end of each lies in the same line across: \
      that is the base. At most one base cell holds the digit, so at least one of the other two ends does. \
      Remove the digit from cells that see both ends.
      """
    ),
    (
      "two-string-kite",
      """
      Take a digit with two places in a row and two in a column. One end of each lies in the same block. At \
      most one of these two holds the digit, so at least one of the other ends does. Remove the digit from \
      the cell that sees both.
      """
    ),
    (
      "turbot-fish",
      """
      Two houses have two places each for a digit. An end of one sees an end of the other, so at least one \
      of the remaining ends holds the digit. Remove it from cells that see both.
      """
    ),
    (
      "empty-rectangle",
      """
      In a block, all places for a digit lie in one row and one column. A line elsewhere has two places for \
      the digit, one of them in that row or column. Whichever holds, the cell where the other lines cross \
      can't have the digit.
      """
    ),
    (
      "template",
      """
      List all ways to place the nine copies of a digit. A cell that no way uses can't hold the digit. A \
      cell that all use holds it.
      """
    ),
  ]

  private static let linked: Texts = [
    (
      "simple-color-trap",
      """
      Where a digit has two places in a house, give them two colours. Go on from house to house. One colour \
      is right, the other wrong. A cell that sees both colours can't hold the digit.
      """
    ),
    (
      "simple-color-wrap",
      """
      Where a digit has two places in a house, give them two colours. Go on from house to house. If two \
      cells of one colour see each other, that colour is wrong. Remove the digit from all its cells.
      """
    ),
    (
      "multi-color",
      """
      Colour a digit's pairs in two groups, each with two colours. If a colour of one group sees a colour of \
      the other, they can't both be right. So one of the opposite colours is right. A cell that sees both of \
      these can't hold the digit. A colour that sees both colours of the other group is wrong.
      """
    ),
    (
      "x-chain",
      """
      A chain of places for one digit. Links alternate: in a house with two places, if one is wrong the \
      other is right; two places that see each other are not both right. At least one end is right. Remove \
      the digit from cells that see both ends.
      """
    ),
    (
      "x-cycle",
      """
      A closed chain of places for one digit. Walk it one way or the other: every second place is right. \
      Remove the digit from cells that see a place of both kinds.
      """
    ),
    (
      "remote-pair",
      """
      A chain of cells with the same two candidates, each of which sees the next. The digits alternate, so \
      two cells at an odd distance differ. A cell that sees both can hold neither digit.
      """
    ),
    (
      "xy-chain",
      """
      A chain of cells with two candidates each. If the first is not its outer digit, it is the other one, \
      which the next cell then can't be, and so on. One of the two ends holds the common digit. Remove it \
      from cells that see both ends.
      """
    ),
    (
      "y-cycle",
      """
      A closed chain of cells with two candidates each. It can be walked both ways. Each digit that links \
      two cells is in one of them, so other cells that see both lose it.
      """
    ),
    (
      "xy-cycle",
      """
      A closed chain with links of both kinds: two candidates in a cell, two places in a house. It can be \
      walked both ways. Remove what both ways rule out.
      """
    ),
    (
      "alternating-chain",
      """
      A chain of candidates with strong and weak links in turn. Strong: if one is wrong, the other is right. \
      Weak: not both are right. It begins and ends with a strong link, so one end is right. Remove what both \
      ends exclude.
      """
    ),
    (
      "grouped-",
      """
      A chain of strong and weak links in which some places of a digit in a block and a line count as one. \
      The digit is in one of them, or in none. All else is as in the chain without groups.
      """
    ),
    (
      "discontinuous-nice-loop",
      """
      A loop of strong and weak links with one flaw. Suppose the candidate at the flaw, and the loop leads \
      to its opposite. So the candidate is decided.
      """
    ),
    (
      "continuous-nice-loop",
      """
      A loop of strong and weak links without a flaw. It can be walked both ways, so at both ends of each \
      weak link exactly one candidate is right. Remove all others that see both ends.
      """
    ),
    (
      "forcing-chain-verity",
      """
      Take all candidates of a cell, or all places of a digit in a house. One is right. Follow each of them. \
      Any result that they share is true.
      """
    ),
    (
      "forcing-chain-contradiction",
      "Suppose a candidate and follow what it forces. If that contradicts itself, the candidate is wrong."
    ),
    (
      "forcing-net-verity",
      """
      As in a forcing chain, follow all cases. Here a conclusion may rest on several earlier ones. Any \
      result that all cases share is true.
      """
    ),
    (
      "forcing-net-contradiction",
      """
      Suppose a candidate and follow all that it forces. A conclusion may rest on several earlier ones. If \
      they contradict each other, the candidate is wrong.
      """
    ),
    (
      "forcing-x-chain",
      """
      Suppose a place for a digit and follow the digit alone through the houses. If that leads back to the \
      opposite, the place is wrong.
      """
    ),
    (
      "forcing-chain",
      """
      Suppose a candidate and follow it link by link, through cells with two candidates and houses with two \
      places. If it leads to its own opposite, it is wrong.
      """
    ),
    (
      "nishio",
      """
      Suppose a place for a digit and follow the other places of this digit alone. If a house is left without \
      a place, or a cell gets two states, the place is wrong.
      """
    ),
    (
      "cell-forcing-chains",
      """
      A cell holds one of its candidates. Follow each of them. Any result that they share is true.
      """
    ),
    (
      "region-forcing-chains",
      """
      A house has one of its places for a digit. Follow each of them. Any result that they share is true.
      """
    ),
    (
      "dynamic-",
      """
      Suppose a candidate and follow all that it forces. A conclusion may rest on several earlier ones; the \
      harder kinds also use locked candidates, pairs, fish or chains on the way. A contradiction rules the \
      candidate out. Any result that all candidates of a cell, or all places in a house, share is true.
      """
    ),
  ]
}
