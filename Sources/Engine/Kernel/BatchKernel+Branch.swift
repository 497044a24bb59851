import CSudokuVectors

/// Branching: two children for every lane in which the eliminations stopped.
///
/// A block is the set of lanes that one vector holds: 128, 256 or 512 of them, each with one node of
/// one puzzle's search. `branch` splits the nodes of all stalled lanes of a block at once. The first
/// child stays in `state`, the second goes to `second` and from there onto the stack of its lane (see
/// `BatchKernel+Nodes`). The children share no solution and together have all solutions of the
/// node, so the rule decides only the speed and the order of the solutions.
///
/// Two rules make the children; `byCell` holds the rule of each lane's puzzle. It is chosen
/// once, when the puzzle comes in, so that the search depends on the puzzle alone.
///
/// - `splitMinirow` is the usual one, for 17 to 32 clues. It runs in four steps, each for all lanes:
///   `collectPlaces` finds, for each of the six bands and stacks and each digit, the minirows that
///   still hold the digit; `countWays` counts the ways (0 to 6) to put the digit in them;
///   `chooseLine` takes the band or stack with the smallest sum of ways, `chooseDigits` in it the
///   digit with the fewest ways, at least two. Then the first row of that digit with a choice is
///   split: the digit lies in its first minirow, or it doesn't.
/// - `splitCell` takes the cell with the fewest candidates: its first candidate, or the others.
///
/// Numbers are binary counters across planes (`ways`, `best`), so a comparison is a few logic
/// operations for all lanes. These rules choose and eliminate nothing; `branch` has locked triples
/// eliminated before it (see `BatchKernel+Triples`).
extension BatchKernel {
  /// For each of six lines of three blocks and each digit: nine planes of its minirows.
  var places: Planes { branching + PlaneLayout.Branching.places }
  /// For each of them the number of ways to place the digit, three planes.
  private var ways: Planes { branching + PlaneLayout.Branching.ways }
  /// For each of them whether it was chosen.
  private var chosen: Planes { branching + PlaneLayout.Branching.chosen }

  /// Splits the nodes of some lanes in two: the first child stays, the second goes onto the lane's stack.
  ///
  /// Lanes in which locked triples eliminate something are not split: the next sweep goes on with them.
  mutating func branch(_ stalled: Lanes) {
    let cells = stalled & byCell
    var minirows = stalled.without(cells)
    if minirows.isEmpty {
      second.update(from: state, count: 729)
    } else {
      for digit in 0..<9 { collectPlaces(digit) }
      // Without guesses only what the sweeps eliminate is asked for (see `smallestBackdoors`).
      let limitsGuesses = request.pointee.most_guesses > 0
      let triples = limitsGuesses ? eliminateByTriples(minirows) : TripleFlags()
      applyPlaces()
      occupied = occupied.without(minirows & triples.dead)
      minirows = minirows.without(triples.dead | triples.changed)
      if !minirows.isEmpty { splitMinirow(minirows) }
    }
    if !cells.isEmpty { splitCell(cells) }
    let lanes = minirows | cells
    if !lanes.isEmpty { storeNodes(lanes) }
  }

  /// Splits on a digit in a minirow or minicolumn: there or not.
  ///
  /// Of the six bands and stacks it takes the one with the fewest ways to place its digits, all
  /// together; in it the digit with the fewest ways, at least two.
  private func splitMinirow(_ lanes: Lanes) {
    for line in 0..<54 { countWays(line) }
    let lines = chooseLine()
    chooseDigits(lines, lanes)
    // The chosen digit's minirows in the first two rows of the chosen line.
    var r0 = Lanes.none, r1 = Lanes.none, r2 = Lanes.none
    var s0 = Lanes.none, s1 = Lanes.none
    for line in 0..<54 {
      let p = places + line &* 9
      let mask = chosen[line]
      r0 = orAnd(r0, mask, p[0])
      r1 = orAnd(r1, mask, p[1])
      r2 = orAnd(r2, mask, p[2])
      s0 = orAnd(s0, mask, p[3])
      s1 = orAnd(s1, mask, p[4])
    }
    // The first minirow of the first row, if that row has a choice, else of the second row.
    let upper = majority(r0, r1, r2)
    let first = upper & r0
    let next = upper.without(r0)
    let third = s0.without(upper)
    let fourth = andNeither(s1, upper, s0)
    for digit in 0..<9 {
      for line in 0..<3 {
        // A band: its rows.
        let mask = chosen[line &* 9 &+ digit]
        let p = state + digit &* 81 + line &* 27
        let q = second + digit &* 81 + line &* 27
        split(p, q, mask, first, next, 1, 3)
        split(p + 9, q + 9, mask, third, fourth, 1, 3)
        // A stack: its columns.
        let maskS = chosen[(line &+ 3) &* 9 &+ digit]
        let pS = state + digit &* 81 + line &* 3
        let qS = second + digit &* 81 + line &* 3
        split(pS, qS, maskS, first, next, 9, 27)
        split(pS + 1, qS + 1, maskS, third, fourth, 9, 27)
      }
    }
  }

  /// Splits a row of three minirows: on its first one in the lanes `a`, on its second in `b`.
  @inline(__always)
  private func split(
    _ p: Planes, _ q: Planes, _ mask: Lanes, _ a: Lanes, _ b: Lanes, _ step: Int, _ minirow: Int
  ) {
    let first = mask & a
    let second = mask & b
    let either = first | second
    for place in 0..<3 {
      let cell = place &* step
      p[cell] = p[cell].without(second)
      p[cell &+ minirow] = p[cell &+ minirow].without(first)
      p[cell &+ 2 &* minirow] = p[cell &+ 2 &* minirow].without(either)
      q[cell] = q[cell].without(first)
      q[cell &+ minirow] = q[cell &+ minirow].without(second)
    }
  }

  /// Finds, in each band and stack, the minirows where a digit has candidates.
  @inline(__always)
  func collectPlaces(_ digit: Int) {
    let p = state + digit &* 81
    for line in 0..<3 {
      let band = places + (line &* 9 &+ digit) &* 9
      let stack = places + ((line &+ 3) &* 9 &+ digit) &* 9
      for row in 0..<3 {
        for block in 0..<3 {
          band[row &* 3 &+ block] = Three(p + (line &* 27 &+ row &* 9 &+ block &* 3)).any
          stack[row &* 3 &+ block] =
            Three(p + (block &* 27 &+ line &* 3 &+ row), stride: 9).any
        }
      }
    }
  }

  /// Counts the permutations that are left for a digit in a band or stack: 0 to 6.
  @inline(__always)
  private func countWays(_ line: Int) {
    let p = places + line &* 9
    let x0 = and3(p[0], p[4], p[8])
    let x1 = and3(p[0], p[5], p[7])
    let x2 = and3(p[1], p[3], p[8])
    let x3 = and3(p[1], p[5], p[6])
    let x4 = and3(p[2], p[3], p[7])
    let x5 = and3(p[2], p[4], p[6])
    let sumA = xor3(x0, x1, x2)
    let carryA = majority(x0, x1, x2)
    let sumB = xor3(x3, x4, x5)
    let carryB = majority(x3, x4, x5)
    let carry = sumA & sumB
    let count = ways + line &* 3
    count[0] = sumA ^ sumB
    count[1] = xor3(carryA, carryB, carry)
    count[2] = majority(carryA, carryB, carry)
  }

  /// Finds the band or stack with the smallest number of ways, among those with a choice.
  private func chooseLine() -> (Lanes, Lanes, Lanes, Lanes, Lanes, Lanes) {
    var best = (Lanes.all, Lanes.all, Lanes.all, Lanes.all, Lanes.all, Lanes.all)
    var lines = (Lanes.none, Lanes.none, Lanes.none, Lanes.none, Lanes.none, Lanes.none)
    for line in 0..<6 {
      var t = (Lanes.none, Lanes.none, Lanes.none, Lanes.none, Lanes.none, Lanes.none)
      var choice = Lanes.none
      for digit in 0..<9 {
        let c = ways + (line &* 9 &+ digit) &* 3
        let c0 = c[0]
        let c1 = c[1]
        let c2 = c[2]
        choice = or3(choice, c1, c2)
        var carry = t.0 & c0
        t.0 = t.0 ^ c0
        let carry1 = majority(t.1, c1, carry)
        t.1 = xor3(t.1, c1, carry)
        carry = majority(t.2, c2, carry1)
        t.2 = xor3(t.2, c2, carry1)
        let carry3 = t.3 & carry
        t.3 = t.3 ^ carry
        let carry4 = t.4 & carry3
        t.4 = t.4 ^ carry3
        t.5 = t.5 ^ carry4
      }
      let without = ~choice
      t.0 |= without
      t.1 |= without
      t.2 |= without
      t.3 |= without
      t.4 |= without
      t.5 |= without
      // t < best, from the lowest bit up: where the bits differ, the best one's decides.
      var less = best.0.without(t.0)
      less = select(t.1 ^ best.1, best.1, less)
      less = select(t.2 ^ best.2, best.2, less)
      less = select(t.3 ^ best.3, best.3, less)
      less = select(t.4 ^ best.4, best.4, less)
      less = select(t.5 ^ best.5, best.5, less)
      best.0 = select(less, t.0, best.0)
      best.1 = select(less, t.1, best.1)
      best.2 = select(less, t.2, best.2)
      best.3 = select(less, t.3, best.3)
      best.4 = select(less, t.4, best.4)
      best.5 = select(less, t.5, best.5)
      lines.0 = lines.0.without(less)
      lines.1 = lines.1.without(less)
      lines.2 = lines.2.without(less)
      lines.3 = lines.3.without(less)
      lines.4 = lines.4.without(less)
      switch line {
      case 0: lines.0 = less
      case 1: lines.1 = less
      case 2: lines.2 = less
      case 3: lines.3 = less
      case 4: lines.4 = less
      default: lines.5 = less
      }
    }
    return lines
  }

  /// Chooses in the chosen lines the first digit with two ways, else with three, else with more.
  private func chooseDigits(
    _ lines: (Lanes, Lanes, Lanes, Lanes, Lanes, Lanes), _ lanes: Lanes
  ) {
    // The masks of digits with two, three and more ways lie in the place of the final ones.
    var two = Lanes.none
    var three = Lanes.none
    var more = Lanes.none
    for digit in 0..<9 {
      var c = (Lanes.none, Lanes.none, Lanes.none)
      for bit in 0..<3 {
        let p = ways + digit &* 3 + bit
        var x = lines.0 & p[0]
        x = orAnd(x, lines.1, p[27])
        x = orAnd(x, lines.2, p[54])
        x = orAnd(x, lines.3, p[81])
        x = orAnd(x, lines.4, p[108])
        x = orAnd(x, lines.5, p[135])
        switch bit {
        case 0: c.0 = x
        case 1: c.1 = x
        default: c.2 = x
        }
      }
      let isTwo = andNeither(c.1, c.0, c.2).without(two)
      let isThree = (c.1 & c.0).without(c.2).without(three)
      let isMore = c.2.without(more)
      two |= isTwo
      three |= isThree
      more |= isMore
      chosen[digit] = isTwo
      chosen[9 &+ digit] = isThree
      chosen[18 &+ digit] = isMore
    }
    let noTwo = lanes.without(two)
    let noThree = noTwo.without(three)
    for digit in 0..<9 {
      let mask = or3(
        lanes & chosen[digit], noTwo & chosen[9 &+ digit], noThree & chosen[18 &+ digit])
      chosen[digit] = mask & lines.0
      chosen[9 &+ digit] = mask & lines.1
      chosen[18 &+ digit] = mask & lines.2
      chosen[27 &+ digit] = mask & lines.3
      chosen[36 &+ digit] = mask & lines.4
      chosen[45 &+ digit] = mask & lines.5
    }
  }

  /// Splits on the first candidate of the cell with the fewest candidates, the first such cell in reading order.
  ///
  /// For boards with fewer than 17 clues, where the other rule goes astray, and for boards that need
  /// guesses though they have more than 32: those have many solutions, and this finds two sooner.
  private func splitCell(_ lanes: Lanes) {
    var best = (Lanes.all, Lanes.all, Lanes.all, Lanes.all)
    let better = branching
    for cell in 0..<81 {
      let p = state + cell
      let s0 = xor3(p[0], p[81], p[162])
      let k0 = majority(p[0], p[81], p[162])
      let s1 = xor3(p[243], p[324], p[405])
      let k1 = majority(p[243], p[324], p[405])
      let s2 = xor3(p[486], p[567], p[648])
      let k2 = majority(p[486], p[567], p[648])
      let k3 = majority(s0, s1, s2)
      let twos = xor3(k0, k1, k2)
      let fours = majority(k0, k1, k2)
      let carry = twos & k3
      let one = singles[cell]
      let b0 = xor3(s0, s1, s2) | one
      let b1 = (twos ^ k3) | one
      let b2 = (fours ^ carry) | one
      let b3 = (fours & carry) | one
      var less = best.0.without(b0)
      less = select(b1 ^ best.1, best.1, less)
      less = select(b2 ^ best.2, best.2, less)
      less = select(b3 ^ best.3, best.3, less)
      best.0 = select(less, b0, best.0)
      best.1 = select(less, b1, best.1)
      best.2 = select(less, b2, best.2)
      best.3 = select(less, b3, best.3)
      better[cell] = less
    }
    var open = lanes
    var cell = 81
    while cell > 0 {
      cell &-= 1
      var rest = open & better[cell]
      if rest.isEmpty { continue }
      open = open.without(better[cell])
      let all = rest
      for digit in 0..<9 {
        let plane = digit &* 81 &+ cell
        let first = rest & state[plane]
        rest = rest.without(first)
        second[plane] = second[plane].without(first)
        state[plane] = state[plane].without(all.without(first))
      }
    }
  }
}
