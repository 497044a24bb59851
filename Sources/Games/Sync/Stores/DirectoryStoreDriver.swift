import Dispatch
import JSONCoding
import SudokuSession

/// A store in a directory, for one thread; see `DirectoryStore`.
public final class DirectoryStoreDriver: StoreDriver {
  let directory: String
  let disk: any Disk
  private let isDurable: Bool
  private let clock: @Sendable () -> Int64
  var random: any RandomNumberGenerator
  var identity: StoreIdentity
  /// The identity's file as last read.
  var identityFile: (bytes: [UInt8], content: StoreIdentity?) = ([], nil)
  /// The content read so far; its epoch and its order of changes are this object's own.
  var core: StoreCore
  var sources: [String: Source] = [:]
  /// Lines whose predecessors have not been read yet.
  var waiting: [DocumentID: [DeviceID: [Int: [UInt8]]]] = [:]
  /// The streams that summaries verify only in part, each with its last verified number.
  var unverified: [DocumentID: [DeviceID: Int]] = [:]
  /// True once all documents have been read.
  private var isComplete = false
  private let monotonicClock: @Sendable () -> Int64
  private var lastScan: (end: Int64, length: Int64)?
  private let changedFiles = ChangedFiles()
  private var skipped = SkippedFiles()
  /// The faults in the lines of files, by path.
  private var faults: [String: LineFaults] = [:]
  /// The files that documents were read from.
  private var paths: [DocumentID: Set<String>] = [:]

  /// A file, with the state of reading it.
  struct Source {
    let document: DocumentID
    var consumed = 0
    /// The hash of the last bytes read.
    var tail = StreamHash.empty
    /// The file's state when it was read; `nil` if it has grown meanwhile.
    var state: FileState?

    /// The number of last bytes that are compared to detect a replaced file.
    var tailLength: Int { min(consumed, 256) }
  }

  /// Creates a store in a directory; its first use creates the directory.
  package init(
    _ directory: String, disk: any Disk = PosixDisk(), isDurable: Bool = true,
    random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
    clock: @escaping @Sendable () -> Int64 = SystemClock.wallMilliseconds,
    monotonicClock: @escaping @Sendable () -> Int64 = SystemClock.monotonicMilliseconds
  ) {
    self.directory = directory
    self.disk = disk
    self.isDurable = isDurable
    self.clock = clock
    self.monotonicClock = monotonicClock
    var random = random
    identity = StoreIdentity.random(using: &random)
    core = StoreCore(
      identity: "", epoch: StreamHash(rawValue: random.next()).hexadecimal)
    self.random = random
  }

  /// See `StoreDriver`.
  public func perform(
    _ request: StoreRequest, until deadline: Deadline
  ) throws(SyncError) -> StoreResponse {
    try refreshIdentity()
    if try identity.admit(request) {
      do throws(SyncError) { try storePlayer() } catch {
        // The player was not written: another device may be the first to do so.
        identity.player = nil
        throw error
      }
      _ = try identity.admit(request)
    }
    var isWhole = true
    do throws(DiskError) {
      switch request.query {
      case .document(let id, _):
        try refresh([id])
        isWhole = try refreshChanged()
      case .append(let batch):
        try refresh(Set(batch.documents.map(\.id) + [batch.question?.id].compactMap { $0 }))
        isWhole = try refreshChanged()
      default: try refreshAll()
      }
    } catch { throw SyncError(error) }
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
    status.skipped = skippedAndDamaged.list
    // A digest without other devices' writes would hide them.
    if !isComplete || !isWhole { status.digest = nil }
    return StoreResponse(status: status, answer: answer)
  }

  /// See `StoreDriver`.
  public func watch(
    on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void
  ) -> StoreWatch? {
    guard disk is PosixDisk else { return nil }
    return DirectoryWatch.start(directory, changedFiles, changed)
  }

  // MARK: Writing

  private func append(
    _ batch: OperationBatch, until deadline: Deadline
  ) throws(SyncError) -> AppendReceipt {
    var outcomes: [AppendOutcome] = []
    for delta in batch.documents {
      // Write the file before memory, so that a failed write leaves no trace.
      var (record, added, outcome) = core.plan(delta)
      if outcome.refusal == nil {
        do throws(DiskError) {
          try write(record, added, delta, outcome, by: batch.writer, until: deadline)
        } catch {
          guard error.concernsOneFile else { throw SyncError(error) }
          outcome = AppendOutcome(
            id: delta.id, heads: core.heads(of: delta.id) ?? [:], refusal: error.description)
        }
      }
      outcomes.append(outcome)
    }
    return AppendReceipt(
      outcomes: outcomes,
      answer: batch.question.flatMap { core.document($0.id, after: $0.known) })
  }

  private struct SummaryLine: Encodable {
    let heads: StreamHeads
    let summary: DocumentSummary
  }

  private func write(
    _ record: DocumentRecord, _ added: [OperationChunk], _ delta: DocumentDelta,
    _ outcome: AppendOutcome, by writer: DeviceID, until deadline: Deadline
  ) throws(DiskError) {
    let old = core.documents[delta.id]?.record.summary
    var bytes = added.flatMap(\.lines)
    if old == nil, bytes.isEmpty, !outcome.covers(delta) { return }
    guard !bytes.isEmpty || record.summary != old else { return }
    // The file verifies itself even if the sender does not send its heads.
    var heads = delta.heads ?? [:]
    for chunk in added where chunk.lastSeq > heads[chunk.device]?.seq ?? 0 {
      heads[chunk.device] = chunk.head
    }
    let line = SummaryLine(heads: heads, summary: record.summary)
    bytes += ((try? CanonicalJSONEncoder().encode(line)) ?? []) + [UInt8(ascii: "\n")]
    let path = "\(directory)/\(writer)/\(delta.id).jsonl"
    if let size = try disk.size(of: path), size > sources[path]?.consumed ?? 0 {
      bytes.insert(UInt8(ascii: "\n"), at: 0)
    }
    try disk.createDirectory("\(directory)/\(writer)")
    try disk.append(bytes, to: path, isDurable: isDurable, until: deadline)
    changedFiles.ignore(writer)
    try refresh(path, of: delta.id)
  }

  // MARK: Reading

  /// Brings all documents up to date.
  private func refreshAll() throws(DiskError) {
    // Without a watch, or after an overflow of it, only a scan finds all changes.
    if let changed = changedFiles.take(), isComplete {
      try refresh(changed)
      if isFresh { return }
    }
    let start = monotonicClock()
    var found: Set<String> = []
    skipped = SkippedFiles()
    for device in try disk.list(directory) {
      guard DeviceID(device) != nil else {
        if !Self.ownNames.contains(device) { skipped.note(device, "it is not a device's folder") }
        continue
      }
      for name in try names(of: device) {
        guard let id = document(of: name, in: device) else { continue }
        let path = "\(directory)/\(device)/\(name)"
        found.insert(path)
        try refresh(path, of: id)
      }
    }
    // Lost operations must not be acknowledged.
    let gone = Set(sources.filter { !found.contains($0.key) }.map(\.value.document))
    for id in gone { try readAgain(id) }
    isComplete = true
    let end = monotonicClock()
    lastScan = (end, end - start)
  }

  /// Reads the files that are known to have changed; scans all of them only if that is fast.
  ///
  /// - Returns: True if all documents are up to date.
  private func refreshChanged() throws(DiskError) -> Bool {
    guard isComplete else { return false }
    if let changed = changedFiles.take() {
      try refresh(changed)
      return true
    }
    // A scan finds missed changes: now, or with the next request that needs all documents.
    changedFiles.overflow()
    guard let lastScan, lastScan.length <= 20 else { return false }
    try refreshAll()
    return true
  }

  /// Brings files `<device>/<name>` up to date.
  private func refresh(_ changed: Set<String>) throws(DiskError) {
    do throws(DiskError) {
      for name in changed {
        let parts = name.split(separator: "/")
        guard parts.count == 2, let id = document(of: String(parts[1]), in: String(parts[0]))
        else { continue }
        try refresh("\(directory)/\(name)", of: id)
      }
    } catch {
      // The remaining files must still be read.
      changedFiles.overflow()
      throw error
    }
  }

  /// True if the last scan of all files is recent, compared with its duration.
  ///
  /// A scan of at most 20 ms is repeated with every request.
  private var isFresh: Bool {
    guard let lastScan, lastScan.length > 20 else { return false }
    return monotonicClock() - lastScan.end < lastScan.length * 50
  }

  /// The files in a device's folder; a folder that can't be read, or is none, is skipped.
  private func names(of device: String) throws(DiskError) -> [String] {
    do throws(DiskError) { return try disk.list("\(directory)/\(device)") } catch {
      guard error.concernsOneFile else { throw error }
      skipped.note(device, error.reason)
      return []
    }
  }

  private static let ownNames: Set<String> = ["store.json", "player.json"]

  /// The document that a file in a device's folder belongs to.
  private func document(of name: String, in device: String) -> DocumentID? {
    let id = Self.document(of: name)
    if id == nil { skipped.note("\(device)/\(name)", "its name is not a document's") }
    return id
  }

  private static func document(of name: String) -> DocumentID? {
    guard name.hasSuffix(".jsonl") else { return nil }
    let stem = name.utf8.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-")
    }
    return DocumentID(String(Substring(stem)))
  }

  /// The device in whose folder a file lies.
  private static func writer(of path: String) -> DeviceID {
    path.split(separator: "/").dropLast().last.flatMap { DeviceID(String($0)) }
      ?? DeviceID(rawValue: 0)
  }

  /// Brings some documents up to date.
  private func refresh(_ ids: Set<DocumentID>) throws(DiskError) {
    let devices = try disk.list(directory).filter { DeviceID($0) != nil }
    for id in ids {
      // Files read before may be missing now, with their folders.
      let known = paths[id] ?? []
      for path in known.union(devices.map { "\(directory)/\($0)/\(id).jsonl" }).sorted() {
        try refresh(path, of: id)
      }
    }
  }

  /// Reads the new lines of a file; if the file was replaced, reads the document again.
  private func refresh(_ path: String, of id: DocumentID) throws(DiskError) {
    do throws(DiskError) {
      let state = try disk.state(of: path)
      var source = sources[path] ?? Source(document: id)
      guard state != source.state || state == nil else { return }
      guard let state, state.size >= source.consumed else {
        return source.consumed > 0 ? try readAgain(id) : ()
      }
      if state.size == source.consumed {
        if source.state == nil || source.consumed == 0 {
          sources[path]?.state = state
          return
        }
        return try readAgain(id)
      }
      let start = source.consumed - source.tailLength
      guard let bytes = try disk.read(path, from: start) else { return }
      let tail = bytes.prefix(source.tailLength)
      guard StreamHash.empty.appending(tail) == source.tail || source.consumed == 0 else {
        return try readAgain(id)
      }
      source.state = start + bytes.count == state.size ? state : nil
      let new = bytes.dropFirst(source.tailLength)
      if let end = new.lastIndex(of: UInt8(ascii: "\n")) {
        var found = faults[path] ?? LineFaults()
        take(new[...end], of: id, by: Self.writer(of: path), at: source.consumed, noting: &found)
        faults[path] = found.isEmpty ? nil : found
        source.consumed = start + end + 1
        source.tail = StreamHash.empty.appending(bytes[...end].suffix(source.tailLength))
      }
      sources[path] = source
      paths[id, default: []].insert(path)
    } catch {
      guard error.concernsOneFile else { throw error }
      skipped.note(String(path.dropFirst(directory.count + 1)), error.reason)
    }
  }

  /// Reads a document again after part of it was lost.
  private func readAgain(_ id: DocumentID) throws(DiskError) {
    let paths = (self.paths.removeValue(forKey: id) ?? []).sorted()
    for path in paths {
      sources[path] = nil
      faults[path] = nil
    }
    waiting[id] = nil
    unverified[id] = nil
    core.remove(id)
    for path in paths { try refresh(path, of: id) }
  }

  /// The skipped files, and those with damaged or missing lines.
  private var skippedAndDamaged: SkippedFiles {
    var reported = skipped
    for (path, found) in faults {
      guard let id = sources[path]?.document,
        let reason = found.reason(
          held: core.heads(of: id) ?? [:], hasGap: waiting[id]?.isEmpty == false)
      else { continue }
      reported.note(String(path.dropFirst(directory.count + 1)), reason)
    }
    return reported
  }

  // MARK: Changes

  /// A page of the changes that this object has seen.
  ///
  /// For a cursor of this store from another object the page is empty. The engine finds later
  /// changes by comparing digests.
  private func changes(since cursor: ChangeCursor?, limit: Int) -> ChangePage {
    let prefix = identity.identity + "/"
    guard let cursor, cursor.rawValue.hasPrefix(prefix) else {
      return named(core.changes(since: nil, limit: limit))
    }
    let own = ChangeCursor(String(cursor.rawValue.dropFirst(prefix.count)))
    if own.rawValue.hasPrefix(core.identity.epoch + ":") {
      return named(core.changes(since: own, limit: limit))
    }
    let end = ChangeCursor(epoch: core.identity.epoch, number: Int64(core.changeCount))
    return named(ChangePage(documents: [], next: end, hasMore: false))
  }

  private func named(_ page: ChangePage) -> ChangePage {
    var page = page
    page.next = ChangeCursor(identity.identity + "/" + page.next.rawValue)
    return page
  }
}
