import JSONCoding
import SudokuSession

extension DirectoryStoreDriver {
  /// The state of reading the lines of a file.
  private struct Reading {
    let id: DocumentID
    /// The device in whose folder the file lies.
    let writer: DeviceID
    var verifier: StreamVerifier
    /// The streams with waiting lines.
    var touched: Set<DeviceID> = []
    /// The operations since the last summary, with their offsets in the file.
    var recent: [(key: OperationKey, place: Int)] = []
  }

  /// Reads whole lines of a document.
  ///
  /// Lines that are neither an operation nor a summary are omitted, and so are damaged operations.
  /// A device that has those sends them again.
  func take(
    _ bytes: ArraySlice<UInt8>, of id: DocumentID, by writer: DeviceID, at offset: Int,
    noting faults: inout LineFaults
  ) {
    var reading = Reading(
      id: id, writer: writer,
      verifier: StreamVerifier(
        held: core.heads(of: id) ?? [:], unverified: unverified[id] ?? [:]))
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let place = offset + line.startIndex - bytes.startIndex
      if let key = Self.key(of: line) {
        take(line, key, at: place, &reading)
      } else if let delta = Self.summary(in: line) {
        take(delta, at: place, &reading, &faults)
      } else {
        faults.noteUnreadable(at: place)
      }
    }
    addWaiting(of: &reading.touched, in: id)
    for (device, range) in reading.verifier.damaged {
      core.cut(id, device, from: range.lowerBound)
      faults.note(damaged: range, of: device)
    }
    let held = core.heads(of: id) ?? [:]
    faults.settle(held: held)
    let left = reading.verifier.unverified(of: held)
    unverified[id] = left.isEmpty ? nil : left
  }

  private func take(
    _ line: ArraySlice<UInt8>, _ key: OperationKey, at place: Int, _ reading: inout Reading
  ) {
    if reading.verifier.isSentAgain(key) {
      core.cut(reading.id, key.device, from: key.seq)
      reading.verifier.forgetDamage(of: key.device)
    }
    waiting[reading.id, default: [:]][key.device, default: [:]][key.seq] = Array(line)
    reading.touched.insert(key.device)
    reading.recent.append((key, place))
  }

  /// Reads a summary, which follows its operations.
  private func take(
    _ delta: DocumentDelta, at place: Int, _ reading: inout Reading, _ faults: inout LineFaults
  ) {
    defer { reading.recent = [] }
    guard delta.id == reading.id else {
      // The file belongs to another document, and so do the operations before the summary.
      for (key, _) in reading.recent { _ = refuse(key, reading) }
      faults.note(foreign: delta.id, at: place)
      return
    }
    addWaiting(of: &reading.touched, in: reading.id)
    if let heads = delta.heads {
      if let document = core.documents[reading.id] {
        reading.verifier.verify(document, by: heads)
      }
      // Operations that the summary does not cover: their number or device is damaged.
      for (key, place) in reading.recent where key.seq > heads[key.device]?.seq ?? 0 {
        if refuse(key, reading) { faults.noteUnreadable(at: place) }
      }
      faults.note(claims: heads, by: reading.writer)
    }
    add(delta)
  }

  /// Drops an operation that does not belong here; returns true if it was dropped.
  private func refuse(_ key: OperationKey, _ reading: Reading) -> Bool {
    let (id, device) = (reading.id, key.device)
    if waiting[id]?[device]?.removeValue(forKey: key.seq) != nil {
      if waiting[id]?[device]?.isEmpty == true { waiting[id]?[device] = nil }
      return true
    }
    let isHeld = key.seq <= core.heads(of: id)?[device]?.seq ?? 0
    guard isHeld, device != reading.writer, key.seq > reading.verifier.verified[device] ?? 0 else {
      return false
    }
    core.cut(id, device, from: key.seq)
    return true
  }

  private static func key(of line: ArraySlice<UInt8>) -> OperationKey? {
    if let known = line.withUnsafeBytes({ try? DocumentOperation(line: $0) }) { return known.key }
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

  /// Adds waiting lines that no longer have a gap before them.
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
