import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct TridagonTests {
  private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  /// The three cells of a block in the columns of an order.
  private static func diagonal(_ block: Int, _ order: [Int]) -> [Cell] {
    (0..<3).map { House(.block, block).cell(3 * $0 + order[$0]) }
  }

  /// Whether three digits can fill cells so that none that see each other are equal, by trial.
  private static func canBeFilled(_ cells: [Cell]) -> Bool {
    var digits: [Int] = []
    func fill() -> Bool {
      if digits.count == cells.count { return true }
      let next = cells[digits.count]
      for digit in 0..<3
      where !zip(cells, digits).contains(where: { $1 == digit && $0.sees(next) }) {
        digits.append(digit)
        if fill() { return true }
        digits.removeLast()
      }
      return false
    }
    return fill()
  }

  /// Every choice of diagonals that can't be filled, by the numbers of their orders; found once.
  private static let impossible: Set<[Int]> = {
    var found: Set<[Int]> = []
    for code in 0..<1296 {
      let choice = [code / 216, code / 36 % 6, code / 6 % 6, code % 6]
      let cells = zip([0, 1, 3, 4], choice).flatMap { diagonal($0, orders[$1]) }
      if !canBeFilled(cells) { found.insert(choice) }
    }
    return found
  }()

  /// Half of all choices can't be filled: those with an odd number of odd orders.
  @Test func parityDecides() {
    #expect(Self.impossible.count == 648)
    for choice in Self.impossible {
      let oddCount = choice.filter { [1, 2, 5].contains($0) }.count
      #expect(oddCount % 2 == 1)
    }
  }

  /// All steps by definition: what every candidate besides the digits would remove.
  private static func finds(_ grid: CandidateGrid) -> Set<String> {
    var keys: Set<String> = []
    for mask in 0..<512 where mask.nonzeroBitCount == 3 {
      let digits = DigitSet(rawValue: UInt16(mask))
      for corner in [(0, 1), (0, 2), (1, 2)] {
        for side in [(0, 1), (0, 2), (1, 2)] {
          let blocks = [
            3 * corner.0 + side.0, 3 * corner.0 + side.1, 3 * corner.1 + side.0,
            3 * corner.1 + side.1,
          ]
          let choices = blocks.map { block in
            (0..<6).filter { order in
              diagonal(block, orders[order]).allSatisfy {
                grid.board[$0] == nil && grid[$0].intersection(digits).count >= 2
              }
            }
          }
          for one in choices[0] {
            for two in choices[1] {
              for three in choices[2] {
                for four in choices[3] where impossible.contains([one, two, three, four]) {
                  let cells = zip(blocks, [one, two, three, four])
                    .flatMap { diagonal($0, orders[$1]) }
                  let guardians = cells.flatMap { cell in
                    grid[cell].subtracting(digits).map { Candidate(cell, $0) }
                  }
                  guard !guardians.isEmpty else { continue }
                  let victims = CellSet.all.flatMap { cell in
                    grid[cell].map { Candidate(cell, $0) }
                  }.filter { victim in
                    guardians.allSatisfy {
                      $0.cell == victim.cell
                        ? $0.digit != victim.digit
                        : $0.digit == victim.digit && $0.cell.sees(victim.cell)
                    }
                  }
                  if victims.isEmpty { continue }
                  keys.insert("\(digits) \(CellSet(cells)) \(victims)")
                }
              }
            }
          }
        }
      }
    }
    return keys
  }

  /// Twelve cells of a solution, three digits, and few cells with another digit.
  private static func plant(
    in solution: Board, _ random: inout SeededRandom
  ) -> (cells: CellSet, digits: DigitSet)? {
    for _ in 0..<200 {
      let digits = DigitSet(
        (0..<3).map { _ in Digit(1 + random.next(below: 9)) }.compactMap { $0 })
      guard digits.count == 3 else { continue }
      let rows = random.next(below: 3)
      let columns = random.next(below: 3)
      let bands = [0, 1, 2].filter { $0 != rows }
      let stacks = [0, 1, 2].filter { $0 != columns }
      let blocks = bands.flatMap { band in stacks.map { 3 * band + $0 } }
      let best = blocks.map { block in
        (0..<6).map { order in
          (
            order: order,
            missing: diagonal(block, orders[order])
              .filter { solution[$0].map { !digits.contains($0) } ?? true }.count
          )
        }.filter { $0.missing <= 1 }
      }
      for one in best[0] {
        for two in best[1] {
          for three in best[2] {
            for four in best[3]
            where one.missing + two.missing + three.missing + four.missing <= 2
              && impossible.contains([one.order, two.order, three.order, four.order])
            {
              let orders = [one.order, two.order, three.order, four.order]
              return (
                CellSet(zip(blocks, orders).flatMap { diagonal($0, Self.orders[$1]) }), digits
              )
            }
          }
        }
      }
    }
    return nil
  }

  @Test func findsAll() {
    var grids = PlantedGrids(seed: 7)
    var findCount = 0
    for number in 0..<twinCount(60) {
      let solution = grids.solution()
      guard let planted = Self.plant(in: solution, &grids.random) else { continue }
      let grid = grids.grid(solution, chance: 1 + number % 3) { cell in
        planted.cells.contains(cell) ? .none : .all
      }
      var masks = CellSet.all.map { grid[$0] }
      for cell in planted.cells { masks[cell.index].formUnion(planted.digits) }
      let full = CandidateGrid { masks[$0.index] }
      let steps = Tridagon().allSteps(in: full)
      findCount += steps.count
      #expect(
        Set(steps.map { "\($0.pattern.digits) \($0.pattern.cells) \($0.eliminations)" })
          == Self.finds(full))
      #expect(steps.allSatisfy { $0.fault(in: full, solution: solution) == nil })
    }
    #expect(findCount >= 10, "the grids hardly have the pattern")
  }

  /// In `hardest.txt`-like collections: the steps agree with the solutions, and their words name the
  /// candidates that remain.
  @Test func explanation() throws {
    var grids = PlantedGrids(seed: 7)
    for _ in 0..<60 {
      let solution = grids.solution()
      guard let planted = Self.plant(in: solution, &grids.random) else { continue }
      let grid = CandidateGrid { cell in
        DigitSet(solution[cell].map { [$0] } ?? [])
          .union(planted.cells.contains(cell) ? planted.digits : .all)
      }
      guard let step = Tridagon().firstStep(in: grid) else { continue }
      let text = step.explanation.text
      for cell in step.pattern.specialCells { #expect(text.contains("in \(cell)"), "\(text)") }
      return
    }
    Issue.record("no tridagon was made")
  }
}
