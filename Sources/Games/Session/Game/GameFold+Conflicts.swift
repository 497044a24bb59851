import SudokuCore

/// Cells where devices placed different digits without having seen each other.
extension GameFold {
  /// Remembers a cell whose write came from a device that hadn't seen another one's.
  mutating func contest(_ cell: Cell, device: Int32, context: Int32) {
    guard seen.hasSeveralDevices, !contested.contains(cell), registers[cell.index].last >= 0,
      !seen.hasSeenAll(device, context)
    else { return }
    contested.insert(cell)
  }

  var openConflicts: [Conflict] {
    contested.compactMap { cell in
      let versions = versions(of: cell)
      guard versions.count > 1 else { return nil }
      let id = versions.map { groups[Int($0)].key.description }.joined(separator: "~")
      guard !settled.contains(id) else { return nil }
      return conflict(id, cell, versions)
    }
  }

  /// The placements in a cell that no other write to it has seen, if they differ; as groups, in
  /// order.
  private func versions(of cell: Cell) -> [Int32] {
    // A device's later writes have seen its earlier ones, so only the last live one of each counts.
    var lasts: [(group: Int32, value: UInt8)] = []
    var write = registers[cell.index].last
    while write >= 0 {
      let entry = writes[Int(write)]
      let group = groups[Int(entry.group)]
      if group.isLive, !lasts.contains(where: { groups[Int($0.group)].device == group.device }) {
        lasts.append((entry.group, entry.value))
      }
      write = entry.previous
    }
    let heads = lasts.filter { head in
      let written = groups[Int(head.group)]
      return head.value != 0
        && !lasts.contains {
          let other = groups[Int($0.group)]
          return other.device != written.device
            && seen.hasSeen(other.context, written.device, written.key.seq)
        }
    }
    guard Set(heads.map(\.value)).count > 1 else { return [] }
    return heads.map(\.group).sorted()
  }

  private func conflict(_ id: String, _ cell: Cell, _ versions: [Int32]) -> Conflict {
    let shown = registers[cell.index].live
    let groups = versions.map { self.groups[Int($0)] }
    let isImported = groups.contains { importedDevices.contains($0.key.device) }
    return Conflict(
      id: id, kind: isImported ? .importedSave : .digits, cell: cell,
      versions: zip(versions, groups).map { index, group in
        let write = writes[Int(group.firstWrite)]
        return Conflict.Version(
          operation: group.key, stamp: group.stamp, value: .int(Int64(write.value)),
          isShown: shown >= 0 && writes[Int(shown)].group == index)
      })
  }
}
