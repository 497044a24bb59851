import SudokuCore
import TestSupport
import Testing

@testable import SudokuTechniques

@Suite struct LockedSetTests {
  @Test func examples() throws {
    try expectExamples(of: .lockedPair, LockedSet(size: 2))
    try expectExamples(of: .lockedTriple, LockedSet(size: 3))
  }

  /// All sets of cells in one block and one line.
  private static func sets(_ size: Int) -> [[Cell]] {
    var all: [[Cell]] = []
    for block in 0..<9 {
      let cells = Array(House(.block, block).cells)
      for first in cells {
        for second in cells where second > first {
          guard first.row == second.row || first.column == second.column else { continue }
          if size == 2 { all.append([first, second]) }
          for third in cells where size == 3 && third > second {
            let set = [first, second, third]
            if Set(set.map(\.row)).count == 1 || Set(set.map(\.column)).count == 1 {
              all.append(set)
            }
          }
        }
      }
    }
    return all
  }

  @Test(arguments: [2, 3])
  func findsAll(size: Int) {
    let sets = Self.sets(size)
    expectComplete(LockedSet(size: size), grids: 2_000) { grid in
      var keys: Set<String> = []
      for cells in sets {
        let digits = cells.reduce(DigitSet.none) { $0.union(grid[$1]) }
        guard digits.count == size, cells.allSatisfy({ grid[$0].count >= 2 }) else { continue }
        let victims = digits.flatMap { digit in
          grid.slowCells(digit).filter { victim in
            !cells.contains(victim) && cells.allSatisfy { $0.sees(victim) }
          }.map { Candidate($0, digit) }
        }
        guard !victims.isEmpty else { continue }
        let technique = size == 2 ? Technique.lockedPair : .lockedTriple
        keys.insert("\(technique) \(CellSet(cells)) \(victims.sorted())")
      }
      return keys
    }
  }
}
