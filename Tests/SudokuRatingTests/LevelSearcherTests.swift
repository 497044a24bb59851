import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// Each search of the scale `level` alone.
@Suite struct LevelSearcherTests {
  /// What a search removes; empty if it finds nothing.
  private typealias Search = @Sendable (PlaneGrid) -> [Candidate]

  private static func pattern(
    _ search: @escaping @Sendable (borrowing LevelView, inout LevelRemovals) -> Void
  ) -> Search {
    { grid in
      var removals = LevelRemovals()
      search(LevelView(grid), &removals)
      return removals.planes.candidates
    }
  }

  private static func links(of grid: PlaneGrid) -> (LevelLinks, LevelReach, LevelView) {
    let (links, reach, view) = (LevelLinks(), LevelReach(), LevelView(grid))
    links.build(view, digits: 0..<9, linksCells: true)
    reach.build(links, view)
    return (links, reach, view)
  }

  private static func chainsOfOneDigit(longest: Int = .max) -> Search {
    { grid in
      var chains = LevelChains()
      var digits = LevelSubsets.allDigits
      _ = chains.search(&digits, LevelLinks(), in: LevelView(grid), longest: longest)
      return chains.victims.planes.candidates
    }
  }

  private static func nets(_ wanted: LevelNets.Depth) -> Search {
    { grid in
      var nets = LevelNets()
      let view = LevelView(grid)
      let depth = nets.search(LevelGrid(grid), view) { _ in false }
      return depth == wanted ? LevelRemovals(nets.gone, in: view).planes.candidates : []
    }
  }

  /// The searches of all kinds that remove candidates, easiest first.
  private static let searches: [(kind: LevelKind, search: Search)] = [
    (
      .locked,
      { grid in
        var (grid, changes) = (grid, DigitPlanes())
        _ = grid.removeLocked(&changes)
        return changes.candidates
      }
    ),
    (.pairs, pattern { LevelSubsets.sets(2, in: $0, to: &$1) }),
    (.xWing, pattern { LevelSubsets.fish(2, in: $0, to: &$1) }),
    (.triples, pattern { LevelSubsets.sets(3, in: $0, to: &$1) }),
    (.swordfish, pattern { LevelSubsets.fish(3, in: $0, to: &$1) }),
    (.wings, pattern { LevelWings.search(in: $0, to: &$1) }),
    (.turbot, chainsOfOneDigit(longest: 5)),
    (.rectangles, pattern { LevelUniqueness.rectangles(in: $0, to: &$1) }),
    (.quads, pattern { LevelSubsets.sets(4, in: $0, to: &$1) }),
    (.jellyfish, pattern { LevelSubsets.fish(4, in: $0, to: &$1) }),
    (.grave, pattern { LevelUniqueness.grave(in: $0, to: &$1) }),
    (.chainsOfOneDigit, chainsOfOneDigit()),
    (
      .chains,
      { grid in
        let (links, _, view) = links(of: grid)
        var chains = LevelChains()
        _ = chains.search(links, in: view)
        return chains.victims.planes.candidates
      }
    ),
    (
      .chainsWithSets,
      { grid in
        let (links, reach, view) = links(of: grid)
        var chains = LevelChains()
        _ = chains.search(links, reach, in: view)
        return chains.victims.planes.candidates
      }
    ),
    (
      .forcingChains,
      { grid in
        let (links, reach, view) = links(of: grid)
        var forcing = LevelForcing()
        _ = forcing.search(links, reach, in: view)
        return forcing.victims.planes.candidates
      }
    ),
    (.nets, nets(.singles)), (.netsWithPatterns, nets(.patterns)), (.nestedNets, nets(.nets)),
  ]

  /// The search of a kind removes all that the round of its position removes; no easier search finds
  /// anything there.
  @Test func eachSearchFindsItsRound() throws {
    var seen: Set<LevelKind> = []
    for position in try SearcherPosition.all("rating/level-searchers.tsv") {
      let name = try #require(position.row["kind"])
      let kind = try #require(LevelKind.allCases.first { "\($0)" == name })
      seen.insert(kind)
      let grid = PlaneGrid(position.grid)
      var run = LevelRun(grid, allowsUniqueness: true, tools: LevelTools())
      let round = run.next { _ in false }
      let changes = run.changes.candidates
      #expect(round?.kind == kind, "\(name)")
      #expect(SearcherPosition.text(changes) == position.row["changes"], "\(name)")
      let isPlaced = kind <= .nakedSingle
      for candidate in changes {
        let isSolution = position.solution[candidate.cell] == candidate.digit
        #expect(isSolution == isPlaced, "\(name) \(candidate)")
      }
      guard !isPlaced else { continue }
      // Searches with chains and nets take most of the time of plain code.
      for (other, search) in Self.searches
      where other <= kind && (TestSize.isFull || other == kind || other < .chainsWithSets) {
        let removed = other == kind ? Set(changes) : []
        #expect(Set(search(grid)) == removed, "\(name): \(other)")
      }
    }
    let unseen = LevelKind.allCases.filter { !seen.contains($0) && $0 != .guess }
    #expect(unseen == [])
  }

  /// Patterns remove what the steps of the catalogue's searchers remove, no more and no less.
  @Test func patternsAgreeWithTheCatalogue() throws {
    let twins: [(LevelKind, [any PatternSearcher])] = [
      (.locked, [LockedCandidates(isDirect: false)]),
      (.pairs, [NakedSet(size: 2), HiddenSet(size: 2)]),
      (.xWing, [BasicFish(size: 2)]),
      (.triples, [NakedSet(size: 3), HiddenSet(size: 3)]),
      (.swordfish, [BasicFish(size: 3)]),
      (.wings, [XYWing(isXYZ: false), XYWing(isXYZ: true)]),
    ]
    var counts: [LevelKind: Int] = [:]
    for board in try DataSets.boards("puzzles/hard.txt").prefix(30).sized(4) {
      var run = LevelRun(
        PlaneGrid(board), allowsUniqueness: true, tools: LevelTools())
      var grid = CandidateGrid(board)
      while true {
        let level = run.grid
        // The searchers find sets where singles are left too, and the patterns don't.
        if Self.isWithoutSingles(grid) {
          for (kind, searchers) in twins {
            let search = try #require(Self.searches.first { $0.kind == kind }).search
            let removed = Set(searchers.flatMap { $0.allSteps(in: grid) }.flatMap(\.eliminations))
            #expect(Set(search(level)) == removed, "\(board.line) \(kind)")
            counts[kind, default: 0] += removed.isEmpty ? 0 : 1
          }
        }
        guard let round = run.next(mustStop: { _ in false }), round.kind < .chains else { break }
        for change in run.changes.candidates {
          if round.kind <= .nakedSingle {
            grid.place(change.digit, at: change.cell)
          } else {
            grid.remove(change.digit, from: change.cell)
          }
        }
      }
    }
    for (kind, _) in twins { #expect(counts[kind, default: 0] > 0, "\(kind)") }
  }

  private static func isWithoutSingles(_ grid: CandidateGrid) -> Bool {
    grid.emptyCells.allSatisfy { grid[$0].count > 1 }
      && House.all.allSatisfy { grid.hiddenSingles(in: $0).isEmpty }
  }
}
