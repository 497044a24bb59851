import SudokuCore

/// Notes that placing a digit removes by itself.
///
/// They stay removed while the digit stands. They return once the cell is cleared or gets another
/// digit, by correction, undo or merge. They stay removed if another digit removed them too; a note
/// that the player wrote later stays as written. So a removal counts while every live write to its
/// cell since then has the same digit.
extension GameFold {
  /// Updates the removals of a cell after a new write to it.
  ///
  /// `group` is the write's group if it is a placement that removes notes.
  mutating func replaceErasures(of cell: Cell, by group: Int32?) {
    let write = registers[cell.index].live
    let before = liveWrite(before: write)
    let isSame = before >= 0 && writes[Int(before)].value == writes[Int(write)].value
    if !isSame, !erasing[cell.index].isEmpty {
      var affected = AffectedRegisters()
      setErasing([], of: cell, &affected)
      for entry in affected.entries { refresh(register: entry.register, revived: entry.revived) }
    }
    if let group { erasing[cell.index].append(group) }
  }

  /// Determines again the placements that remove notes, after writes to a cell died or became live.
  mutating func reviewErasures(of cell: Cell, _ affected: inout AffectedRegisters) {
    var shown: [Int32] = []
    var write = registers[cell.index].live
    let digit = write < 0 ? 0 : writes[Int(write)].value
    while digit != 0, write >= 0, writes[Int(write)].value == digit {
      let group = writes[Int(write)].group
      if groups[Int(group)].writeCount > 1 { shown.append(group) }
      repeat {
        write = liveWrite(before: write)
      } while write >= 0
        && !groups[Int(writes[Int(write)].group)].isLive
    }
    setErasing(shown.reversed(), of: cell, &affected)
  }

  private mutating func setErasing(
    _ shown: [Int32], of cell: Cell, _ affected: inout AffectedRegisters
  ) {
    let before = erasing[cell.index]
    guard before != shown else { return }
    erasing[cell.index] = shown
    let (old, new) = (Set(before), Set(shown))
    for group in before where !new.contains(group) {
      groups[Int(group)].isShown = false
      for write in writeRange(of: group).dropFirst() {
        affected.insert(Int(writes[write].register))
      }
    }
    for group in shown where !old.contains(group) {
      groups[Int(group)].isShown = true
      for write in writeRange(of: group).dropFirst() {
        let register = Int(writes[write].register)
        registers[register].revivals += 1
        affected.insert(register, revived: Int32(write))
      }
    }
  }

  /// True if the player's last live write set the note, whether or not digits removed it since.
  ///
  /// Such a note returns once the digits that removed it are gone.
  func isNoted(_ candidate: Candidate) -> Bool {
    isSet(Self.register(of: candidate))
  }

  /// True if the player's last live write set the corner note, whether or not digits removed it since.
  func isCornerNoted(_ candidate: Candidate) -> Bool {
    registers.count > Self.cornerStart && isSet(Self.cornerStart + candidate.index)
  }

  private func isSet(_ register: Int) -> Bool {
    var write = registers[register].last
    while write >= 0 {
      let entry = writes[Int(write)]
      let group = groups[Int(entry.group)]
      let isErasure = writes[Int(group.firstWrite)].register < 81
      if group.isLive, !isErasure { return entry.value != 0 }
      write = liveWrite(before: write)
    }
    return false
  }
}

extension DocumentAction {
  /// The cell whose digit an edit changes, `nil` where it changes notes only.
  var writtenCell: Cell? {
    switch self {
    case .place(let placement): placement.cell
    case .clear(let cell, over: _): cell
    default: nil
    }
  }
}
