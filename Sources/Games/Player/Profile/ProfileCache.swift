import SudokuSession
import SudokuSync

/// The player's profile, settings and statistics as they are stored, kept in memory.
///
/// They are read at their first use. Stored operations and those of other devices update them, so
/// the cost of a query does not depend on the number of games.
final class ProfileCache {
  private let replica: any Replica
  private var profile: ProfileDocument?
  private var settings: [DocumentID: SettingsDocument] = [:]
  private var ledger: StatisticsLedger?
  /// Stored statistics that serve until the games are counted, as long as nothing changes.
  private var snapshot: StatisticsSnapshot?
  private var isCounting = false
  /// True if the running count is out of date.
  private var isObsolete = false
  /// The games that changed since the running count began.
  private var touched: Set<DocumentID> = []
  private var keptMark: Int64?

  init(_ replica: any Replica) { self.replica = replica }

  // MARK: Reading

  func state() throws(SyncError) -> ProfileState {
    if ledger == nil, let snapshot, snapshot.holds(in: replica) {
      return try profileDocument().state(
        statistics: snapshot.statistics, points: snapshot.points)
    }
    let ledger = try currentLedger()
    return try profileDocument().state(statistics: ledger.statistics, points: ledger.points)
  }

  func conflicts() throws(SyncError) -> [Conflict] {
    try profileDocument().state(statistics: Statistics(of: []), points: 0).conflicts
  }

  func profileDocument() throws(SyncError) -> ProfileDocument {
    if let profile { return profile }
    var document = ProfileDocument()
    document.merge(try replica.readOperations(of: .profile))
    profile = document
    return document
  }

  func settingsDocument(_ id: DocumentID) throws(SyncError) -> SettingsDocument {
    if let known = settings[id] { return known }
    var document = SettingsDocument()
    document.merge(try replica.readOperations(of: id))
    settings[id] = document
    return document
  }

  // MARK: Counting

  /// True if `state()` returns at once, without counting all games.
  var isReady: Bool {
    if let ledger { return !ledger.isStale }
    return snapshot?.holds(in: replica) ?? false
  }

  func beginCounting() -> (@Sendable () -> StatisticsLedger?)? {
    guard !isCounting, ledger?.isStale ?? true else { return nil }
    isCounting = true
    touched = []
    if ledger == nil { snapshot = snapshot ?? StatisticsSnapshot.current(of: replica) }
    let replica = replica
    return { try? StatisticsLedger(replica) }
  }

  /// Adopts a finished count and updates it with the games that changed meanwhile.
  func finishCounting(_ counted: StatisticsLedger?) {
    isCounting = false
    defer { isObsolete = false }
    guard var counted, !isObsolete else { return }
    for id in touched {
      if let game = ((try? replica.summary(of: id)) ?? nil)?.game { counted.take(game) }
    }
    touched = []
    ledger = counted
    snapshot = nil
    keep()
  }

  func keep() {
    guard let ledger, !ledger.isStale, let mark = (try? replica.changeMark()) ?? nil,
      mark != keptMark
    else { return }
    keptMark = mark
    StatisticsSnapshot(mark: mark, statistics: ledger.statistics, points: ledger.points)
      .keep(in: replica)
  }

  private func currentLedger() throws(SyncError) -> StatisticsLedger {
    if let ledger, !ledger.isStale { return ledger }
    let made = try StatisticsLedger(replica)
    ledger = made
    return made
  }

  // MARK: Keeping up

  func stored(_ entry: ReplicaEntry) {
    guard let game = entry.summary.game else { return take(entry) }
    ledger?.take(game)
    if isCounting { touched.insert(entry.id) }
  }

  func changed(_ id: DocumentID) {
    guard id.isGame else { return forget(id) }
    if isCounting { touched.insert(id) }
    guard ledger != nil else { return }
    if let game = ((try? replica.summary(of: id)) ?? nil)?.game { ledger?.take(game) }
  }

  /// Merges an entry into the documents in memory; to read them again would cost more with every change.
  private func take(_ entry: ReplicaEntry) {
    guard let operations = try? entry.operations() else { return forget(entry.id) }
    if entry.id == .profile { profile?.merge(operations) }
    settings[entry.id]?.merge(operations)
  }

  private func forget(_ id: DocumentID) {
    if id == .profile { profile = nil }
    settings[id] = nil
  }

  /// Drops everything in memory; the next use reads it again.
  func forgetAll() {
    profile = nil
    settings = [:]
    ledger = nil
    isObsolete = isCounting
  }
}
