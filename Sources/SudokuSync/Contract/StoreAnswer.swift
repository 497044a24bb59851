import SudokuSession

/// A store's answer; see `StoreQuery`.
public enum StoreAnswer: Hashable, Sendable {
  /// The answer to `document`; `nil` if the store has never seen it.
  case document(DocumentDelta?)
  /// The answer to `append`.
  case append(AppendReceipt)
  /// The answer to `inProgress`.
  case inProgress(SummaryPage)
  /// The answer to `changes`.
  case changes(ChangePage)
  /// The answer to `digests`.
  case digests(DigestPage)
  /// The answer to `holdings`.
  case holdings(HoldingsPage)
  /// The answer to `contents`.
  case contents(StoreContents)

  /// The kind's name on the wire: the query's.
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
