import Dispatch
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
public typealias DirectoryStore = BlockingStore<DirectoryStoreDriver>

extension DirectoryStore {
  /// Creates a store in a directory, which is made when it is first used.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - disk: Where it lies.
  ///   - isDurable: Whether an append is on the disk when it is acknowledged.
  public convenience init(
    _ directory: String, disk: any Disk = PosixDisk(), isDurable: Bool = true
  ) {
    self.init(
      DirectoryStoreDriver(directory, disk: disk, isDurable: isDurable), name: "sudoku.directory")
  }
}

/// A store in a directory, for one thread.
public final class DirectoryStoreDriver: StoreDriver {
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
  private let clock: @Sendable () -> Int64
  private var random: any RandomNumberGenerator
  private var core = StoreCore(identity: "directory")
  private var identity: StoreIdentity
  private var sources: [String: Source] = [:]
  private var waiting: [DocumentID: [DeviceID: Waiting]] = [:]

  /// Creates a store in a directory, which is made when it is first used.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - disk: Where it lies.
  ///   - isDurable: Whether an append is on the disk when it is acknowledged.
  ///   - random: Where a new store's identity comes from.
  ///   - clock: The store's clock, in milliseconds since 1970.
  public init(
    _ directory: String, disk: any Disk = PosixDisk(), isDurable: Bool = true,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
    clock: @escaping @Sendable () -> Int64 = SystemClock.wallMilliseconds
  ) {
    self.directory = directory
    self.disk = disk
    self.isDurable = isDurable
    self.clock = clock
    var random = random
    identity = StoreIdentity.random(using: &random)
    self.random = random
  }

  /// See `StoreDriver`.
  public func perform(
    _ request: StoreRequest, until deadline: Deadline
  ) throws(SyncError) -> StoreResponse {
    try refreshIdentity()
    if try identity.admit(request) { try storeIdentity() }
    try refresh()
    let answer: StoreAnswer
    switch request.query {
    case .append(let batch): answer = .append(try append(batch, until: deadline))
    case .changes(let cursor, let limit): answer = .changes(changes(since: cursor, limit: limit))
    default: answer = core.answer(request.query)
    }
    var status = core.status(at: clock())
    status.identity = identity.identity
    status.epoch = identity.epoch
    status.player = identity.player
    status.revision = nil
    return StoreResponse(status: status, answer: answer)
  }

  /// The file in which a store says who it is.
  private var identityPath: String { "\(directory)/store.json" }

  private func refreshIdentity() throws(SyncError) {
    do throws(DiskError) {
      if let bytes = try disk.read(identityPath, from: 0),
        let stored = try? JSONDecoder().decode(StoreIdentity.self, from: bytes)
      {
        identity = stored
        return
      }
    } catch { throw SyncError(error) }
    // Nothing, or nothing readable: this is a new store.
    identity = StoreIdentity.random(using: &random)
    try storeIdentity()
  }

  private func storeIdentity() throws(SyncError) {
    guard let bytes = try? JSONEncoder().encode(identity) else { return }
    do throws(DiskError) {
      try disk.createDirectory(directory)
      try disk.replace(identityPath, with: bytes + [UInt8(ascii: "\n")])
    } catch { throw SyncError(error) }
  }

  private func append(
    _ batch: OperationBatch, until deadline: Deadline
  ) throws(SyncError) -> AppendReceipt {
    var outcomes: [AppendOutcome] = []
    for delta in batch.documents {
      // In the file before it is in memory: a failed write leaves no trace.
      let plan = core.plan(delta)
      if plan.outcome.refusal == nil {
        try write(plan.record, plan.added, delta, plan.outcome, by: batch.writer, until: deadline)
      }
      outcomes.append(plan.outcome)
    }
    return AppendReceipt(
      outcomes: outcomes,
      answer: batch.question.flatMap { core.document($0.id, after: $0.known) })
  }

  private func write(
    _ record: DocumentRecord, _ added: [OperationChunk], _ delta: DocumentDelta,
    _ outcome: AppendOutcome, by writer: DeviceID, until deadline: Deadline
  ) throws(SyncError) {
    let old = core.documents[delta.id]?.record.summary
    let summary = record.summary
    var bytes = added.flatMap(\.lines)
    if old == nil, bytes.isEmpty, !outcome.covers(delta) { return }
    guard !bytes.isEmpty || summary != old else { return }
    guard let text = try? JSONEncoder().encode(summary) else {
      throw SyncError(.damaged, "the summary of \(delta.id) can't be written")
    }
    bytes += Array("{\"summary\":".utf8) + text + Array("}\n".utf8)
    let path = "\(directory)/\(writer)/\(delta.id).jsonl"
    do throws(DiskError) {
      if let size = try disk.size(of: path), size > sources[path]?.consumed ?? 0 {
        bytes.insert(UInt8(ascii: "\n"), at: 0)
      }
      try disk.createDirectory("\(directory)/\(writer)")
      try disk.append(bytes, to: path, isDurable: isDurable, until: deadline)
      try refresh(path, of: delta.id)
    } catch {
      throw SyncError(error)
    }
  }

  // MARK: Reading

  private func refresh() throws(SyncError) {
    do throws(DiskError) {
      var found: Set<String> = []
      for device in try disk.list(directory) where DeviceID(device) != nil {
        for name in try disk.list("\(directory)/\(device)") {
          let stem = name.prefix { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
          guard name.hasSuffix(".jsonl"), let id = DocumentID(String(stem)) else { continue }
          let path = "\(directory)/\(device)/\(name)"
          found.insert(path)
          try refresh(path, of: id)
        }
      }
      guard sources.keys.contains(where: { !found.contains($0) }) else { return }
    } catch { throw SyncError(error) }
    // Something is gone: what it held must not be acknowledged any more.
    try forget()
  }

  /// Reads everything again.
  private func forget() throws(SyncError) {
    core = StoreCore(identity: "directory")
    sources = [:]
    waiting = [:]
    try refresh()
  }

  private func refresh(_ path: String, of id: DocumentID) throws(DiskError) {
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
    let summary = core.documents[id]?.record.summary ?? DocumentSummary(id: id)
    add(DocumentDelta(id: id, summary: summary, chunks: [chunk]))
  }

  // MARK: Changes

  /// The cursor is the length of each file.
  private func changes(since cursor: ChangeCursor?, limit: Int) -> ChangePage {
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
        DocumentDelta(id: source.document, summary: stored.record.summary, chunks: chunks))
    }
    let text = (try? JSONEncoder().encodeText(lengths)) ?? ""
    return ChangePage(documents: documents, next: ChangeCursor(text), hasMore: hasMore)
  }
}
