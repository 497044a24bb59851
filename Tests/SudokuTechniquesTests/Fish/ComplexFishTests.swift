import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct ComplexFishTests {
  /// A fish by definition.
  private struct SlowFish {
    var base: [Int]
    var cover: [Int]
    var fins: CellSet
    var victims: CellSet

    /// The order in which fish that remove the same are preferred.
    func precedes(_ other: SlowFish) -> Bool {
      if fins.count != other.fins.count { return fins.count < other.fins.count }
      return base == other.base
        ? cover.lexicographicallyPrecedes(other.cover)
        : base.lexicographicallyPrecedes(other.base)
    }

    var key: String {
      "b\(base) c\(cover) f\(fins) v\(victims)"
    }
  }

  /// Whether houses make a franken fish, a mutant fish, or neither.
  private static func shape(_ base: [Int], _ cover: [Int]) -> ComplexFish.Shape? {
    func kinds(_ houses: [Int]) -> Set<House.Kind> { Set(houses.map { House(index: $0).kind }) }
    let (base, cover) = (kinds(base), kinds(cover))
    for (one, other) in [(House.Kind.row, House.Kind.column), (.column, .row)] {
      if base == [one], cover == [other] { return nil }
      if base.isSubset(of: [one, .block]), cover.isSubset(of: [other, .block]) { return .franken }
    }
    return .mutant
  }

  /// All choices of base and cover, one after the other; the best for what they remove.
  private static func finds(
    _ grid: CandidateGrid, _ digit: Digit, _ shape: ComplexFish.Shape, _ size: Int, isFinned: Bool
  ) -> [String] {
    let all = CellSet(grid.slowCells(digit))
    let places = House.all.map { $0.cells.intersection(all) }
    let houses = (0..<27).filter { !places[$0].isEmpty }
    var best: [CellSet: SlowFish] = [:]
    for base in CandidateGrid.slowChoices(size, of: houses) {
      var cells = CellSet()
      var endo = CellSet()
      for house in base {
        endo = endo.union(cells.intersection(places[house]))
        cells = cells.union(places[house])
      }
      guard endo.count <= (isFinned ? 2 : 0) else { continue }
      let near = houses.filter { !base.contains($0) && !places[$0].isDisjoint(with: cells) }
      for cover in CandidateGrid.slowChoices(size, of: near)
      where Self.shape(base, cover) == shape {
        let covered = cover.reduce(CellSet()) { $0.union(places[$1]) }
        let twice = CellSet(
          covered.filter { cell in cover.filter { places[$0].contains(cell) }.count > 1 })
        let fins = cells.subtracting(covered).union(endo)
        guard isFinned ? 1...5 ~= fins.count : fins.isEmpty else { continue }
        let victims = covered.subtracting(cells).union(twice)
          .intersection(fins.isEmpty ? .all : fins.commonPeers)
        guard !victims.isEmpty else { continue }
        let fish = SlowFish(base: base, cover: cover, fins: fins, victims: victims)
        if best[victims].map({ fish.precedes($0) }) ?? true { best[victims] = fish }
      }
    }
    return best.values.map { "\(digit) \($0.key)" }
  }

  private static func key(_ step: Step) -> String {
    let pattern = step.pattern
    let fish = SlowFish(
      base: pattern.houses.map(\.index), cover: pattern.coverHouses.map(\.index),
      fins: pattern.specialCells, victims: CellSet(step.eliminations.map(\.cell)))
    return "\(step.eliminations[0].digit) \(fish.key)"
  }

  private func expectAll(
    _ shape: ComplexFish.Shape, _ size: Int, isFinned: Bool, grids: Int, leastPlaced: Int
  ) {
    expectComplete(
      ComplexFish(shape, size: size, isFinned: isFinned), grids: grids, leastPlaced: leastPlaced,
      leastFinds: size == 4 ? 2 : 5, key: Self.key
    ) { grid in
      Set(
        DigitSet.all.flatMap { Self.finds(grid, $0, shape, size, isFinned: isFinned) })
    }
  }

  @Test(arguments: [(2, 60, 40), (3, 40, 80)], [true, false].prefix(sized(1, full: 2)))
  func findsAllMutants(fish: (size: Int, grids: Int, placed: Int), isFinned: Bool) {
    expectAll(.mutant, fish.size, isFinned: isFinned, grids: fish.grids, leastPlaced: fish.placed)
  }

  @Test(arguments: [ComplexFish.Shape.franken, .mutant], [true, false].prefix(sized(1, full: 2)))
  func findsAllJellyfish(shape: ComplexFish.Shape, isFinned: Bool) {
    expectAll(shape, 4, isFinned: isFinned, grids: 30, leastPlaced: 130)
  }

  /// The digit in the places of a drawing, any other digit anywhere.
  private func grid(_ drawing: [String]) -> CandidateGrid {
    let places = drawing.joined().filter { $0 != " " }.map { $0 == "X" }
    return CandidateGrid { cell in
      places[cell.index] ? .all : DigitSet.all.subtracting(DigitSet(rawValue: 1))
    }
  }

  /// A two-string kite is a finned mutant X-Wing: row 5 and column 6 as base, their meeting block and row 8
  /// as cover.
  @Test func mutantXWing() throws {
    let drawing = [
      "XXX XX. XXX", "XXX XX. XXX", "XXX XX. XXX", "XXX XX. XXX", "... X.. .X.", "XXX XXX XXX",
      "XXX XX. XXX", "XXX XXX XXX", "XXX XX. XXX",
    ]
    let steps = ComplexFish(.mutant, size: 2, isFinned: true).allSteps(in: grid(drawing))
    let found = steps.filter { $0.pattern.houses == [House(.row, 4), House(.column, 5)] }
    let kite = try #require(found.first { $0.result == "r8c8<>1" })
    #expect(kite.pattern.coverHouses == [House(.block, 4), House(.row, 7)])
    #expect(kite.pattern.specialCells == [Cell(row: 4, column: 7)])
    #expect(
      kite.explanation.text
        == "In row 5 and column 6, the digit 1 has 4 places: r5c4, r5c8, r6c6 and r8c6. All but r5c8 "
        + "lie in block 5 and row 8. If r5c8 is not 1, block 5 and row 8 get their 1s in the other places "
        + "only. If r5c8 is 1, r8c8 sees it. So r8c8 is not 1.")
  }

  /// The two examples of Sudopedia's "Mutant Swordfish": base rows 1 and 9 and column 7 with cover column 2
  /// and blocks 3 and 9; base row 8, column 8 and block 1 with cover row 2, column 2 and block 9.
  @Test(arguments: [
    (
      [
        ".X. ... .XX", "XXX XXX XXX", "XXX XXX XXX", "XXX XXX .XX", "XXX XXX .XX", "XXX XXX .XX",
        "XXX XXX XXX", "XXX XXX XXX", ".X. ... .XX",
      ], "r1 r9 c7", "b3 b9 c2",
      "r2c2 r2c8 r2c9 r3c2 r3c8 r3c9 r4c2 r5c2 r6c2 r7c2 r7c8 r7c9 r8c2 r8c8 r8c9"
    ),
    (
      [
        ".X. XXX X.X", "XXX XXX XXX", ".X. XXX X.X", "XXX XXX X.X", "XXX XXX X.X", "XXX XXX X.X",
        "XXX XXX XXX", ".X. ... X.X", "XXX XXX XXX",
      ], "b1 r8 c8", "b9 r2 c2",
      "r2c2 r2c4 r2c5 r2c6 r2c7 r2c9 r4c2 r5c2 r6c2 r7c2 r7c7 r7c9 r9c2 r9c7 r9c9"
    ),
  ])
  func mutantSwordfish(drawing: [String], base: String, cover: String, victims: String) {
    let steps = ComplexFish(.mutant, size: 3, isFinned: false).allSteps(in: grid(drawing))
    let found = steps.filter {
      "\($0.pattern.houses)" == base && "\($0.pattern.coverHouses)" == cover
    }
    #expect(found.map { "\(CellSet($0.eliminations.map(\.cell)))" } == [victims])
  }

  /// Where a digit can't go anywhere, the search ends all the same.
  @Test func worksWithoutAnyWay() {
    let drawing = ["XXX XXX XXX"] + Array(repeating: "X.. .X. ..X", count: 7) + ["... ... ..."]
    for size in 2...sized(3, full: 4) {
      let steps = ComplexFish(.mutant, size: size, isFinned: true).allSteps(in: grid(drawing))
      #expect(!steps.isEmpty && steps.allSatisfy { !$0.eliminations.isEmpty })
    }
  }
}
