import SudokuCore
import Testing

@Suite struct CellAndHouseTests {
  @Test func everyCellIsWhereItsHousesSay() {
    for cell in CellSet.all {
      for kind in House.Kind.allCases {
        #expect(cell.house(kind).cell(cell.position(in: kind)) == cell)
        #expect(cell.house(kind).cells.contains(cell))
      }
    }
  }

  @Test func housesHoldNineCellsAndMeetAsTheyShould() {
    #expect(Array(House.all).count == 27)
    for house in House.all {
      #expect(house.cells.count == 9)
      #expect(CellSet((0..<9).map { house.cell($0) }) == house.cells)
      for other in House.all where other != house {
        let shared = house.cells.intersection(other.cells).count
        let bothLines = house.kind != .block && other.kind != .block
        if house.kind == other.kind {
          #expect(shared == 0)
        } else {
          #expect(bothLines ? shared == 1 : shared == 0 || shared == 3)
        }
      }
    }
  }

  @Test func peersAreTheTwentyCellsSeen() {
    for cell in CellSet.all {
      #expect(cell.peers.count == 20)
      #expect(cell.peers == CellSet(CellSet.all.filter { cell.sees($0) }))
    }
  }

  @Test func notation() {
    let cell = Cell(row: 3, column: 6)
    #expect("\(cell)" == "r4c7")
    #expect(Cell(parsing: "R4C7") == cell)
    #expect(Cell(parsing: "33") == cell)
    for bad in ["r0c1", "r1c10", "81", "-1", "", "c1r1", "r1c"] {
      #expect(Cell(parsing: bad) == nil)
    }
    #expect("\(House(.column, 8)) \(House(.block, 0))" == "c9 b1")
    #expect("\(Candidate(cell, Digit(5)!))" == "r4c7=5")
  }

  @Test func candidatesAreNumberedByCellThenDigit() {
    for index in 0..<729 {
      let candidate = Candidate(index: index)
      #expect(candidate.index == index)
      #expect(candidate.cell.index == index / 9 && candidate.digit.index == index % 9)
    }
  }

  @Test(arguments: ["", "r4c", "r0c1", "r1c0", "r:c1", "r1c11", "c1r1", "r4 7", "é4c"])
  func notationIsStrict(text: String) {
    #expect(Cell(notation: text.utf8) == nil)
  }

  @Test
  func notationIsReadBack() {
    for cell in (0..<81).map({ Cell(index: $0) }) {
      #expect(Cell(notation: cell.description.utf8) == cell)
      #expect(Cell(notation: cell.description.uppercased().utf8) == cell)
    }
  }
}
