// Blocks with the same board, which become one record, and solutions apart from their puzzles.

import SudokuCore

extension PastedText {
  /// Joins neighbouring blocks with the same board.
  mutating func merge() {
    guard blocks.contains(where: { $0.form != blocks[0].form }) else { return finishTitles() }
    var merged: [Block] = []
    for block in blocks {
      if let last = merged.last, let joined = Self.join(last, block) {
        merged[merged.count - 1] = joined
      } else {
        merged.append(block)
      }
    }
    blocks = merged
    finishTitles()
  }

  private static func join(_ first: Block, _ second: Block) -> Block? {
    guard let one = first.puzzle, let two = second.puzzle, !one.puzzle.isFull, !two.puzzle.isFull,
      one.solution == nil || two.solution == nil || one.solution == two.solution
    else { return nil }
    let isSame = one.puzzle == two.puzzle
    // Digits beside the clues are placed ones. A form with candidates has all digits of its board.
    func holds(_ state: PuzzleRecord, _ clues: PuzzleRecord) -> Bool {
      clues.puzzle.isSubset(of: state.filled) && clues.puzzle.clueCount > 16
        && (isSame || clues.candidates == nil)
    }
    let clues: Board
    if holds(two, one) {
      clues = one.puzzle
    } else if holds(one, two) {
      clues = two.puzzle
    } else {
      return nil
    }
    guard isSame || first.form != second.form else { return nil }
    let richer = two.candidates != nil || one.candidates == nil ? two : one
    var record = one
    record.puzzle = clues
    record.placed = nil
    let fuller = one.filled.clueCount > two.filled.clueCount ? one.filled : two.filled
    record.takePlaced(from: fuller)
    record.candidates = richer.candidates
    for cell in fuller.filledCells { record.candidates?[cell] = .none }
    record.solution = one.solution ?? two.solution
    for field in two.fields where record.field(field.name) == nil { record.fields.append(field) }
    return Block(record: .puzzle(record), form: second.form, title: first.title ?? second.title)
  }

  /// Gives the puzzles their titles.
  private mutating func finishTitles() {
    for (index, block) in blocks.enumerated() {
      guard var record = block.puzzle, let title = block.title, record.field("title") == nil,
        !BoardLabel.isBare(Array(title.utf8)[...])
      else { continue }
      record.fields.insert(PuzzleField("title", cell: title), at: 0)
      blocks[index].record = .puzzle(record)
    }
  }

  /// Gives each puzzle the only full board that holds its clues.
  mutating func takeSolutions() {
    let full = blocks.indices.filter { blocks[$0].puzzle?.puzzle.isFull == true }
    var taken = Set<Int>()
    for solution in full {
      guard let board = blocks[solution].puzzle?.puzzle else { continue }
      let puzzles = blocks.indices.filter { index in
        guard let record = blocks[index].puzzle else { return false }
        return !record.puzzle.isFull && record.solution == nil && record.puzzle.clueCount > 16
          && record.puzzle.isSubset(of: board)
      }
      guard puzzles.count == 1, var record = blocks[puzzles[0]].puzzle, record.takeSolution(board)
      else { continue }
      blocks[puzzles[0]].record = .puzzle(record)
      taken.insert(solution)
    }
    blocks = blocks.indices.filter { !taken.contains($0) }.map { blocks[$0] }
  }
}

extension PastedText {
  /// True if neighbouring records of a format's reader may be one board in several forms, or a solution apart.
  static func mayJoin(_ records: [BoardReader.Record], _ areLines: Bool) -> Bool {
    let boards = records.compactMap { record in
      if case .puzzle(let puzzle) = record { puzzle } else { nil }
    }
    guard boards.count == records.count, boards.count < 1_000 else { return false }
    let full = areLines ? boards.filter { $0.puzzle.isFull } : []
    if full.count < 100,
      full.contains(where: { solution in
        boards.contains { puzzle in
          !puzzle.puzzle.isFull && puzzle.puzzle.clueCount > 16
            && puzzle.puzzle.isSubset(of: solution.puzzle)
        }
      })
    {
      return true
    }
    return zip(boards, boards.dropFirst()).contains { one, two in
      (one.candidates == nil) != (two.candidates == nil)
        && (one.puzzle.isSubset(of: two.filled) || two.puzzle.isSubset(of: one.filled))
    }
  }
}
