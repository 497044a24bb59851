import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct KrakenFishTests {
  /// For each candidate those that it excludes by an alternating chain, with the fewest links of one.
  private static func chains(_ grid: CandidateGrid) -> [Candidate: [Candidate: Int]] {
    let all = CellSet.all.flatMap { cell in grid[cell].map { Candidate(cell, $0) } }
    var weak: [Candidate: [Candidate]] = [:]
    var strong: [Candidate: [Candidate]] = [:]
    for one in all {
      weak[one] = all.filter { other in
        other.cell == one.cell
          ? other.digit != one.digit : other.digit == one.digit && other.cell.sees(one.cell)
      }
      strong[one] = (weak[one] ?? []).filter { other in
        one.cell == other.cell
          ? grid[one.cell].count == 2 : !grid.slowLinks(one.digit, one.cell, other.cell).isEmpty
      }
    }
    return Dictionary(
      uniqueKeysWithValues: all.map { start in (start, excludedDirectly(by: start, weak, strong)) })
  }

  /// What a candidate excludes by chains that don't come by what they exclude before their end.
  private static func excludedDirectly(
    by start: Candidate, _ weak: [Candidate: [Candidate]], _ strong: [Candidate: [Candidate]]
  ) -> [Candidate: Int] {
    let (wrong, right) = excluded(by: start, weak, strong)
    return Dictionary(
      uniqueKeysWithValues: wrong.compactMap { target, links in
        let count =
          right.contains(target)
          ? excluded(by: start, weak, strong, avoiding: target).wrong[target] : links
        return count.map { (target, $0) }
      })
  }

  /// Link by link: what is wrong after one, right after two, wrong after three.
  private static func excluded(
    by start: Candidate, _ weak: [Candidate: [Candidate]], _ strong: [Candidate: [Candidate]],
    avoiding target: Candidate? = nil
  ) -> (wrong: [Candidate: Int], right: Set<Candidate>) {
    var wrong: [Candidate: Int] = [:]
    var right: Set<Candidate> = [start]
    var edge = [start]
    var count = 1
    while !edge.isEmpty {
      let off = Set(edge.flatMap { weak[$0] ?? [] }).filter { wrong[$0] == nil }
      for candidate in off { wrong[candidate] = count }
      edge = Set(off.flatMap { strong[$0] ?? [] }).filter {
        $0 != target && right.insert($0).inserted
      }
      count += 2
    }
    return (wrong, right)
  }

  private struct SlowFish {
    var size: Int
    var longest: Int
    var links: Int
    var side: Int
    var base: [Int]
    var cover: [Int]
    var starts: CellSet

    private var rank: [Int] { [size, longest, links, side] }

    func precedes(_ other: SlowFish) -> Bool {
      let (one, two) = (rank, other.rank)
      if one != two { return one.lexicographicallyPrecedes(two) }
      return base == other.base
        ? cover.lexicographicallyPrecedes(other.cover)
        : base.lexicographicallyPrecedes(other.base)
    }
  }

  private struct Goal: Hashable {
    var technique: Technique
    var target: Candidate
  }

  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    let excluded = chains(grid)
    var best: [Goal: SlowFish] = [:]
    func add(_ fish: SlowFish, _ technique: Technique, _ target: Candidate) {
      let goal = Goal(technique: technique, target: target)
      if best[goal].map({ fish.precedes($0) }) ?? true { best[goal] = fish }
    }
    for digit in DigitSet.all {
      let all = CellSet(grid.slowCells(digit))
      for (number, kind) in [House.Kind.row, .column].enumerated() {
        let across: House.Kind = kind == .row ? .column : .row
        let lines = (0..<9).map { House(kind, $0).cells.intersection(all) }
        let covers = (0..<9).map { House(across, $0).cells.intersection(all) }
        let open = (0..<9).filter { !lines[$0].isEmpty }
        for size in 2...4 {
          for base in CandidateGrid.slowChoices(size, of: open) {
            let cells = base.reduce(CellSet()) { $0.union(lines[$1]) }
            let near = (0..<9).filter { !covers[$0].isDisjoint(with: cells) }
            for cover in CandidateGrid.slowChoices(size, of: near) {
              let covered = cover.reduce(CellSet()) { $0.union(covers[$1]) }
              let fins = cells.subtracting(covered)
              guard 1...5 ~= fins.count else { continue }
              /// What all starts exclude, if one at least needs more than a link.
              func targets(_ starts: CellSet) -> [(target: Candidate, links: [Int])] {
                let ends = starts.map { excluded[Candidate($0, digit)] ?? [:] }
                guard starts.count <= 5, let first = ends.first else { return [] }
                return first.keys.compactMap { target in
                  let links = ends.compactMap { $0[target] }
                  guard links.count == ends.count, links.contains(where: { $0 > 1 }) else {
                    return nil
                  }
                  return (target, links)
                }
              }
              func fish(_ links: [Int], _ starts: CellSet) -> SlowFish {
                SlowFish(
                  size: size, longest: links.max() ?? 0, links: links.reduce(0, +),
                  side: 2 * digit.index + number, base: base, cover: cover, starts: starts)
              }
              for (target, links) in targets(fins)
              where target.digit == digit && covered.subtracting(cells).contains(target.cell) {
                add(fish(links, fins), .krakenFish1, target)
              }
              for line in cover {
                let starts = fins.union(cells.intersection(covers[line]))
                for (target, links) in targets(starts)
                where target.digit != digit || !cells.union(covered).contains(target.cell) {
                  add(fish(links, starts), .krakenFish2, target)
                }
              }
            }
          }
        }
      }
    }
    return Set(
      best.map { goal, fish in
        key(goal.technique, goal.target, fish.side, fish.base, fish.cover, fish.starts, fish.links)
      })
  }

  private static func key(
    _ technique: Technique, _ target: Candidate, _ side: Int, _ base: [Int], _ cover: [Int],
    _ starts: CellSet, _ links: Int
  ) -> String {
    "\(technique) \(target) \(side / 2 + 1) \(side % 2 == 0 ? "rows" : "columns") \(base) \(cover) "
      + "\(starts) \(links)"
  }

  private static func key(_ step: Step) -> String {
    let pattern = step.pattern
    let digit = pattern.digits.first?.index ?? 0
    let side = 2 * digit + (pattern.houses.first?.kind == .row ? 0 : 1)
    return key(
      step.technique, step.eliminations[0], side, pattern.houses.map(\.number),
      pattern.coverHouses.map(\.number),
      CellSet(pattern.branches.map(\.assumption.candidate.cell)), pattern.links.count)
  }

  @Test func findsAll() {
    expectComplete(KrakenFish(), grids: 40, leastPlaced: 60, key: Self.key) { Self.finds($0) }
  }

  /// Each link of each chain holds in the grid, and each chain ends where the candidate goes.
  @Test func chainsHold() {
    var linkCount = 0
    for (grid, _) in PencilmarkGrids(sized(8, full: 40), seed: 3, leastPlaced: 30) {
      var budget = SearchBudget()
      for step in (try? KrakenFish().steps(in: grid, budget: &budget)) ?? [] {
        for branch in step.pattern.branches {
          #expect(branch.assumption.isOn && !branch.target.isOn)
          #expect(branch.target.candidate == step.eliminations[0])
          var last = branch.assumption
          for link in branch.links {
            linkCount += 1
            let (one, two) = (last.candidate, link.conclusion.candidate)
            #expect(link.premises == [last] && link.conclusion.isOn != last.isOn)
            switch link.reason {
            case .cell:
              #expect(one.cell == two.cell && one.digit != two.digit)
              #expect(last.isOn || grid[one.cell].count == 2)
            case .house(let house):
              #expect(one.digit == two.digit && one.cell != two.cell)
              #expect(CellSet([one.cell, two.cell]).isSubset(of: house.cells))
              #expect(last.isOn || grid.cells(of: one.digit, in: house).count == 2)
            default: Issue.record("\(link)")
            }
            last = link.conclusion
          }
          #expect(last == branch.target)
        }
      }
    }
    #expect(linkCount > sized(20, full: 100))
  }

  /// The drawing of Sudopedia's "Kraken Fish": an X-Wing in columns 2 and 5 with a fin in r8c2, from
  /// which a pair in row 9 leads to column 8.
  @Test func kraken() throws {
    let drawing: [Cell: DigitSet] = Dictionary(
      uniqueKeysWithValues: CellSet.all.map { cell in
        let isPlace: Bool
        switch cell.column {
        case 1: isPlace = [1, 4, 7].contains(cell.row)
        case 4: isPlace = [1, 4].contains(cell.row)
        default: isPlace = cell.row != 8 || [0, 7].contains(cell.column)
        }
        return (cell, isPlace ? .all : DigitSet.all.subtracting(DigitSet(rawValue: 1)))
      })
    let grid = CandidateGrid { drawing[$0] ?? .all }
    var budget = SearchBudget()
    let steps = try KrakenFish().steps(in: grid, budget: &budget)
    let wings = steps.filter { step in
      step.technique == .krakenFish1 && step.pattern.cells.count == 5
        && step.pattern.specialCells == [Cell(row: 7, column: 1)]
    }
    #expect(wings.map(\.result) == ["r2c8<>1", "r5c8<>1"])
    #expect(
      wings.first?.explanation.text
        == "In columns 2 and 5, the digit 1 has 5 places: r2c2, r2c5, r5c2, r5c5 and r8c2. "
        + "All but r8c2 lie in rows 2 and 5. If r8c2 is not 1, rows 2 and 5 get their 1s in "
        + "the other places only, so not in r2c8. Suppose r8c2 is 1: then r9c1 is not 1 "
        + "(block 7), so r9c8 is 1 (row 9), so r2c8 is not 1 (column 8). So r2c8 is not 1.")
  }

  @Test func limitsEndTheSearch() {
    for (grid, _) in PencilmarkGrids(3, seed: 1) {
      var budget = SearchBudget(workLimit: 20)
      #expect(throws: SearchInterruption.budgetExhausted) {
        try KrakenFish().steps(in: grid, budget: &budget)
      }
      var cancelled = SearchBudget(isCancelled: { true })
      #expect(throws: SearchInterruption.cancelled) {
        try KrakenFish().steps(in: grid, budget: &cancelled)
      }
    }
  }
}
