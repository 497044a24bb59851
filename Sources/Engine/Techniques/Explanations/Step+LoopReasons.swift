import SudokuCore

/// Words for continuous loops: each elimination with the link that makes it.
extension Step {
  /// A node of a loop: a candidate, or a digit in a group of cells.
  private struct Node {
    let cells: CellSet
    let digit: Digit
    let isOn: Bool
  }

  /// At both ends of a link exactly one candidate is true, so others that see both go.
  var loopReasons: [String] {
    var sentences: [String] = []
    var open = eliminations
    for (one, other) in weakLinks where !open.isEmpty {
      let gone = open.filter { Self.isRemoved($0, by: one, other) }
      guard !gone.isEmpty else { continue }
      open.removeAll(where: gone.contains)
      let digits = Phrase.list(DigitSet(gone.map(\.digit)), "or")
      let cells = CellSet(gone.map(\.cell))
      if one.cells == other.cells {
        sentences.append(
          "\(Phrase.list(one.cells)) is \(one.digit) or \(other.digit), so not \(digits).")
      } else {
        sentences.append(
          "\(one.digit) is in \(Phrase.list(one.cells.union(other.cells), "or")), so not in "
            + "\(Phrase.list(cells, "or")).")
      }
    }
    for set in pattern.links.flatMap(\.groups).map(\.lockedSet) where !open.isEmpty {
      let gone = open.filter { !set.contains($0.cell) && !$0.cell.peers.isDisjoint(with: set) }
      guard !gone.isEmpty else { continue }
      open.removeAll(where: gone.contains)
      let digits = DigitSet(gone.map(\.digit))
      sentences.append(
        "Either way \(Phrase.list(digits)) \(digits.count == 1 ? "stays" : "stay") in "
          + "\(Phrase.list(set)), so not in "
          + "\(Phrase.list(CellSet(gone.map(\.cell)), "or")).")
    }
    return [
      "Exactly one end of each link is true. So other candidates that see both ends are removed."
    ]
      + sentences
  }

  private static func isRemoved(_ candidate: Candidate, by one: Node, _ other: Node) -> Bool {
    if one.cells == other.cells { return one.cells == CellSet(candidate.cell) }
    return one.digit == candidate.digit && other.digit == candidate.digit
      && one.cells.union(other.cells).isSubset(of: candidate.cell.peers)
  }

  /// The links of the loop from what is on to what is off, with that which closes it.
  private var weakLinks: [(Node, Node)] {
    guard let branch = pattern.branches.first else { return [] }
    func node(_ literal: Literal) -> Node {
      Node(
        cells: CellSet(literal.candidate.cell), digit: literal.candidate.digit, isOn: literal.isOn)
    }
    var nodes = [node(branch.assumption)]
    for link in branch.links {
      nodes += link.groups.map { Node(cells: $0.cells, digit: $0.digit, isOn: $0.isOn) }
      nodes.append(node(link.conclusion))
    }
    return zip(nodes, nodes.dropFirst() + nodes.prefix(1)).filter { $0.isOn && !$1.isOn }
  }
}
