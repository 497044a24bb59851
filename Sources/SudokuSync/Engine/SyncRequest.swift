import SudokuSession

/// A question to a store, as a value: what `SyncMachine` wants to ask next.
public enum SyncRequest: Hashable, Sendable {
  /// See `SyncStore.document(_:after:)`.
  case document(DocumentID, after: StreamHeads)
  /// See `SyncStore.append(_:)`.
  case append(OperationBatch)
  /// See `SyncStore.inProgress(limit:before:)`.
  case inProgress(limit: Int, before: PageToken?)
  /// See `SyncStore.changes(since:limit:)`.
  case changes(since: Cursor?, limit: Int)
}

/// A store's answer, as a value.
public enum SyncResponse: Hashable, Sendable {
  /// The answer to `document`.
  case document(DocumentDelta?)
  /// The answer to `append`.
  case append(AppendReceipt)
  /// The answer to `inProgress`.
  case inProgress(SummaryPage)
  /// The answer to `changes`.
  case changes(ChangePage)
}

extension SyncStore {
  /// Asks the store.
  ///
  /// - Parameter request: The question.
  /// - Returns: The answer of the same kind.
  /// - Throws: `SyncError`.
  public func perform(_ request: SyncRequest) async throws -> SyncResponse {
    switch request {
    case .document(let id, let known): .document(try await document(id, after: known))
    case .append(let batch): .append(try await append(batch))
    case .inProgress(let limit, let before):
      .inProgress(try await inProgress(limit: limit, before: before))
    case .changes(let cursor, let limit): .changes(try await changes(since: cursor, limit: limit))
    }
  }
}

extension StoreCore {
  /// Answers a request.
  ///
  /// - Parameter request: The question.
  /// - Returns: The answer of the same kind.
  public mutating func perform(_ request: SyncRequest) -> SyncResponse {
    switch request {
    case .document(let id, let known): .document(document(id, after: known))
    case .append(let batch): .append(append(batch))
    case .inProgress(let limit, let before): .inProgress(inProgress(limit: limit, before: before))
    case .changes(let cursor, let limit): .changes(changes(since: cursor, limit: limit))
    }
  }
}
