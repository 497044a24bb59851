import JSONCoding
import SudokuSession

/// What came from elsewhere and could not be let in, or was found damaged here.
///
/// It harms nothing else: the other documents and the other devices' operations in the same document
/// are merged and shown as if it were not there. What a store sends is kept by the store, so an
/// entry only says what was omitted and why.
public struct QuarantineEntry: Hashable, Sendable, Codable {
  /// The document.
  public let document: DocumentID
  /// Whose operations; `nil` for the document as a whole.
  public let device: DeviceID?
  /// Why.
  public let reason: String

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - device: Whose operations; `nil` for the document as a whole.
  ///   - reason: Why.
  public init(document: DocumentID, device: DeviceID?, reason: String) {
    self.document = document
    self.device = device
    self.reason = reason.count > 300 ? reason.prefix(300) + "..." : reason
  }
}
