import SudokuCore

/// 3D Medusa: candidates of several digits, joined by conjugate pairs and by cells with two candidates,
/// have two colours in turn.
///
/// Either all candidates of the one colour are right, or all of the other. Trap: a candidate that neither
/// colour allows goes. Wrap: a colour is wrong where two of its candidates exclude each other, or where it
/// leaves a cell without a candidate.
///
/// Clusters of one digit are left to simple colouring. Order: clusters by their first candidate; trap, then
/// wrap of the first and of the second colour.
///
/// Source: "3D Medusa" of SudokuWiki, rules 1 to 6.
struct Medusa: PatternSearcher {
  var techniques: [Technique] { [.medusaTrap, .medusaWrap] }

  /// One colour, and all candidates that it excludes.
  private struct Color {
    var members: Set<Candidate>
    var excluded: Set<Candidate> = []

    init(_ members: Set<Candidate>, _ links: CandidateLinks) {
      self.members = members
      for member in members { excluded.formUnion(links.weak[member.index]) }
    }

    /// True if two of its candidates exclude each other.
    var clashes: Bool { !members.isDisjoint(with: excluded) }

    /// A cell that it leaves without a candidate.
    func emptied(in grid: CandidateGrid) -> Cell? {
      grid.emptyCells.first { cell in
        grid[cell].allSatisfy { excluded.contains(Candidate(cell, $0)) }
      }
    }
  }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let links = CandidateLinks(grid)
    var open = Set((0..<729).filter { !links.strong[$0].isEmpty })
    for start in 0..<729 where open.contains(start) {
      guard let sides = Self.cluster(from: Candidate(index: start), links, &open) else { continue }
      guard Set(sides[0].union(sides[1]).map(\.digit)).count > 1 else { continue }
      let colors = sides.map { Color($0, links) }
      let trapped = colors[0].excluded.intersection(colors[1].excluded)
        .subtracting(sides[0]).subtracting(sides[1])
      if !trapped.isEmpty {
        guard emit(step(.medusaTrap, sides, removing: trapped)) else { return }
      }
      for color in colors {
        let emptied = color.clashes ? nil : color.emptied(in: grid)
        guard color.clashes || emptied != nil else { continue }
        guard emit(step(.medusaWrap, sides, removing: color.members, emptied)) else { return }
      }
    }
  }

  /// The two colours of the candidates that strong links join to one; `nil` if some have both.
  private static func cluster(
    from start: Candidate, _ links: CandidateLinks, _ open: inout Set<Int>
  ) -> [Set<Candidate>]? {
    var sides: [Set<Candidate>] = [[start], []]
    var layer = [start]
    var side = 0
    while !layer.isEmpty {
      side = 1 - side
      let next = Set(layer.flatMap { links.strong[$0.index] }).subtracting(sides[side])
      sides[side].formUnion(next)
      layer = Array(next)
    }
    open.subtract(sides[0].union(sides[1]).map(\.index))
    return sides[0].isDisjoint(with: sides[1]) ? sides : nil
  }

  private func step(
    _ technique: Technique, _ sides: [Set<Candidate>], removing victims: Set<Candidate>,
    _ emptied: Cell? = nil
  ) -> Step {
    let all = sides[0].union(sides[1])
    return Step(
      technique, removing: victims.sorted(),
      pattern: StepPattern(
        cells: CellSet(all.map(\.cell)), specialCells: CellSet([emptied].compactMap(\.self)),
        digits: DigitSet(all.map(\.digit)),
        candidates: all.sorted(), sets: sides.flatMap(Self.sets)))
  }

  /// A colour as sets of cells, one for each of the nine digits.
  private static func sets(of side: Set<Candidate>) -> [StepPattern.LinkedSet] {
    DigitSet.all.map { digit in
      .init(CellSet(side.filter { $0.digit == digit }.map(\.cell)), link: DigitSet(digit))
    }
  }
}

extension Step {
  /// The cells of each colour and digit, for drawings.
  var medusaRoles: [(String, CellSet)] {
    pattern.sets.enumerated().map { index, set in
      ("colour \(index / 9 + 1), digit \(set.link)", set.cells)
    }
  }

  /// The candidates of a colour.
  private func colored(_ color: Int) -> [Candidate] {
    pattern.sets.dropFirst(9 * color).prefix(9).flatMap { set in
      set.link.flatMap { digit in set.cells.map { Candidate($0, digit) } }
    }
  }

  /// "5 in r1c2 and r4c7; 8 in r1c8".
  private static func places(_ candidates: [Candidate]) -> String {
    let places = DigitSet(candidates.map(\.digit)).map { digit in
      "\(digit) in \(Phrase.list(CellSet(candidates.filter { $0.digit == digit }.map(\.cell))))"
    }
    return places.joined(separator: ", and ")
  }

  /// A reader follows no more coloured candidates than these: of others only those that matter are named.
  private static let mostColoredInWords = 24

  var medusaReasons: [String] {
    guard pattern.sets.count == 18 else { return [] }
    let colors = [colored(0), colored(1)]
    let count = colors[0].count + colors[1].count
    let isLong = count > Self.mostColoredInWords
    let intro =
      "Candidates that are the only two of a cell, or of a digit in a house, are coloured in turn"
      + (isLong ? ", \(count) of them in all." : ".")
    if technique == .medusaWrap {
      // What has the wrong colour is the conclusion.
      return isLong ? [intro, wrongColorReason] : [intro] + sentences(colors) + [wrongColorReason]
    }
    return [intro]
      + (isLong ? sentences(colors.map(excluding), ", among others,") : sentences(colors))
      + ["One of the two colours is right. So a candidate that both exclude is wrong."]
  }

  private func sentences(_ colors: [[Candidate]], _ word: String = "") -> [String] {
    [
      "One colour has\(word) \(Self.places(colors[0])).",
      "The other has\(word) \(Self.places(colors[1])).",
    ]
  }

  /// The members of a colour that exclude what goes, each of which excludes most of the rest.
  private func excluding(_ color: [Candidate]) -> [Candidate] {
    var (open, chosen) = (eliminations, [Candidate]())
    func excluded(by one: Candidate) -> [Candidate] {
      open.filter { $0.cell == one.cell || $0.digit == one.digit && $0.cell.sees(one.cell) }
    }
    while !open.isEmpty,
      let best = color.max(by: { excluded(by: $0).count < excluded(by: $1).count })
    {
      let gone = excluded(by: best)
      guard !gone.isEmpty else { break }
      chosen.append(best)
      open.removeAll(where: gone.contains)
    }
    return chosen
  }

  /// Why the colour that goes contradicts itself.
  private var wrongColorReason: String {
    for (index, one) in eliminations.enumerated() {
      for other in eliminations[(index + 1)...] {
        if one.cell == other.cell {
          return
            "The colour of \(one.digit) and \(other.digit) in \(one.cell) is wrong: a cell has one digit."
        }
        if one.digit == other.digit, one.cell.sees(other.cell) {
          return
            "\(one.cell) and \(other.cell) see each other, and \(one.digit) in both has one colour, "
            + "so that colour is wrong."
        }
      }
    }
    let first = eliminations.first.map { "\($0.digit) in \($0.cell)" } ?? "it"
    return
      "The colour of \(first) leaves no candidate in \(Phrase.list(pattern.specialCells)), so that colour "
      + "is wrong."
  }
}
