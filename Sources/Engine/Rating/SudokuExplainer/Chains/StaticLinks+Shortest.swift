/// The lengths of the shortest chains: breadth-first searches whose layers are bit rows.
extension StaticLinks {
  /// The number of links of the shortest chain from a literal to its opposite.
  ///
  /// Every link holds backwards with the signs reversed, so a chain is as long as the paths from its
  /// start to a literal in its middle and to the opposite of that literal together. Therefore
  /// the search ends half-way: in the first layer that has the opposite of something known.
  func shortestChain(_ start: Int, isSingleDigit: Bool, atMost limit: Int) -> Int? {
    switch words {
    case 4: shortest(SIMD4<UInt64>.self, start, isSingleDigit, limit, 4)
    case 8: shortest(SIMD8<UInt64>.self, start, isSingleDigit, limit, 8)
    default: shortest(SIMD16<UInt64>.self, start, isSingleDigit, limit, 12)
    }
  }

  /// Lists the literals that chains of limited length refute: "on"s, or "off"s.
  func refuted(_ limits: OrderFreeSolver.ChainLimits) -> [Int] {
    var list: [Int] = []
    forChainStarts { start in
      // A candidate that is wrong need not be looked at the other way.
      if list.last != start | 1, isRefuted(start, limits) { list.append(start) }
      return true
    }
    return list
  }

  private func isRefuted(_ start: Int, _ limits: OrderFreeSolver.ChainLimits) -> Bool {
    shortestChain(start, isSingleDigit: true, atMost: limits.singleDigit - 1) != nil
      || shortestChain(start, isSingleDigit: false, atMost: limits.general - 1) != nil
  }

  @inline(__always)
  private func shortest<Row: LinkRow>(
    _: Row.Type, _ start: Int, _ isSingleDigit: Bool, _ limit: Int, _ words: Int
  ) -> Int? {
    let mask: Row = scope(start &>> 1, isSingleDigit)
    let mayLead = Row(direct.hasStrong)
    var front = Row(number: Int(number[start &>> 1]))
    var isOn = start & 1 == 1
    var on = isOn ? front : Row()
    var off = isOn ? Row() : front
    var links = 1
    while links <= limit {
      if isOn {
        front = join(front, direct.weak, words) & mask & ~off
        off |= front
        if (front & on).union != 0 { return links }
      } else {
        front = join(front & mayLead, direct.strong, words) & mask & ~on
        on |= front
        if (front & off).union != 0 { return links }
      }
      if front.union == 0 { break }
      links &+= 2
      isOn.toggle()
    }
    return nil
  }

  /// The candidates that a search from a candidate may come to.
  @inline(__always)
  func scope<Row: LinkRow>(_ one: Int, _ isSingleDigit: Bool) -> Row {
    isSingleDigit ? Row(direct.digits + Int(tables.digitOf[one]) &* 16) : Row(live)
  }

  @inline(__always)
  func join<Row: LinkRow>(
    _ set: Row, _ matrix: UnsafeMutablePointer<UInt64>, _ words: Int
  ) -> Row {
    var sum = Row()
    set.forEach(words) { sum |= Row(matrix + $0 &* words) }
    return sum
  }
}

extension StaticLinks {
  /// A lower bound of how many literals the chains have that lead from several "on"s to one literal.
  ///
  /// The candidates that all of them exclude are those of the set of exclusions narrowed last. Where
  /// they agree on an "on", they agree on what it excludes one link later.
  func leastAgreement(_ starts: Premises, atMost limit: Int) -> Int {
    switch words {
    case 4: leastAgreement(SIMD4<UInt64>.self, starts, limit, 4)
    case 8: leastAgreement(SIMD8<UInt64>.self, starts, limit, 8)
    default: leastAgreement(SIMD16<UInt64>.self, starts, limit, 12)
    }
  }

  @inline(__always)
  private func leastAgreement<Row: LinkRow>(
    _: Row.Type, _ starts: Premises, _ limit: Int, _ words: Int
  ) -> Int {
    var targets: Row = agreed()
    let sums = direct.sums
    targets.forEach(words) { sums[$0] = 0 }
    for number in 0..<starts.count {
      targets = targets & ~addDistances(from: starts[number] &>> 1, targets, limit, words)
      if targets.union == 0 { return limit &+ 1 }
    }
    var least = Int.max
    targets.forEach(words) { least = min(least, Int(sums[$0])) }
    return least
  }

  /// Adds how far some candidates, switched off, are from another one; returns those that are too far.
  @inline(__always)
  private func addDistances<Row: LinkRow>(
    from one: Int, _ targets: Row, _ limit: Int, _ words: Int
  ) -> Row {
    let mask = Row(live)
    let mayLead = Row(direct.hasStrong)
    let sums = direct.sums
    var front = Row(number: Int(number[one]))
    var (on, off) = (front, Row())
    var rest = targets
    var links = 1
    while links <= limit {
      front = join(front, direct.weak, words) & mask & ~off
      off |= front
      (front & rest).forEach(words) { sums[$0] &+= UInt16(truncatingIfNeeded: links) }
      rest = rest & ~front
      if rest.union == 0 { break }
      front = join(front & mayLead, direct.strong, words) & mask & ~on
      on |= front
      if front.union == 0 { break }
      links &+= 2
    }
    return rest
  }
}
