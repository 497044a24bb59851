import JSONCoding
import SudokuSession

extension DirectoryStoreDriver {
  /// Takes whole lines of a document; what is neither an operation nor a summary is omitted, and so
  /// are operations that are not those which were written: who has these sends them again then.
  ///
  /// - Parameters:
  ///   - bytes: The lines.
  ///   - id: The document.
  ///   - writer: Whose file it is.
  ///   - offset: How many bytes of the file come before them.
  ///   - faults: Takes what is wrong with them.
  func take(
    _ bytes: ArraySlice<UInt8>, of id: DocumentID, by writer: DeviceID, at offset: Int,
    noting faults: inout LineFaults
  ) {
    var touched: Set<DeviceID> = []
    var recent: [(key: OperationKey, offset: Int)] = []
    var judge = StreamJudge(held: core.heads(of: id) ?? [:], unconfirmed: unconfirmed[id] ?? [:])
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let place = offset + line.startIndex - bytes.startIndex
      if let key = Self.key(of: line) {
        if judge.isSentAgain(key) {
          core.cut(id, key.device, from: key.seq)
          judge.dismiss(key.device)
        }
        waiting[id, default: [:]][key.device, default: [:]][key.seq] = Array(line)
        touched.insert(key.device)
        recent.append((key, place))
      } else if let delta = Self.summary(in: line) {
        if delta.id == id {
          // It comes after its operations.
          addWaiting(of: &touched, in: id)
          if let heads = delta.heads {
            if let document = core.documents[id] { judge.hear(heads, of: document) }
            for (key, place) in recent where key.seq > heads[key.device]?.seq ?? 0 {
              if refuse(key, of: id, by: writer, judge) { faults.noteUnreadable(at: place) }
            }
            faults.note(claims: heads, by: writer)
          }
          add(delta)
        } else {
          // Somebody has put another document's file here: so are the operations before it.
          for (key, _) in recent { _ = refuse(key, of: id, by: writer, judge) }
          faults.note(foreign: delta.id, at: place)
        }
        recent = []
      } else {
        faults.noteUnreadable(at: place)
      }
    }
    addWaiting(of: &touched, in: id)
    for (device, range) in judge.contradicted {
      core.cut(id, device, from: range.lowerBound)
      faults.note(contradicted: range, of: device)
    }
    faults.settle(held: core.heads(of: id) ?? [:])
    let left = judge.unconfirmed(of: core.heads(of: id) ?? [:])
    unconfirmed[id] = left.isEmpty ? nil : left
  }

  /// Lets go of an operation that the summary after it does not speak of: its number or its device
  /// is not what was written.
  ///
  /// - Returns: Whether it was held, or waited. What a device has added to its own stream while it
  ///   wrote the summary may be more than the summary says.
  private func refuse(
    _ key: OperationKey, of id: DocumentID, by writer: DeviceID, _ judge: StreamJudge
  ) -> Bool {
    if waiting[id]?[key.device]?.removeValue(forKey: key.seq) != nil {
      if waiting[id]?[key.device]?.isEmpty == true { waiting[id]?[key.device] = nil }
      return true
    }
    let isHeld = key.seq <= core.heads(of: id)?[key.device]?.seq ?? 0
    guard isHeld, key.device != writer, key.seq > judge.confirmed[key.device] ?? 0 else {
      return false
    }
    core.cut(id, key.device, from: key.seq)
    return true
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

  private static func summary(in line: ArraySlice<UInt8>) -> DocumentDelta? {
    guard let record = try? StrictJSONDecoder().decode(SummaryLine.self, from: Array(line))
    else { return nil }
    return DocumentDelta(
      id: record.summary.id, summary: record.summary, heads: record.heads, chunks: [])
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
