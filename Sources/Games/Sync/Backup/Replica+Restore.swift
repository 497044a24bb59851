import SudokuCore
import SudokuIdentity
import SudokuSession

extension Replica {
  /// Merges documents from another source than the store; a later sync sends the store what it lacks.
  package func restore(_ documents: [DocumentDelta]) throws(SyncError) -> RestoreSummary {
    try importDocuments(documents, origin: .elsewhere)
  }

  func importDocuments(
    _ documents: [DocumentDelta], origin: IncomingValidator.Origin
  ) throws(SyncError) -> RestoreSummary {
    var result = RestoreSummary()
    for whole in documents {
      let checked = IncomingValidator(origin: origin).inspect(
        whole, held: try summary(of: whole.id))
      result.rejected += checked.rejected
      for operation in checked.operations {
        guard case .unknown = operation.action else { continue }
        result.unknown[operation.action.shownKind, default: 0] += 1
      }
      guard let delta = checked.accepted else { continue }
      result.newOperations += try repair(delta)
      var decoded = checked.operations
      for outcome in try merge([delta], cursor: nil) {
        result.newOperations += outcome.added.reduce(0) { $0 + $1.count }
        if outcome.diverged.contains(device)
          || outcome.added.contains(where: { $0.device == device })
        {
          result.bringsOwn = true
        }
        if !outcome.hasAdded(decoded.count) { decoded = [] }
        for device in outcome.diverged { try keepDiverged(device, of: delta, &result) }
      }
      // The operations do not come from the store, so it has acknowledged none of them.
      try acknowledge([StoreHolding(id: delta.id, heads: [:], summary: nil)])
      guard let summary = try makeSummary(of: delta.id, decoded: decoded),
        delta.id.isGame
      else { continue }
      result.games += 1
      if summary.isCompleted { result.completed += 1 }
      result.lastSavedMilliseconds = max(
        result.lastSavedMilliseconds,
        checked.operations.lazy.map(\.moment.milliseconds).max() ?? 0)
    }
    try quarantine(result.rejected)
    return result
  }

  /// Replaces operations that are damaged on this device by intact ones.
  ///
  /// The hash recorded with the stream proves that the result is the stream as it was written.
  private func repair(_ delta: DocumentDelta) throws(SyncError) -> Int {
    // Heads first: a concurrent write can only add chunks.
    let heads = try heads(of: delta.id)
    let held = try chunks(of: delta.id, after: [:])
    guard let summary = try summary(of: delta.id) else { return 0 }
    var repaired = 0
    for (device, head) in heads {
      let stream = held.filter { $0.device == device }
      guard let damage = Self.firstFault(in: stream, reaching: head.seq) else { continue }
      let sound = Self.lines(of: delta.chunks.filter { $0.device == device })
      let rest = Self.lines(of: stream.filter { $0.lastSeq > sound.count })
        .suffix(max(0, head.seq - sound.count))
      let all = (sound.prefix(head.seq) + rest).flatMap { $0 + [UInt8(ascii: "\n")] }
      guard let whole = OperationChunk(device: device, after: .empty, lines: all),
        whole.hash == head.hash, whole.count == head.seq
      else { continue }
      try replaceStream(
        of: device, in: delta.id, reaching: head, with: [whole], keeping: [], summary: summary)
      repaired += head.seq - damage + 1
    }
    if repaired > 0 { try releaseQuarantined(delta.id) }
    return repaired
  }

  /// The first operation that is damaged or missing in a stream; `nil` for an intact stream.
  private static func firstFault(in stream: [OperationChunk], reaching seq: Int) -> Int? {
    var next = 1
    for chunk in stream {
      guard chunk.firstSeq == next, chunk.isIntact else { return next }
      next = chunk.lastSeq + 1
    }
    return next <= seq ? next : nil
  }

  /// The lines of chunks, even if their number differs from the chunks' counts.
  private static func lines(of chunks: [OperationChunk]) -> [[UInt8]] {
    chunks.flatMap { $0.lines.split(separator: UInt8(ascii: "\n")).map(Array.init) }
  }

  /// Keeps a diverged continuation of a device's stream under a derived identity.
  private func keepDiverged(
    _ device: DeviceID, of delta: DocumentDelta, _ result: inout RestoreSummary
  ) throws(SyncError) {
    let theirs = delta.chunks.filter { $0.device == device }
    let here = try chunks(of: delta.id, after: [:])
    guard let found = try Divergence(local: theirs, stored: here) else { return }
    let moved = DocumentDelta(id: delta.id, summary: delta.summary, chunks: [found.moved])
    for outcome in try merge([moved], cursor: nil) {
      result.newOperations += outcome.added.reduce(0) { $0 + $1.count }
    }
  }

  /// Merges a file that was moved by hand.
  package func restore(
    _ file: SaveFile, merging: Bool = false
  ) throws(SyncError) -> RestoreSummary {
    if !merging { try admit(file) }
    return try restore(deltas(of: file))
  }

  /// The documents of a file that was moved by hand; throws for an incomplete or invalid file.
  package func deltas(of file: SaveFile) throws(SyncError) -> [DocumentDelta] {
    var deltas: [DocumentDelta] = []
    for document in file.documents {
      deltas.append(
        DocumentDelta(
          id: document.id, summary: try Self.summary(of: document),
          chunks: try Self.chunks(of: try Self.exact(document.operations), in: document.id)))
    }
    return deltas
  }

  /// Refuses a file of another player, as both profiles would be merged into one.
  package func admit(_ file: SaveFile) throws(SyncError) {
    guard let own = try value(for: .player), let other = file.player, own != other else { return }
    throw SyncError(
      .anotherPlayer, "the save holds the games of the player \(other), those here are \(own)'s")
  }

  /// Merges a save of another program.
  ///
  /// It refuses a save with a date in the future: its numbers were read in the wrong unit.
  package func restore(
    _ save: OldSave, now milliseconds: Int64
  ) throws(SyncError) -> RestoreSummary {
    guard save.newestMilliseconds - 86_400_000 <= milliseconds else {
      throw SyncError(
        .damaged,
        "the save is of \(UTCTime(milliseconds: save.newestMilliseconds)), which is yet to come: "
          + "are its dates \(OldDates.names)?")
    }
    let (shared, local) = try save.documents()
    var result = try restore(shared)
    let settings = try importDocuments(local, origin: .backup)
    result.newOperations += settings.newOperations
    result.rejected += settings.rejected
    return result
  }

  /// The operations with the lines that the file gives for some of them.
  private static func exact(_ operations: [DocumentOperation]) throws(SyncError)
    -> [DocumentOperation]
  {
    var operations = operations
    for (index, operation) in operations.enumerated() {
      guard let line = operation.line else { continue }
      guard let exact = line.withUnsafeBytes({ try? DocumentOperation(line: $0) }),
        exact.fields == operation.fields
      else { throw SyncError(.damaged, "operation \(operation.key) is not that of its line") }
      operations[index] = exact
    }
    return operations
  }

  private static func chunks(
    of operations: [DocumentOperation], in id: DocumentID
  ) throws(SyncError) -> [OperationChunk] {
    var chunks: [OperationChunk] = []
    let streams = Dictionary(grouping: operations, by: \.device).sorted { $0.key < $1.key }
    for (device, operations) in streams {
      let stream = operations.sorted { $0.seq < $1.seq }
      if let (place, operation) = stream.enumerated().first(where: { $1.seq != $0 + 1 }) {
        let fault = operation.seq <= place ? "twice" : "without \(place + 1) before it"
        throw SyncError(
          .damaged, "\(id): operation \(operation.seq) of device \(device) is there \(fault)")
      }
      chunks.append(try OperationChunk(stream))
    }
    return chunks
  }

  private static func summary(of document: SaveFile.Document) throws(SyncError) -> DocumentSummary {
    let last = document.operations.last?.stamp ?? .zero
    // An invalid game ID is quarantined when the document is merged.
    guard let id = GameID(document.id.rawValue) else {
      return DocumentSummary(id: document.id, lastStamp: last)
    }
    guard let line = document.clues, let clues = try? Board(line: line) else {
      throw SyncError(.damaged, "\(document.id) has no clues")
    }
    do throws(GameError) {
      var game = try GameDocument(id: id, clues: clues)
      game.merge(document.operations)
      return DocumentSummary(game.summary)
    } catch {
      throw SyncError(error == .idCollision ? .idCollision : .damaged, error.message)
    }
  }
}

/// The result of a restore, an import or a first sync.
public struct RestoreSummary: Hashable, Sendable {
  /// The number of games in the source.
  public var games = 0
  /// The number of completed games among them.
  public var completed = 0
  /// The number of operations that were new here.
  public var newOperations = 0
  /// The time of the newest save among the documents, in milliseconds since 1970.
  public var lastSavedMilliseconds: Int64 = 0
  /// True if the source has operations of this device that were no longer here.
  ///
  /// Then other places may have further ones.
  public var bringsOwn = false
  /// The number of operations that change nothing here, by kind.
  ///
  /// They come from a newer version, or have unreadable values.
  public var unknown: [String: Int] = [:]
  /// The rejected operations and documents.
  public var rejected: [QuarantineEntry] = []

  package init() {}

  /// Adds the result for further documents of the same source.
  package mutating func add(_ other: RestoreSummary) {
    games += other.games
    completed += other.completed
    newOperations += other.newOperations
    lastSavedMilliseconds = max(lastSavedMilliseconds, other.lastSavedMilliseconds)
    bringsOwn = bringsOwn || other.bringsOwn
    unknown.merge(other.unknown, uniquingKeysWith: +)
    rejected += other.rejected
  }
}
