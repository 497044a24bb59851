/// The consequences of each assumption, as sets: without order, parents or lengths.
///
/// The conclusions of dynamic chains only ever grow when candidates go, and as long as nothing
/// contradicts they do not depend on the order in which they are drawn. So the sets kept for a grid
/// stay right for the grid after the next step, once the candidates that went are switched off in
/// them too; most often they are off there already. The sets decide which searches may yield anything
/// and for which assumptions the chains, with order and lengths, must be drawn.
///
/// Levels are those of `ChainRule`: 0 simple conclusions, 1 locked candidates, pairs and X-Wings as
/// well, 2 forcing chains as well, 3 multiple forcing chains as well, 4 those of level 1 and dynamic
/// chains. Level 3 also takes the multiple chains that Sudoku Explainer overlooks, since whether it
/// does depends on what went before. So sets may hold too much there: what they exclude is out of
/// the question, what they suggest has to be looked at.
///
/// Invariants: the state of literal `s` is a grid at `grids + s * ChainGrid.size` and 24 words of sets
/// at `sets + s * 24`, as in `ChainTrace`; it is valid where `status[s]` is `consistent`, for the grid
/// `snapshot`.
final class ChainClosure {
  enum Status: UInt8 {
    case unknown
    case consistent
    case contradictory
    /// Nothing else follows by links.
    case inert
  }

  let tables = ChainTables.shared
  let level: Int
  private let grids = UnsafeMutablePointer<UInt16>.allocate(
    capacity: ChainTrace.literals * ChainGrid.size)
  private let sets = UnsafeMutablePointer<UInt64>.allocate(capacity: ChainTrace.literals * 24)
  let status = UnsafeMutablePointer<Status>.filled(ChainTrace.literals, with: .unknown)
  let snapshot = ChainGrid.allocate()
  private let onQueue = UnsafeMutablePointer<UInt16>.filled(8192, with: 0)
  private let gone = UnsafeMutablePointer<UInt64>.filled(12, with: 0)
  private let placed = UnsafeMutablePointer<UInt16>.filled(81, with: 0)
  private var placedNumber = 0
  private let found = UnsafeMutablePointer<UInt16>.filled(729, with: 0)
  /// Of level 2, where any step will do: whether multiple forcing chains add nothing to a consistent state.
  private let isQuiet = UnsafeMutablePointer<Bool>.filled(ChainTrace.literals, with: false)
  private let links = StaticLinks()
  /// The sets of chains nested in those of level 4.
  private let inner: ChainClosure?

  init(level: Int) {
    self.level = level
    inner = level == 4 ? ChainClosure(level: 0) : nil
  }

  deinit {
    deallocate(grids, sets, status)
    snapshot.deallocate()
    deallocate(onQueue, gone, placed, found, isQuiet)
  }

  /// One assumption's grid and sets.
  struct State {
    let grid: ChainGrid
    let sets: UnsafeMutablePointer<UInt64>

    @inline(__always)
    func isOn(_ candidate: Int) -> Bool {
      sets[candidate &>> 6] &>> UInt64(truncatingIfNeeded: candidate & 63) & 1 != 0
    }

    @inline(__always)
    func isOff(_ candidate: Int) -> Bool {
      sets[12 &+ candidate &>> 6] &>> UInt64(truncatingIfNeeded: candidate & 63) & 1 != 0
    }
  }

  @inline(__always)
  func state(_ literal: Int) -> State {
    State(
      grid: ChainGrid(masks: grids + literal &* ChainGrid.size), sets: sets + literal &* 24)
  }

  /// Notes that nothing went.
  func forgetGone() {
    gone.update(repeating: 0, count: 12)
    placedNumber = 0
  }

  /// Forgets everything.
  func reset() { status.update(repeating: .unknown, count: ChainTrace.literals) }

  /// Brings the sets up to date with an engine's grid.
  func update(
    _ grid: ChainGrid, _ engine: ChainEngine, from lower: ChainClosure?, before: ChainGrid? = nil,
    skipsInert: Bool = false
  ) {
    if let before {
      reset()
      findGone(before, grid, engine, isOuter: true)
    } else if !findGone(snapshot, grid, engine, isOuter: false) {
      reset()
      forgetGone()
    }
    snapshot.copy(from: grid)
    for cell in 0..<81 {
      var rest = grid.digits(cell)
      if rest & (rest &- 1) == 0 { continue }
      while rest != 0 {
        let candidate = cell &* 9 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        update(candidate &* 2 &+ 1, engine, lower, isOuter: before != nil)
        let isKnown = status[candidate &* 2] == .consistent
        if skipsInert, !isKnown, isInert(candidate, grid) {
          status[candidate &* 2] = .inert
        } else {
          update(candidate &* 2, engine, lower, isOuter: before != nil)
        }
        if engine.meter.isStopped {
          reset()
          return
        }
      }
    }
    engine.meter.add(64)
  }

  /// True if a candidate, switched off, leaves none as the last one of a group.
  @inline(__always)
  private func isInert(_ candidate: Int, _ grid: ChainGrid) -> Bool {
    for at in candidate &* 4..<candidate &* 4 &+ 4 {
      let others = grid.masks[Int(tables.group[at])] & ~tables.groupBit[at]
      if others & (others &- 1) == 0 { return false }
    }
    return true
  }

  /// Brings the sets of one literal up to date.
  func update(
    _ literal: Int, _ engine: ChainEngine, _ lower: ChainClosure?, isOuter: Bool
  ) {
    var didChange = false
    var isSettled = false
    switch status[literal] {
    case .contradictory: return
    case .consistent:
      if !applyGone(state(literal), &didChange) {
        status[literal] = .contradictory
        return
      }
      if !didChange { return }
    case .unknown, .inert:
      if let lower {
        if lower.status[literal] == .contradictory {
          status[literal] = .contradictory
          return
        }
        let (own, from) = (state(literal), lower.state(literal))
        own.grid.copy(from: from.grid)
        own.sets.update(from: from.sets, count: 24)
        isSettled = lower.level > 0 && !isOuter
        if level == 3 && lower.level == 2 && lower.isQuiet[literal] {
          status[literal] = .consistent
          return
        }
        if isOuter, !applyGone(state(literal), &didChange) {
          status[literal] = .contradictory
          return
        }
      } else {
        begin(literal, engine)
        if !assume(literal) {
          status[literal] = .contradictory
          return
        }
      }
    }
    engine.meter.add(16)
    let isConsistent = advance(state(literal), engine, isSettled: isSettled)
    status[literal] = isConsistent ? .consistent : .contradictory
    isQuiet[literal] =
      engine.acceptsAnyStep && level == 2 && isConsistent
      && links.collectAgreements(state(literal).grid, found) == 0
  }

  private func begin(_ literal: Int, _ engine: ChainEngine) {
    let state = state(literal)
    state.grid.copy(from: snapshot)
    state.sets.update(repeating: 0, count: 24)
  }

  private func assume(_ literal: Int) -> Bool {
    let state = state(literal)
    var end = 0
    let candidate = literal &>> 1
    if literal & 1 == 1 {
      onQueue[0] = UInt16(truncatingIfNeeded: candidate)
      end = 1
    } else if !switchOff(state, candidate, &end) {
      return false
    }
    return drain(state, end)
  }

  /// Lists what went between two grids; `false` if something came.
  @discardableResult
  private func findGone(
    _ before: ChainGrid, _ after: ChainGrid, _ engine: ChainEngine, isOuter: Bool
  ) -> Bool {
    placedNumber = 0
    gone.update(repeating: 0, count: 12)
    for cell in 0..<81 where before.digits(cell) != after.digits(cell) {
      if after.digits(cell) & ~before.digits(cell) != 0 { return false }
      var rest = before.digits(cell) & ~after.digits(cell)
      while rest != 0 {
        let digit = rest.trailingZeroBitCount
        let candidate = cell &* 9 &+ digit
        rest &= rest &- 1
        if !isOuter && engine.placedDigit[cell] == digit {
          placed[placedNumber] = UInt16(truncatingIfNeeded: candidate)
          placedNumber &+= 1
        } else {
          gone[candidate &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: candidate & 63)
        }
      }
    }
    return true
  }

  /// Switches off what went; `false` at a contradiction.
  private func applyGone(_ state: State, _ didChange: inout Bool) -> Bool {
    var end = 0
    for word in 0..<12 {
      var rest = gone[word] & ~state.sets[12 &+ word]
      while rest != 0 {
        let candidate = word &* 64 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        didChange = true
        if !switchOff(state, candidate, &end) { return false }
      }
    }
    if end > 0 && !drain(state, end) { return false }
    for number in 0..<placedNumber {
      let candidate = Int(placed[number])
      if state.isOff(candidate) { return false }
      // A placed digit is no longer a candidate.
      if state.grid.contains(candidate, tables) { state.grid.remove(candidate, tables) }
      state.sets[candidate &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: candidate & 63))
    }
    return true
  }

  /// Deals with the "on"s waiting; `false` at a contradiction.
  @inline(__always)
  private func drain(_ state: State, _ count: Int) -> Bool {
    var head = 0
    var end = count
    while head < end {
      let candidate = Int(onQueue[head])
      head &+= 1
      if state.isOff(candidate) { return false }
      if state.isOn(candidate) { continue }
      state.sets[candidate &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: candidate & 63)
      if !expand(state, candidate, &end) { return false }
    }
    return true
  }

  @inline(__always)
  private func expand(_ state: State, _ candidate: Int, _ end: inout Int) -> Bool {
    let cell = Int(tables.cellOf[candidate])
    let digit = Int(tables.digitOf[candidate])
    var rest = state.grid.digits(cell) & ~(1 &<< UInt16(truncatingIfNeeded: digit))
    while rest != 0 {
      let other = cell &* 9 &+ rest.trailingZeroBitCount
      rest &= rest &- 1
      if !switchOff(state, other, &end) { return false }
    }
    for kind in 0..<3 {
      let house = Int(tables.house[cell &* 4 &+ kind])
      var places = state.grid.places(house, digit) & ~tables.bit[cell &* 4 &+ kind]
      while places != 0 {
        let place = Int(tables.cell[house &* 9 &+ places.trailingZeroBitCount])
        places &= places &- 1
        if !switchOff(state, place &* 9 &+ digit, &end) { return false }
      }
    }
    return true
  }

  @inline(__always)
  private func switchOff(_ state: State, _ candidate: Int, _ end: inout Int) -> Bool {
    if state.isOff(candidate) { return true }
    if state.isOn(candidate) { return false }
    state.sets[12 &+ candidate &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: candidate & 63)
    let grid = state.grid
    grid.remove(candidate, tables)
    let cell = Int(tables.cellOf[candidate])
    let digit = Int(tables.digitOf[candidate])
    let left = grid.digits(cell)
    if left & (left &- 1) == 0 {
      if left == 0 { return false }
      pushOn(cell &* 9 &+ left.trailingZeroBitCount, &end)
    }
    for kind in 0..<3 {
      let house = Int(tables.house[cell &* 4 &+ kind])
      let places = grid.places(house, digit)
      if places & (places &- 1) == 0 {
        if places == 0 { return false }
        let place = Int(tables.cell[house &* 9 &+ places.trailingZeroBitCount])
        pushOn(place &* 9 &+ digit, &end)
      }
    }
    return true
  }

  @inline(__always)
  private func pushOn(_ candidate: Int, _ end: inout Int) {
    onQueue[end] = UInt16(truncatingIfNeeded: candidate)
    end &+= 1
  }

  /// Draws the conclusions of the level until there are no more; `false` at a contradiction.
  private func advance(_ state: State, _ engine: ChainEngine, isSettled: Bool) -> Bool {
    guard level > 0 else { return true }
    var isFirst = true
    var isSettled = isSettled
    while !engine.meter.isStopped {
      var count =
        isSettled
        ? 0
        : PlainTechniques.find(state.grid, tables, engine.emptyCount, engine.placedCount, found)
      isSettled = false
      if count == 0 && (level == 2 || level == 3) {
        links.close(state.grid, from: engine.staticLinks(), engine.base)
        count = links.collectConflicts(found)
        if count == 0 && level == 3 { count = links.collectAgreements(state.grid, found) }
      }
      if count == 0, let inner {
        if isFirst {
          inner.update(
            state.grid, engine, from: engine.closure(.dynamic), before: engine.base)
        } else {
          inner.update(state.grid, engine, from: nil)
        }
        isFirst = false
        count = inner.collectProven(found)
      }
      if count == 0 { return true }
      var end = 0
      for number in 0..<count where !switchOff(state, Int(found[number]), &end) { return false }
      if !drain(state, end) { return false }
    }
    return true
  }
}
