import JSONCoding
import SudokuSession

/// A store in a directory, also in one that another program copies between machines.
///
/// Every device writes only files of its own, `<directory>/<device>/<document>.jsonl`, and only at
/// their end; the operations of a document are the union of what its files hold. A line is an
/// operation or `{"summary": ...}`. A last line without its end was torn off in a crash, or is
/// still on its way: it is left alone until it is whole.
///
/// ```swift
/// let store = DirectoryStore("/home/me/Shared/sudoku")
/// try await store.inProgress(limit: 10, before: nil)
/// ```
///
/// The content is kept in memory and refreshed by the files' lengths with every request, so it is
/// meant for thousands of games, not for millions. Files with other names are read too when they
/// begin with a document's ID, as the copies that sharing programs make of a file in conflict.
public actor DirectoryStore: SyncStore {
  private struct Source {
    let path: String
    let document: DocumentID
    var consumed = 0
    /// The least number of each device that a line from an offset on has: lines in order.
    var lines: [(offset: Int, device: DeviceID?, seq: Int)] = []
  }

  private struct Waiting {
    var lines: [Int: [UInt8]] = [:]
  }

  private let directory: String
  private let disk: any Disk
  private let isDurable: Bool
  private var core = StoreCore(epoch: "directory")
  private var sources: [String: Source] = [:]
  private var waiting: [DocumentID: [DeviceID: Waiting]] = [:]

  /// Creates a store in a directory, which is made when something is written.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - disk: Where it lies.
  ///   - isDurable: Whether an append is on the disk when it is acknowledged.
  public init(_ directory: String, disk: any Disk = PosixDisk(), isDurable: Bool = true) {
    self.directory = directory
    self.disk = disk
    self.isDurable = isDurable
  }

  /// See `SyncStore`.
  public func document(_ id: DocumentID, after known: StreamHeads) throws -> DocumentDelta? {
    try refresh()
    return core.document(id, after: known)
  }

  /// See `SyncStore`.
  public func inProgress(limit: Int, before: PageToken?) throws -> SummaryPage {
    try refresh()
    return core.inProgress(limit: limit, before: before)
  }

  /// See `SyncStore`.
  public func append(_ batch: OperationBatch) throws -> AppendReceipt {
    try refresh()
    var outcomes: [AppendOutcome] = []
    for delta in batch.documents {
      // In the file before it is in memory: a failed write leaves no trace.
      let outcome = core.outcome(of: delta)
      if outcome.refusal == nil { try write(new: delta, outcome, by: batch.writer) }
      outcomes.append(outcome)
    }
    return AppendReceipt(
      outcomes: outcomes,
      answer: batch.question.flatMap { core.document($0.id, after: $0.known) })
  }

  private func write(
    new delta: DocumentDelta, _ outcome: AppendOutcome, by writer: DeviceID
  ) throws {
    let old = core.documents[delta.id]
    var bytes: [UInt8] = []
    for chunk in delta.chunks where !outcome.diverged.contains(chunk.device) {
      let known = old?.streams[chunk.device]?.head.seq ?? 0
      let accepted = outcome.heads[chunk.device]?.seq ?? 0
      if let new = chunk.suffix(after: known)?.prefix(through: accepted) { bytes += new.lines }
    }
    var summary = old?.summary ?? delta.summary
    if outcome.covers(delta) { try summary.merge(delta.summary) }
    if old == nil, bytes.isEmpty, !outcome.covers(delta) { return }
    guard !bytes.isEmpty || summary != old?.summary else { return }
    bytes += Array("{\"summary\":".utf8) + (try JSONEncoder().encode(summary)) + Array("}\n".utf8)
    let path = "\(directory)/\(writer)/\(delta.id).jsonl"
    do {
      if let size = try disk.size(of: path), size > sources[path]?.consumed ?? 0 {
        bytes.insert(UInt8(ascii: "\n"), at: 0)
      }
      try disk.createDirectory("\(directory)/\(writer)")
      try disk.append(bytes, to: path, isDurable: isDurable)
    } catch {
      throw SyncError(error)
    }
    try refresh(path, of: delta.id)
  }

  // MARK: Reading

  private func refresh() throws {
    do {
      for device in try disk.list(directory) where DeviceID(device) != nil {
        for name in try disk.list("\(directory)/\(device)") {
          let stem = name.prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
          guard name.hasSuffix(".jsonl"), let id = DocumentID(String(stem)) else { continue }
          try refresh("\(directory)/\(device)/\(name)", of: id)
        }
      }
    } catch let error as DiskError {
      throw SyncError(error)
    }
  }

  private func refresh(_ path: String, of id: DocumentID) throws {
    var source = sources[path] ?? Source(path: path, document: id)
    guard let size = try disk.size(of: path), size != source.consumed else { return }
    if size < source.consumed { source = Source(path: path, document: id) }
    guard let bytes = try disk.read(path, from: source.consumed),
      let end = bytes.lastIndex(of: UInt8(ascii: "\n"))
    else { return }
    var offset = source.consumed
    for line in bytes[..<end].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      take(Array(line), offset, &source)
      offset += line.count + 1
    }
    source.consumed = offset
    sources[path] = source
  }

  /// Takes one line; what is neither an operation nor a summary is a torn line and left out.
  private func take(_ line: [UInt8], _ offset: Int, _ source: inout Source) {
    guard let node = try? JSONNode(parsing: line) else { return }
    if let record = node["summary"] {
      guard let summary = try? JSONDecoder().decode(DocumentSummary.self, from: record),
        summary.id == source.document
      else { return }
      add(DocumentDelta(id: summary.id, summary: summary, chunks: []))
      source.lines.append((offset, nil, 0))
    } else if let device = node["device"]?.string.flatMap({ DeviceID($0) }),
      let seq = node["seq"]?.int.map({ Int($0) }), seq > 0
    {
      waiting[source.document, default: [:]][device, default: Waiting()].lines[seq] = line
      source.lines.append((offset, device, seq))
      addWaiting(of: device, in: source.document)
    }
  }

  private func add(_ delta: DocumentDelta) {
    _ = core.append(OperationBatch(writer: DeviceID(rawValue: 0), documents: [delta]))
  }

  /// Adds the waiting lines of a stream that have no gap before them any more.
  private func addWaiting(of device: DeviceID, in id: DocumentID) {
    let head = core.documents[id]?.streams[device]?.head ?? .empty
    guard var lines = waiting[id]?[device]?.lines else { return }
    for seq in lines.keys where seq <= head.seq { lines[seq] = nil }
    var bytes: [UInt8] = []
    var seq = head.seq + 1
    while let line = lines.removeValue(forKey: seq) {
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
      seq += 1
    }
    waiting[id]?[device] = lines.isEmpty ? nil : Waiting(lines: lines)
    guard let chunk = OperationChunk(device: device, after: head, lines: bytes) else { return }
    let summary = core.documents[id]?.summary ?? DocumentSummary(id: id)
    add(DocumentDelta(id: id, summary: summary, chunks: [chunk]))
  }

  // MARK: Changes

  /// See `SyncStore`.
  ///
  /// The cursor is the length of each file.
  public func changes(since cursor: Cursor?, limit: Int) throws -> ChangePage {
    try refresh()
    var lengths =
      cursor.flatMap { try? JSONDecoder().decode([String: Int].self, from: $0.rawValue) } ?? [:]
    var documents: [DocumentDelta] = []
    var hasMore = false
    for (path, source) in sources.sorted(by: { $0.key < $1.key }) {
      let name = String(path.dropFirst(directory.count + 1))
      var length = lengths[name] ?? 0
      if length > source.consumed { length = 0 }
      guard length < source.consumed else { continue }
      if documents.count >= max(limit, 1) {
        hasMore = true
        break
      }
      lengths[name] = source.consumed
      guard let stored = core.documents[source.document] else { continue }
      var first: [DeviceID: Int] = [:]
      for line in source.lines.reversed() {
        if line.offset < length { break }
        if let device = line.device { first[device] = min(line.seq, first[device] ?? .max) }
      }
      let chunks = first.sorted { $0.key < $1.key }.flatMap { device, seq in
        stored.streams[device]?.chunks.compactMap { $0.suffix(after: seq - 1) } ?? []
      }
      documents.append(
        DocumentDelta(id: source.document, summary: stored.summary, chunks: chunks))
    }
    let text = (try? JSONEncoder().encodeText(lengths)) ?? ""
    return ChangePage(documents: documents, next: Cursor(text), hasMore: hasMore)
  }
}
