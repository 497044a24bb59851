/// What a sweep found out about each lane.
struct SweepFlags {
  /// A cell without a candidate, or a house without a place for a digit.
  var dead = Lanes.none
  /// Something was eliminated, or a cell has become single.
  var changed = Lanes.none
  /// Every cell has exactly one candidate.
  var single = Lanes.all
}

extension BatchKernel {
  /// Eliminates in all lanes: naked singles, locked candidates and hidden singles of all houses.
  ///
  /// Every step only takes candidates away, so a lane in which nothing changed is at a fixed point.
  func sweep() -> SweepFlags {
    var flags = SweepFlags()
    var full = Lanes.all
    for digit in 0..<9 {
      let planes = state + digit &* 81
      for band in 0..<3 { sweepBand(planes, band, digit, &full) }
      for stack in 0..<3 { sweepStack(planes, stack, digit, &full, &flags) }
    }
    flags.dead = ~full
    for minirow in 0..<27 { sweepCells(minirow, &flags) }
    return flags
  }

  /// Rows and blocks of one band, for one digit: from `state` to `scratch`.
  @inline(__always)
  private func sweepBand(_ planes: Planes, _ band: Int, _ digit: Int, _ full: inout Lanes) {
    let v = planes + band &* 27
    let one = singles + band &* 27
    // The digit's singles, their OR in minirows and in minicolumns.
    let s0 = load(v, one)
    let s1 = load(v + 9, one + 9)
    let s2 = load(v + 18, one + 18)
    let columns = columnSingles + band &* 9
    or(s0.r, s1.r, s2.r).store(columns)
    or(s0.s, s1.s, s2.s).store(columns + 3)
    or(s0.t, s1.t, s2.t).store(columns + 6)
    // The rows and blocks that have a single of the digit.
    let m0 = Three(s0.r.any, s0.s.any, s0.t.any)
    let m1 = Three(s1.r.any, s1.s.any, s1.t.any)
    let m2 = Three(s2.r.any, s2.s.any, s2.t.any)
    let rows = Three(m0.any, m1.any, m2.any)
    let blocks = or(m0, m1, m2)
    // Candidates that see no single of their digit in row and block, and the singles.
    let v0 = unseen(v, one, rows.a, blocks)
    let v1 = unseen(v + 9, one + 9, rows.b, blocks)
    let v2 = unseen(v + 18, one + 18, rows.c, blocks)
    let any = Nine(
      Three(v0.r.any, v0.s.any, v0.t.any), Three(v1.r.any, v1.s.any, v1.t.any),
      Three(v2.r.any, v2.s.any, v2.t.any))
    let locked = any.inPermutation
    let several =
      Nine(
        Three(v0.r.several, v0.s.several, v0.t.several),
        Three(v1.r.several, v1.s.several, v1.t.several),
        Three(v2.r.several, v2.s.several, v2.t.several)) & locked
    let kept = any & locked
    let out = scratch + band &* 27
    store(v0, locked.r, out)
    store(v1, locked.s, out + 9)
    store(v2, locked.t, out + 18)
    // Rows and blocks where the digit has several places, and whether it has one at all.
    let row0 = kept.r.several | several.r.any
    let row1 = kept.s.several | several.s.any
    let row2 = kept.t.several | several.t.any
    let box0 = majority(kept.r.a, kept.s.a, kept.t.a) | or3(several.r.a, several.s.a, several.t.a)
    let box1 = majority(kept.r.b, kept.s.b, kept.t.b) | or3(several.r.b, several.s.b, several.t.b)
    let box2 = majority(kept.r.c, kept.s.c, kept.t.c) | or3(several.r.c, several.s.c, several.t.c)
    let open = openMinirows + band &* 81 + digit
    open[0] = row0 & box0
    open[9] = row0 & box1
    open[18] = row0 & box2
    open[27] = row1 & box0
    open[36] = row1 & box1
    open[45] = row1 & box2
    open[54] = row2 & box0
    open[63] = row2 & box1
    open[72] = row2 & box2
    full = and3(full, kept.r.any, kept.s.any)
    full = and3(full, kept.t.any, or3(kept.r.a, kept.s.a, kept.t.a))
    full = and3(full, or3(kept.r.b, kept.s.b, kept.t.b), or3(kept.r.c, kept.s.c, kept.t.c))
    // Where a single is seen and there are still several places, two equal singles see each other.
    full = andNotBoth(full, rows.a, row0)
    full = andNotBoth(full, rows.b, row1)
    full = andNotBoth(full, rows.c, row2)
    full = andNotBoth(full, blocks.a, box0)
    full = andNotBoth(full, blocks.b, box1)
    full = andNotBoth(full, blocks.c, box2)
  }

  /// The columns of one stack, for one digit: from `scratch` back to `state`.
  @inline(__always)
  private func sweepStack(
    _ planes: Planes, _ stack: Int, _ digit: Int, _ full: inout Lanes, _ flags: inout SweepFlags
  ) {
    let first = sweepColumn(stack &* 3)
    let second = sweepColumn(stack &* 3 &+ 1)
    let third = sweepColumn(stack &* 3 &+ 2)
    let any = Nine(
      Three(first.r.any, first.s.any, first.t.any),
      Three(second.r.any, second.s.any, second.t.any),
      Three(third.r.any, third.s.any, third.t.any))
    let locked = any.inPermutation
    let several =
      Nine(
        Three(first.r.several, first.s.several, first.t.several),
        Three(second.r.several, second.s.several, second.t.several),
        Three(third.r.several, third.s.several, third.t.several)) & locked
    let kept = any & locked
    finishColumn(first, locked.r, planes + stack &* 3, &flags.changed)
    finishColumn(second, locked.s, planes + stack &* 3 + 1, &flags.changed)
    finishColumn(third, locked.t, planes + stack &* 3 + 2, &flags.changed)
    let open = openColumns + stack &* 27 + digit
    open[0] = kept.r.several | several.r.any
    open[9] = kept.s.several | several.s.any
    open[18] = kept.t.several | several.t.any
    full = and3(full, kept.r.any, and3(full, kept.s.any, kept.t.any))
  }

  /// Hidden singles of the three cells of a minirow, then which cells are single.
  @inline(__always)
  private func sweepCells(_ minirow: Int, _ flags: inout SweepFlags) {
    let open = openMinirows + minirow &* 9
    let o0 = open[0]
    let o1 = open[1]
    let o2 = open[2]
    let o3 = open[3]
    let o4 = open[4]
    let o5 = open[5]
    let o6 = open[6]
    let o7 = open[7]
    let o8 = open[8]
    for place in 0..<3 {
      let cell = minirow &* 3 &+ place
      let column = openColumns + (minirow % 3 &* 3 &+ place) &* 9
      let p = state + cell
      let n0 = o0 & column[0]
      let n1 = o1 & column[1]
      let n2 = o2 & column[2]
      let n3 = o3 & column[3]
      let n4 = o4 & column[4]
      let n5 = o5 & column[5]
      let n6 = o6 & column[6]
      let n7 = o7 & column[7]
      let n8 = o8 & column[8]
      var v0 = p[0]
      var v1 = p[81]
      var v2 = p[162]
      var v3 = p[243]
      var v4 = p[324]
      var v5 = p[405]
      var v6 = p[486]
      var v7 = p[567]
      var v8 = p[648]
      var hidden = v0.without(n0)
      var hidden2 = v1.without(n1)
      var hidden3 = v2.without(n2)
      hidden = orAndNot(hidden, v3, n3)
      hidden2 = orAndNot(hidden2, v4, n4)
      hidden3 = orAndNot(hidden3, v5, n5)
      hidden = orAndNot(hidden, v6, n6)
      hidden2 = orAndNot(hidden2, v7, n7)
      hidden3 = orAndNot(hidden3, v8, n8)
      hidden = or3(hidden, hidden2, hidden3)
      v0 = andNotBoth(v0, n0, hidden)
      v1 = andNotBoth(v1, n1, hidden)
      v2 = andNotBoth(v2, n2, hidden)
      v3 = andNotBoth(v3, n3, hidden)
      v4 = andNotBoth(v4, n4, hidden)
      v5 = andNotBoth(v5, n5, hidden)
      v6 = andNotBoth(v6, n6, hidden)
      v7 = andNotBoth(v7, n7, hidden)
      v8 = andNotBoth(v8, n8, hidden)
      p[0] = v0
      p[81] = v1
      p[162] = v2
      p[243] = v3
      p[324] = v4
      p[405] = v5
      p[486] = v6
      p[567] = v7
      p[648] = v8
      let any0 = or3(v0, v1, v2)
      let any1 = or3(v3, v4, v5)
      let any2 = or3(v6, v7, v8)
      let two = or3(majority(v0, v1, v2), majority(v3, v4, v5), majority(v6, v7, v8))
      let some = or3(any0, any1, any2)
      let one = andNeither(some, two, majority(any0, any1, any2))
      flags.changed = orAndNot(flags.changed, one, singles[cell])
      singles[cell] = one
      // Two hidden singles in one cell contradict each other.
      flags.dead = orAndNot(orAndNot(flags.dead, hidden, one), Lanes.all, some)
      flags.single &= one
    }
  }

  @inline(__always)
  private func load(_ v: Planes, _ one: Planes) -> Nine {
    Nine(
      Three(v[0] & one[0], v[1] & one[1], v[2] & one[2]),
      Three(v[3] & one[3], v[4] & one[4], v[5] & one[5]),
      Three(v[6] & one[6], v[7] & one[7], v[8] & one[8]))
  }

  @inline(__always)
  private func or(_ x: Three, _ y: Three, _ z: Three) -> Three {
    Three(or3(x.a, y.a, z.a), or3(x.b, y.b, z.b), or3(x.c, y.c, z.c))
  }

  /// The candidates of a row that see no single in row and block, and the singles themselves.
  @inline(__always)
  private func unseen(_ v: Planes, _ one: Planes, _ row: Lanes, _ blocks: Three) -> Nine {
    Nine(
      unseen(v, one, row | blocks.a), unseen(v + 3, one + 3, row | blocks.b),
      unseen(v + 6, one + 6, row | blocks.c))
  }

  @inline(__always)
  private func unseen(_ v: Planes, _ one: Planes, _ seen: Lanes) -> Three {
    Three(
      andOrNot(v[0], one[0], seen), andOrNot(v[1], one[1], seen), andOrNot(v[2], one[2], seen))
  }

  @inline(__always)
  private func store(_ v: Nine, _ locked: Three, _ out: Planes) {
    (v.r & locked.a).store(out)
    (v.s & locked.b).store(out + 3)
    (v.t & locked.c).store(out + 6)
  }

  /// A column's candidates that see no single in the other bands.
  @inline(__always)
  private func sweepColumn(_ column: Int) -> Nine {
    let p = scratch + column
    let s = columnSingles + column
    let first = s[0]
    let second = s[9]
    let third = s[18]
    let x = Three(p, stride: 9)
    let y = Three(p + 27, stride: 9)
    let z = Three(p + 54, stride: 9)
    return Nine(
      Three(
        andNeither(x.a, second, third), andNeither(x.b, second, third),
        andNeither(x.c, second, third)),
      Three(
        andNeither(y.a, first, third), andNeither(y.b, first, third), andNeither(y.c, first, third)),
      Three(
        andNeither(z.a, first, second), andNeither(z.b, first, second),
        andNeither(z.c, first, second)))
  }

  @inline(__always)
  private func finishColumn(_ v: Nine, _ locked: Three, _ p: Planes, _ changed: inout Lanes) {
    finish(v.r & locked.a, p, &changed)
    finish(v.s & locked.b, p + 27, &changed)
    finish(v.t & locked.c, p + 54, &changed)
  }

  @inline(__always)
  private func finish(_ v: Three, _ p: Planes, _ changed: inout Lanes) {
    changed = orXor(changed, v.a, p[0])
    changed = orXor(changed, v.b, p[9])
    changed = orXor(changed, v.c, p[18])
    v.store(p, stride: 9)
  }
}
