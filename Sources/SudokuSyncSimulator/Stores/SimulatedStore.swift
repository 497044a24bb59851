import SudokuCore
import SudokuSession
import SudokuStoreSQLite
import SudokuSync

/// The store of a simulation: one that ships, and what can happen to it.
final class SimulatedStore {
  /// Which store it is.
  enum Kind {
    case memory
    case directory
    case database
  }

  /// What is left of the store at some moment.
  private enum Image {
    case memory(StoreCore)
    case directory(SimulatedDisk)
    case database(path: String)
  }

  let kind: Kind
  let bug: PlantedBug?
  private(set) var requests = 0
  var core: StoreCore
  private let disk = SimulatedDisk()
  private var path: String?
  private var store: (any SyncStore)?
  private let scratch: ScratchFolder?
  private var images: [Image] = []
  private var epochs = 0

  init(_ kind: Kind, scratch: ScratchFolder?, bug: PlantedBug?) throws {
    self.kind = kind
    self.scratch = scratch
    self.bug = bug
    core = StoreCore(epoch: "simulated")
    switch kind {
    case .memory: break
    case .directory: open(disk)
    case .database: try open(scratch?.newPath() ?? "")
    }
  }

  private func open(_ disk: SimulatedDisk) { store = DirectoryStore("/store", disk: disk) }

  private func open(_ path: String) throws {
    store = nil
    self.path = path
    store = try SQLiteStore(path: path, durability: .none)
  }

  // MARK: Requests

  /// Answers a request as its fate wants it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - fate: What happens on the way.
  ///   - sender: The sender's replica, which planted faults look into.
  ///   - time: The store's clock.
  /// - Returns: The answer.
  func perform(
    _ request: SyncRequest, fate: MessageFate, sender: any Replica, time: Int64
  ) async -> Result<SyncResponse, SyncError> {
    requests += 1
    if requests.isMultiple(of: 16), kind != .database { try? keepImage() }
    switch (request, fate.kind) {
    case (_, .serverError): return .failure(SyncError(.storeFailed, "simulated"))
    case (.append(let batch), _) where bug != nil && kind == .memory:
      return .success(.append(appendWrongly(batch, sender)))
    case (.append, _): return await answer(request, time)
    case (.changes, .cursorReset): return await answer(.changes(since: nil, limit: 100), time)
    case (.changes(let cursor, _), .partialPage):
      return await answer(.changes(since: cursor, limit: 1), time)
    case (.inProgress(_, let before), .partialPage):
      return await answer(.inProgress(limit: 1, before: before), time)
    case (_, .staleRead): return await staleAnswer(request, time)
    default: return await answer(request, time)
    }
  }

  /// Answers a request.
  func answer(_ request: SyncRequest, _ time: Int64) async -> Result<SyncResponse, SyncError> {
    guard let store else { return .success(core.perform(request).told(time)) }
    do { return .success(try await store.perform(request).told(time)) } catch {
      return .failure(error as? SyncError ?? SyncError(.storeFailed, "\(error)"))
    }
  }

  /// Answers as the store was a while ago.
  private func staleAnswer(
    _ request: SyncRequest, _ time: Int64
  ) async -> Result<SyncResponse, SyncError> {
    switch images.first {
    case .memory(var old): return .success(old.perform(request).told(time))
    case .directory(let disk):
      let old = SimulatedDisk()
      old.becomeCopy(of: disk)
      do {
        return .success(
          try await DirectoryStore("/store", disk: old).perform(request).told(time))
      } catch {
        return .failure(error as? SyncError ?? SyncError(.storeFailed, "\(error)"))
      }
    default: return await answer(request, time)
    }
  }

  // MARK: Content

  /// What the store holds of each document.
  func holdings() async throws -> [DocumentID: DocumentDelta] {
    var result: [DocumentID: DocumentDelta] = [:]
    var cursor: Cursor?
    var ids: Set<DocumentID> = []
    while true {
      guard
        case .changes(let page) = try await answer(.changes(since: cursor, limit: 1_000), 0).get()
      else { break }
      ids.formUnion(page.documents.map(\.id))
      cursor = page.next
      if !page.hasMore { break }
    }
    for id in ids.sorted() {
      if case .document(let delta?) = try await answer(.document(id, after: [:]), 0).get() {
        result[id] = delta
      }
    }
    return result
  }

  /// What the store holds of a document.
  func heads(of id: DocumentID) async throws -> StreamHeads? {
    if store == nil { return core.heads(of: id) }
    guard case .document(let delta) = try await answer(.document(id, after: [:]), 0).get() else {
      return nil
    }
    return delta?.heads
  }

  func compact() { core.compact() }

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
    }
    if images.count > 3 { images.removeFirst() }
  }

  /// Deletes everything: another, empty store under the same name.
  func wipe() throws {
    epochs += 1
    core = StoreCore(epoch: "simulated-\(epochs)")
    switch kind {
    case .memory: break
    case .directory:
      disk.becomeCopy(of: SimulatedDisk())
      open(disk)
    case .database: try open(scratch?.newPath() ?? "")
    }
  }

  /// Puts an older image of the store in its place.
  ///
  /// - Returns: Whether there was one.
  func rollBack() throws -> Bool {
    guard let image = images.first else { return false }
    switch image {
    case .memory(let old): core = old
    case .directory(let old):
      disk.becomeCopy(of: old)
      open(disk)
    case .database(let old): try open(try scratch?.copy(old) ?? old)
    }
    return true
  }

  /// Loses part of what lies in files: a whole file, or the end of one.
  ///
  /// - Returns: Whether there was something to lose.
  func damage(_ random: inout SeededRandom) -> Bool {
    guard kind == .directory else { return false }
    let paths = disk.paths
    guard !paths.isEmpty else { return false }
    let path = paths[random.next(below: paths.count)]
    if random.next(below: 2) == 0 {
      try? disk.remove(path)
    } else {
      disk.tamper(path) { $0.removeLast(random.next(below: $0.count + 1)) }
    }
    open(disk)
    return true
  }
}

extension SyncResponse {
  /// The response with the store's clock, where the store tells none.
  fileprivate func told(_ time: Int64) -> SyncResponse {
    switch self {
    case .append(var receipt):
      receipt.storeMilliseconds = receipt.storeMilliseconds ?? time
      return .append(receipt)
    case .inProgress(var page):
      page.storeMilliseconds = page.storeMilliseconds ?? time
      return .inProgress(page)
    case .changes(var page):
      page.storeMilliseconds = page.storeMilliseconds ?? time
      return .changes(page)
    default: return self
    }
  }
}

extension SimulatedStore {
  /// Appends as a planted fault does.
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
          core = core.without(delta.id)
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
        if delta.summary.isCompleted { core = core.without(delta.id) }
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

extension StoreCore {
  /// A store that has never heard of a document and all else of this one.
  fileprivate func without(_ id: DocumentID) -> StoreCore {
    var other = StoreCore(epoch: "simulated")
    for kept in documentIDs where kept != id {
      guard let delta = document(kept, after: [:]) else { continue }
      _ = other.append(OperationBatch(writer: DeviceID(rawValue: 0), documents: [delta]))
    }
    return other
  }
}
