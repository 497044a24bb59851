/// An end of a strong link in a house: the places of a digit in one cell, or in a segment.
struct LevelLinkEnd {
  let places: UInt16
  let house: Int
  /// 0 for the rows of a block and for a line, 1 for the columns of a block.
  let direction: Int
  /// The segment among the three of the house.
  let third: Int

  var isCell: Bool { places & (places &- 1) == 0 }

  /// The first cell.
  var cell: Int { LevelView.cell(house, places.trailingZeroBitCount) }

  /// The number of the segment, as in `LevelSegments`.
  var segment: Int { LevelSegments.number(house, direction, third) }
}

extension LevelView {
  /// Calls `body` with both ends of each strong link of a digit in a house: its two cells, or the two
  /// segments that have all of its places.
  @inline(__always)
  func forEachStrongLink(of digit: Int, _ body: (LevelLinkEnd, LevelLinkEnd) -> Void) {
    for house in 0..<27 {
      let places = places[unchecked: house &* 9 &+ digit]
      let second = places & (places &- 1)
      guard second != 0 else { continue }
      if second & (second &- 1) == 0 {
        body(
          LevelLinkEnd(places: places ^ second, house: house, direction: 0, third: 0),
          LevelLinkEnd(places: second, house: house, direction: 0, third: 0))
        continue
      }
      linkSegments(places, 0o7, 3, house, 0, body)
      if house < 9 { linkSegments(places, 0o111, 1, house, 1, body) }
    }
  }

  /// Calls `body` if the places lie in just two of three segments.
  @inline(__always)
  private func linkSegments(
    _ places: UInt16, _ first: UInt16, _ step: UInt16, _ house: Int, _ direction: Int,
    _ body: (LevelLinkEnd, LevelLinkEnd) -> Void
  ) {
    let one = places & first
    let two = places & (first &<< step)
    let three = places & (first &<< (2 &* step))
    let end = { LevelLinkEnd(places: $0, house: house, direction: direction, third: $1) }
    if one == 0, two != 0, three != 0 {
      body(end(two, 1), end(three, 2))
    } else if one != 0, two == 0, three != 0 {
      body(end(one, 0), end(three, 2))
    } else if one != 0, two != 0, three == 0 {
      body(end(one, 0), end(two, 1))
    }
  }
}

/// The sets of three cells that a block and a line share.
enum LevelSegments {
  /// First the 27 in rows, then the 27 in columns: line by line.
  static let sets: InlineArray<54, UInt128> = InlineArray { index in
    let (line, third) = (index % 27 / 3, index % 3)
    return LevelView.cells(ofHouse: index < 27 ? 9 + line : 18 + line)
      & (index < 27
        ? LevelView.cells(ofHouse: line / 3 * 3 + third)
        : LevelView.cells(ofHouse: third * 3 + line / 3))
  }

  /// The number of one of the three segments of a house.
  @inline(__always)
  static func number(_ house: Int, _ direction: Int, _ third: Int) -> Int {
    if house >= 9 { return (house &- 9) &* 3 &+ third }
    return direction == 0
      ? (house / 3 &* 3 &+ third) &* 3 &+ house % 3
      : 27 &+ (house % 3 &* 3 &+ third) &* 3 &+ house / 3
  }
}
