import SudokuCore
import SudokuTechniques

/// A search of the program: it returns the step that the program takes.
protocol HoDoKuSearcher: Sendable {
  /// The step to take; searches of singles remove it from their queue.
  func find(in state: inout HoDoKuState) -> HoDoKuFind?
}

/// A step in the program's terms: its eliminations are made in a certain order, because that decides
/// which singles are met first.
struct HoDoKuFind {
  var technique: Technique
  var placement: Candidate?
  /// The eliminations, in order; may name a candidate twice.
  var removals: [Candidate] = []
  var pattern: StepPattern

  init(_ technique: Technique, placing placement: Candidate, pattern: StepPattern) {
    self.technique = technique
    self.placement = placement
    self.pattern = pattern
  }

  init(_ technique: Technique, removing removals: [Candidate], pattern: StepPattern) {
    self.technique = technique
    self.removals = removals
    self.pattern = pattern
  }

  init(_ step: Step) {
    (technique, placement) = (step.technique, step.placement)
    (removals, pattern) = (step.eliminations, step.pattern)
  }

  /// The step as this package reports it.
  var step: Step {
    if let placement { return Step(technique, placing: placement, pattern: pattern) }
    return Step(technique, removing: Set(removals).sorted(), pattern: pattern)
  }
}

/// By what the program prefers one of several steps: more eliminations, then shorter chains, then a
/// number made of the eliminations in the program's order.
struct HoDoKuRank: Comparable {
  let eliminationCount: Int
  let length: Int
  let weight: Int

  init(_ removals: [Candidate], length: Int) {
    eliminationCount = removals.count
    self.length = length
    weight = removals.enumerated().reduce(0) { sum, item in
      sum + item.element.cell.index * (1 + 80 * item.offset) + Int(item.element.digit.rawValue)
    }
  }

  static func < (lhs: HoDoKuRank, rhs: HoDoKuRank) -> Bool {
    (-lhs.eliminationCount, lhs.length, lhs.weight)
      < (-rhs.eliminationCount, rhs.length, rhs.weight)
  }
}

extension Sequence where Element == Candidate {
  /// In the program's normal order: by digit, then by cell, each once.
  func normalized() -> [Candidate] {
    Set(self).sorted { ($0.digit, $0.cell) < ($1.digit, $1.cell) }
  }
}

/// The program's order of houses: rows, columns, blocks.
enum HoDoKuHouse {
  static let kinds: InlineArray<3, House.Kind> = [.row, .column, .block]

  /// All houses by the program's number, `0..<27`.
  static let all: [House] = [House.Kind.row, .column, .block].flatMap { kind in
    (0..<9).map { House(kind, $0) }
  }

  static let blocks = all[18...]

  /// The houses that hold all of some cells.
  static func houses(of cells: CellSet) -> [House] {
    guard let first = cells.first else { return [] }
    return [House.Kind.row, .column, .block].map { first.house($0) }
      .filter { cells.isSubset(of: $0.cells) }
  }
}

extension House {
  /// The place in the program's order.
  var hodokuNumber: Int { kind == .block ? 18 + number : index - 9 }
}

extension CandidateGrid {
  /// The number of cells of a house that may hold a digit.
  func count(_ digit: Digit, _ house: House) -> Int {
    places(of: digit, in: house).nonzeroBitCount
  }

  /// Candidates of one digit in some cells, in reading order.
  func removals(_ digit: Digit, in cells: CellSet) -> [Candidate] {
    cells.intersection(self.cells(with: digit)).map { Candidate($0, digit) }
  }
}

extension Cell {
  /// The cells that see it; faster than `peers`.
  @inline(__always)
  var seen: CellSet { CellSet(rawValue: CellBits.peers[index]) }
}
