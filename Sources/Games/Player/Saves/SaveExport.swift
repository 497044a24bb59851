import SudokuSession
import SudokuSync

/// An export of all games and the profile, in parts that each fit into a line.
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
/// Documents come in the order of their IDs, which play does not change, and a token names its
/// document. A second round brings the documents that have changed since the first part. The last
/// part fails unless the export has seen every document. A document that can't be read is reported
/// and omitted; one that is longer than a part is cut into several.
public struct SaveExport {
  /// One part.
  public struct Page: Sendable {
    /// The part as a save file; it can be imported alone or with the other parts, in any order.
    public let save: SaveFile
    /// The token of the next part; `nil` for the last part.
    public let next: String?
    /// Documents that could not be read.
    public let unreadable: [QuarantineEntry]
  }

  /// The approximate length of a part's operations, in bytes.
  package static let pageBytes = 300_000

  private let replica: any Replica

  package init(_ replica: any Replica) { self.replica = replica }

  package static func isToken(_ text: String) -> Bool { Place(text) != nil }

  /// The beginning of a part: after a document, or within one after an operation.
  private struct Place {
    /// The last change before the first part.
    let began: Int64
    /// True once all documents were seen, and only those changed since are left.
    var isSecondRound = false
    /// The number of documents seen in both rounds.
    var count = 0
    /// The last document of the earlier parts; `nil` at the beginning of a round.
    var document: DocumentID?
    /// The document's last operation in the earlier parts; `nil` if they contain all of it.
    var operation: OperationKey?

    var text: String {
      let parts = [
        "\(began)", isSecondRound ? "2" : "1", "\(count)", document?.rawValue ?? "",
        operation?.description ?? "",
      ]
      return parts.joined(separator: "/")
    }

    init(began: Int64) { self.began = began }

    init?(_ text: String) {
      let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 5, let began = Int64(parts[0]), parts[1] == "1" || parts[1] == "2",
        let count = Int(parts[2]), 0...Int(Int32.max) ~= count
      else { return nil }
      (self.began, self.count, isSecondRound) = (began, count, parts[1] == "2")
      if !parts[3].isEmpty {
        guard let id = DocumentID(parts[3]) else { return nil }
        document = id
      }
      if !parts[4].isEmpty {
        guard document != nil, let key = OperationKey(parts[4]) else { return nil }
        operation = key
      }
    }
  }

  /// A part that is being filled.
  private struct Part {
    var room: Int
    var documents: [SaveFile.Document] = []
    var unreadable: [QuarantineEntry] = []
  }

  package func page(
    of id: DocumentID, after token: String? = nil, bytes: Int = pageBytes
  ) throws(SyncError) -> Page? {
    guard !id.isLocalOnly, try replica.summary(of: id) != nil else { return nil }
    var place = token.flatMap { Place($0) } ?? Place(began: 0)
    var part = Part(room: bytes)
    try add(id, to: &part, &place)
    return try page(part, next: place.operation == nil ? nil : place)
  }

  package func page(
    after token: String? = nil, bytes: Int = pageBytes
  ) throws(SyncError) -> Page {
    let change = try replica.lastChange()
    var place = token.flatMap { Place($0) } ?? Place(began: change)
    var part = Part(room: bytes)
    if place.operation != nil, let id = place.document { try add(id, to: &part, &place) }
    while part.room > 0 {
      let ids = try replica.documents(
        limit: 100, after: place.document, changedSince: place.isSecondRound ? place.began : nil)
      for id in ids {
        guard part.room > 0 else { break }
        place.count += 1
        try add(id, to: &part, &place)
      }
      guard ids.isEmpty else { continue }
      if place.isSecondRound {
        try checkAllWereSeen(place)
        return try page(part, next: nil)
      }
      (place.isSecondRound, place.document) = (true, nil)
    }
    return try page(part, next: place)
  }

  private func page(_ part: Part, next: Place?) throws(SyncError) -> Page {
    Page(
      save: SaveFile(part.documents, player: try replica.value(for: .player)), next: next?.text,
      unreadable: part.unreadable)
  }

  /// Throws if fewer documents were seen than the replica lists.
  private func checkAllWereSeen(_ place: Place) throws(SyncError) {
    var (total, last) = (0, DocumentID?.none)
    while case let ids = try replica.documents(limit: 1_000, after: last, changedSince: nil),
      !ids.isEmpty
    {
      (total, last) = (total + ids.count, ids.last)
    }
    guard place.count < total else { return }
    throw SyncError(
      .outOfSequence,
      "the export has only \(place.count) of \(total) documents: begin a new one")
  }

  /// Adds as many of a document's remaining operations as the part has room for.
  private func add(
    _ id: DocumentID, to part: inout Part, _ place: inout Place
  ) throws(SyncError) {
    let last = place.operation
    (place.document, place.operation) = (id, nil)
    guard !id.isLocalOnly, let summary = try replica.wholeSummary(of: id) else { return }
    let heads = try replica.heads(of: id)
    let chunks = try replica.chunks(of: id, after: [:])
    // A damaged stream ends before the damage: an import accepts no stream with a gap.
    let (operations, rejected) = IncomingValidator().read(chunks, of: id, reaching: heads)
    part.unreadable += rejected
    let rest = operations.filter { operation in last.map { $0 < operation.key } ?? true }
      .sorted { $0.key < $1.key }
    guard !rest.isEmpty else { return }
    let bytes = chunks.reduce(0) { $0 + $1.lines.count }
    let perOperation = max(1, bytes / operations.count)
    let taken = rest.prefix(max(1, part.room / perOperation))
    part.documents.append(
      SaveFile.Document(id: id, clues: summary.game?.clues, operations: Array(taken)))
    part.room -= taken.count * perOperation + 200
    guard taken.count < rest.count else { return }
    place.operation = taken.last?.key
    part.room = 0
  }
}
