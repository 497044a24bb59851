#if Postgres
  import SudokuSession
  import SudokuSync

  /// Reading, each query in one round trip and one snapshot.
  extension PostgresStoreDriver {
    /// The most rows of one page.
    private static let pageLimit = 10_000

    private static func clamped(_ limit: Int) -> Int { min(max(limit, 1), pageLimit) }

    /// Answers a query other than `append`.
    func read(
      _ query: StoreQuery, until deadline: Deadline
    ) throws(SyncError) -> (StoreAnswer, KnownStore) {
      // The second attempt creates the store, or reads with a cursor of the current store.
      for _ in 0..<3 {
        let number = try store(until: deadline)
        if case .document(let id, let known) = query {
          guard let (delta, store) = try document(id, after: known, in: number, until: deadline)
          else { continue }
          return (.document(delta), store)
        }
        let start = cursorNumber(query)
        let rows = try run(
          [PostgresCommand(.beginRead), PostgresCommand(.status, .text(address.store))]
            + commands(query, in: number, from: start) + [PostgresCommand(.commit)],
          until: deadline)
        guard let store = take(rows[1]), store.number == number, cursorNumber(query) == start
        else { continue }
        return (
          try answer(query, rows[2..<(rows.count - 1)], store, from: start), store
        )
      }
      throw SyncError(.storeFailed, "the store was replaced again and again")
    }

    /// A document and what is not known of it; what devices ask for most, so without the two
    /// statements of a transaction.
    private func document(
      _ id: DocumentID, after known: StreamHeads, in number: Int, until deadline: Deadline
    ) throws(SyncError) -> (DocumentDelta?, KnownStore)? {
      let status = PostgresCommand(
        .statusWithDocument, .int(number), .text(id.rawValue), .text(address.store))
      let commands = deltaCommands(id, after: known, in: number).dropFirst()
      let rows = try run([status] + commands, until: deadline)
      guard let store = take(rows[0]), store.number == number else { return nil }
      return (
        try delta(id, after: known, from: rows[...], at: 7, in: number, until: deadline), store
      )
    }

    /// Where a query of changes begins, as far as is known.
    private func cursorNumber(_ query: StoreQuery) -> Int {
      guard case .changes(let cursor?, _) = query, let known else { return 0 }
      return Int(cursor.number(in: known.identity.epoch, atMost: Int64(known.revision)) ?? 0)
    }

    private func commands(
      _ query: StoreQuery, in number: Int, from start: Int
    ) -> [PostgresCommand] {
      let store = PostgresValue.int(number)
      switch query {
      case .append, .document: return []
      case .inProgress(let limit, let before):
        let place = before?.place
        let stamp = place.map { Int(truncatingIfNeeded: $0.stamp.rawValue) } ?? .max
        return [
          PostgresCommand(
            .inProgress, store, .int(stamp), .text(place?.id.rawValue ?? "~"),
            .int(Self.clamped(limit) + 1))
        ]
      case .changes(_, let limit):
        let (start, limit) = (PostgresValue.int(start), PostgresValue.int(Self.clamped(limit) + 1))
        return [
          PostgresCommand(.changes, store, start, limit, .int(AnswerBounds.pageBytes)),
          PostgresCommand(.changedDocuments, store, start, limit),
        ]
      case .digests(let nodes):
        if nodes.isEmpty { return [PostgresCommand(.leaves, store)] }
        return [PostgresCommand(.leavesOfNodes, store, .ints(nodes.filter { 0..<256 ~= $0 }))]
      case .holdings(let leaves, let previous, let limit):
        return [
          PostgresCommand(
            .holdings, store, .ints(leaves.filter { 0..<65_536 ~= $0 }),
            .text(previous?.rawValue ?? ""), .int(Self.clamped(limit) + 1))
        ]
      case .contents: return [PostgresCommand(.contents, store)]
      }
    }

    private func answer(
      _ query: StoreQuery, _ rows: ArraySlice<PostgresRows>, _ store: KnownStore, from start: Int
    ) throws(SyncError) -> StoreAnswer {
      let first = rows.first ?? PostgresRows.none
      switch query {
      case .append, .document: throw SyncError(.storeFailed, "this is not answered by a page")
      case .inProgress(let limit, _): return .inProgress(Self.summaries(first, Self.clamped(limit)))
      case .changes(_, let limit):
        return .changes(Self.changes(rows, store, from: start, Self.clamped(limit)))
      case .digests(let nodes): return .digests(Self.digests(first, ofNodes: nodes.isEmpty))
      case .holdings(_, _, let limit): return .holdings(Self.holdings(first, Self.clamped(limit)))
      case .contents: return .contents(Self.contents(first))
      }
    }

    private static func summaries(_ rows: PostgresRows, _ limit: Int) -> SummaryPage {
      var page = SummaryPage(summaries: [])
      for row in 0..<min(rows.count, limit) {
        guard let id = DocumentID(rows.text(row, 0)) else { continue }
        page.summaries.append(summary(rows.text(row, 1), of: id))
        if row == limit - 1, rows.count > limit {
          // The token names the row's place, whatever the summary says.
          let stamp = Stamp(rawValue: UInt64(bitPattern: Int64(rows.int(row, 2))))
          page.next = PageToken(after: DocumentSummary(id: id, lastStamp: stamp))
        }
      }
      return page
    }

    private static func changes(
      _ rows: ArraySlice<PostgresRows>, _ store: KnownStore, from start: Int, _ limit: Int
    ) -> ChangePage {
      let (changes, documents) = (rows[rows.startIndex], rows[rows.startIndex + 1])
      var order: [Int] = []
      var chunks: [Int: [OperationChunk]] = [:]
      var last = start
      for row in 0..<min(changes.count, limit) {
        last = changes.int(row, 0)
        let document = changes.int(row, 1)
        if chunks[document] == nil { order.append(document) }
        chunks[document, default: []] +=
          changes.isNull(row, 2) ? [] : [chunk(changes, row, at: 2)]
      }
      var summaries: [Int: DocumentSummary] = [:]
      for row in 0..<documents.count {
        guard let id = DocumentID(documents.text(row, 1)) else { continue }
        summaries[documents.int(row, 0)] = summary(documents.text(row, 2), of: id)
      }
      let hasMore = changes.count > 0 && changes.int(0, 8) > min(changes.count, limit)
      return ChangePage(
        documents: order.compactMap { number in
          summaries[number].map {
            DocumentDelta(id: $0.id, summary: $0, chunks: chunks[number] ?? [])
          }
        },
        next: ChangeCursor(
          epoch: store.identity.epoch, number: Int64(hasMore ? last : store.revision)),
        hasMore: hasMore)
    }

    private static func digests(_ rows: PostgresRows, ofNodes: Bool) -> DigestPage {
      var tree = DigestTree()
      for row in 0..<rows.count {
        tree.add(Digest(integer: rows.int(row, 1)), at: rows.int(row, 0))
      }
      return tree.page(nodes: ofNodes ? [] : Array(0..<DigestTree.width))
    }

    private static func holdings(_ rows: PostgresRows, _ limit: Int) -> HoldingsPage {
      var page = HoldingsPage(holdings: [], hasMore: false)
      for row in 0..<rows.count {
        guard let id = DocumentID(rows.text(row, 0)) else { continue }
        if page.holdings.last?.id != id {
          if page.holdings.count == limit {
            page.hasMore = true
            break
          }
          page.holdings.append(DocumentHolding(id: id, heads: [:]))
        }
        guard !rows.isNull(row, 1) else { continue }
        page.holdings[page.holdings.count - 1].heads[DeviceID(integer: rows.int(row, 1))] =
          StreamHead(seq: rows.int(row, 2), hash: StreamHash(integer: rows.int(row, 3)))
      }
      return page
    }

    private static func contents(_ rows: PostgresRows) -> StoreContents {
      var contents = StoreContents()
      for row in 0..<rows.count {
        contents.games += rows.int(row, 1)
        if rows.int(row, 0) == 2 { contents.completedGames += rows.int(row, 1) }
        let last = Stamp(rawValue: UInt64(bitPattern: Int64(rows.int(row, 2)))).milliseconds
        contents.lastSavedMilliseconds = max(contents.lastSavedMilliseconds ?? 0, last)
      }
      return contents
    }
  }
#endif
