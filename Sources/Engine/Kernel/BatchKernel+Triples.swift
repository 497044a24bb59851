import CSudokuVectors

/// Locked triples: exactly three digits lie in each minirow and each minicolumn.
///
/// The sweeps look at one digit at a time and miss what follows from that number. Counting digits is
/// expensive, so only lanes that are about to branch are searched. The rule is known from tdoku, where
/// a minirow is a "triad"; see `Benchmarks/Results/solver.md` for what it saves.
///
/// 1. `collectPlaces` has noted the minirows and minicolumns where each digit has candidates.
/// 2. `eliminateByTriples` counts the digits of each and takes places away.
/// 3. `applyPlaces` takes the candidates of those places away.
extension BatchKernel {
  /// The results of the search for locked triples, one bit a lane.
  struct TripleFlags {
    /// A minirow with fewer than three digits, or one that needs more.
    var dead = Lanes.none
    /// Something was eliminated.
    var changed = Lanes.none
  }

  /// Eliminates in some lanes of `places`, which must belong to `state`.
  func eliminateByTriples(_ lanes: Lanes) -> TripleFlags {
    var flags = TripleFlags()
    for line in 0..<6 {
      for row in 0..<3 { eliminate(lanes, places + (line &* 81 &+ row &* 3), &flags) }
    }
    return flags
  }

  /// Eliminates in one row or column; its three minirows begin at `p`, nine planes for each digit.
  @inline(__always)
  private func eliminate(_ lanes: Lanes, _ p: Planes, _ flags: inout TripleFlags) {
    // Digits that may be in a minirow, and those that must be, as nothing else in the row has them.
    let a = count { p[$0] }
    let b = count { p[$0 &+ 1] }
    let c = count { p[$0 &+ 2] }
    let needA = count { andNeither(p[$0], p[$0 &+ 1], p[$0 &+ 2]) }
    let needB = count { andNeither(p[$0 &+ 1], p[$0], p[$0 &+ 2]) }
    let needC = count { andNeither(p[$0 &+ 2], p[$0], p[$0 &+ 1]) }
    flags.dead = or3(
      flags.dead, or3(a.few, b.few, c.few), or3(needA.many, needB.many, needC.many))
    let taken = Three(a.three, b.three, c.three) & lanes
    let full = Three(needA.three, needB.three, needC.three) & lanes
    var changed = Lanes.none
    for digit in 0..<9 {
      let q = p + 9 &* digit
      let v = Three(q)
      let lostA = lostPlaces(v.a, v.b, v.c, taken.b, taken.c, full.a)
      let lostB = lostPlaces(v.b, v.a, v.c, taken.a, taken.c, full.b)
      let lostC = lostPlaces(v.c, v.a, v.b, taken.a, taken.b, full.c)
      changed = changed | or3(lostA, lostB, lostC)
      Three(v.a.without(lostA), v.b.without(lostB), v.c.without(lostC)).store(q)
    }
    flags.changed |= changed
  }

  /// Takes away candidates whose minirow or minicolumn is no longer in `places`, and copies all to `second`.
  func applyPlaces() {
    for digit in 0..<9 {
      let p = state + digit &* 81
      let q = second + digit &* 81
      let places = places + digit &* 9
      for row in 0..<9 {
        let bands = places + (row / 3 &* 81 &+ row % 3 &* 3)
        for column in 0..<9 {
          let stack = places + (243 &+ column / 3 &* 81 &+ column % 3 &* 3 &+ row / 3)
          let kept = and3(p[row &* 9 &+ column], bands[column / 3], stack.pointee)
          p[row &* 9 &+ column] = kept
          q[row &* 9 &+ column] = kept
        }
      }
    }
  }

  /// The lanes in which a minirow loses a digit: another one that has just three digits has it, or this one needs
  /// three others.
  @inline(__always)
  private func lostPlaces(
    _ here: Lanes, _ x: Lanes, _ y: Lanes, _ takenX: Lanes, _ takenY: Lanes, _ full: Lanes
  ) -> Lanes {
    // A digit that has no other place in the row is one of those that must be here.
    here & orAnd(orAnd(takenX & x, takenY, y), full, x | y)
  }

  /// The lanes in which some numbers from 0 to 9 are less than three, three, or more.
  private typealias Count = (few: Lanes, three: Lanes, many: Lanes)

  /// Counts digits: `plane` has an offset of nine for each digit.
  @inline(__always)
  private func count(_ plane: (Int) -> Lanes) -> Count {
    let x = Three(plane(0), plane(9), plane(18))
    let y = Three(plane(27), plane(36), plane(45))
    let z = Three(plane(54), plane(63), plane(72))
    let sum = Three(xor3(x.a, x.b, x.c), xor3(y.a, y.b, y.c), xor3(z.a, z.b, z.c))
    let carry = Three(x.several, y.several, z.several)
    let ones = xor3(sum.a, sum.b, sum.c)
    let carried = sum.several
    let twos = xor3(carry.a, carry.b, carry.c)
    let many = carry.several | (twos & carried)
    let three = (ones & (twos ^ carried)).without(many)
    return (andNeither(Lanes.all, three, many), three, many)
  }
}
