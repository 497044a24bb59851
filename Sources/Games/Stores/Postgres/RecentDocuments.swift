#if Postgres
  import SudokuSession
  import SudokuSync

  /// A document of a batch: its stored record and its new one.
  struct CachedDocument {
    /// The number of the stored document; `nil` for a new document.
    var number: Int?
    var old: DocumentRecord?
    var record: DocumentRecord
    /// The chunks that the batch has added so far.
    var added: [OperationChunk] = []
  }

  /// The documents written last; valid until another process writes to the store.
  struct RecentDocuments {
    private let store: Int
    private let revision: Int
    private let digest: Digest
    private let documents: [DocumentID: CachedDocument]
    let leaves: [Int: Digest]

    /// The most documents that are remembered.
    private static let limit = 4

    /// Remembers the documents of a write; `nil` if they are too many.
    init?(
      _ written: [CachedDocument], _ leaves: [Int: Digest], of store: PostgresStoreDriver.KnownStore
    ) {
      guard written.count <= Self.limit else { return nil }
      (self.store, revision, digest) = (store.number, store.revision, store.digest)
      self.leaves = leaves
      documents = Dictionary(written.map { ($0.record.id, $0) }) { _, last in last }
    }

    /// True if the store's row, as last read, is unchanged since the write.
    func isCurrent(in store: PostgresStoreDriver.KnownStore) -> Bool {
      store.number == self.store && store.revision == revision && store.digest == digest
    }

    /// The documents that a batch names; `nil` if not all of them are remembered.
    func documents(of batch: OperationBatch) -> [DocumentID: CachedDocument]? {
      var found: [DocumentID: CachedDocument] = [:]
      for delta in batch.documents {
        guard let document = documents[delta.id] else { return nil }
        found[delta.id] = document
      }
      return found
    }
  }
#endif
