import Testing

@testable import SudokuDrawing

/// Another program's codes are equal where none of a version's room is left; one reads the smallest code, too.
@Suite struct QRCodeTests {
  @Test func theSmallestCode() throws {
    let code = try #require(QRCode("sudoku"))
    let rows = code.rows.map { $0.map { $0 ? "#" : "." }.joined() }
    #expect(
      rows.joined(separator: "\n") == """
        #######...#.#.#######
        #.....#.....#.#.....#
        #.###.#.#.#...#.###.#
        #.###.#.....#.#.###.#
        #.###.#..#.##.#.###.#
        #.....#..###..#.....#
        #######.#.#.#.#######
        ........#.#..........
        ###.#####.#.###...#..
        ....##.#...#.#.#....#
        ##.#.##.####.###.####
        ..#..#.#######.##...#
        .#..####...#.###....#
        ........##....##....#
        #######.###.#...#.###
        #.....#.##....#....##
        #.###.#.#.#.#.###..##
        #.###.#..#.#.#..#.##.
        #.###.#.#.##.#####..#
        #.....#.#.####..#..#.
        #######.####.##....##
        """)
    #expect(code.text.split(separator: "\n").count == 13)
  }

  /// The longest text of each version: the number of dark modules, and a sum over their places.
  @Test func allVersions() throws {
    for (length, dark, sum) in [
      (17, 228, 1_060_860), (32, 320, 1_428_343), (53, 444, 2_032_568), (78, 574, 2_634_439),
      (106, 708, 3_238_902),
    ] {
      let code = try #require(QRCode(String(repeating: "h", count: length)))
      let places = code.rows.joined().enumerated().filter(\.element).map(\.offset)
      #expect(places.count == dark, "\(length)")
      #expect(places.reduce(0) { $0 + $1 * $1 % 9_973 } == sum, "\(length)")
    }
    #expect(QRCode(String(repeating: "h", count: 107)) == nil)
  }
}
