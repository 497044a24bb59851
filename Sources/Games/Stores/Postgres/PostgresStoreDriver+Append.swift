#if Postgres
  import SudokuSession
  import SudokuSync

  /// Adding operations.
  ///
  /// A device that appends to a document soon appends again. So the documents written last are
  /// remembered, and the next append to them is one round trip, which fails if another writer was
  /// faster. Otherwise an append is one round trip to lock and read, and one to write and commit.
  extension PostgresStoreDriver {
    func append(
      _ batch: OperationBatch, _ request: StoreRequest, until deadline: Deadline
    ) throws(SyncError) -> StoreResponse {
      if let response = try appendToRecent(batch, request, until: deadline) { return response }
      for _ in 0..<3 {
        let number = try store(until: deadline)
        if let response = try append(batch, request, to: number, until: deadline) {
          return response
        }
      }
      throw SyncError(.storeFailed, "the store was replaced again and again")
    }

    /// Adds a batch to the documents written last, in one round trip; `nil` if they can't be used.
    private func appendToRecent(
      _ batch: OperationBatch, _ request: StoreRequest, until deadline: Deadline
    ) throws(SyncError) -> StoreResponse? {
      _ = try self.store(until: deadline)
      guard var store = known, let recent, recent.isCurrent(in: store),
        var held = recent.documents(of: batch),
        store.identity.player == request.player ?? store.identity.player
      else { return nil }
      let before = store
      var outcomes: [AppendOutcome] = []
      for delta in batch.documents {
        outcomes.append(try add(delta, to: &held, in: store.number, until: deadline))
      }
      // An append without changes is looked up: memory must not confirm that operations are stored.
      guard held.values.contains(where: { !$0.added.isEmpty }) else { return nil }
      do throws(SyncError) {
        let answer = try write(
          held.sorted { $0.key < $1.key }.map(\.value), recent.leaves, &store, .ifStill(before),
          asking: batch.question, until: deadline)
        return StoreResponse(
          status: store.status, answer: .append(AppendReceipt(outcomes: outcomes, answer: answer)))
      } catch {
        self.recent = nil
        guard error.kind == .outdated else { throw error }
        return nil
      }
    }

    /// Adds a batch to the store with a number; `nil` if the store was replaced.
    private func append(
      _ batch: OperationBatch, _ request: StoreRequest, to number: Int, until deadline: Deadline
    ) throws(SyncError) -> StoreResponse? {
      let ids = Set(batch.documents.map(\.id)).sorted()
      let leaves = Set(ids.map { DigestKey($0).leaf }).sorted()
      var commands = [
        PostgresCommand(.beginWrite), PostgresCommand(.lockedStatus, .text(address.store)),
        PostgresCommand(.someLeaves, .int(number), .ints(leaves)),
      ]
      for id in ids {
        commands.append(PostgresCommand(.document, .int(number), .text(id.rawValue)))
      }
      let rows = try run(commands, until: deadline)
      guard var store = take(rows[1]), store.number == number else {
        try rollback(until: deadline)
        return nil
      }
      do throws(SyncError) {
        let isNew = try store.identity.admit(request)
        var held = Self.held(ids, rows[3...])
        var outcomes: [AppendOutcome] = []
        for delta in batch.documents {
          outcomes.append(try add(delta, to: &held, in: number, until: deadline))
        }
        let answer = try write(
          held.sorted { $0.key < $1.key }.map(\.value), Self.leaves(rows[2]), &store,
          .locked(isNewPlayer: isNew), asking: batch.question, until: deadline)
        return StoreResponse(
          status: store.status, answer: .append(AppendReceipt(outcomes: outcomes, answer: answer)))
      } catch {
        try? rollback(until: deadline)
        throw error
      }
    }

    private static func held(
      _ ids: [DocumentID], _ rows: ArraySlice<PostgresRows>
    ) -> [DocumentID: CachedDocument] {
      var held: [DocumentID: CachedDocument] = [:]
      for (index, id) in ids.enumerated() {
        let document = rows[rows.startIndex + index]
        guard document.count > 0 else { continue }
        let record = DocumentRecord(
          summary: summary(document.text(0, 1), of: id),
          streams: heads(document, at: 2).mapValues { DocumentRecord.Stream(head: $0) })
        held[id] = CachedDocument(number: document.int(0, 0), old: record, record: record)
      }
      return held
    }

    private static func leaves(_ rows: PostgresRows) -> [Int: Digest] {
      var leaves: [Int: Digest] = [:]
      for row in 0..<rows.count { leaves[rows.int(row, 0)] = Digest(integer: rows.int(row, 1)) }
      return leaves
    }

    /// Adds a delta in memory by the rules of all stores, see `DocumentRecord`.
    private func add(
      _ delta: DocumentDelta, to held: inout [DocumentID: CachedDocument], in store: Int,
      until deadline: Deadline
    ) throws(SyncError) -> AppendOutcome {
      let before = held[delta.id]
      var document = before ?? CachedDocument(record: DocumentRecord(summary: delta.summary))
      let (added, outcome) = try document.record.add(delta) { (device, seq) throws(SyncError) in
        if let own = before?.added.first(where: { $0.device == device && $0.hash(at: seq) != nil })
        {
          return own.hash(at: seq)
        }
        guard let number = before?.number else { return nil }
        let command = PostgresCommand(
          .chunkHolding, .int(store), .int(number), device.value, .int(seq))
        return Self.chunks(try run([command], until: deadline)[0]).first?.hash(at: seq)
      }
      guard outcome.refusal == nil else { return outcome }
      if before == nil, added.isEmpty, !outcome.covers(delta) { return outcome }
      document.added += added
      held[delta.id] = document
      return outcome
    }

    /// The basis of a write.
    private enum Footing {
      /// A transaction that has locked the store and read it.
      case locked(isNewPlayer: Bool)
      /// The store as it was after the last write.
      case ifStill(KnownStore)
    }

    /// Writes what has changed and commits; also answers the batch's question.
    private func write(
      _ documents: [CachedDocument], _ leaves: [Int: Digest], _ store: inout KnownStore,
      _ footing: Footing, asking question: DocumentQuestion?, until deadline: Deadline
    ) throws(SyncError) -> DocumentDelta? {
      let number = PostgresValue.int(store.number)
      var commands: [PostgresCommand] = []
      var leaves = leaves
      var changedLeaves: Set<Int> = []
      let before = store.revision
      var written: [CachedDocument] = []
      for var document in documents {
        // A document has the number of its first change.
        let number = document.number ?? store.revision + 1
        try Self.write(document, number, &store, &commands)
        let id = document.record.id
        let difference =
          Digest(of: document.record.heads, in: id) - Digest(of: document.old?.heads ?? [:], in: id)
        (document.number, document.old, document.added) = (number, document.record, [])
        written.append(document)
        guard difference != .zero else { continue }
        let leaf = DigestKey(id).leaf
        leaves[leaf] = (leaves[leaf] ?? .zero) + difference
        store.digest = store.digest + difference
        changedLeaves.insert(leaf)
      }
      for leaf in changedLeaves.sorted() {
        commands.append(
          PostgresCommand(.saveLeaf, number, .int(leaf), (leaves[leaf] ?? .zero).value))
      }
      switch footing {
      case .locked(let isNewPlayer) where store.revision > before || isNewPlayer:
        commands.append(
          PostgresCommand(
            .updateStore, number, store.identity.player.map { .text($0.description) } ?? .null,
            .int(store.revision), store.digest.value))
      case .locked: break
      case .ifStill(let old):
        // This comes first: it locks the store's row, and if it fails, nothing else runs.
        commands.insert(
          PostgresCommand(
            .moveStore, number, .int(old.revision), old.digest.value, .int(store.revision),
            store.digest.value), at: 0)
      }
      let first = commands.count
      if let question {
        commands += deltaCommands(question.id, after: question.known, in: store.number)
      }
      if case .locked = footing { commands.append(PostgresCommand(.commit)) }
      let rows = try run(commands, until: deadline)
      if case .ifStill = footing { store.milliseconds = Int64(rows[0].int(0, 0)) }
      // A repeated append: the server may have been killed before its notification.
      if !documents.isEmpty { announce(store.number) }
      remember(store)
      recent = RecentDocuments(written, leaves, of: store)
      guard let question else { return nil }
      return try delta(
        question.id, after: question.known, from: rows[first..<(first + 2)], in: store.number,
        until: deadline)
    }

    /// Adds the commands that write one document; each change gets the store's next number.
    private static func write(
      _ document: CachedDocument, _ number: Int, _ store: inout KnownStore,
      _ commands: inout [PostgresCommand]
    ) throws(SyncError) {
      let summary = document.record.summary
      let hasNewSummary = summary != document.old?.summary
      guard hasNewSummary || !document.added.isEmpty || document.number == nil else { return }
      let key = PostgresValue.int(store.number)
      let number = PostgresValue.int(number)
      let stamp = PostgresValue.int(Int(truncatingIfNeeded: summary.lastStamp.rawValue))
      if document.number == nil {
        commands.append(
          PostgresCommand(
            .insertDocument, key, number, .text(summary.id.rawValue), try text(summary),
            .int(summary.statusCode), stamp, .int(DigestKey(summary.id).leaf)))
      } else if hasNewSummary {
        commands.append(
          PostgresCommand(
            .updateDocument, key, number, try text(summary), .int(summary.statusCode), stamp))
      }
      for (device, head) in document.record.heads.sorted(by: { $0.key < $1.key })
      where document.old?.streams[device]?.head != head {
        commands.append(
          PostgresCommand(.saveStream, key, number, device.value, .int(head.seq), head.hash.value))
      }
      for chunk in document.added {
        store.revision += 1
        commands.append(
          PostgresCommand(
            .insertChunk, key, .int(store.revision), number, chunk.device.value,
            .int(chunk.firstSeq), .int(chunk.lastSeq), chunk.previousHash.value, chunk.hash.value,
            .bytes(chunk.lines)))
      }
      if document.added.isEmpty {
        // A summary without operations has a place in the order of changes too.
        store.revision += 1
        commands.append(PostgresCommand(.deleteAnnouncements, key, number))
        commands.append(
          PostgresCommand(
            .insertChunk, key, .int(store.revision), number, .null, .int(0), .int(0), .int(0),
            .int(0), .bytes([])))
      }
    }
  }
#endif
