import SudokuCore
import Testing

@Suite struct TransformationTests {
  static let solution =
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543"

  @Test func randomTransformationsKeepTheRulesAndComeBack() throws {
    let board = try Board(line: Self.solution)
    var random = SeededRandom(seed: 3)
    for _ in 0..<500 {
      let first = Transformation.random(using: &random)
      let second = Transformation.random(using: &random)
      let moved = first.applied(to: board)
      #expect(moved.isSolved)
      #expect(first.inverse.applied(to: moved) == board)
      #expect(first.followed(by: second).applied(to: board) == second.applied(to: moved))
      #expect(first.followed(by: first.inverse) == .identity)
    }
  }

  @Test func listsThatBreakBandsAreRefused() {
    let digits = Transformation.identity.digits
    let lines = Array(0..<9)
    #expect(
      Transformation(
        isTransposed: false, sourceRows: [3, 1, 2, 0, 4, 5, 6, 7, 8], sourceColumns: lines,
        digits: digits) == nil)
    #expect(
      Transformation(
        isTransposed: false, sourceRows: lines, sourceColumns: [0, 0, 2, 3, 4, 5, 6, 7, 8],
        digits: digits) == nil)
    #expect(
      Transformation(
        isTransposed: true, sourceRows: lines, sourceColumns: lines,
        digits: [Digit](repeating: digits[0], count: 9)) == nil)
  }
}
