import SudokuCore

/// An SK loop: eight pairs of cells round four blocks, in a rectangle of two rows and two columns.
///
/// Each block has a pair in its row and one in its column, beside the cell where they cross. Along the loop
/// pairs are linked by a block and by a line in turn. Where each candidate of the sixteen cells is covered by
/// a link, and all links have sixteen digits together, each of these is in its link just once: it goes
/// from the other cells of the block or the line.
///
/// Order: rows, then columns of the rectangle.
///
/// Source: Steve Kurzhals on the forum of Sudoku Players, 2007, on the puzzle "Easter Monster".
struct SKLoop: PatternSearcher {
  var techniques: [Technique] { [.skLoop] }

  /// A digit that two neighbours of the loop hold just once in their house.
  private struct Link: Hashable {
    var edge: Int
    var digit: Digit
  }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for top in 0..<6 {
      for bottom in (top / 3 + 1) * 3..<9 {
        for left in 0..<6 {
          for right in (left / 3 + 1) * 3..<9 {
            guard let loop = Loop(grid, [top, bottom], [left, right]) else { continue }
            guard let step = step(grid, loop) else { continue }
            guard emit(step) else { return }
          }
        }
      }
    }
  }

  /// The eight pairs in order, and the house of each with the next.
  private struct Loop {
    var pairs: [CellSet]
    var houses: [House]

    init?(_ grid: CandidateGrid, _ rows: [Int], _ columns: [Int]) {
      // Clockwise: each corner with the pair that the loop comes by and the one that it leaves by.
      let corners = [(0, 0), (0, 1), (1, 1), (1, 0)].map {
        Cell(row: rows[$0.0], column: columns[$0.1])
      }
      (pairs, houses) = ([], [])
      for (index, corner) in corners.enumerated() {
        let kinds = index % 2 == 0 ? [House.Kind.column, .row] : [.row, .column]
        for kind in kinds {
          let block = corner.house(.block)
          let pair = corner.house(kind).cells.intersection(block.cells).subtracting([corner])
          guard pair.isSubset(of: grid.emptyCells) else { return nil }
          pairs.append(pair)
          houses.append(kind == kinds[0] ? block : corner.house(kind))
        }
      }
    }
  }

  private func step(_ grid: CandidateGrid, _ loop: Loop) -> Step? {
    var links: Set<Link> = []
    var total = 0
    for digit in DigitSet.all {
      let holders = loop.pairs.indices.filter {
        !loop.pairs[$0].isDisjoint(with: grid.cells(with: digit))
      }
      // An edge covers the pair of its number and the next.
      let covers = (0..<256).filter { mask in
        holders.allSatisfy { mask >> $0 & 1 == 1 || mask >> (($0 + 7) % 8) & 1 == 1 }
      }
      let least = covers.map(\.nonzeroBitCount).min() ?? 0
      total += least
      guard total <= 16 else { return nil }
      for mask in covers where mask.nonzeroBitCount == least {
        for edge in 0..<8 where mask >> edge & 1 == 1 {
          links.insert(Link(edge: edge, digit: digit))
        }
      }
    }
    guard total == 16 else { return nil }
    var victims: Set<Candidate> = []
    for link in links {
      let ends = loop.pairs[link.edge].union(loop.pairs[(link.edge + 1) % 8])
      let others = loop.houses[link.edge].cells.subtracting(ends)
      victims.formUnion(grid.candidates(DigitSet(link.digit), in: others))
    }
    guard !victims.isEmpty else { return nil }
    let cells = loop.pairs.reduce(CellSet()) { $0.union($1) }
    return Step(
      .skLoop, removing: victims.sorted(),
      pattern: StepPattern(
        cells: cells, houses: HouseSet(loop.houses),
        digits: cells.reduce(.none) { $0.union(grid[$1]) }, candidates: grid.candidates(in: cells),
        sets: loop.pairs.indices.map { edge in
          .init(loop.pairs[edge], link: DigitSet(links.filter { $0.edge == edge }.map(\.digit)))
        }))
  }
}

extension Step {
  var skLoopReasons: [String] {
    let count = pattern.sets.reduce(0) { $0 + $1.link.count }
    let pairs = pattern.sets.map { set in
      "\(Phrase.list(set.cells)) (\(set.link.isEmpty ? "none" : set.link.map(\.description).joined(separator: " ")))"
    }
    return [
      "Eight pairs of cells make a loop, each in a block or line with the next. In brackets are the digits that a "
        + "pair and the next hold once at most.",
      "First come \(Phrase.list(pairs.prefix(4))). Then come \(Phrase.list(pairs.dropFirst(4))).",
      (count == 16
        ? "Such links cover" : "Sixteen of such links, of which there is a choice, cover")
        + " all candidates of the sixteen cells, with room for sixteen digits. So each digit is in its link just "
        + "once, and nowhere else in that house.",
    ]
  }
}
