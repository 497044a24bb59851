#if Postgres
  import JSONCoding
  import SudokuSession
  import SudokuSync

  extension PostgresStoreDriver {
    /// The two commands that read a document and its operations after known heads; they give two results.
    func deltaCommands(
      _ id: DocumentID, after known: StreamHeads, in store: Int
    ) -> [PostgresCommand] {
      let heads = known.sorted { $0.key < $1.key }
      let (store, name) = (PostgresValue.int(store), PostgresValue.text(id.rawValue))
      return [
        PostgresCommand(.document, store, name),
        PostgresCommand(
          .chunksAfter, store, name, .ints(heads.map { Int($0.key.integer) }),
          .ints(heads.map { $0.value.seq }), .int(AnswerBounds.documentBytes)),
      ]
    }

    /// The delta from the two results; `nil` for an unknown document.
    ///
    /// The chunks may be newer than the heads. Streams only grow, so operations beyond the heads
    /// are cut off. The document's fields begin in a column of the first result.
    func delta(
      _ id: DocumentID, after known: StreamHeads, from rows: ArraySlice<PostgresRows>,
      at column: Int = 0, in store: Int, until deadline: Deadline
    ) throws(SyncError) -> DocumentDelta? {
      let document = rows[rows.startIndex]
      guard !document.isNull(0, column) else { return nil }
      let heads = Self.heads(document, at: column + 2)
      var found: [DeviceID: [OperationChunk]] = [:]
      var bytes = 0
      for chunk in Self.chunks(rows[rows.startIndex + 1]) {
        found[chunk.device, default: []].append(chunk)
        bytes += chunk.lines.count
      }
      let isCut = bytes >= AnswerBounds.documentBytes
      var chunks: [OperationChunk] = []
      for (device, head) in heads.sorted(by: { $0.key < $1.key }) {
        let theirs = known[device] ?? .empty
        if theirs == head || theirs.seq > head.seq { continue }
        let stored = found[device] ?? []
        if isCut, stored.isEmpty { continue }
        if theirs.seq == 0 || stored.first?.hash(at: theirs.seq) == theirs.hash {
          chunks += stored.compactMap {
            $0.suffix(after: theirs.seq)?.prefix(through: head.seq)
          }
        } else {
          let whole = PostgresCommand(
            .chunksOfDevice, .int(store), .text(id.rawValue), device.value,
            .int(AnswerBounds.documentBytes))
          chunks += Self.chunks(try run([whole], until: deadline)[0]).compactMap {
            $0.prefix(through: head.seq)
          }
        }
      }
      return DocumentDelta(
        id: id, summary: Self.summary(document.text(0, column + 1), of: id), heads: heads,
        chunks: chunks)
    }

    static func heads(_ rows: PostgresRows, at column: Int) -> StreamHeads {
      var heads: StreamHeads = [:]
      for row in 0..<rows.count where !rows.isNull(row, column) {
        heads[DeviceID(integer: rows.int(row, column))] = StreamHead(
          seq: rows.int(row, column + 1), hash: StreamHash(integer: rows.int(row, column + 2)))
      }
      return heads
    }

    static func chunks(_ rows: PostgresRows) -> [OperationChunk] {
      (0..<rows.count).map { chunk(rows, $0, at: 0) }
    }

    static func chunk(_ rows: PostgresRows, _ row: Int, at column: Int) -> OperationChunk {
      let first = rows.int(row, column + 1)
      return OperationChunk(
        device: DeviceID(integer: rows.int(row, column)), firstSeq: first,
        count: rows.int(row, column + 2) - first + 1,
        previousHash: StreamHash(integer: rows.int(row, column + 3)),
        hash: StreamHash(integer: rows.int(row, column + 4)),
        uncheckedLines: rows.bytes(row, column + 5) ?? [])
    }

    /// A summary; an unreadable one is replaced by a summary with the ID only.
    static func summary(_ text: String, of id: DocumentID) -> DocumentSummary {
      if let summary = try? StrictJSONDecoder().decode(DocumentSummary.self, from: text),
        summary.id == id
      {
        return summary
      }
      return DocumentSummary(id: id)
    }

    static func text(_ summary: DocumentSummary) throws(SyncError) -> PostgresValue {
      do { return .text(try CanonicalJSONEncoder().encodeText(summary)) } catch {
        throw SyncError(.storeFailed, "the summary of \(summary.id) can't be written: \(error)")
      }
    }
  }
#endif
