import JSONCoding
import SudokuSession

extension PlaceStoreDriver {
  /// The most names whose values are asked for in one call.
  private static var batch: Int { 32 }

  /// The names in a place as a list shows them.
  private struct Listed {
    var created: [String: String] = [:]
    var removed: Set<String> = []
    /// True if the list names all values.
    var isWhole = false
    var next: String?
  }

  /// Lists what is new and reads it.
  func refresh(until deadline: Deadline) throws(SyncError) {
    // A value that was joined with others after the list is in a newer one.
    for _ in 0..<3 {
      if try !list(until: deadline) {
        try reset()
        _ = try list(until: deadline)
      }
      try read(until: deadline)
      if isContradicted {
        // All devices must take the same one of two streams: they read in the order of names.
        try reset()
        _ = try list(until: deadline)
        try read(until: deadline)
      }
      if unread.isEmpty { return }
    }
  }

  /// Forgets everything that was read.
  private func reset() throws(SyncError) {
    core = Self.emptyCore(&random)
    identity = StoreIdentity.random(using: &random)
    (isCreated, isContradicted, cursor, listedAt) = (false, false, nil, nil)
    (known, unread, waiting, lastNumbers) = ([:], [:], [], [:])
    (learnedAt, full, skipped) = ([:], [], SkippedFiles())
    cache?.clear()
  }

  // MARK: Lists

  /// Lists what is new.
  ///
  /// - Returns: False if values were lost, so that everything must be read again.
  private func list(until deadline: Deadline) throws(SyncError) -> Bool {
    let listed = try pages(until: deadline)
    var gone = listed.removed.intersection(known.keys)
    if listed.isWhole {
      gone = Set(known.keys.filter { listed.created[$0] == nil })
      unread = unread.filter { listed.created[$0.key] != nil }
    } else {
      unread = unread.filter { !listed.removed.contains($0.key) }
    }
    let losses = lossCount
    let isFirst = known.isEmpty
    var isReplaced = false
    for (name, version) in listed.created {
      guard let old = known[name] else {
        note(name, version)
        continue
      }
      if old.isEmpty { known[name] = version }
      if !old.isEmpty, !version.isEmpty, old != version { isReplaced = true }
    }
    if !isFirst, lossCount > losses { return false }
    if !isReplaced { isReplaced = try isLost(gone, until: deadline) }
    if isReplaced {
      let name = PlaceName.epoch(losses + 1).name
      if !gone.contains(PlaceName.store.name) { _ = try create(name, [0x0A], until: deadline) }
      return false
    }
    (cursor, listedAt) = (listed.next, monotonicClock())
    return true
  }

  private func pages(until deadline: Deadline) throws(SyncError) -> Listed {
    var listed = Listed(next: cursor)
    for _ in 0..<100_000 {
      let from = listed.next
      let page = try wait(until: deadline) { (place) async throws(SyncError) in
        try await place.names(since: from)
      }
      if page.startsOver { listed = Listed(isWhole: true) }
      listed.created.merge(page.created) { $1 }
      listed.removed.formUnion(page.removed)
      listed.next = page.next
      if !page.hasMore { return listed }
    }
    throw SyncError(.storeFailed, "the place's list of names does not end")
  }

  /// Takes note of a new name.
  private func note(_ name: String, _ version: String) {
    switch PlaceName(name) {
    case .epoch: known[name] = version
    case .store: unread[name] = version
    case .segment(let segment):
      unread[name] = version
      lastNumbers[segment.device] = max(lastNumbers[segment.device] ?? 0, segment.last)
    case nil: skipped.note(name, "its name is not that of a store's value")
    }
  }

  /// Forgets values that were joined with others; true if others were lost.
  private func isLost(_ gone: Set<String>, until deadline: Deadline) throws(SyncError) -> Bool {
    guard !gone.isEmpty else { return false }
    var present: [DeviceID: [PlaceName.Segment]] = [:]
    for name in Array(known.keys) + Array(unread.keys) where !gone.contains(name) {
      if case .segment(let segment) = PlaceName(name), segment.count > 1 {
        present[segment.device, default: []].append(segment)
      }
    }
    var doubtful: [String] = []
    for name in gone.sorted() {
      if case .segment(let segment) = PlaceName(name),
        present[segment.device]?.contains(where: { $0.covers(segment) }) ?? false
      {
        known[name] = nil
        (learnedAt[segment], _) = (nil, full.remove(segment))
      } else {
        doubtful.append(name)
      }
    }
    // The list may be older than the value.
    while !doubtful.isEmpty {
      let names = Array(doubtful.prefix(Self.batch))
      doubtful.removeFirst(names.count)
      let values = try wait(until: deadline) { (place) async throws(SyncError) in
        try await place.values(of: names)
      }
      if values.count < names.count { return true }
    }
    return false
  }

  // MARK: Values

  /// Reads the values whose names are noted.
  func read(until deadline: Deadline) throws(SyncError) {
    var rest = unread.keys.sorted()
    while !rest.isEmpty {
      let names = Array(rest.prefix(Self.batch))
      rest.removeFirst(names.count)
      let values = try wait(until: deadline) { (place) async throws(SyncError) in
        try await place.values(of: names)
      }
      var deltas: [DocumentDelta] = []
      for name in names {
        guard let value = values[name], let version = unread.removeValue(forKey: name) else {
          continue
        }
        known[name] = version
        deltas += try take(value, of: name)
      }
      retryWaiting()
      writeCache(deltas)
    }
  }

  /// Takes a value; returns its deltas that bring something new.
  private func take(_ value: [UInt8], of name: String) throws(SyncError) -> [DocumentDelta] {
    if name == PlaceName.store.name {
      guard let found: StoreIdentity = try? StrictJSONDecoder().decode(from: value) else {
        throw SyncError(.damaged, "the place's value 'store' can't be read")
      }
      (identity, isCreated) = (found, true)
      return []
    }
    if case .segment(let segment) = PlaceName(name) {
      if segment.device == writer { learnedAt[segment] = monotonicClock() }
      _ = note(length: value.count, of: segment)
    }
    do throws(SyncError) {
      return try PlaceSegment(bytes: value).documents.filter { take($0, of: name) }
    } catch {
      skipped.note(name, error.message)
      return []
    }
  }

  /// Takes a delta; returns true if it brings something new.
  private func take(_ delta: DocumentDelta, of name: String) -> Bool {
    let before = core.changeCount
    let outcome = add(delta)
    if let refusal = outcome.refusal { skipped.note(name, refusal) }
    if !outcome.diverged.isEmpty, contradictory.insert(name).inserted { isContradicted = true }
    guard outcome.refusal == nil, outcome.diverged.isEmpty, !outcome.covers(delta) else {
      return core.changeCount > before
    }
    waiting.append(delta)
    return true
  }

  func add(_ delta: DocumentDelta) -> AppendOutcome {
    core.append(OperationBatch(writer: DeviceID(rawValue: 0), documents: [delta])).outcomes.first
      ?? AppendOutcome(id: delta.id, heads: [:])
  }

  /// Adds the operations whose predecessors have arrived.
  func retryWaiting() {
    var before = Int.max
    while !waiting.isEmpty, waiting.count < before {
      before = waiting.count
      waiting = waiting.filter { delta in
        let outcome = add(delta)
        return outcome.refusal == nil && outcome.diverged.isEmpty && !outcome.covers(delta)
      }
    }
  }
}
