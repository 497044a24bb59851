import SudokuCore
import SudokuSession
import SudokuSync

/// The store of a simulation: one that ships, and what can happen to it.
final class SimulatedStore {
  enum Kind {
    case memory
    case directory
    case database
    case place
  }

  /// The content of the store at some moment.
  private enum Image {
    case memory(StoreCore)
    case directory(SimulatedDisk)
    case database(path: String)
    case place(FakePlace.Values)
  }

  /// A device's own store over the place that all share.
  private struct PlaceView {
    let sender: AnyObject
    let place: FakePlace
    let driver: PlaceStoreDriver
  }

  let kind: Kind
  let bug: PlantedBug?
  private(set) var requests = 0
  /// The number of those that ask for the store's content, to find a difference.
  private(set) var comparisons = 0
  var core: StoreCore
  private let disk = SimulatedDisk()
  private var path: String?
  private var driver: (any StoreDriver)?
  private let scratch: ScratchFolder?
  private let values: FakePlace.Values
  private var views: [ObjectIdentifier: PlaceView] = [:]
  private var hasPlaceFaults = true
  private var images: [Image] = []
  /// Files that have been harmed: what a second harm leaves may have no summary after it.
  private var harmed: Set<String> = []
  private let time: VirtualTime
  private var random: SeededRandom

  init(
    _ kind: Kind, scratch: ScratchFolder?, bug: PlantedBug?, time: VirtualTime, seed: UInt64
  ) throws {
    self.kind = kind
    self.scratch = scratch
    self.bug = bug
    self.time = time
    random = SeededRandom(seed: seed, stream: 4)
    core = StoreCore(identity: "simulated", epoch: "0")
    values = FakePlace.Values(hasCursors: seed.isMultiple(of: 2))
    switch kind {
    case .memory: break
    case .directory: driver = directory(disk)
    case .database: try open(scratch?.newPath())
    case .place: driver = store(in: FakePlace(values))
    }
  }

  private func store(in place: FakePlace) -> PlaceStoreDriver {
    PlaceStoreDriver(
      place, random: SeededRandom(seed: random.next()), clock: { [time] in time.milliseconds },
      monotonicClock: { [time] in time.milliseconds })
  }

  /// The store of a device; a replaced device has read nothing.
  private func view(of sender: AnyObject) -> PlaceStoreDriver {
    if let view = views[ObjectIdentifier(sender)] { return view.driver }
    let place = FakePlace(values, seed: hasPlaceFaults ? random.next() : nil)
    let view = PlaceView(sender: sender, place: place, driver: store(in: place))
    views[ObjectIdentifier(sender)] = view
    return view.driver
  }

  func endFaults() {
    hasPlaceFaults = false
    for view in views.values { view.place.endFaults() }
  }

  private func directory(_ disk: SimulatedDisk) -> DirectoryStoreDriver {
    DirectoryStoreDriver(
      "/store", disk: disk, random: SeededRandom(seed: random.next()),
      clock: { [time] in time.milliseconds }, monotonicClock: { [time] in time.milliseconds })
  }

  private func open(_ path: String?) throws {
    guard let path, let scratch else { throw SyncError(.storeFailed, "no folder for databases") }
    driver?.close()
    self.path = path
    driver = try scratch.databases.openStore(path, random.next()) { [time] in time.milliseconds }
  }

  // MARK: Requests

  /// Answers a request as its faultPlan wants it.
  func perform(
    _ request: StoreRequest, faultPlan: MessageFaultPlan, sender: SimulatedReplica
  ) -> Result<StoreResponse, SyncError> {
    requests += 1
    switch request.query {
    case .digests, .holdings: comparisons += 1
    default: break
    }
    if requests.isMultiple(of: 16), kind != .database { try? keepImage() }
    var request = request
    switch (request.query, faultPlan.kind) {
    case (_, .serverError): return .failure(SyncError(.storeFailed, "simulated"))
    case (.append(let batch), _) where bug != nil:
      let receipt = appendWrongly(batch, sender)
      return .success(
        StoreResponse(status: core.status(at: time.milliseconds), answer: .append(receipt)))
    case (.append, _): break
    case (.changes, .cursorReset): request.query = .changes(since: nil, limit: 100)
    case (.changes(let cursor, _), .partialPage):
      request.query = .changes(since: cursor, limit: 1 + requests % 8)
    case (.inProgress(_, let before), .partialPage):
      request.query = .inProgress(limit: 1, before: before)
    case (_, .staleRead): return staleAnswer(request)
    default: break
    }
    guard kind == .place else { return answer(request) }
    let own = view(of: sender)
    return Result { () throws(SyncError) in try own.perform(request, until: Deadline()) }
  }

  func answer(_ request: StoreRequest) -> Result<StoreResponse, SyncError> {
    Result { () throws(SyncError) in
      guard let driver else { return try core.perform(request, at: time.milliseconds) }
      return try driver.perform(request, until: Deadline())
    }
  }

  func ask(_ query: StoreQuery) -> StoreAnswer? {
    (try? answer(StoreRequest(query: query)).get())?.answer
  }

  /// Answers as the store was a while ago.
  private func staleAnswer(_ request: StoreRequest) -> Result<StoreResponse, SyncError> {
    switch images.first {
    case .memory(var old):
      return Result { () throws(SyncError) in
        try old.perform(request, at: time.milliseconds)
      }
    case .directory(let disk):
      let old = SimulatedDisk()
      old.becomeCopy(of: disk)
      return Result { () throws(SyncError) in
        try directory(old).perform(request, until: Deadline())
      }
    default: return answer(request)
    }
  }

  // MARK: Content

  /// The store's content of each document.
  func holdings() -> [DocumentID: DocumentDelta] {
    var result: [DocumentID: DocumentDelta] = [:]
    var cursor: ChangeCursor?
    var ids: Set<DocumentID> = []
    while case .changes(let page) = ask(.changes(since: cursor, limit: 1_000)) {
      ids.formUnion(page.documents.map(\.id))
      cursor = page.next
      if !page.hasMore { break }
    }
    for id in ids.sorted() {
      if case .document(let delta?) = ask(.document(id, after: [:])) { result[id] = delta }
    }
    return result
  }

  func heads(of id: DocumentID) -> StreamHeads? {
    if driver == nil { return core.heads(of: id) }
    guard case .document(let delta) = ask(.document(id, after: [:])) else { return nil }
    return delta?.heads
  }

  func compact() { core.compact() }

  /// Loses one document without a word.
  func lose(_ id: DocumentID) { core.remove(id) }

  /// Loses the second half of a device's operations in a document without a word.
  func loseEnd(of id: DocumentID, by device: DeviceID) {
    guard var delta = core.document(id, after: [:]) else { return }
    let last = delta.heads?[device]?.seq ?? 0
    delta.chunks = delta.chunks.compactMap { chunk in
      chunk.device == device ? chunk.prefix(through: last / 2) : chunk
    }
    delta.heads = nil
    core.remove(id)
    _ = core.append(OperationBatch(writer: device, documents: [delta]))
  }

  // MARK: Losses

  /// Remembers how the store is now, to go back to it one day.
  func keepImage() throws {
    switch kind {
    case .memory: images.append(.memory(core))
    case .directory:
      let copy = SimulatedDisk()
      copy.becomeCopy(of: disk)
      images.append(.directory(copy))
    case .database:
      guard let path, let scratch else { return }
      images.append(.database(path: try scratch.copy(path)))
    case .place: images.append(.place(values.copy()))
    }
    if images.count > 3 { images.removeFirst() }
  }

  /// Deletes everything: another, empty store under the same name.
  func wipe() throws {
    let fresh = StoreIdentity.random(using: &random)
    core = StoreCore(identity: fresh.identity, epoch: fresh.epoch)
    switch kind {
    case .memory: break
    case .directory:
      disk.becomeCopy(of: SimulatedDisk())
      driver = directory(disk)
    case .database: try open(scratch?.newPath())
    case .place: values.become(nil)
    }
  }

  /// True if it is a folder of files, which number no changes.
  var isFolder: Bool { kind == .directory }

  /// Puts an older image of the store in its place.
  func rollBack() throws -> Bool {
    guard let image = images.first else { return false }
    switch image {
    case .memory(let old): core = old
    // Processes that have it open go on reading.
    case .directory(let old): disk.becomeCopy(of: old)
    case .database(let old): try open(try scratch?.copy(old) ?? old)
    case .place(let old): values.become(old)
    }
    return true
  }

  /// Harms what lies in files: loses one or its end, flips a bit, or copies one over another.
  ///
  /// Each file once: where its last summary is cut off, a flipped operation cannot be told apart from one that
  /// was written.
  func damage(_ random: inout SeededRandom) -> String? {
    guard isFolder else { return nil }
    let paths = disk.paths
    guard !paths.isEmpty else { return nil }
    let path = paths[random.next(below: paths.count)]
    guard harmed.insert(path).inserted else { return nil }
    var what = "loses \(path)"
    switch random.next(below: 4) {
    case 0: try? disk.remove(path)
    case 1:
      disk.tamper(path) { bytes in
        let length = random.next(below: bytes.count + 1)
        bytes.removeLast(length)
        what = "loses the last \(length) bytes of \(path)"
      }
    case 2:
      let other = paths[random.next(below: paths.count)]
      let copy = (try? disk.read(other, from: 0)) ?? []
      disk.tamper(path) { $0 = copy }
      what = "has \(other) in the place of \(path)"
    default:
      disk.tamper(path) { bytes in
        guard !bytes.isEmpty else { return }
        let place = random.next(below: bytes.count)
        bytes[place] ^= 1 << UInt8(random.next(below: 8))
        what = "has another byte \(place) in \(path)"
      }
    }
    if random.next(below: 2) == 0 { driver = directory(disk) }
    return what
  }
}

extension SimulatedStore {
  private func appendWrongly(_ batch: OperationBatch, _ sender: any Replica) -> AppendReceipt {
    var outcomes: [AppendOutcome] = []
    for delta in batch.documents {
      let held = core.heads(of: delta.id) ?? [:]
      let known = (try? sender.heads(of: delta.id)) ?? [:]
      let hasUnseen = held.contains { $0.value.seq > known[$0.key]?.seq ?? 0 }
      let claimed = held.merging(known) { $0.seq > $1.seq ? $0 : $1 }
      var changed = delta
      switch bug {
      case .newestRecordWins:
        let stored = core.document(delta.id, after: [:])?.summary.lastStamp ?? .zero
        if delta.summary.lastStamp > stored {
          core.remove(delta.id)
          changed.chunks = (try? sender.chunks(of: delta.id, after: [:])) ?? []
          _ = core.append(OperationBatch(writer: batch.writer, documents: [changed]))
        }
        outcomes.append(AppendOutcome(id: delta.id, heads: claimed))
      case .dropOnConflict where hasUnseen:
        outcomes.append(AppendOutcome(id: delta.id, heads: claimed))
      case .summedTotals:
        let stored = core.document(delta.id, after: [:])?.summary.game?.elapsedMilliseconds ?? 0
        changed.summary.game?.elapsedMilliseconds += stored
        outcomes += append(changed, batch)
      case .completionAsDeletion:
        outcomes += append(delta, batch)
        if delta.summary.isCompleted { core.remove(delta.id) }
      default: outcomes += append(delta, batch)
      }
    }
    return AppendReceipt(
      outcomes: outcomes, answer: batch.question.flatMap { core.document($0.id, after: $0.known) })
  }

  private func append(_ delta: DocumentDelta, _ batch: OperationBatch) -> [AppendOutcome] {
    core.append(OperationBatch(writer: batch.writer, documents: [delta])).outcomes
  }
}
