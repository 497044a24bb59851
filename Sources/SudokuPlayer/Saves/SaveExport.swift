import SudokuSession
import SudokuSync

/// All games and the profile in parts that fit into a line each.
///
/// ```swift
/// var token: String?
/// repeat {
///   let page = try export.page(after: token)
///   write(page.save)
///   token = page.next
/// } while token != nil
/// ```
///
/// What is played between two parts is in a later one. A document that can't be read is reported and
/// omitted; one that is longer than a part is cut into several.
public struct SaveExport {
  /// One part.
  public struct Page: Sendable {
    /// What can be imported, alone or with the other parts, in any order.
    public let save: SaveFile
    /// Asks for the next part; `nil` on the last one.
    public let next: String?
    /// Documents that could not be read.
    public let unreadable: [QuarantineEntry]
  }

  /// How long the operations of a part are, about, in bytes.
  package static let pageBytes = 300_000

  private let replica: any Replica

  package init(_ replica: any Replica) { self.replica = replica }

  package static func isToken(_ text: String) -> Bool { Place(text) != nil }

  package func page(
    of id: DocumentID, after token: String? = nil, bytes: Int = pageBytes
  ) throws(SyncError) -> Page? {
    guard !id.isLocalOnly, let summary = try replica.summary(of: id) else { return nil }
    var place = token.flatMap { Place($0) } ?? Place(began: .zero)
    var (room, unreadable) = (bytes, [QuarantineEntry]())
    let part = try read(summary, skipping: place.skipped, room: &room, &unreadable)
    let save = try file(part.map { [$0.document] } ?? [])
    guard let skipped = part?.skipped else {
      return Page(save: save, next: nil, unreadable: unreadable)
    }
    place.skipped = skipped
    return Page(save: save, next: place.text, unreadable: unreadable)
  }

  /// Where a part begins: after a document and a number of its operations.
  private struct Place {
    var began: Stamp
    /// Whether all documents were seen once, and only those saved since are left.
    var isSecondRound = false
    /// After which summary to go on; empty for from the beginning.
    var before: String
    /// How many operations of the document after it are in earlier parts.
    var skipped = 0

    var text: String {
      "\(began.rawValue)/\(isSecondRound ? 2 : 1)/\(skipped)/\(before)"
    }

    init(began: Stamp) {
      self.began = began
      before = ""
    }

    init?(_ text: String) {
      let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4, let stamp = UInt64(parts[0]), let skipped = Int(parts[2]),
        skipped >= 0, parts[1] == "1" || parts[1] == "2"
      else { return nil }
      began = Stamp(rawValue: stamp)
      isSecondRound = parts[1] == "2"
      self.skipped = skipped
      before = String(parts[3])
    }
  }

  package func page(
    after token: String? = nil, bytes: Int = pageBytes
  ) throws(SyncError) -> Page {
    let newest = try replica.summaries(.all, limit: 1, before: nil).summaries.first?.lastStamp
    var place = token.flatMap { Place($0) } ?? Place(began: newest ?? .zero)
    var documents: [SaveFile.Document] = []
    var unreadable: [QuarantineEntry] = []
    var room = bytes
    while room > 0 {
      let list = try replica.summaries(
        .all, limit: 100, before: place.before.isEmpty ? nil : PageToken(place.before))
      for summary in list.summaries {
        if place.isSecondRound, summary.lastStamp <= place.began {
          return Page(save: try file(documents), next: nil, unreadable: unreadable)
        }
        guard room > 0 else { break }
        if !summary.id.isLocalOnly {
          let part = try read(summary, skipping: place.skipped, room: &room, &unreadable)
          if let part { documents.append(part.document) }
          if let skipped = part?.skipped {
            place.skipped = skipped
            return Page(save: try file(documents), next: place.text, unreadable: unreadable)
          }
        }
        place.skipped = 0
        place.before = PageToken(after: summary).rawValue
      }
      guard room > 0, list.next == nil else { continue }
      // All were seen; what was saved meanwhile stands at the beginning now.
      let isOver = place.isSecondRound || (newest ?? .zero) <= place.began
      if isOver { return Page(save: try file(documents), next: nil, unreadable: unreadable) }
      place.isSecondRound = true
      place.before = ""
    }
    return Page(save: try file(documents), next: place.text, unreadable: unreadable)
  }

  private func file(_ documents: [SaveFile.Document]) throws(SyncError) -> SaveFile {
    SaveFile(documents, player: try replica.value(for: .player))
  }

  /// A document's operations, as many as there is room for.
  private func read(
    _ summary: DocumentSummary, skipping skipped: Int, room: inout Int,
    _ unreadable: inout [QuarantineEntry]
  ) throws(SyncError) -> (document: SaveFile.Document, skipped: Int?)? {
    let heads = try replica.heads(of: summary.id)
    let chunks = try replica.chunks(of: summary.id, after: [:])
    // A stream ends where it is damaged: an import takes none that has a gap.
    let (operations, rejected) = IncomingValidator().read(chunks, of: summary.id, reaching: heads)
    unreadable += rejected
    guard !operations.isEmpty else { return nil }
    let bytes = chunks.reduce(0) { $0 + $1.lines.count }
    let perOperation = max(1, bytes / operations.count)
    let rest = operations.dropFirst(skipped)
    let taken = rest.prefix(max(1, room / perOperation))
    room -= taken.count * perOperation + 200
    let document = SaveFile.Document(
      id: summary.id, clues: summary.game?.clues, operations: Array(taken))
    return (document, taken.count < rest.count ? skipped + taken.count : nil)
  }
}
