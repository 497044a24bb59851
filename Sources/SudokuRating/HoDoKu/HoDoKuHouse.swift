import SudokuCore
import SudokuTechniques

/// The program's order of houses: rows, columns, blocks.
enum HoDoKuHouse {
  /// The houses of a cell come in this order.
  static let kinds: InlineArray<3, House.Kind> = [.row, .column, .block]

  /// All houses by the program's number, `0..<27`.
  static let all: [House] =
    (0..<9).map { House(.row, $0) } + (0..<9).map { House(.column, $0) }
    + (0..<9).map { House(.block, $0) }

  /// Blocks, rows, columns: the order in which subsets are sought.
  static let subsetOrder: [House] =
    (0..<9).map { House(.block, $0) } + (0..<9).map { House(.row, $0) }
    + (0..<9).map { House(.column, $0) }

  /// The houses of all rows, all columns, all blocks.
  static let rows = Array(all[0..<9])
  static let columns = Array(all[9..<18])
  static let blocks = Array(all[18..<27])
}

extension House {
  /// The place in the program's order.
  var hodokuNumber: Int {
    switch kind {
    case .row: number
    case .column: 9 + number
    case .block: 18 + number
    }
  }
}

extension CandidateGrid {
  /// How many cells of a house may hold a digit.
  func count(_ digit: Digit, _ house: House) -> Int {
    places(of: digit, in: house).nonzeroBitCount
  }

  /// Candidates of one digit in some cells, in reading order.
  func removals(_ digit: Digit, in cells: CellSet) -> [Candidate] {
    cells.intersection(self.cells(with: digit)).map { Candidate($0, digit) }
  }

  /// The candidates of some cells, all or of some digits, by cell, then by digit.
  func all(_ digits: DigitSet = .all, in cells: CellSet) -> [Candidate] {
    var list: [Candidate] = []
    for cell in cells {
      for digit in self[cell].intersection(digits) { list.append(Candidate(cell, digit)) }
    }
    return list
  }
}

extension Cell {
  /// The cells that see it; faster than `peers`.
  @inline(__always)
  var seen: CellSet { CellSet(rawValue: CellBits.peers[index]) }
}

/// A search of the program: it answers with the step that it would take.
protocol HoDoKuSearcher: Sendable {
  /// The step to take; searches of singles take it out of its queue.
  func find(in state: inout HoDoKuState) -> HoDoKuFind?
}
