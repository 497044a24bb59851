import Dispatch
import JSONCoding
import SudokuSession

/// A store in a directory, for one thread; see `DirectoryStore`.
public final class DirectoryStoreDriver: StoreDriver {
  let directory: String
  let disk: any Disk
  private let isDurable: Bool
  private let clock: @Sendable () -> Int64
  private var random: any RandomNumberGenerator
  private var identity: StoreIdentity
  /// The identity's file as it was read last.
  private var identityFile: (bytes: [UInt8], content: StoreIdentity?) = ([], nil)
  /// What is read so far; its epoch is this object's own, as its order of changes is.
  var core: StoreCore
  var sources: [String: Source] = [:]
  /// Lines whose predecessors have not been read yet.
  var waiting: [DocumentID: [DeviceID: [Int: [UInt8]]]] = [:]
  /// The streams of which summaries don't bear out all that is read, and how much they do.
  var unconfirmed: [DocumentID: [DeviceID: Int]] = [:]
  /// Whether all documents have been read.
  private var isComplete = false
  private let monotonicClock: @Sendable () -> Int64
  private var lastScan: (end: Int64, length: Int64)?
  private let changedFiles = ChangedFiles()
  private var skipped = SkippedFiles()
  /// What is wrong inside of files that are read, by path.
  private var faults: [String: LineFaults] = [:]

  /// One file as far as it is read.
  struct Source {
    let document: DocumentID
    var consumed = 0
  }

  /// Creates a store in a directory, which is made when it is first used.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - disk: Where it lies.
  ///   - isDurable: Whether an append is on the disk when it is acknowledged.
  ///   - random: Where a new store's identity comes from.
  ///   - clock: The store's clock, in milliseconds since 1970.
  ///   - monotonicClock: A clock that never runs backwards, in milliseconds: how long a look at all
  ///     files takes decides how often there is one.
  public init(
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
      try storePlayer()
      _ = try identity.admit(request)
    }
    do throws(DiskError) {
      switch request.query {
      case .document(let id, _): try refresh([id])
      case .append(let batch):
        try refresh(Set(batch.documents.map(\.id) + [batch.question?.id].compactMap { $0 }))
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
    if !isComplete { status.digest = nil }
    return StoreResponse(status: status, answer: answer)
  }

  /// See `StoreDriver`.
  public func watch(
    on queue: DispatchQueue, _ changed: @escaping @Sendable () -> Void
  ) -> StoreWatch? {
    guard disk is PosixDisk else { return nil }
    return DirectoryWatch.start(directory, changedFiles, changed)
  }

  // MARK: Identity

  /// The file in which a store says who it is.
  private var identityPath: String { "\(directory)/store.json" }
  /// The file that says whose it is; the first device that sends something writes it.
  private var playerPath: String { "\(directory)/player.json" }

  private struct Owner: Codable {
    let player: String
  }

  private func refreshIdentity() throws(SyncError) {
    var known = try readIdentity()
    if known == nil {
      // Nothing, or nothing readable: this is a new store.
      identity = StoreIdentity.random(using: &random)
      if try create(identityPath, with: identity) {
        known = identity
      } else {
        known = try readIdentity()
      }
    }
    guard var known else {
      // What lies there can't be read.
      return try replace(identityPath, with: identity)
    }
    if known.player == nil {
      let isSame = known.identity == identity.identity && known.epoch == identity.epoch
      known.player = isSame ? identity.player : nil
      if known.player == nil, let owner: Owner = try read(playerPath) {
        known.player = PlayerID(owner.player)
      }
    }
    identity = known
  }

  /// Says whose the store is from now on, unless somebody else was faster.
  private func storePlayer() throws(SyncError) {
    guard let player = identity.player?.description,
      try !create(playerPath, with: Owner(player: player))
    else { return }
    guard let owner: Owner = try read(playerPath) else {
      return try replace(playerPath, with: Owner(player: player))
    }
    identity.player = PlayerID(owner.player)
  }

  /// What the identity's file says, decoded only where it has changed; `nil` as for `read`.
  private func readIdentity() throws(SyncError) -> StoreIdentity? {
    do throws(DiskError) {
      guard let bytes = try disk.read(identityPath, from: 0) else { return nil }
      if bytes != identityFile.bytes {
        identityFile = (bytes, try? StrictJSONDecoder().decode(StoreIdentity.self, from: bytes))
      }
      return identityFile.content
    } catch { throw SyncError(error) }
  }

  /// What a file says; `nil` where it is missing or can't be read.
  private func read<Content: Decodable>(_ path: String) throws(SyncError) -> Content? {
    do throws(DiskError) {
      guard let bytes = try disk.read(path, from: 0) else { return nil }
      return try? StrictJSONDecoder().decode(Content.self, from: bytes)
    } catch { throw SyncError(error) }
  }

  private func create(_ path: String, with content: some Encodable) throws(SyncError) -> Bool {
    do throws(DiskError) {
      try disk.createDirectory(directory)
      return try disk.create(path, with: Self.line(content))
    } catch { throw SyncError(error) }
  }

  private func replace(_ path: String, with content: some Encodable) throws(SyncError) {
    do throws(DiskError) { try disk.replace(path, with: Self.line(content)) } catch {
      throw SyncError(error)
    }
  }

  private static func line(_ content: some Encodable) -> [UInt8] {
    ((try? CanonicalJSONEncoder().encode(content)) ?? []) + [UInt8(ascii: "\n")]
  }

  // MARK: Writing

  private func append(
    _ batch: OperationBatch, until deadline: Deadline
  ) throws(SyncError) -> AppendReceipt {
    var outcomes: [AppendOutcome] = []
    for delta in batch.documents {
      // In the file before it is in memory: a failed write leaves no trace.
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
    let line = SummaryLine(heads: delta.heads ?? [:], summary: record.summary)
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
    if isComplete {
      if let changed = changedFiles.take(), isFresh(scanEvery: 50) {
        for name in changed {
          let parts = name.split(separator: "/")
          guard parts.count == 2, let id = document(of: String(parts[1]), in: String(parts[0]))
          else { continue }
          try refresh("\(directory)/\(name)", of: id)
        }
        return
      }
      if isFresh(scanEvery: 20) { return }
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
    // What is gone must not be acknowledged any more.
    let gone = Set(sources.filter { !found.contains($0.key) }.map(\.value.document))
    for id in gone { try readAgain(id) }
    isComplete = true
    let end = monotonicClock()
    lastScan = (end, end - start)
  }

  /// Whether all files were looked at a short time ago, compared with the time it takes: a scan that
  /// is over at once is made with every request.
  private func isFresh(scanEvery factor: Int64) -> Bool {
    guard let lastScan, lastScan.length > 20 else { return false }
    return monotonicClock() - lastScan.end < lastScan.length * factor
  }

  /// A folder that can't be read, or is something else, hurts only itself.
  private func names(of device: String) throws(DiskError) -> [String] {
    do throws(DiskError) { return try disk.list("\(directory)/\(device)") } catch {
      guard error.concernsOneFile else { throw error }
      skipped.note(device, error.reason)
      return []
    }
  }

  /// The store's own files.
  private static let ownNames: Set<String> = ["store.json", "player.json"]

  /// The document that a file in a device's folder belongs to.
  private func document(of name: String, in device: String) -> DocumentID? {
    let id = Self.document(of: name)
    if id == nil { skipped.note("\(device)/\(name)", "its name is not a document's") }
    return id
  }

  /// The document that a file belongs to.
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
    for device in try disk.list(directory) where DeviceID(device) != nil {
      for id in ids { try refresh("\(directory)/\(device)/\(id).jsonl", of: id) }
    }
  }

  /// Reads what a file has more than before.
  private func refresh(_ path: String, of id: DocumentID) throws(DiskError) {
    do throws(DiskError) {
      let size = try disk.size(of: path)
      let consumed = sources[path]?.consumed ?? 0
      if size ?? 0 < consumed { return try readAgain(id) }
      guard let size, size > consumed, let bytes = try disk.read(path, from: consumed),
        let end = bytes.lastIndex(of: UInt8(ascii: "\n"))
      else { return }
      var found = faults[path] ?? LineFaults()
      take(bytes[...end], of: id, by: Self.writer(of: path), at: consumed, noting: &found)
      faults[path] = found.isEmpty ? nil : found
      sources[path, default: Source(document: id)].consumed = consumed + end + 1
    } catch {
      guard error.concernsOneFile else { throw error }
      skipped.note(String(path.dropFirst(directory.count + 1)), error.reason)
    }
  }

  /// Reads a document again of which something is gone.
  private func readAgain(_ id: DocumentID) throws(DiskError) {
    let paths = sources.filter { $0.value.document == id }.map(\.key).sorted()
    for path in paths {
      sources[path] = nil
      faults[path] = nil
    }
    waiting[id] = nil
    unconfirmed[id] = nil
    core.remove(id)
    for path in paths { try refresh(path, of: id) }
  }

  /// Files that are not read, and those of which lines are damaged and missing.
  private var skippedAndDamaged: SkippedFiles {
    var told = skipped
    for (path, found) in faults {
      guard let id = sources[path]?.document,
        let reason = found.reason(
          held: core.heads(of: id) ?? [:], hasGap: waiting[id]?.isEmpty == false)
      else { continue }
      told.note(String(path.dropFirst(directory.count + 1)), reason)
    }
    return told
  }

  // MARK: Changes

  /// The place in the order of changes that this object has seen.
  ///
  /// A cursor of this store that another object gave out says that all was read up to then: what
  /// has changed since is found by comparing digests.
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
