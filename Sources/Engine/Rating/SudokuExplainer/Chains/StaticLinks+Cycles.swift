/// The candidates that may lie on short cycles that remove something.
///
/// A cycle that removes a candidate has two places of its digit that it sees, one on and one off:
/// the ends of two arcs. From the end that is off the first arc leads to the one that is on, so it
/// is part of a chain from the candidate to its opposite; from there the second arc leads back.
extension StaticLinks {
  /// Marks the candidates that may lie on a cycle of at most `limit` literals.
  func markCycles(isSingleDigit: Bool, limit: Int) {
    switch words {
    case 4: mark(SIMD4<UInt64>.self, isSingleDigit, limit, 4)
    case 8: mark(SIMD8<UInt64>.self, isSingleDigit, limit, 8)
    default: mark(SIMD16<UInt64>.self, isSingleDigit, limit, 12)
    }
  }

  /// Keeps those of the marked candidates from which a strong link leads to another one.
  func keepStarts() {
    switch words {
    case 4: keepStarts(SIMD4<UInt64>.self, 4)
    case 8: keepStarts(SIMD8<UInt64>.self, 8)
    default: keepStarts(SIMD16<UInt64>.self, 12)
    }
  }

  @inline(__always)
  private func keepStarts<Row: LinkRow>(_: Row.Type, _ words: Int) {
    let near = Row(direct.marked)
    write(near & join(near & Row(direct.hasStrong), direct.strong, words), words)
  }

  @inline(__always)
  private func write<Row: LinkRow>(_ row: Row, _ words: Int) {
    for word in 0..<words { direct.marked[word] = row[word] }
  }

  @inline(__always)
  private func mark<Row: LinkRow>(
    _: Row.Type, _ isSingleDigit: Bool, _ limit: Int, _ words: Int
  ) {
    var near = Row()
    Row(direct.conflicts).forEach(words) {
      markCycles(removing: $0, isSingleDigit, limit, &near, words)
    }
    write(near, words)
  }

  /// Marks what may lie on a cycle that removes a candidate.
  @inline(__always)
  private func markCycles<Row: LinkRow>(
    removing index: Int, _ isSingleDigit: Bool, _ limit: Int, _ near: inout Row, _ words: Int
  ) {
    let one = Int(candidate[index])
    let mask: Row = scope(one, isSingleDigit)
    let layerCount = findLayers(index, mask, limit, words)
    if layerCount == 0 { return }
    let places =
      Row(direct.weak + index &* words) & Row(direct.digits + Int(tables.digitOf[one]) &* 16)
    var ends = InlineArray<20, (index: Int, distance: Int)>(repeating: (0, 0))
    var endCount = 0
    for distance in stride(from: 2, to: layerCount, by: 2) {
      (layer(distance) & places).forEach(words) {
        ends[endCount] = ($0, distance)
        endCount &+= 1
      }
    }
    if endCount < 2 { return }
    /// The number of links of the shortest second arc; `isLong` if arcs of more than three count.
    var shortest = limit
    var isLong = false
    for number in 1..<endCount {
      // Later ends are no nearer.
      let room = limit &+ 1 &- ends[number].distance
      if room >= 5 { isLong = true }
      let own = Row(direct.weak + ends[number].index &* words)
      for other in 0..<number where room >= 1 {
        if own.contains(ends[other].index) { shortest = 1 }
        if room < 3 { continue }
        let offs =
          Row(direct.weak + ends[other].index &* words) & mask & Row(direct.hasStrong)
        let ons = join(offs, direct.strong, words) & own & mask
        if ons.union == 0 { continue }
        near |= ons | (join(ons, direct.strong, words) & offs)
        shortest = min(shortest, 3)
      }
    }
    if shortest == limit && !isLong { return }
    let sum = isLong ? 2 &* limit &+ 1 : limit &+ 2 &- shortest
    // What lies on a first arc can be reached on and off.
    var offs = Row()
    var distance = 1
    for on in stride(from: (layerCount &- 1) & ~1, through: 0, by: -2) {
      while distance < layerCount, on &+ distance <= sum {
        offs |= layer(distance)
        distance &+= 2
      }
      near |= layer(on) & offs
    }
  }

  @inline(__always)
  private func layer<Row: LinkRow>(_ number: Int) -> Row { Row(direct.layers + number &* 16) }

  /// Finds what follows from a candidate, layer by layer; returns how many layers there are, 0 if
  /// the candidate does not exclude itself within `limit + 1` links.
  @inline(__always)
  private func findLayers<Row: LinkRow>(
    _ index: Int, _ mask: Row, _ limit: Int, _ words: Int
  ) -> Int {
    let mayLead = Row(direct.hasStrong)
    var front = Row(number: index)
    var (on, off) = (front, Row())
    var isMet = false
    var count = 0
    while true {
      for word in 0..<words { direct.layers[count &* 16 &+ word] = front[word] }
      count &+= 1
      if count > limit &+ 1 || (!isMet && 2 &* count &- 1 > limit &+ 1) { break }
      if count & 1 == 1 {
        front = join(front, direct.weak, words) & mask & ~off
        off |= front
        isMet = isMet || (front & on).union != 0
      } else {
        front = join(front & mayLead, direct.strong, words) & mask & ~on
        on |= front
        isMet = isMet || (front & off).union != 0
      }
      if front.union == 0 { break }
    }
    return isMet ? count : 0
  }
}
