import JSONCoding
import SudokuSession

/// Operations or a document that were rejected on arrival, or found damaged on this device.
///
/// Other documents, and other devices' operations in the same document, are not affected. The store
/// keeps what it sent, so an entry only records what was rejected and why.
public struct QuarantineEntry: Hashable, Sendable, Codable {
  /// The document.
  public let document: DocumentID
  /// Whose operations; `nil` for the document as a whole.
  public let device: DeviceID?
  /// Why.
  public let reason: String
  /// The first rejected line, shortened; `nil` if there is none.
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
  /// The quarantine entries, as JSON.
  static let quarantine: ReplicaKey = "quarantine"
}

extension Replica {
  private var quarantineLimit: Int { 1_000 }

  /// All entries, by document and device.
  package func quarantined() throws(SyncError) -> [QuarantineEntry] {
    guard let text = try value(for: .quarantine) else { return [] }
    return (try? StrictJSONDecoder().decode([QuarantineEntry].self, from: text)) ?? []
  }

  /// Adds entries; returns the new ones.
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

  /// Removes entries whose operations were dropped, or will be fetched again.
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
  /// A damaged stream is read up to the damage; the rest is quarantined. So one bad operation makes
  /// no document unreadable.
  package func readOperations(of id: DocumentID) throws(SyncError) -> [DocumentOperation] {
    // Heads first: a concurrent write can only add chunks.
    let heads = try heads(of: id)
    let (operations, rejected) = IncomingValidator().read(
      try chunks(of: id, after: [:]), of: id, reaching: heads)
    try quarantine(rejected)
    if rejected.isEmpty { try releaseReadable(id) }
    return operations
  }

  /// Removes the entry of an own line that an earlier version could not read and this one can.
  private func releaseReadable(_ id: DocumentID) throws(SyncError) {
    let isReadable = try quarantined().contains { entry in
      guard entry.document == id, entry.device == device, let line = entry.line else {
        return false
      }
      return Array(line.utf8).withUnsafeBytes { (try? DocumentOperation(line: $0)) != nil }
    }
    if isReadable { try releaseQuarantined(id, device: device) }
  }

  /// Cuts damaged streams off before the first operation that can't be read.
  ///
  /// The rest is deleted on this device; a store that has it keeps it.
  package func dropQuarantined(_ id: DocumentID) throws(SyncError) -> Int {
    var dropped = 0
    let heads = try heads(of: id)
    let chunks = try chunks(of: id, after: [:])
    for entry in IncomingValidator().read(chunks, of: id, reaching: heads).rejected {
      guard let device = entry.device, let summary = try summary(of: id) else { continue }
      let stream = chunks.filter { $0.device == device }
      let good = IncomingValidator().readable(stream, of: id)
      dropped += (heads[device]?.seq ?? 0) - (good.last?.lastSeq ?? 0)
      try replaceStream(
        of: device, in: id, reaching: heads[device] ?? .empty, with: good, keeping: [],
        summary: summary)
    }
    try releaseQuarantined(id)
    return dropped
  }
}
