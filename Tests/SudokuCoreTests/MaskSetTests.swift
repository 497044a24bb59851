import SudokuCore
import Testing

struct MaskSetTests {
  /// Every operation says what `Set` says, on random sets.
  private func compare<Mask: MaskSet>(
    _ type: Mask.Type, _ all: [Mask.Element], seed: UInt64
  ) where Mask.Element: Hashable {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let a = Set(all.filter { _ in Bool.random(using: &random) })
      let b = Set(all.filter { _ in Int.random(in: 0..<5, using: &random) == 0 })
      let element = all[Int.random(in: 0..<all.count, using: &random)]
      var (mask, other) = (Mask(a), Mask(b))
      #expect(Array(mask) == all.filter(a.contains), "seed \(seed)")
      #expect(mask.count == a.count && mask.isEmpty == a.isEmpty)
      #expect(mask.contains(element) == a.contains(element))
      #expect(Set(mask.union(other)) == a.union(b))
      #expect(Set(mask.intersection(other)) == a.intersection(b))
      #expect(Set(mask.subtracting(other)) == a.subtracting(b))
      #expect(Set(mask.symmetricDifference(other)) == a.symmetricDifference(b))
      #expect(other.isSubset(of: mask) == b.isSubset(of: a))
      #expect(mask.intersection(other).isSubset(of: mask))
      #expect(mask.isDisjoint(with: other) == a.isDisjoint(with: b))
      let isNew = mask.insert(element).inserted
      let known = mask.update(with: element)
      let (removed, none) = (mask.remove(element), mask.remove(element))
      #expect(isNew == !a.contains(element) && known == element)
      #expect(removed == element && none == nil)
      #expect(Set(mask) == a.subtracting([element]))
      other.formSymmetricDifference(Mask(all))
      #expect(Set(other) == Set(all).subtracting(b))
      #expect(Mask().isEmpty && Mask([]) == Mask())
    }
  }

  @Test func setsReadLikeSet() {
    compare(CellSet.self, (0..<81).map { Cell(index: $0) }, seed: 1)
    compare(DigitSet.self, (0..<9).map { Digit(index: $0) }, seed: 2)
    compare(HouseSet.self, (0..<27).map { House(index: $0) }, seed: 3)
  }

  @Test func bitsThatStandForNothingAreDropped() {
    #expect(CellSet(rawValue: .max).count == 81)
    #expect(DigitSet(rawValue: .max).count == 9)
    #expect(HouseSet(rawValue: .max).count == 27)
  }

  /// Vectors of the authors (http://www.isthe.com/chongo/tech/comp/fnv).
  @Test func publishedHashes() {
    #expect(FNV1a().value == 0xCBF2_9CE4_8422_2325)
    #expect(FNV1a("a".utf8).value == 0xAF63_DC4C_8601_EC8C)
    #expect(FNV1a("foobar".utf8).value == 0x8594_4171_F739_67E8)
    var hash = FNV1a("foo".utf8)
    hash.combine("bar".utf8)
    #expect(hash == FNV1a("foobar".utf8))
  }

  @Test func indexesHaveLabels() {
    #expect(Cell(index: 33).description == "r4c7" && House(index: 4).description == "b5")
    #expect(Candidate(index: 0) == Candidate(Cell(index: 0), Digit(index: 0)))
  }
}
