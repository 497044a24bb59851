import SudokuCore
import Testing

@Suite struct HouseSetTests {
  @Test func members() {
    var houses: HouseSet = [House(.row, 3), House(.block, 4)]
    #expect(houses.count == 2)
    #expect("\(houses)" == "b5 r4")
    #expect(houses.contains(House(.row, 3)) && !houses.contains(House(.column, 3)))
    houses.insert(House(.column, 8))
    #expect(houses.map(\.index) == [4, 12, 26])
    #expect(houses.first == House(.block, 4))
    #expect(HouseSet().isEmpty && HouseSet().first == nil)
  }
}
