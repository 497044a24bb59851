import SudokuCore

/// A tridagon: twelve cells of four blocks that can't hold three digits only.
///
/// The blocks lie in two bands and two stacks; in each block three cells stand in different rows and
/// columns. Going down the rows of a block the three digits come in some order; in the block beside it
/// each row has another of the three, so the order has the same parity; and so it is for the columns
/// of blocks below each other. Where the cells of an odd number of blocks run the other way round, the
/// parities contradict each other: one of the further candidates of the twelve cells, the guardians,
/// must be true. What none of them allows goes.
///
/// Each cell has at least two of the three digits. Order: digits, bands, stacks, cells by block.
///
/// Source: found in the hardest known puzzles by "mith" in 2022 ("Thor's Hammer" on the forum of New
/// Sudoku Players); the argument by parity is there, too.
struct Tridagon: PatternSearcher {
  var techniques: [Technique] { [.tridagon] }

  /// For each block the sets of three of its cells in different rows and columns.
  private static let threes: [[(cells: CellSet, isOdd: Bool)]] = (0..<9).map { block in
    orders.map { order in
      (CellSet((0..<3).map { House(.block, block).cell(3 * $0 + order.columns[$0]) }), order.isOdd)
    }
  }

  /// Three cells of one block in different rows and columns.
  private struct Diagonal {
    var cells: CellSet
    /// True if the columns are permuted an odd number of times, row by row.
    var isOdd: Bool
    var guardians: Guardians
  }

  /// Candidates of a pattern besides its digits, as far as eliminations ask for them.
  private struct Guardians {
    var cells = CellSet()
    var digits = DigitSet.none

    /// True if anything can follow: they are in one cell, or of one digit.
    var canAct: Bool { cells.count <= 1 || digits.count <= 1 }

    func union(_ other: Guardians) -> Guardians {
      Guardians(cells: cells.union(other.cells), digits: digits.union(other.digits))
    }
  }

  /// The orders of three columns, and whether they are odd.
  private static let orders: [(columns: [Int], isOdd: Bool)] = [
    ([0, 1, 2], false), ([0, 2, 1], true), ([1, 0, 2], true), ([1, 2, 0], false),
    ([2, 0, 1], false), ([2, 1, 0], true),
  ]

  /// Two of three bands or stacks.
  private static let pairs = [(0, 1), (0, 2), (1, 2)]

  func search(_ grid: CandidateGrid, emit: (Step) -> Bool) {
    for mask in Combinations.ofNine[3] {
      let digits = DigitSet(rawValue: mask)
      let cells = grid.cells(withTwoOf: digits)
      guard cells.count >= 12 else { continue }
      let diagonals = (0..<9).map { Self.diagonals(of: $0, in: cells, grid, digits) }
      for (upper, lower) in Self.pairs {
        for (left, right) in Self.pairs {
          let blocks = [3 * upper + left, 3 * upper + right, 3 * lower + left, 3 * lower + right]
          guard blocks.allSatisfy({ !diagonals[$0].isEmpty }) else { continue }
          let choices = blocks.map { diagonals[$0] }
          guard emitAll(grid, digits, blocks, choices, emit) else { return }
        }
      }
    }
  }

  private static func diagonals(
    of block: Int, in cells: CellSet, _ grid: CandidateGrid, _ digits: DigitSet
  ) -> [Diagonal] {
    guard cells.intersection(House(.block, block).cells).count >= 3 else { return [] }
    return threes[block].compactMap { three, isOdd in
      guard three.isSubset(of: cells) else { return nil }
      var guardians = Guardians()
      for cell in three {
        let others = grid[cell].subtracting(digits)
        guard !others.isEmpty else { continue }
        guardians.cells.insert(cell)
        guardians.digits.formUnion(others)
      }
      guard guardians.canAct else { return nil }
      return Diagonal(cells: three, isOdd: isOdd, guardians: guardians)
    }
  }

  /// Hands over the steps of four blocks; returns whether to go on.
  private func emitAll(
    _ grid: CandidateGrid, _ digits: DigitSet, _ blocks: [Int], _ choices: [[Diagonal]],
    _ emit: (Step) -> Bool
  ) -> Bool {
    for first in choices[0] {
      for second in choices[1] {
        let top = first.guardians.union(second.guardians)
        guard top.canAct else { continue }
        for third in choices[2] {
          let three = top.union(third.guardians)
          guard three.canAct else { continue }
          for fourth in choices[3] {
            let guardians = three.union(fourth.guardians)
            let isOdd = (first.isOdd != second.isOdd) != (third.isOdd != fourth.isOdd)
            guard isOdd, guardians.canAct, !guardians.cells.isEmpty else { continue }
            let cells = [first, second, third, fourth].reduce(CellSet()) { $0.union($1.cells) }
            guard let step = step(grid, digits, cells, guardians, blocks) else { continue }
            guard emit(step) else { return false }
          }
        }
      }
    }
    return true
  }

  private func step(
    _ grid: CandidateGrid, _ digits: DigitSet, _ cells: CellSet, _ guardians: Guardians,
    _ blocks: [Int]
  ) -> Step? {
    var victims: [Candidate] = []
    if guardians.cells.count == 1 { victims += grid.candidates(digits, in: guardians.cells) }
    if let digit = guardians.digits.single {
      let seeing = guardians.cells.commonPeers.intersection(grid.cells(with: digit))
      victims += seeing.map { Candidate($0, digit) }
    }
    guard !victims.isEmpty else { return nil }
    return Step(
      .tridagon, removing: victims.sorted(),
      pattern: StepPattern(
        cells: cells, specialCells: guardians.cells,
        houses: HouseSet(blocks.map { House(.block, $0) }), digits: digits,
        specialDigits: guardians.digits,
        candidates: grid.candidates(digits.union(guardians.digits), in: cells)))
  }
}

extension CandidateGrid {
  /// The empty cells with at least two of three digits.
  fileprivate func cells(withTwoOf digits: DigitSet) -> CellSet {
    var (one, two) = (CellSet(), CellSet())
    for digit in digits {
      let cells = cells(with: digit)
      two.formUnion(one.intersection(cells))
      one.formUnion(cells)
    }
    return two.intersection(emptyCells)
  }
}
