import SudokuSession

extension PlaceStoreDriver {
  /// The number of a device's small segments from which on they are joined.
  private static var manySegments: Int { 16 }
  /// The newest segments stay as they are: a copy of the device must find their numbers taken.
  private static var newestSegments: Int { 8 }

  // MARK: Appending

  func append(
    _ batch: OperationBatch, until deadline: Deadline
  ) throws(SyncError) -> AppendReceipt {
    var outcomes: [AppendOutcome] = []
    var rest = batch.documents[...]
    while !rest.isEmpty {
      // A document that comes twice builds on what came first.
      var ids: Set<DocumentID> = []
      let part = rest.prefix { ids.insert($0.id).inserted }
      outcomes += try append(Array(part), by: batch.writer, until: deadline)
      rest = rest.dropFirst(part.count)
    }
    return AppendReceipt(
      outcomes: outcomes,
      answer: batch.question.flatMap { core.document($0.id, after: $0.known) })
  }

  private func append(
    _ documents: [DocumentDelta], by device: DeviceID, until deadline: Deadline
  ) throws(SyncError) -> [AppendOutcome] {
    writer = device
    while true {
      let isUnread = unread.keys.contains {
        if case .segment(let segment) = PlaceName($0) { segment.device == device } else { false }
      }
      if isUnread {
        throw SyncError(.storeUnavailable, "a value under this device's name can't be read yet")
      }
      var (outcomes, new) = ([AppendOutcome](), [DocumentDelta]())
      for delta in documents {
        let (record, added, outcome) = core.plan(delta)
        outcomes.append(outcome)
        let old = core.documents[delta.id]?.record.summary
        guard outcome.refusal == nil, old != nil || !added.isEmpty || outcome.covers(delta),
          !added.isEmpty || record.summary != old
        else { continue }
        var heads = delta.heads ?? [:]
        for chunk in added where chunk.lastSeq > heads[chunk.device]?.seq ?? 0 {
          heads[chunk.device] = chunk.head
        }
        new.append(
          DocumentDelta(id: delta.id, summary: record.summary, heads: heads, chunks: added))
      }
      if try store(new, by: device, until: deadline) { return outcomes }
      // A copy of the device was here, or an earlier attempt whose answer was lost.
      try deadline.check("a free name")
    }
  }

  /// Creates the values of deltas; false if a name is taken, whose value was read.
  private func store(
    _ deltas: [DocumentDelta], by device: DeviceID, until deadline: Deadline
  ) throws(SyncError) -> Bool {
    for value in PlaceSegment.values(deltas) {
      let number = (lastNumbers[device] ?? 0) + 1
      guard number <= PlaceName.limit else {
        throw SyncError(.storeFailed, "the device has no number left")
      }
      let segment = PlaceName.Segment(device: device, first: number, last: number)
      let bytes = value.bytes
      let version = try create(segment.name, bytes, until: deadline)
      lastNumbers[device] = number
      guard let version else {
        unread[segment.name] = ""
        try read(until: deadline)
        return false
      }
      known[segment.name] = version
      learnedAt[segment] = monotonicClock()
      _ = note(length: bytes.count, of: segment)
      for delta in value.documents { _ = add(delta) }
      retryWaiting()
      writeCache(value.documents)
    }
    return true
  }

  // MARK: Compaction

  /// Joins the device's small segments once they are many; the new value first, then the old ones go.
  func compact(until deadline: Deadline) throws(SyncError) {
    guard let writer else { return }
    let now = monotonicClock()
    let own = known.keys.compactMap { name -> PlaceName.Segment? in
      guard case .segment(let segment) = PlaceName(name), segment.device == writer else {
        return nil
      }
      return segment
    }.sorted()
    let covered = own.filter { small in own.contains { $0.covers(small) } }
    if !covered.isEmpty { return try remove(covered, until: deadline) }
    var run: [PlaceName.Segment] = []
    var count = 0
    let old = own.filter { now - (learnedAt[$0] ?? .min / 2) >= 2 * Self.listLifetime }
    // From the newest on, as far as the longer ones are no more than double what they are joined with.
    for segment in old.dropLast(Self.newestSegments).reversed() {
      guard !full.contains(segment), run.last.map({ segment.last + 1 == $0.first }) ?? true,
        count == 0 || segment.count <= 2 * count
      else { break }
      run.append(segment)
      count += segment.count
    }
    guard run.count >= Self.manySegments else { return }
    try join(run.reversed(), until: deadline)
  }

  private func join(
    _ run: [PlaceName.Segment], until deadline: Deadline
  ) throws(SyncError) {
    let names = run.map(\.name)
    let values = try wait(until: deadline) { (place) async throws(SyncError) in
      try await place.values(of: names)
    }
    var group: [(name: PlaceName.Segment, value: PlaceSegment)] = []
    var bytes = 0
    for segment in run {
      guard let value = values[segment.name] else { return }
      let isLong = note(length: value.count, of: segment)
      if isLong || bytes + value.count > PlaceSegment.valueBytes {
        try join(group, until: deadline)
        (group, bytes) = ([], 0)
      }
      if isLong { continue }
      group.append((segment, try PlaceSegment(bytes: value)))
      bytes += value.count
    }
    try join(group, until: deadline)
  }

  private func join(
    _ group: [(name: PlaceName.Segment, value: PlaceSegment)], until deadline: Deadline
  ) throws(SyncError) {
    guard let first = group.first?.name, let last = group.last?.name, group.count > 1 else {
      return
    }
    let whole = PlaceName.Segment(device: first.device, first: first.first, last: last.last)
    let value = PlaceSegment(documents: PlaceSegment.joined(group.map(\.value)))
    let bytes = value.bytes
    known[whole.name] = try create(whole.name, bytes, until: deadline) ?? ""
    _ = note(length: bytes.count, of: whole)
    try remove(group.map(\.name), until: deadline)
  }

  /// Takes note of a segment that is too long to be joined; true if it is.
  func note(length: Int, of segment: PlaceName.Segment) -> Bool {
    let isLong = length > PlaceSegment.valueBytes / 4
    if isLong { full.insert(segment) }
    return isLong
  }

  private func remove(
    _ segments: [PlaceName.Segment], until deadline: Deadline
  ) throws(SyncError) {
    let names = segments.map(\.name)
    try wait(until: deadline) { (place) async throws(SyncError) in try await place.remove(names) }
    for segment in segments {
      known[segment.name] = nil
      learnedAt[segment] = nil
    }
    writeCache([])
  }
}
