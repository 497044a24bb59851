import SudokuSession

/// Two different continuations of one device's stream: the device was copied.
///
/// The store's stream keeps the device's name, as others have seen it. The local continuation, from
/// the first operation that differs, continues under a name derived from the device and the
/// content, so that every replica that meets the same two streams derives the same one, and nothing
/// is lost.
struct Divergence {
  let device: DeviceID
  /// The local continuation under its new name.
  let moved: OperationChunk

  /// Compares two streams of a device.
  ///
  /// A third copy may already use the derived identity and have diverged from it in turn. Then the
  /// difference gets an identity derived once more. `held` shows such a copy even if the store's
  /// answer is out of date.
  init?(
    local: [OperationChunk], stored: [OperationChunk], held: [OperationChunk] = []
  ) throws(SyncError) {
    guard let device = local.first?.device else { return nil }
    var operations: [DocumentOperation] = []
    for chunk in local { operations += try chunk.operations() }
    var name = device
    var moved: OperationChunk?
    while true {
      let mine = moved.map { [$0] } ?? local
      let lines = Self.lines(of: mine)
      let elsewhere = name == device ? [stored] : [stored, held]
      guard
        let common = elsewhere.lazy.compactMap({ Self.length(of: mine, agreeing: $0, name) }).first
      else { break }
      var hash = StreamHash.empty
      for line in lines[...common] { hash = hash.appending(line) }
      let (old, new) = (name, name.derived(from: hash.rawValue))
      operations = operations.filter { $0.seq > common }.map { operation in
        operation.renamed(Renaming(from: old, after: common, to: new))
      }
      moved = try OperationChunk(operations)
      name = new
    }
    guard let moved else { return nil }
    self.device = device
    self.moved = moved
  }

  /// The number of lines before the first that another stream of that name contradicts; `nil` if
  /// none does.
  fileprivate static func length(
    of mine: [OperationChunk], agreeing chunks: [OperationChunk], _ name: DeviceID
  ) -> Int? {
    zip(lines(of: mine), lines(of: chunks.filter { $0.device == name })).enumerated()
      .first { $1.0 != $1.1 }?.offset
  }

  private static func lines(of chunks: [OperationChunk]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for chunk in chunks { chunk.forEachLine { lines.append([UInt8]($0)) } }
    return lines
  }
}

/// Another name for the operations of a device after a number, which count from 1 again.
struct Renaming {
  let from: DeviceID
  /// The last number that keeps its name.
  let after: Int
  /// The name of those after it.
  let to: DeviceID

  func callAsFunction(_ key: OperationKey) -> OperationKey {
    key.device == from && key.seq > after ? OperationKey(device: to, seq: key.seq - after) : key
  }

  func callAsFunction(_ seen: VersionVector) -> VersionVector {
    var last = seen.last
    guard let seq = last[from], seq > after else { return seen }
    last[from] = after
    last[to] = max(last[to] ?? 0, seq - after)
    return VersionVector(last)
  }

  /// Renames run by run: a set from elsewhere may name more keys than fit in memory.
  func callAsFunction(_ set: OperationKeySet) -> OperationKeySet {
    guard let ranges = set.runs[from] else { return set }
    var runs = set.runs
    var kept: [ClosedRange<Int>] = []
    var moved: [ClosedRange<Int>] = runs[to] ?? []
    for range in ranges {
      if range.lowerBound <= after { kept.append(range.lowerBound...min(range.upperBound, after)) }
      if range.upperBound > after {
        moved.append(max(range.lowerBound, after + 1) - after...range.upperBound - after)
      }
    }
    runs[from] = kept.isEmpty ? nil : kept
    runs[to] = moved.isEmpty ? nil : Self.united(moved)
    return OperationKeySet(runs: runs) ?? set
  }

  /// Runs in order, neither touching nor overlapping.
  private static func united(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, range.lowerBound <= last.upperBound + 1 {
        let end = max(last.upperBound, range.upperBound)
        result[result.count - 1] = last.lowerBound...end
      } else {
        result.append(range)
      }
    }
    return result
  }
}

extension DocumentOperation {
  /// The operation with other names for operations, its own and those it refers to.
  func renamed(_ name: Renaming) -> DocumentOperation {
    var result = self
    result.line = nil
    result.key = name(key)
    result.seen = name(seen)
    // What it had before under one name it has seen under the other.
    if key.device == name.from, key.seq == name.after + 1, name.after > 0 {
      result.seen.insert(OperationKey(device: name.from, seq: name.after))
    }
    switch action {
    case .place(var placement):
      placement.over = placement.over.map { name($0) }
      result.action = .place(placement)
    case .clear(let cell, let over): result.action = .clear(cell, over: over.map { name($0) })
    case .undo(let groups): result.action = .undo(name(groups))
    case .redo(let undo): result.action = .redo(name(undo))
    case .revert(let revert):
      result.action = .revert(
        Revert(
          bookmark: name(revert.bookmark), undone: name(revert.undone),
          redone: name(revert.redone)))
    case .resolve(let conflict, let choice):
      result.action = .resolve(conflict: conflict, choice: choice.map { name($0) })
    default: break
    }
    return result
  }
}

extension SyncMachine {
  /// Takes the store's streams where the local ones contradict them, and keeps the local
  /// continuations under new names.
  ///
  /// The player may add operations to a stream while it is replaced: then it is read again.
  func resolveDivergence(of id: DocumentID, with delta: DocumentDelta) throws(SyncError) {
    for _ in 1..<20 {
      do throws(SyncError) { return try replaceDiverged(id, with: delta) } catch {
        guard error.kind == .outOfSequence else { throw error }
      }
    }
    try replaceDiverged(id, with: delta)
  }

  private func replaceDiverged(_ id: DocumentID, with delta: DocumentDelta) throws(SyncError) {
    // Heads first: what is added in between is noticed.
    let heads = try replica.heads(of: id)
    let local = try replica.chunks(of: id, after: [:])
    for (device, head) in heads.sorted(by: { $0.key < $1.key }) {
      let mine = local.filter { $0.device == device }
      guard Divergence.length(of: mine, agreeing: delta.chunks, device) != nil else { continue }
      // It is computed again from the operations; the store's summary is not trusted.
      guard let summary = try replica.summary(of: id) else { continue }
      // Unreadable lines are never accepted.
      let found = try Divergence(
        local: IncomingValidator().readable(mine, of: id), stored: delta.chunks, held: local)
      try replica.replaceStream(
        of: device, in: id, reaching: head,
        with: IncomingValidator().readable(delta.chunks.filter { $0.device == device }, of: id),
        keeping: found.map { [$0.moved] } ?? [], summary: summary)
      if device == replica.device { try replica.renewDevice(.random(using: &random)) }
      report.changed.insert(id)
      if let found { report.events.append(.cloned(id, device: device, as: found.moved.device)) }
    }
    try merge([delta], cursor: nil)
    if try !replica.pending(of: id).isEmpty { steps.append(.send(id)) }
  }
}
