import SudokuCore
import Testing

/// The bit sets against the standard library's `Set`.
@Suite struct SetTests {
  @Test func cellSetsBehaveAsSets() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<200 {
      let left = randomCells(&random)
      let right = randomCells(&random)
      let (a, b) = (CellSet(left), CellSet(right))
      #expect(a.count == left.count)
      #expect(Array(a) == left.sorted())
      #expect(Set(a.union(b)) == left.union(right))
      #expect(Set(a.intersection(b)) == left.intersection(right))
      #expect(Set(a.subtracting(b)) == left.subtracting(right))
      #expect(a.isSubset(of: b) == left.isSubset(of: right))
      #expect(a.isDisjoint(with: b) == left.isDisjoint(with: right))
      #expect(a.first == left.min())
    }
    #expect(CellSet(rawValue: .max) == .all)
  }

  @Test func commonPeersSeeAll() {
    let cells: CellSet = [Cell(row: 0, column: 0), Cell(row: 1, column: 4)]
    let expected = CellSet.all.filter { cell in cells.allSatisfy { $0.sees(cell) } }
    #expect(Array(cells.commonPeers) == expected)
  }

  @Test func digitSetsBehaveAsSets() {
    for leftBits in UInt16(0)..<512 {
      let left = DigitSet(rawValue: leftBits)
      #expect(DigitSet(Array(left)) == left)
      #expect(Array(left) == Array(left).sorted())
      #expect(left.single == (left.count == 1 ? left.first : nil))
      for rightBits in stride(from: UInt16(0), to: 512, by: 37) {
        let right = DigitSet(rawValue: rightBits)
        #expect(Set(left.union(right)) == Set(left).union(right))
        #expect(Set(left.subtracting(right)) == Set(left).subtracting(right))
        #expect(left.isSubset(of: right) == Set(left).isSubset(of: Set(right)))
      }
    }
    #expect(DigitSet(rawValue: 0xFFFF) == .all)
  }

  private func randomCells(_ random: inout SeededRandom) -> Set<Cell> {
    Set((0..<random.next(below: 82)).map { _ in Cell(index: random.next(below: 81)) })
  }
}
