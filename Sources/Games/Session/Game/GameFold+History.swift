import SudokuCore

/// The registers that groups wrote, each once, with the last of its writes that came alive again.
struct AffectedRegisters {
  private(set) var entries: [(register: Int, revived: Int32)] = []
  /// For each register its place in `entries`, once there are many.
  private var places: [Int16] = []

  mutating func insert(_ register: Int, revived: Int32 = -1) {
    if let place = place(of: register) {
      entries[place].revived = max(entries[place].revived, revived)
      return
    }
    if !places.isEmpty { places[register] = Int16(entries.count) }
    entries.append((register, revived))
    if places.isEmpty, entries.count == 24 {
      places = [Int16](repeating: -1, count: 2 * GameFold.cornerStart)
      for (place, entry) in entries.enumerated() { places[entry.register] = Int16(place) }
    }
  }

  private func place(of register: Int) -> Int? {
    if places.isEmpty { return entries.firstIndex { $0.register == register } }
    return places[register] < 0 ? nil : Int(places[register])
  }
}

/// Undo, redo and queries about them.
extension GameFold {
  /// The group that an undo takes back, `nil` for none.
  var undoTarget: Int? { undoStack.last.map { Int($0) } }

  /// Takes groups back and lets others apply again.
  ///
  /// Only groups folded before are touched: those that the device had seen.
  mutating func reverse(undone: OperationKeySet, redone: OperationKeySet, by key: OperationKey) {
    let dying = groups(of: undone).filter { groups[Int($0)].isLive }
    let reviving = groups(of: redone).filter { !groups[Int($0)].isLive }
    reversals[key] = Reversal(undone: dying, redone: reviving)
    guard !dying.isEmpty || !reviving.isEmpty else { return }
    redoStack.append(key)
    change(dying: dying, reviving: reviving)
  }

  /// Takes an undo or a revert back, once.
  mutating func takeBack(_ key: OperationKey) {
    guard let reversal = reversals[key], reversal.isActive else { return }
    reversals[key]?.isActive = false
    redoStack.removeAll { $0 == key }
    change(
      dying: reversal.redone.filter { groups[Int($0)].isLive },
      reviving: reversal.undone.filter { !groups[Int($0)].isLive })
  }

  private mutating func change(dying: [Int32], reviving: [Int32]) {
    var affected = AffectedRegisters()
    for group in dying {
      groups[Int(group)].isLive = false
      for write in writeRange(of: group) { affected.insert(Int(writes[write].register)) }
    }
    for group in reviving {
      groups[Int(group)].isLive = true
      for write in writeRange(of: group) {
        let register = Int(writes[write].register)
        registers[register].revivals &+= 1
        affected.insert(register, revived: Int32(write))
      }
    }
    let cells = affected.entries.filter { $0.register < 81 }
    for entry in cells { refresh(register: entry.register, revived: entry.revived) }
    // The notes that a digit removed depend on what its cell shows now.
    for entry in cells { reviewErasures(of: Cell(index: entry.register), &affected) }
    for entry in affected.entries where entry.register >= 81 {
      refresh(register: entry.register, revived: entry.revived)
    }
    revive(reviving)
    while let last = undoStack.last, !groups[Int(last)].isLive { undoStack.removeLast() }
  }

  /// Puts groups on the undo stack again.
  private mutating func revive(_ reviving: [Int32]) {
    guard let first = reviving.first else { return }
    while let last = undoStack.last, !groups[Int(last)].isLive { undoStack.removeLast() }
    if let last = undoStack.last, first <= last {
      undoStack = (0..<Int32(groups.count)).filter { groups[Int($0)].isLive }
    } else {
      undoStack += reviving
    }
  }

  func writeRange(of group: Int32) -> Range<Int> {
    let entry = groups[Int(group)]
    return Int(entry.firstWrite)..<Int(entry.firstWrite) + Int(entry.writeCount)
  }

  func groups(of keys: OperationKeySet) -> [Int32] {
    var found: [Int32] = []
    for (device, ranges) in keys.runs {
      for range in ranges {
        if range.count <= groups.count {
          found += range.compactMap { groupIndex[OperationKey(device: device, seq: $0)] }
        } else {
          found += groups.indices.lazy
            .filter { groups[$0].key.device == device && range.contains(groups[$0].key.seq) }
            .map { Int32($0) }
        }
      }
    }
    return found.sorted()
  }

  /// The key of the last write that a cell shows the result of or hides, `nil` for none.
  func lastWrite(to cell: Cell) -> OperationKey? {
    let write = registers[cell.index].last
    return write < 0 ? nil : groups[Int(writes[Int(write)].group)].key
  }

  /// The least last part of the groups to undo so that no wrong digit is left.
  ///
  /// - Complexity: O(writes).
  func firstMistake() -> Int? {
    var limit = Int32(groups.count)
    // The writes that the cells show with the groups before the limit, which only falls.
    var shown = registers[..<81].map(\.live)
    var isStable = false
    while !isStable {
      isStable = true
      for index in 0..<81 {
        while shown[index] >= 0 {
          let entry = writes[Int(shown[index])]
          if groups[Int(entry.group)].isLive, entry.group < limit { break }
          shown[index] = entry.previous
        }
        let write = shown[index]
        guard write >= 0 else { continue }
        let entry = writes[Int(write)]
        if entry.value != 0, entry.value != solution.value(at: Cell(index: index)) {
          limit = entry.group
          isStable = false
        }
      }
    }
    return limit < groups.count ? Int(limit) : nil
  }

  func liveKeys(from first: Int) -> [OperationKey] {
    groups[first...].lazy.filter(\.isLive).map(\.key)
  }
}
