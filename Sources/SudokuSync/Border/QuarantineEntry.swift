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
  /// The first line that was left out, to be looked at; cut where it is long, `nil` where there is
  /// none.
  public let line: String?

  /// The most of a line that is kept, in characters.
  private static var lineLimit: Int { 1_000 }

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - device: Whose operations; `nil` for the document as a whole.
  ///   - reason: Why.
  ///   - line: The first line that was left out.
  public init(document: DocumentID, device: DeviceID?, reason: String, line: [UInt8]? = nil) {
    self.document = document
    self.device = device
    self.reason = reason.count > 300 ? reason.prefix(300) + "..." : reason
    self.line = line.map { line in
      let text = String(decoding: line.prefix(4 * Self.lineLimit), as: UTF8.self)
        .filter { !$0.isNewline }
      return text.count > Self.lineLimit ? text.prefix(Self.lineLimit) + "..." : text
    }
  }
}
