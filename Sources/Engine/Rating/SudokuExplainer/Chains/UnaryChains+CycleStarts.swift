extension UnaryChains {
  /// Marks the candidates through which a cycle may lead that removes something, where all hints are
  /// wanted.
  func markStarts(_ pass: Pass, _ links: StaticLinks) {
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      // What a cycle removes leads to all of the cycle, on and off.
      isNear[candidate] = links.isMarked(candidate)
    }
    if pass == .bivalue { listBivalueLinks() }
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      isStart[candidate] = false
      guard isNear[candidate] else { continue }
      for at in 0..<Int(strongCount[candidate])
      where isNear[Int(strong[candidate &* 4 &+ at])] {
        isStart[candidate] = true
      }
    }
  }

  /// Marks the candidates that may lie on a cycle of bivalue cells.
  func markBivalueCycles(_ limit: Int, _ links: StaticLinks) {
    guard bivalueCycles.load(live, liveCount.pointee, isBivalue) else { return }
    wrongCellsOf.update(repeating: 0, count: 9)
    links.forConflicts { candidate in
      let cell = UInt128(tables.cellOf[candidate])
      wrongCellsOf[Int(tables.digitOf[candidate])] |= 1 &<< cell
    }
    bivalueCycles.find(limit: limit / 2, wrongCellsOf) { cell in
      for number in 0..<liveCount.pointee where Int(live[number]) / 9 == cell {
        links.mark(Int(live[number]))
      }
    }
  }

  /// Lists the weak links that lead on where only bivalue cells have strong ones.
  func listBivalueLinks() {
    for number in 0..<liveCount.pointee {
      let one = Int(live[number])
      let (list, why) = (weak + one &* 32, weakReason + one &* 32)
      let (ownList, ownWhy) = (bivalueWeak + one &* 20, bivalueWeakReason + one &* 20)
      var end = 0
      for at in Int(weakCellCount[one])..<Int(weakCount[one])
      where isBivalue[Int(tables.cellOf[Int(list[at])])] {
        ownList[end] = list[at]
        ownWhy[end] = why[at]
        end &+= 1
      }
      bivalueWeakCount[one] = UInt8(truncatingIfNeeded: end)
    }
  }
}
