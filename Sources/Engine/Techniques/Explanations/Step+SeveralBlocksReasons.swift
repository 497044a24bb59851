import SudokuCore

/// Words for patterns over several blocks.
extension Step {
  private var digits: String { Phrase.list(pattern.digits) }
  private var special: String { Phrase.list(pattern.specialCells) }

  var fireworkReasons: [String] {
    guard let crossing = pattern.specialCells.first,
      let inRow = pattern.cells.first(where: { $0 != crossing && $0.row == crossing.row }),
      let inColumn = pattern.cells.first(where: { $0 != crossing && $0.column == crossing.column })
    else { return [] }
    let block = Phrase.house(crossing.house(.block))
    return [
      "Outside \(block), \(Phrase.house(crossing.house(.row))) has room for \(digits) in \(inRow) only, "
        + "and \(Phrase.house(crossing.house(.column))) in \(inColumn) only.",
      "If a digit of these is in neither of the two cells, it is inside \(block) in both lines. So it is "
        + "at \(crossing), where they cross. Each cell holds one digit, so the three digits take "
        + "\(Phrase.list(pattern.cells)).",
    ]
  }

  var fireworkQuadReasons: [String] {
    guard pattern.sets.count == 2 else { return [] }
    let corners = pattern.cells.subtracting(pattern.specialCells)
    let fireworks = pattern.sets.compactMap { set -> String? in
      guard let crossing = set.cells.intersection(pattern.specialCells).first,
        let inRow = corners.first(where: { $0.row == crossing.row }),
        let inColumn = corners.first(where: { $0.column == crossing.column })
      else { return nil }
      return "Outside \(Phrase.house(crossing.house(.block))), "
        + "\(Phrase.house(crossing.house(.row))) has room for \(Phrase.list(set.link)) in \(inRow) only, "
        + "and \(Phrase.house(crossing.house(.column))) in \(inColumn) only. If one of these digits is in "
        + "neither cell, it is at \(crossing), where row and column cross."
    }
    let crossings = pattern.sets.compactMap { set -> String? in
      let crossing = set.cells.intersection(pattern.specialCells).first
      return crossing.map { "\($0) is \(Phrase.list(set.link, "or"))" }
    }
    return fireworks + [
      "So the four digits take the four cells \(Phrase.list(pattern.cells)).",
      "If \(Phrase.list(corners)) held both digits of one crossing, both digits of the other would share one "
        + "cell. So \(crossings.joined(separator: ", and ")).",
    ]
  }

  var exocetReasons: [String] {
    let lines = Phrase.houses(pattern.houses)
    let kind = pattern.houses.contains { $0.kind == .row } ? "columns" : "rows"
    let across = kind == "rows" ? "columns" : "rows"
    // The base and the targets lie in one block each, side by side.
    let isInBand = pattern.cells.union(pattern.specialCells)
    let band = isInBand.first.map { kind == "rows" ? $0.row / 3 : $0.column / 3 } ?? 0
    let numbers = (0..<3).map { kind == "rows" ? band * 3 + $0 : band + $0 * 3 }
    let blocks = Phrase.houses(HouseSet(numbers.map { House(.block, $0) }))
    return [
      "\(Phrase.list(pattern.cells)) hold \(pattern.digits.count == 2 ? "" : "two of ")\(digits). Outside "
        + "\(blocks), \(lines) hold each of these digits in at most two \(kind). So each is in at most two of "
        + "the three \(across).",
      "In the third, a digit of \(Phrase.list(pattern.cells)) is within these blocks, and there only \(special) "
        + "can hold it. So \(special) hold the same two digits as \(Phrase.list(pattern.cells)).",
    ]
  }

  var multiSectorReasons: [String] {
    let rooms = (Array(pattern.houses) + Array(pattern.coverHouses)).compactMap { line -> String? in
      let counted = line.kind == .row ? pattern.digits : pattern.specialDigits
      let digits = DigitSet(
        pattern.candidates.filter { line.cells.contains($0.cell) }.map(\.digit)
      ).intersection(counted)
      return digits.isEmpty ? nil : "for \(Phrase.list(digits)) in \(Phrase.house(line))"
    }
    return [
      "Where \(Phrase.houses(pattern.houses)) cross \(Phrase.houses(pattern.coverHouses)) there are "
        + "\(pattern.cells.count) empty cells. Count \(digits) by row, and "
        + "\(Phrase.list(pattern.specialDigits)) by column. The cells have room, once each, "
        + "\(Phrase.list(rooms)).",
      "That is room for \(pattern.cells.count) digits, as many as cells. So each of these digits is in "
        + "those cells, and nowhere else in its line.",
    ]
  }

  var tridagonReasons: [String] {
    let guardians = pattern.candidates.filter { !pattern.digits.contains($0.digit) }
    let names = Phrase.list(guardians.map { "\($0.digit) in \($0.cell)" }, "or")
    return [
      "The twelve cells \(Phrase.list(pattern.cells)) stand in \(Phrase.houses(pattern.houses)). In "
        + "each block, three of them are in different rows and columns.",
      "With \(digits) alone they can't be filled, as trying all ways shows.",
      guardians.count == 1
        ? "So the only other candidate is true: \(names)."
        : "So one of the other candidates is true: \(names).",
    ]
  }
}
