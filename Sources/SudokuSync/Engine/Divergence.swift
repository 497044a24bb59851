import SudokuSession

/// Two different continuations of one device's stream: somebody copied a device.
///
/// The store's stream keeps the device's name, as others have seen it. The local continuation, from
/// the first operation that differs, goes on under a name derived from the device and the content,
/// so that every replica that meets the same two streams derives the same one, and nothing is lost.
struct Divergence {
  /// The device.
  let device: DeviceID
  /// How many operations both have in common.
  let common: Int
  /// The local continuation under its new name, from number 1.
  let moved: OperationChunk

  /// Compares two streams of a device.
  ///
  /// - Parameters:
  ///   - local: The local stream, complete and in order.
  ///   - stored: The store's stream, complete and in order.
  /// - Throws: `SyncError` of kind `damaged` for lines that are no operations.
  init?(local: [OperationChunk], stored: [OperationChunk]) throws(SyncError) {
    guard let device = local.first?.device else { return nil }
    let mine = Self.lines(of: local)
    let theirs = Self.lines(of: stored)
    var common = 0
    while common < min(mine.count, theirs.count), mine[common] == theirs[common] { common += 1 }
    guard common < min(mine.count, theirs.count) else { return nil }
    var hash = StreamHash.empty
    for line in mine[...common] { hash = hash.appending(line) }
    let new = device.derived(from: hash.rawValue)
    var operations: [Operation] = []
    for chunk in local {
      guard let rest = chunk.suffix(after: common) else { continue }
      operations += try rest.operations()
    }
    let renamed = operations.map { operation in
      operation.renamed { key in
        key.device == device && key.seq > common
          ? OperationKey(device: new, seq: key.seq - common) : key
      }
    }
    self.device = device
    self.common = common
    moved = try OperationChunk(renamed)
  }

  private static func lines(of chunks: [OperationChunk]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    for chunk in chunks { chunk.forEachLine { lines.append([UInt8]($0)) } }
    return lines
  }
}

extension Operation {
  /// The operation with other names for operations, its own and those it refers to.
  func renamed(_ name: (OperationKey) -> OperationKey) -> Operation {
    func renamed(_ set: OperationKeySet) -> OperationKeySet {
      OperationKeySet(set.sortedKeys.map(name))
    }
    var result = self
    result.key = name(key)
    switch action {
    case .place(var placement):
      placement.over = placement.over.map(name)
      result.action = .place(placement)
    case .clear(let cell, let over): result.action = .clear(cell, over: over.map(name))
    case .undo(let groups): result.action = .undo(renamed(groups))
    case .redo(let undo): result.action = .redo(name(undo))
    case .revert(let revert):
      result.action = .revert(
        Revert(
          bookmark: name(revert.bookmark), undone: renamed(revert.undone),
          redone: renamed(revert.redone)))
    case .resolve(let conflict, let choice):
      result.action = .resolve(conflict: conflict, choice: choice.map(name))
    default: break
    }
    return result
  }
}

extension SyncMachine {
  /// Takes the store's streams where the local ones contradict them, and keeps the local
  /// continuations under new names.
  func resolveDivergence(of id: DocumentID, with delta: DocumentDelta) throws(SyncError) {
    let local = try replica.chunks(of: id, after: [:])
    for device in try replica.heads(of: id).keys.sorted() {
      let stored = delta.chunks.filter { $0.device == device }
      let mine = local.filter { $0.device == device }
      guard let found = try Divergence(local: mine, stored: stored) else { continue }
      try replica.replaceStream(of: device, in: id, with: stored, keeping: [found.moved])
      if device == replica.device { try replica.renewDevice(.random(using: &random)) }
      report.events.append(.cloned(id, device: device, as: found.moved.device))
    }
    try merge([delta], cursor: nil)
    if try !replica.pending(of: id).isEmpty { steps.append(.send(id)) }
  }
}
