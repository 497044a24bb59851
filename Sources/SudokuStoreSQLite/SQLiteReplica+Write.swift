import GRDB
import SudokuSession
import SudokuSync

extension SQLiteReplica {
  /// See `Replica`.
  public func append(_ entries: [ReplicaEntry]) throws(SyncError) {
    if isObserver { throw Self.observer }
    let device = device
    let joined = Self.joined(entries)
    try file.write { db in
      let tables = DocumentTables(db: db)
      for entry in joined { try Self.append(entry, by: device, to: tables) }
    }
  }

  /// One entry for each run of entries that continue each other in one document.
  private static func joined(_ entries: [ReplicaEntry]) -> [ReplicaEntry] {
    guard entries.count > 1 else { return entries }
    var order: [DocumentID] = []
    var byDocument: [DocumentID: [ReplicaEntry]] = [:]
    for entry in entries {
      if byDocument[entry.id] == nil { order.append(entry.id) }
      byDocument[entry.id, default: []].append(entry)
    }
    return order.flatMap { id -> [ReplicaEntry] in
      let group = byDocument[id] ?? []
      guard group.count > 1, let last = group.last else { return group }
      let withLines = group.filter { !$0.lines.isEmpty }
      guard let first = withLines.first else { return [last] }
      // Lines that do not follow each other stay apart and are refused as they would be alone.
      var next = first.firstSeq
      for entry in withLines {
        guard entry.firstSeq == next, entry.device == first.device else { return group }
        next += entry.lines.count { $0 == UInt8(ascii: "\n") }
      }
      return [
        ReplicaEntry(
          id: id, summary: last.summary, firstSeq: first.firstSeq,
          lines: withLines.flatMap(\.lines), device: first.device)
      ]
    }
  }

  private static func append(
    _ entry: ReplicaEntry, by device: DeviceID, to tables: DocumentTables
  ) throws {
    let old = try tables.record(entry.id)
    var summary = old?.summary ?? entry.summary
    try summary.merge(entry.summary)
    let isNews =
      !entry.id.isLocalOnly && (summary != old?.summary || !entry.lines.isEmpty)
    let number = try tables.save(
      summary, isPending: isNews || old?.isPending == true, replacing: old)
    guard !entry.lines.isEmpty else { return }
    var stream =
      try tables.stream(of: device, in: number)
      ?? DocumentTables.Stream(head: .empty, acknowledged: .empty)
    guard stream.head.seq + 1 == entry.firstSeq, entry.device ?? device == device,
      let chunk = OperationChunk(device: device, after: stream.head, lines: entry.lines)
    else {
      throw SyncError(.outOfSequence, "operation \(entry.firstSeq) does not continue \(entry.id)")
    }
    _ = try tables.add(chunk, to: &stream.head, in: number)
    try tables.save(stream, of: device, in: number)
  }

  /// See `Replica`.
  public func merge(
    _ deltas: [DocumentDelta], cursor: ChangeCursor?
  ) throws(SyncError) -> [MergeOutcome] {
    try file.write { db in
      let tables = DocumentTables(db: db)
      let outcomes = try deltas.map { try Self.merge($0, into: tables) }
      if let cursor { try tables.setValue(cursor.rawValue, ReplicaKey.cursor.name) }
      return outcomes
    }
  }

  private static func merge(
    _ delta: DocumentDelta, into tables: DocumentTables
  ) throws -> MergeOutcome {
    let old = try tables.record(delta.id)
    var summary = old?.summary ?? delta.summary
    try summary.merge(delta.summary)
    var streams = try old.map { try tables.streams(of: $0.number) } ?? [:]
    // The record comes first, as the chunks need its number; it is written again only if it says
    // something else about what is pending in the end.
    let number = try old?.number ?? tables.save(summary, isPending: false, replacing: nil)
    var outcome = MergeOutcome(
      id: delta.id, added: [], diverged: [],
      becameCompleted: !(old?.summary.isCompleted ?? false) && summary.isCompleted)
    var changed: Set<DeviceID> = []
    for chunk in delta.chunks where !outcome.diverged.contains(chunk.device) {
      var stream = streams[chunk.device] ?? .init(head: .empty, acknowledged: .empty)
      switch try tables.add(chunk, to: &stream.head, in: number) {
      case .added(let new):
        if let new { outcome.added.append(new) }
        if chunk.lastSeq > stream.acknowledged.seq { stream.acknowledged = chunk.head }
        streams[chunk.device] = stream
        changed.insert(chunk.device)
      case .gap: break
      case .diverged: outcome.diverged.append(chunk.device)
      }
    }
    if let heads = delta.heads { changed.formUnion(acknowledge(heads, in: &streams)) }
    // What contradicts the store stays unacknowledged until that is settled.
    for device in outcome.diverged {
      streams[device]?.acknowledged = .empty
      changed.insert(device)
    }
    for device in changed {
      if let stream = streams[device] { try tables.save(stream, of: device, in: number) }
    }
    let isPending = summary != delta.summary || hasUnacknowledged(streams)
    let record =
      old
      ?? DocumentTables.Record(number: number, summary: summary, isPending: false)
    _ = try tables.save(summary, isPending: isPending, replacing: record)
    return outcome
  }

  /// See `Replica`.
  public func acknowledge(_ holdings: [StoreHolding]) throws(SyncError) {
    try file.write { db in
      let tables = DocumentTables(db: db)
      for holding in holdings {
        guard let record = try tables.record(holding.id) else { continue }
        var streams = try tables.streams(of: record.number)
        for device in Self.acknowledge(holding.heads, in: &streams) {
          if let stream = streams[device] {
            try tables.save(stream, of: device, in: record.number)
          }
        }
        let isKnown = holding.summary.map { $0 == record.summary } ?? !record.isPending
        _ = try tables.save(
          record.summary, isPending: !isKnown || Self.hasUnacknowledged(streams), replacing: record)
      }
    }
  }

  /// Takes over what the store holds; returns the devices whose rows change by it.
  private static func acknowledge(
    _ heads: StreamHeads, in streams: inout [DeviceID: DocumentTables.Stream]
  ) -> Set<DeviceID> {
    var changed: Set<DeviceID> = []
    for device in Set(heads.keys).union(streams.keys) {
      let head = heads[device] ?? .empty
      var stream = streams[device] ?? .init(head: .empty, acknowledged: .empty)
      guard stream.acknowledged != head else { continue }
      stream.acknowledged = head
      streams[device] = stream
      changed.insert(device)
    }
    return changed
  }

  private static func hasUnacknowledged(_ streams: [DeviceID: DocumentTables.Stream]) -> Bool {
    streams.values.contains { $0.head.seq > $0.acknowledged.seq }
  }

  /// See `Replica`.
  public func forgetStore() throws(SyncError) {
    try file.write { db in
      try db.execute(
        sql: """
          UPDATE stream SET acknowledgedSeq = 0, acknowledgedHash = 0;
          UPDATE document SET pending = 1 WHERE id <> '\(DocumentID.deviceSettings.rawValue)';
          DELETE FROM value WHERE key = 'cursor';
          """)
    }
  }

  /// See `Replica`.
  public func replaceStream(
    of device: DeviceID, in id: DocumentID, with chunks: [OperationChunk],
    keeping moved: [OperationChunk], summary: DocumentSummary
  ) throws(SyncError) {
    try file.write { db in
      let tables = DocumentTables(db: db)
      guard let record = try tables.record(id) else { return }
      try db.execute(
        sql: "DELETE FROM chunk WHERE document = ? AND device = ?",
        arguments: [record.number, device.integer])
      var replaced = DocumentTables.Stream(head: .empty, acknowledged: .empty)
      for chunk in chunks { _ = try tables.add(chunk, to: &replaced.head, in: record.number) }
      replaced.acknowledged = replaced.head
      try tables.save(replaced, of: device, in: record.number)
      for chunk in moved {
        var stream =
          try tables.stream(of: chunk.device, in: record.number)
          ?? .init(head: .empty, acknowledged: .empty)
        guard case .added = try tables.add(chunk, to: &stream.head, in: record.number) else {
          throw SyncError(.outOfSequence, "\(chunk.device) is another stream of \(id) already")
        }
        try tables.save(stream, of: chunk.device, in: record.number)
      }
      _ = try tables.save(summary, isPending: true, replacing: record)
    }
  }
}

extension DocumentTables {
  /// One stream's row.
  func stream(of device: DeviceID, in number: Int64) throws -> Stream? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT seq, hash, acknowledgedSeq, acknowledgedHash FROM stream
        WHERE document = ? AND device = ?
        """)
    guard let row = try Row.fetchOne(statement, arguments: [number, device.integer]) else {
      return nil
    }
    return Stream(
      head: StreamHead(seq: row[0], hash: StreamHash(rawValue: UInt64(bitPattern: row[1]))),
      acknowledged: StreamHead(seq: row[2], hash: StreamHash(rawValue: UInt64(bitPattern: row[3]))))
  }
}
