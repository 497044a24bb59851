/// The search for the one chain or cycle that comes first, where no others are wanted.
///
/// It looks at how long chains are, by layers of bits, and draws none of them. Cycles are drawn where
/// they may come before the best chain.
extension UnaryChains {
  func best(in grid: ChainGrid, _ links: StaticLinks, needsPath: Bool) -> UnaryHint? {
    links.prepareDirect(grid)
    begin()
    measureChains(.single, links)
    let hasSingle = !hints.isEmpty
    measureChains(.both, links)
    // What a cycle of one digit removes has a chain of that digit.
    if hasSingle { findBestCycles(.single, grid, links) }
    if links.mayHaveBivalueConflict { findBestCycles(.bivalue, grid, links) }
    findBestCycles(.both, grid, links)
    guard !meter.isStopped, let best = hints.first else { return nil }
    if needsPath && !best.isCycle { draw(best, grid) }
    return hints.first
  }

  /// Searches a grid for the one chain that comes first; without cycles.
  func searchBestChain(in grid: ChainGrid, _ links: StaticLinks) {
    begin()
    measureChains(.single, links)
    measureChains(.both, links)
    if let best = hints.first, !meter.isStopped { draw(best, grid) }
  }

  /// Gets ready for a search of the best hint only.
  private func begin() {
    hints.removeAll(keepingCapacity: true)
    path.removeAll(keepingCapacity: true)
    removals.removeAll(keepingCapacity: true)
    keepsAll = false
    bound = nil
    isLoaded = false
  }

  private func measureChains(_ pass: Pass, _ links: StaticLinks) {
    let isSingleDigit = pass == .single
    var limit = limit(pass.chainBase, pass.kind, .max)
    if limit < 3 { return }
    links.forChainStarts { start in
      let most = limit == .max ? limit : limit &- 1
      guard let count = links.shortestChain(start, isSingleDigit: isSingleDigit, atMost: most)
      else { return true }
      let complexity = count &+ 1
      let hint = UnaryHint(
        rating: pass.chainBase + ChainLength.of(complexity), complexity: complexity,
        kind: pass.kind, isCycle: false, pathStart: 0, removalStart: 0, removalCount: 0,
        order: chainOrder(start, pass))
      if let best = hints.first, !hint.precedes(best) { return true }
      hints.removeAll(keepingCapacity: true)
      hints.append(hint)
      path.removeAll(keepingCapacity: true)
      path.append((UInt16(truncatingIfNeeded: start ^ 1), ChainReason.assumption.rawValue))
      bound = (hint.rating, hint.complexity, hint.kind.rawValue)
      limit = self.limit(pass.chainBase, pass.kind, .max)
      return limit >= 3
    }
    meter.add(64)
  }

  func chainOrder(_ start: Int, _ pass: Pass) -> Int {
    order(pass, start &>> 1, start & 1 == 1 ? 1 << 19 : 1 << 19 + 1)
  }

  /// Draws the chain whose length is known.
  private func draw(_ hint: UnaryHint, _ grid: ChainGrid) {
    let start = Int(path[hint.pathStart].literal) ^ 1
    hints.removeAll(keepingCapacity: true)
    path.removeAll(keepingCapacity: true)
    bound = nil
    if !isLoaded { load(grid) }
    findChain(start, hint.kind == .single ? .single : .both, hint.order)
  }

  private func findBestCycles(_ pass: Pass, _ grid: ChainGrid, _ links: StaticLinks) {
    if !mayMatter(pass.cycleBase + ChainLength.of(4), 4, pass.kind.rawValue) { return }
    let limit = limit(pass.cycleBase, pass.kind, 0)
    if limit < 4 { return }
    if pass == .bivalue {
      if !isLoaded { listCandidates(grid) }
      links.unmark()
      markBivalueCycles(limit, links)
    } else if limit <= 100 {
      links.markCycles(isSingleDigit: pass == .single, limit: limit)
    } else {
      links.markExcluded()
    }
    links.keepStarts()
    guard links.hasMarks else { return }
    if !isLoaded { load(grid) }
    if pass == .bivalue { listBivalueLinks() }
    links.forMarked { candidate in
      if pass != .bivalue || isBivalue[Int(tables.cellOf[candidate])] {
        findCycles(candidate, pass, order(pass, candidate, 0))
      }
      return !meter.isStopped
    }
  }
}
