import SudokuSession

/// Anti-entropy: finds differences between store and replica that neither has noticed.
///
/// The store keeps a digest of its content, the replica one of the heads that the store has
/// acknowledged. Every response carries the store's root. After all changes are read the roots must
/// be equal. If they differ, the differing nodes are requested, then the differing leaves, then
/// their documents' heads. Operations that the store lost are sent again; those that this device
/// missed are fetched.
extension SyncMachine {
  /// The most nodes or leaves in one request.
  private static let nodesAtOnce = 32
  private static let leavesAtOnce = 1_024
  private static let holdingsAtOnce = 5_000
  /// The number of missed documents above which all changes are read again, not each document.
  private static let fetchLimit = 50
  /// The most comparisons of a lasting difference.
  private static let roundLimit = 3

  /// The number of complete comparisons in a row of these two different digests.
  private func comparisons(of store: Digest, and mine: Digest) -> Int {
    reconciled.map { ($0.store, $0.replica) == (store, mine) ? $0.rounds : 0 } ?? 0
  }

  /// Sets `isBehind` if the store holds operations that are unknown here.
  func compareQuickly(_ status: StoreStatus) throws(SyncError) {
    guard let theirs = status.digest else {
      report.isBehind = true
      return
    }
    let mine = try replica.digest()
    report.isBehind = mine != theirs && comparisons(of: theirs, and: mine) < Self.roundLimit
  }

  /// Compares the roots, once all changes are read.
  func compareRoots(_ status: StoreStatus) throws(SyncError) {
    guard let theirs = status.digest else { return }
    let mine = try replica.digest()
    guard mine != theirs else {
      reconciled = nil
      return
    }
    // A difference that remains after several complete comparisons is refused or quarantined. One
    // comparison is not enough: an answer may have been outdated.
    let rounds = comparisons(of: theirs, and: mine)
    guard rounds < Self.roundLimit else { return }
    if rounds > 0 { reconciled?.rounds += 1 } else { reconciled = nil }
    lost = []
    missed = []
    steps.insert(.compareNodes, at: 0)
  }

  func query(comparing step: Step) -> StoreQuery? {
    switch step {
    case .compareNodes: .digests(nodes: [])
    case .compareLeaves(let nodes): .digests(nodes: Array(nodes.prefix(Self.nodesAtOnce)))
    case .compareDocuments(let leaves, let previous):
      .holdings(
        leaves: Array(leaves.prefix(Self.leavesAtOnce)), after: previous,
        limit: Self.holdingsAtOnce)
    default: nil
    }
  }

  /// Compares the digests of nodes or leaves, and queues the next comparison.
  func take(_ page: DigestPage, for step: Step) throws(SyncError) {
    switch step {
    case .compareNodes:
      let nodes = try replica.digests(nodes: []).differences(from: page)
      if !nodes.isEmpty { steps.insert(.compareLeaves(nodes), at: 0) }
    case .compareLeaves(let nodes):
      let asked = Array(nodes.prefix(Self.nodesAtOnce))
      let rest = Array(nodes.dropFirst(Self.nodesAtOnce))
      if !rest.isEmpty { steps.insert(.compareLeaves(rest), at: 0) }
      let leaves = try replica.digests(nodes: asked).differences(from: page)
      if !leaves.isEmpty { steps.insert(.compareDocuments(leaves, after: nil), at: 0) }
    default: break
    }
  }

  /// Compares the heads that the store holds of the documents in some leaves.
  func take(_ page: HoldingsPage, for step: Step, _ status: StoreStatus) throws(SyncError) {
    guard case .compareDocuments(let leaves, let previous) = step else { return }
    let asked = Array(leaves.prefix(Self.leavesAtOnce))
    let rest = Array(leaves.dropFirst(Self.leavesAtOnce))
    let last = page.hasMore ? page.holdings.last?.id : nil
    var theirs: [DocumentID: StreamHeads] = [:]
    for holding in page.holdings { theirs[holding.id] = holding.heads }
    var holdings: [StoreHolding] = []
    for mine in try replica.acknowledged(leaves: asked) {
      if let previous, mine.id <= previous { continue }
      if let last, mine.id > last { continue }
      let stored = theirs.removeValue(forKey: mine.id) ?? [:]
      guard stored != mine.heads else { continue }
      holdings.append(try compare(mine, with: stored))
    }
    // The remaining documents are unknown here.
    missed += theirs.keys.filter { !$0.isLocalOnly }.sorted()
    try replica.acknowledge(holdings)
    if let last {
      steps.insert(.compareDocuments(leaves, after: last), at: 0)
    } else if !rest.isEmpty {
      steps.insert(.compareDocuments(rest, after: nil), at: 0)
    } else if !steps.contains(where: { if case .compareLeaves = $0 { true } else { false } }) {
      try finishComparison(status)
    }
  }

  /// The heads to acknowledge of a document whose heads in the store differ from those acknowledged.
  private func compare(
    _ mine: DocumentHolding, with stored: StreamHeads
  ) throws(SyncError) -> StoreHolding {
    let held = try replica.heads(of: mine.id)
    var heads = stored
    var isMissing = false
    for (device, theirs) in stored {
      let ours = held[device] ?? .empty
      if theirs.seq > ours.seq || theirs.seq == ours.seq && theirs.hash != ours.hash {
        isMissing = true
        // Operations that were not fetched are not acknowledged, or they would not be requested
        // again. Operations of this device with the same numbers differ from the store's.
        heads[device] = device == replica.device || ours.seq == 0 ? nil : ours
      }
    }
    if mine.heads.contains(where: { $0.value.seq > stored[$0.key]?.seq ?? 0 }) {
      lost.append(mine.id)
    }
    if isMissing { missed.append(mine.id) }
    return StoreHolding(id: mine.id, heads: heads, summary: nil)
  }

  /// Queues the operations that the store lost for sending, and those that were missed for fetching.
  private func finishComparison(_ status: StoreStatus) throws(SyncError) {
    if !lost.isEmpty {
      report.events.append(.refilling(documents: lost.count))
      if !steps.contains(.drain) { steps.append(.drain) }
      lastDrained = nil
    }
    if missed.count > max(Self.fetchLimit, try replica.counts().documents / 10) {
      report.events.append(.refetching(documents: missed.count))
      try replica.setValue(nil, for: .cursor)
      if !steps.contains(.changes) { steps.append(.changes) }
    } else {
      if !missed.isEmpty { report.events.append(.refetching(documents: missed.count)) }
      for id in missed.reversed() { steps.insert(.fetch(id), at: 0) }
    }
    guard let theirs = status.digest else { return }
    let mine = try replica.digest()
    if comparisons(of: theirs, and: mine) == 0 { reconciled = (theirs, mine, rounds: 1) }
  }
}
