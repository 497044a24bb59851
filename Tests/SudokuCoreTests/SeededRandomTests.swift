import SudokuCore
import Testing

@Suite struct SeededRandomTests {
  /// The vector that the reference C code of xoshiro256** 1.0 gives from the state 1, 2, 3, 4.
  @Test func publishedVector() {
    var random = SeededRandom(state: (1, 2, 3, 4))
    let expected: [UInt64] = [
      11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
      607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
      10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
    ]
    #expect(expected.map { _ in random.next() } == expected)
  }

  @Test func streamsDiffer() {
    var first = SeededRandom(seed: 7, stream: 0)
    var second = SeededRandom(seed: 7, stream: 1)
    #expect((0..<100).allSatisfy { _ in first.next() != second.next() })
  }

  @Test func boundedNumbersAreUniform() {
    var random = SeededRandom(seed: 11)
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<60_000 { counts[random.next(below: 6)] += 1 }
    #expect(counts.allSatisfy { 9_500...10_500 ~= $0 })
  }
}
