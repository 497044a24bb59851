import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct SueDeCoqTests {
  @Test func examples() throws {
    try expectExamples(of: .sueDeCoq, SueDeCoq())
  }

  private static func subsets(_ cells: [Cell]) -> [CellSet] {
    (1..<(1 << cells.count)).map { mask in
      CellSet(cells.indices.filter { mask >> $0 & 1 == 1 }.map { cells[$0] })
    }
  }

  private static func digits(_ grid: CandidateGrid, _ cells: CellSet) -> DigitSet {
    cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
  }

  /// All eliminations of a crossing, a set in the line and a set in the block, by definition.
  private static func finds(_ grid: CandidateGrid, _ line: House, _ block: House) -> Set<String> {
    var keys: Set<String> = []
    let open = CellSet(line.cells.filter { grid.board[$0] == nil })
    let inBlock = CellSet(block.cells.filter { grid.board[$0] == nil })
    for crossing in subsets(Array(open.intersection(inBlock))) where crossing.count >= 2 {
      let own = digits(grid, crossing)
      for lineSet in subsets(Array(open.subtracting(crossing))) {
        let inLine = digits(grid, lineSet)
        for blockSet in subsets(Array(inBlock.subtracting(crossing).subtracting(lineSet))) {
          let other = digits(grid, blockSet)
          let surplus = own.count - crossing.count
          let lineTakes = lineSet.count - inLine.subtracting(own).count
          let blockTakes = blockSet.count - other.subtracting(own).count
          guard surplus >= 2, lineTakes > 0, blockTakes > 0, lineTakes + blockTakes == surplus,
            !inLine.isDisjoint(with: own), !other.isDisjoint(with: own),
            inLine.intersection(other).isDisjoint(with: own)
          else { continue }
          // A digit of the crossing is in the line's set, in the block's, or in neither.
          let both = inLine.intersection(other)
          let fromBlock = own.union(other).subtracting(inLine).union(both)
          let fromLine = own.union(inLine).subtracting(other).union(both)
          var victims: Set<Candidate> = []
          for cell in inBlock.subtracting(crossing).subtracting(blockSet) {
            victims.formUnion(grid[cell].intersection(fromBlock).map { Candidate(cell, $0) })
          }
          for cell in open.subtracting(crossing).subtracting(lineSet) {
            victims.formUnion(grid[cell].intersection(fromLine).map { Candidate(cell, $0) })
          }
          guard !victims.isEmpty else { continue }
          keys.insert("\(crossing) \(lineSet.union(blockSet)) \(victims.sorted())")
        }
      }
    }
    return keys
  }

  @Test func findsAll() {
    expectComplete(
      SueDeCoq(), grids: 600, leastPlaced: 40,
      key: { "\($0.pattern.cells) \($0.pattern.specialCells) \($0.eliminations)" }
    ) { grid in
      var keys: Set<String> = []
      for line in House.all where line.kind != .block {
        for block in 0..<9 where !House(.block, block).cells.isDisjoint(with: line.cells) {
          keys.formUnion(Self.finds(grid, line, House(.block, block)))
        }
      }
      return keys
    }
  }
}
