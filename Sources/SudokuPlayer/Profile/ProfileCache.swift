import SudokuSession
import SudokuSync

/// The player's profile, settings and statistics as they are stored, kept in memory.
///
/// They are read when they are first asked for, and kept up to date by what is stored and what
/// comes from other devices, so that asking does not depend on the number of games.
final class ProfileCache {
  private let replica: any Replica
  private var profile: ProfileDocument?
  private var settings: [DocumentID: SettingsDocument] = [:]
  private var ledger: StatisticsLedger?

  init(_ replica: any Replica) { self.replica = replica }

  // MARK: Reading

  /// What the player is and has.
  func state() throws(SyncError) -> ProfileState {
    let ledger = try currentLedger()
    return try profileDocument().state(statistics: ledger.statistics, points: ledger.points)
  }

  /// The profile's operations.
  func profileDocument() throws(SyncError) -> ProfileDocument {
    if let profile { return profile }
    var document = ProfileDocument()
    document.merge(try replica.readOperations(of: .profile))
    profile = document
    return document
  }

  /// One of the documents with settings.
  func settingsDocument(_ id: DocumentID) throws(SyncError) -> SettingsDocument {
    if let known = settings[id] { return known }
    var document = SettingsDocument()
    document.merge(try replica.readOperations(of: id))
    settings[id] = document
    return document
  }

  private func currentLedger() throws(SyncError) -> StatisticsLedger {
    if let ledger, !ledger.isStale { return ledger }
    let made = try StatisticsLedger(replica)
    ledger = made
    return made
  }

  // MARK: Keeping up

  /// Takes in what was stored here.
  func stored(_ entry: ReplicaEntry) {
    if let game = entry.summary.game { ledger?.take(game) } else { forget(entry.id) }
  }

  /// Takes in that a document is not what it was.
  func changed(_ id: DocumentID) {
    guard id.isGame else { return forget(id) }
    guard ledger != nil else { return }
    if let game = ((try? replica.summary(of: id)) ?? nil)?.game { ledger?.take(game) }
  }

  private func forget(_ id: DocumentID) {
    if id == .profile { profile = nil }
    settings[id] = nil
  }

  /// Reads everything again when it is asked for: another process may have changed anything.
  func forgetAll() {
    profile = nil
    settings = [:]
    ledger = nil
  }
}
