/// The results of a sweep, one bit a lane.
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
  ///
  /// Why this order: the bands of a digit leave in `scratch`, `locks` and `columnSingles` what its stacks
  /// read, so that columns see at once what rows and blocks have eliminated. Stacks follow their bands,
  /// not all bands first: the digit's planes are still in the nearest cache. Cells come last, as they
  /// need all nine digits: hidden singles from `openMinirows` and `openColumns`, which bands and stacks
  /// leave behind, and the naked ones that the next sweep begins with.
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

  /// Rows and blocks of one band, for one digit: from `state` to `scratch` and `locks`.
  @inline(__always)
  private func sweepBand(_ planes: Planes, _ band: Int, _ digit: Int, _ full: inout Lanes) {
    let v = planes + band &* 27
    let one = singles + band &* 27
    let columns = columnSingles + band &* 9
    // The minirows that have a single of the digit; then the rows and blocks that have one.
    let m0 = singleMinirows(v, one, columns)
    let m1 = singleMinirows(v + 3, one + 3, columns + 3)
    let m2 = singleMinirows(v + 6, one + 6, columns + 6)
    let rows = or(m0, m1, m2)
    let blocks = Three(m0.any, m1.any, m2.any)
    // Candidates that see no single of their digit in row and block, and the singles.
    let out = scratch + band &* 27
    let r = keepUnseen(v, one, rows.a, blocks, out)
    let s = keepUnseen(v + 9, one + 9, rows.b, blocks, out + 9)
    let t = keepUnseen(v + 18, one + 18, rows.c, blocks, out + 18)
    let any = Nine(r.any, s.any, t.any)
    let locked = any.inPermutation
    let several = Nine(r.several, s.several, t.several)
    let kept = any & locked
    let lock = locks + band &* 9
    locked.r.store(lock)
    locked.s.store(lock + 3)
    locked.t.store(lock + 6)
    // Rows and blocks where the digit has several places.
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
    // A place in one row that is in a permutation means places in all rows and blocks.
    full &= kept.r.any
    // Where a single is seen and there are still several places, two equal singles see each other.
    full = andNotBoth(full, rows.a, row0)
    full = andNotBoth(full, rows.b, row1)
    full = andNotBoth(full, rows.c, row2)
    full = andNotBoth(full, blocks.a, box0)
    full = andNotBoth(full, blocks.b, box1)
    full = andNotBoth(full, blocks.c, box2)
  }

  /// The minirows of a block that have a single of the digit; stores the OR of each minicolumn.
  @inline(__always)
  private func singleMinirows(_ v: Planes, _ one: Planes, _ columns: Planes) -> Three {
    let x = Three(v) & Three(one)
    let y = Three(v + 9) & Three(one + 9)
    let z = Three(v + 18) & Three(one + 18)
    or(x, y, z).store(columns)
    return Three(x.any, y.any, z.any)
  }

  /// Stores the candidates of a row that see no single in row and block, and the singles themselves.
  @inline(__always)
  private func keepUnseen(
    _ v: Planes, _ one: Planes, _ row: Lanes, _ blocks: Three, _ out: Planes
  ) -> (any: Three, several: Three) {
    let x = unseen(v, one, row | blocks.a)
    x.store(out)
    let y = unseen(v + 3, one + 3, row | blocks.b)
    y.store(out + 3)
    let z = unseen(v + 6, one + 6, row | blocks.c)
    z.store(out + 6)
    return (Three(x.any, y.any, z.any), Three(x.several, y.several, z.several))
  }

  /// The columns of one stack, for one digit: from `scratch` and `locks` back to `state`.
  @inline(__always)
  private func sweepStack(
    _ planes: Planes, _ stack: Int, _ digit: Int, _ full: inout Lanes, _ flags: inout SweepFlags
  ) {
    let first = sweepColumn(stack, 0)
    let second = sweepColumn(stack, 1)
    let third = sweepColumn(stack, 2)
    let any = Nine(
      Three(first.r.any, first.s.any, first.t.any),
      Three(second.r.any, second.s.any, second.t.any),
      Three(third.r.any, third.s.any, third.t.any))
    let locked = any.inPermutation
    let several =
      Nine(
        Three(first.r.several, first.s.several, first.t.several),
        Three(second.r.several, second.s.several, second.t.several),
        Three(third.r.several, third.s.several, third.t.several))
    let kept = any & locked
    finishColumn(first, locked.r, planes + stack &* 3, &flags.changed)
    finishColumn(second, locked.s, planes + stack &* 3 + 1, &flags.changed)
    finishColumn(third, locked.t, planes + stack &* 3 + 2, &flags.changed)
    let open = openColumns + stack &* 27 + digit
    open[0] = kept.r.several | several.r.any
    open[9] = kept.s.several | several.s.any
    open[18] = kept.t.several | several.t.any
    full &= kept.r.any
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
      // What is kept if a digit has no other place in row, block or column.
      let h0 = andNotBoth(p[0], o0, column[0])
      let h1 = andNotBoth(p[81], o1, column[1])
      let h2 = andNotBoth(p[162], o2, column[2])
      let h3 = andNotBoth(p[243], o3, column[3])
      let h4 = andNotBoth(p[324], o4, column[4])
      let h5 = andNotBoth(p[405], o5, column[5])
      let h6 = andNotBoth(p[486], o6, column[6])
      let h7 = andNotBoth(p[567], o7, column[7])
      let h8 = andNotBoth(p[648], o8, column[8])
      let hidden = or3(or3(h0, h1, h2), or3(h3, h4, h5), or3(h6, h7, h8))
      let v0 = select(hidden, h0, p[0])
      let v1 = select(hidden, h1, p[81])
      let v2 = select(hidden, h2, p[162])
      let v3 = select(hidden, h3, p[243])
      let v4 = select(hidden, h4, p[324])
      let v5 = select(hidden, h5, p[405])
      let v6 = select(hidden, h6, p[486])
      let v7 = select(hidden, h7, p[567])
      let v8 = select(hidden, h8, p[648])
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
  private func or(_ x: Three, _ y: Three, _ z: Three) -> Three {
    Three(or3(x.a, y.a, z.a), or3(x.b, y.b, z.b), or3(x.c, y.c, z.c))
  }

  @inline(__always)
  private func unseen(_ v: Planes, _ one: Planes, _ seen: Lanes) -> Three {
    Three(
      andOrNot(v[0], one[0], seen), andOrNot(v[1], one[1], seen), andOrNot(v[2], one[2], seen))
  }

  /// A column's candidates that are not locked out and see no single in the other bands.
  @inline(__always)
  private func sweepColumn(_ stack: Int, _ place: Int) -> Nine {
    let column = stack &* 3 &+ place
    let s = columnSingles + column
    return Nine(
      sweepMinicolumn(scratch + column, locks + stack, s[9], s[18]),
      sweepMinicolumn(scratch + column + 27, locks + stack + 9, s[0], s[18]),
      sweepMinicolumn(scratch + column + 54, locks + stack + 18, s[0], s[9]))
  }

  @inline(__always)
  private func sweepMinicolumn(_ p: Planes, _ lock: Planes, _ a: Lanes, _ b: Lanes) -> Three {
    let unseen = ~(a | b)
    return Three(
      and3(p[0], lock[0], unseen), and3(p[9], lock[3], unseen), and3(p[18], lock[6], unseen))
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
