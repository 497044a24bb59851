import SudokuRating
import SudokuSession
import SudokuSync
import SudokuTechniques

/// The player's profile and settings; their changes are stored at once.
extension GameLibrary {
  /// The player's profile, with statistics.
  ///
  /// - Throws: `PlayerError`.
  public func profile() throws(PlayerError) -> ProfileState {
    do throws(SyncError) { return try profileCache.state() } catch { throw .sync(error) }
  }

  /// The conflicts of the profile that the player has to settle.
  package func profileConflicts() throws(PlayerError) -> [Conflict] {
    do throws(SyncError) { return try profileCache.conflicts() } catch { throw .sync(error) }
  }

  /// Carries out a change of the profile.
  ///
  /// - Returns: True for a new request, false for one that was carried out before.
  /// - Throws: `PlayerError`; nothing was changed.
  @discardableResult
  public func perform(
    _ intent: ProfileIntent, opID: String? = nil, at: Int64? = nil
  ) throws(PlayerError) -> Bool {
    !(try change(intent, opID: opID, at: at).isDuplicate)
  }

  /// Carries out a change of the profile.
  package func change(
    _ intent: ProfileIntent, opID: String?, at: Int64?
  ) throws(PlayerError) -> ProfileChange {
    if case .spend = intent { lookForOthers(isUrgent: true) }
    return try change(.profile) { () throws(PlayerError) in
      var profile: ProfileDocument
      do throws(SyncError) { profile = try profileCache.profileDocument() } catch {
        throw .sync(error)
      }
      do throws(ProfileError) {
        return try profile.perform(
          intent, device: replica.device, wallMilliseconds: reading(at).wallMilliseconds,
          clock: &table.clock, opID: opID)
      } catch {
        throw .profile(error)
      }
    }
  }

  /// The settings by name, including those of this device.
  ///
  /// - Throws: `PlayerError`.
  public func settings() throws(PlayerError) -> [String: OpaqueValue] {
    try settingsDocument(.settings).values
      .merging(try settingsDocument(.deviceSettings).values) { $1 }
  }

  /// The setting with the techniques that the player knows: a list of ids, names or families.
  package static let knownTechniquesSetting = "knownTechniques"

  /// The techniques that the player knows and that hints may use; `nil` for all.
  package func knownTechniques() throws(PlayerError) -> Set<Technique>? {
    guard case .array(let names)? = try settings()[Self.knownTechniquesSetting] else { return nil }
    return names.reduce(into: []) { known, name in
      if let named = name.stringValue.flatMap({ Set<Technique>(named: $0) }) {
        known.formUnion(named)
      }
    }
  }

  /// The setting for the reading of the player's notes by hints: `auto`, `full` or `partial`.
  package static let notesSetting = "notes"

  /// The reading of the player's notes by hints.
  func notesReading() throws(PlayerError) -> NotesReading {
    try settings()[Self.notesSetting]?.stringValue.flatMap(NotesReading.init) ?? .auto
  }

  /// Gives a setting a value.
  ///
  /// - Returns: True if the setting had another value.
  /// - Throws: `PlayerError`; nothing was changed.
  @discardableResult
  public func set(
    _ key: String, to value: OpaqueValue, opID: String? = nil, at: Int64? = nil
  ) throws(PlayerError) -> Bool {
    let id = SettingsDocument.document(of: key)
    let change = try change(id) { () throws(PlayerError) in
      var settings = try settingsDocument(id)
      do throws(ProfileError) {
        return try settings.set(
          key, to: value, device: replica.device, wallMilliseconds: reading(at).wallMilliseconds,
          clock: &table.clock, opID: opID)
      } catch {
        throw .profile(error)
      }
    }
    return change.isChanged
  }

  /// The names of the player's devices; those without a name are missing.
  package var deviceNames: [DeviceID: String] {
    guard let settings = try? settings() else { return [:] }
    var names: [DeviceID: String] = [:]
    for (key, value) in settings where key.hasPrefix(Self.deviceNamePrefix) {
      if let device = DeviceID(String(key.dropFirst(Self.deviceNamePrefix.count))) {
        names[device] = value.stringValue
      }
    }
    return names
  }

  /// Gives this device a name, which the other devices see.
  package func nameDevice(_ name: String) throws(PlayerError) -> Bool {
    try set(
      Self.deviceNamePrefix + replica.device.description, to: name.isEmpty ? .null : .string(name))
  }

  private static let deviceNamePrefix = "deviceName."

  func settingsDocument(_ id: DocumentID) throws(PlayerError) -> SettingsDocument {
    do throws(SyncError) { return try profileCache.settingsDocument(id) } catch {
      throw .sync(error)
    }
  }

  private func change(
    _ id: DocumentID, _ make: () throws(PlayerError) -> ProfileChange
  ) throws(PlayerError) -> ProfileChange {
    var change = try make()
    do throws(PlayerError) {
      try store(change, in: id)
    } catch .sync(let error) where error.kind == .outOfSequence {
      // The identity was renewed just now, or a sync brought operations of a copy of this device.
      profileCache.changed(id)
      change = try make()
      try store(change, in: id)
    }
    guard change.operation != nil else { return change }
    pushInBackground()
    backUpIfDue()
    if change.isChanged { emit(.profileChanged(origin: .local)) }
    return change
  }

  private func store(_ change: ProfileChange, in id: DocumentID) throws(PlayerError) {
    guard let operation = change.operation else { return }
    do throws(SyncError) {
      let entry = try ReplicaEntry(
        [operation], in: id, summary: DocumentSummary(id: id, lastStamp: operation.stamp))
      try replica.append([entry])
      stored([entry])
    } catch {
      throw .sync(error)
    }
  }
}

/// Counting many games in the background.
extension GameLibrary {
  /// Counts all games on another thread, now and whenever they must be counted again.
  ///
  /// Without it they are counted when the profile is first asked for, which blocks.
  public func countInBackground() {
    countsInBackground = true
    countIfStale()
  }

  /// A latch that opens once the profile is available without counting; `nil` if it is now.
  package var countingUnderWay: AsyncLatch? {
    profileCache.isReady ? nil : counting
  }

  /// Starts a count if the games are not counted, or must be counted again.
  func countIfStale() {
    guard countsInBackground, let count = profileCache.beginCounting() else { return }
    let latch = AsyncLatch()
    counting = latch
    let mailbox = mailbox
    let replica = replica
    environment.start {
      // The replica keeps these counts from then on.
      _ = try? replica.counts()
      let ledger = count()
      mailbox.post { library in
        library.profileCache.finishCounting(ledger)
        library.counting = nil
        latch.open()
        if ledger != nil { library.countIfStale() }
      }
    }
  }

  /// Keeps the statistics for the next launch, unless a sync is changing games.
  package func keepStatistics() {
    if countsInBackground, !link.isBusy { profileCache.keep() }
  }
}
