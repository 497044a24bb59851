import JSONCoding
import SudokuSession

extension DirectoryStoreDriver {
  /// Takes whole lines of a document; what is neither an operation nor a summary is omitted.
  ///
  /// - Parameters:
  ///   - bytes: The lines.
  ///   - id: The document.
  ///   - offset: How many bytes of the file come before them.
  ///   - faults: Takes what is wrong with them.
  func take(
    _ bytes: ArraySlice<UInt8>, of id: DocumentID, at offset: Int, noting faults: inout LineFaults
  ) {
    var touched: Set<DeviceID> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if let key = Self.key(of: line) {
        waiting[id, default: [:]][key.device, default: [:]][key.seq] = Array(line)
        touched.insert(key.device)
      } else if let delta = Self.summary(in: line, of: id) {
        // It comes after its operations.
        addWaiting(of: &touched, in: id)
        if let reason = contradiction(of: delta) { faults.note(contradiction: reason) }
        faults.note(claims: delta.heads ?? [:])
        add(delta)
      } else {
        faults.noteUnreadable(at: offset + line.startIndex - bytes.startIndex)
      }
    }
    addWaiting(of: &touched, in: id)
  }

  /// How the operations read so far contradict what a summary says of them, `nil` where they don't.
  private func contradiction(of delta: DocumentDelta) -> String? {
    guard let held = core.documents[delta.id] else { return nil }
    for (device, head) in (delta.heads ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let hash = held.hash(of: device, at: head.seq), hash != head.hash {
        return "the first \(head.seq) operations of \(device) are not those that were written"
      }
    }
    return nil
  }

  /// Whose operation a line is, and which.
  private static func key(of line: ArraySlice<UInt8>) -> OperationKey? {
    if let known = line.withUnsafeBytes({ DocumentOperation.reading(line: $0) }) {
      return known.key
    }
    guard let node = try? JSONNode(parsing: Array(line)), node["summary"] == nil,
      let device = node["device"]?.string.flatMap({ DeviceID($0) }),
      let seq = node["seq"]?.int, 1...Int64(OperationKey.maximumSeq) ~= seq
    else { return nil }
    return OperationKey(device: device, seq: Int(seq))
  }

  private struct SummaryLine: Decodable {
    let heads: StreamHeads?
    let summary: DocumentSummary
  }

  private static func summary(in line: ArraySlice<UInt8>, of id: DocumentID) -> DocumentDelta? {
    guard let record = try? StrictJSONDecoder().decode(SummaryLine.self, from: Array(line)),
      record.summary.id == id
    else { return nil }
    return DocumentDelta(id: id, summary: record.summary, heads: record.heads, chunks: [])
  }

  private func add(_ delta: DocumentDelta) {
    _ = core.append(OperationBatch(writer: DeviceID(rawValue: 0), documents: [delta]))
  }

  /// Adds the waiting lines of streams that have no gap before them any more.
  private func addWaiting(of devices: inout Set<DeviceID>, in id: DocumentID) {
    for device in devices.sorted() {
      let head = core.documents[id]?.record.streams[device]?.head ?? .empty
      guard var lines = waiting[id]?[device] else { continue }
      var bytes: [UInt8] = []
      var seq = head.seq + 1
      while let line = lines.removeValue(forKey: seq) {
        bytes += line
        bytes.append(UInt8(ascii: "\n"))
        seq += 1
      }
      lines = lines.filter { $0.key >= seq }
      waiting[id]?[device] = lines.isEmpty ? nil : lines
      guard let chunk = OperationChunk(device: device, after: head, lines: bytes) else { continue }
      let summary = core.documents[id]?.record.summary ?? DocumentSummary(id: id)
      add(DocumentDelta(id: id, summary: summary, chunks: [chunk]))
    }
    devices = []
  }
}
