import SudokuSession

/// What is asked of a store.
public enum StoreQuery: Hashable, Sendable {
  /// A document's summary and operations not covered by `after`.
  case document(DocumentID, after: StreamHeads)
  /// Add operations and the summaries they lead to.
  case append(OperationBatch)
  /// Games neither completed nor abandoned, newest `lastSaved` first.
  case inProgress(limit: Int, before: PageToken?)
  /// What changed since a cursor.
  case changes(since: ChangeCursor?, limit: Int)
  /// The digest's numbers: of all 256 nodes where none is named, otherwise of the leaves of these.
  case digests(nodes: [Int])
  /// What is held of the documents in these leaves of the digest, after one of them, in order.
  case holdings(leaves: [Int], after: DocumentID?, limit: Int)
  /// How many games there are.
  case contents

  /// The kind's name on the wire.
  public var kind: String {
    switch self {
    case .document: "document"
    case .append: "append"
    case .inProgress: "inProgress"
    case .changes: "changes"
    case .digests: "digests"
    case .holdings: "holdings"
    case .contents: "contents"
    }
  }
}
