import SudokuCore

/// A chute remote pair: two cells of a chute with the same two candidates, which don't see each other.
///
/// In the third block of the chute, three cells are in the line of neither. A digit of the two that has no
/// place there is in that block in the line of the one cell or of the other, so one of the cells
/// holds the other digit. That goes from every cell that sees both.
///
/// Order: bands, then stacks; the cells in reading order; the digits.
///
/// Source: "Chute Remote Pairs" of SudokuWiki, 2025, after Andy Potvin.
struct ChuteRemotePair: PatternSearcher {
  var techniques: [Technique] { [.chuteRemotePair] }

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    let bivalue = grid.bivalueCells
    for kind in [House.Kind.row, .column] {
      for first in bivalue {
        for second in bivalue where second > first && grid[second] == grid[first] {
          let lines = [first.house(kind), second.house(kind)]
          guard lines[0].number / 3 == lines[1].number / 3, !first.sees(second) else { continue }
          guard emitAll(grid, kind, first, second, emit) else { return }
        }
      }
    }
  }

  private func emitAll(
    _ grid: CandidateGrid, _ kind: House.Kind, _ first: Cell, _ second: Cell, _ emit: (Step) -> Bool
  ) -> Bool {
    let numbers = [first.house(kind).number, second.house(kind).number]
    let chute = numbers[0] / 3
    let third = House(kind, 9 * chute + 3 - numbers[0] - numbers[1])
    let cells = (0..<3).reduce(CellSet()) { $0.union(House(kind, 3 * chute + $1).cells) }
    let blocks = [first.house(.block).cells, second.house(.block).cells]
    let far = cells.subtracting(blocks[0]).subtracting(blocks[1])
    let middle = far.intersection(third.cells)
    for digit in grid[first] {
      let isThere = middle.contains { grid[$0].contains(digit) || grid.board[$0] == digit }
      let other = grid[first].subtracting(DigitSet(digit))
      let victims = grid.candidates(other, in: CellSet([first, second]).commonPeers)
      guard !isThere, !victims.isEmpty else { continue }
      let pattern = StepPattern(
        cells: [first, second], specialCells: middle,
        houses: HouseSet([first.house(kind), second.house(kind)]),
        coverHouses: HouseSet(middle.prefix(1).map { $0.house(.block) }), digits: grid[first],
        specialDigits: DigitSet(digit), candidates: grid.candidates(in: [first, second]))
      guard emit(Step(.chuteRemotePair, removing: victims, pattern: pattern)) else { return false }
    }
    return true
  }
}

extension Step {
  var chutePairReasons: [String] {
    let cells = Phrase.list(pattern.cells)
    let digit = Phrase.list(pattern.specialDigits)
    let other = Phrase.list(pattern.digits.subtracting(pattern.specialDigits))
    let block = Phrase.houses(pattern.coverHouses)
    let lines = pattern.houses.compactMap { line in
      pattern.cells.first { line.cells.contains($0) }
        .map { "in \(Phrase.house(line)), where \($0) sees it" }
    }
    return [
      "\(cells) each hold \(Phrase.list(pattern.digits, "or")). In \(block), the digit \(digit) is not in "
        + "\(Phrase.list(pattern.specialCells, "or")). So it is "
        + "\(lines.joined(separator: ", or ")).",
      "So at least one of \(cells) is not \(digit), and that one is \(other).",
    ]
  }
}
