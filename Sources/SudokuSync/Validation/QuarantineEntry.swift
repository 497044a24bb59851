import JSONCoding
import SudokuSession

/// Operations or a document that were rejected on arrival, or found damaged on this device.
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

  package init(document: DocumentID, device: DeviceID?, reason: String, line: [UInt8]? = nil) {
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

extension ReplicaKey {
  /// What is in quarantine, as JSON.
  static let quarantine: ReplicaKey = "quarantine"
}

extension Replica {
  /// The most entries that are remembered.
  private var quarantineLimit: Int { 1_000 }

  /// What is in quarantine, by document and device.
  ///
  /// - Throws: `SyncError` of the replica.
  package func quarantined() throws(SyncError) -> [QuarantineEntry] {
    guard let text = try value(for: .quarantine) else { return [] }
    return (try? StrictJSONDecoder().decode([QuarantineEntry].self, from: text)) ?? []
  }

  /// Remembers what was omitted.
  @discardableResult
  package func quarantine(_ entries: [QuarantineEntry]) throws(SyncError) -> [QuarantineEntry] {
    guard !entries.isEmpty else { return [] }
    let known = try quarantined()
    var new: [QuarantineEntry] = []
    for entry in entries where !known.contains(entry) && !new.contains(entry) { new.append(entry) }
    guard !new.isEmpty else { return [] }
    let kept = known.filter { old in
      !new.contains { $0.document == old.document && $0.device == old.device }
    }
    try store((new + kept).prefix(quarantineLimit))
    return new
  }

  /// Forgets entries: what they name was dropped, or is to be tried again.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - device: Whose operations; `nil` for all entries of the document.
  /// - Throws: `SyncError` of the replica.
  package func releaseQuarantined(
    _ document: DocumentID, device: DeviceID? = nil
  ) throws(SyncError) {
    let known = try quarantined()
    let kept = known.filter { entry in
      entry.document != document || (device != nil && entry.device != device)
    }
    if kept.count < known.count { try store(kept[...]) }
  }

  private func store(_ entries: ArraySlice<QuarantineEntry>) throws(SyncError) {
    let sorted = entries.sorted {
      ($0.document, $0.device?.rawValue ?? 0) < ($1.document, $1.device?.rawValue ?? 0)
    }
    let text = sorted.isEmpty ? nil : try? CanonicalJSONEncoder().encodeText(sorted)
    try setValue(text, for: .quarantine)
  }

  /// Removes entries of documents that were accepted completely since.
  func releaseHealed(_ whole: [DocumentID: Set<DeviceID>]) throws(SyncError) -> [DocumentID] {
    let entries = try quarantined()
    var healed: [DocumentID] = []
    for id in Set(entries.map(\.document)).sorted() {
      guard let devices = whole[id] else { continue }
      let left = entries.filter { entry in
        entry.document == id && entry.device.map { !devices.contains($0) } ?? false
      }
      try releaseQuarantined(id)
      try quarantine(left)
      if left.isEmpty { healed.append(id) }
    }
    return healed
  }

  /// A document's operations, as far as they can be read.
  ///
  /// A stream that is damaged from one operation on is read up to it; the rest goes into quarantine.
  /// So an operation of an older version's merge that never should have come in makes no document
  /// unreadable.
  ///
  /// - Parameter id: The document.
  /// - Returns: The operations, each stream's in order.
  /// - Throws: `SyncError` of the replica.
  package func readOperations(of id: DocumentID) throws(SyncError) -> [DocumentOperation] {
    // Heads first: what is written meanwhile makes the chunks more, not less.
    let heads = try heads(of: id)
    let (operations, rejected) = IncomingValidator().read(
      try chunks(of: id, after: [:]), of: id, reaching: heads)
    try quarantine(rejected)
    return operations
  }

  /// Cuts damaged streams off before the first operation that can't be read.
  ///
  /// What is cut off is gone from this device; a store that has it keeps it.
  /// - Parameter id: The document.
  /// - Returns: The number of operations cut off.
  /// - Throws: `SyncError` of the replica.
  package func dropQuarantined(_ id: DocumentID) throws(SyncError) -> Int {
    var dropped = 0
    let heads = try heads(of: id)
    let chunks = try chunks(of: id, after: [:])
    for entry in IncomingValidator().read(chunks, of: id, reaching: heads).rejected {
      guard let device = entry.device, let summary = try summary(of: id) else { continue }
      let stream = chunks.filter { $0.device == device }
      let good = IncomingValidator().readable(stream, of: id)
      dropped += (heads[device]?.seq ?? 0) - (good.last?.lastSeq ?? 0)
      try replaceStream(of: device, in: id, with: good, keeping: [], summary: summary)
    }
    try releaseQuarantined(id)
    return dropped
  }
}
