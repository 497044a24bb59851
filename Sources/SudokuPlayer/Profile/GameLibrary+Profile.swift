import SudokuSession
import SudokuSync
import SudokuTechniques

/// The documents of the player: profile and settings are written at once; unlike games they change
/// rarely.
extension GameLibrary {
  /// What the player is and has.
  ///
  /// - Returns: The state.
  /// - Throws: `PlayerError`.
  public func profile() throws(PlayerError) -> ProfileState {
    do throws(SyncError) { return try profileCache.state() } catch { throw .sync(error) }
  }

  /// What the player has to decide about the profile.
  ///
  /// - Returns: The conflicts.
  /// - Throws: `PlayerError`.
  public func profileConflicts() throws(PlayerError) -> [Conflict] {
    do throws(SyncError) { return try profileCache.conflicts() } catch { throw .sync(error) }
  }

  /// Carries out what happens to the profile.
  ///
  /// - Parameters:
  ///   - intent: What happens.
  ///   - opID: The client's ID of the request.
  ///   - at: The time in place of the clocks, in milliseconds since 1970.
  /// - Returns: Whether it was not carried out before.
  /// - Throws: `PlayerError`; nothing was changed then.
  @discardableResult
  public func perform(
    _ intent: ProfileIntent, opID: String? = nil, at: Int64? = nil
  ) throws(PlayerError) -> Bool {
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

  /// The settings by name, those of this device among them.
  ///
  /// - Returns: The settings.
  /// - Throws: `PlayerError`.
  public func settings() throws(PlayerError) -> [String: OpaqueValue] {
    try settingsDocument(.settings).values
      .merging(try settingsDocument(.deviceSettings).values) { $1 }
  }

  /// The setting with the techniques that the player knows: a list of ids, names or families.
  public static let knownTechniquesSetting = "knownTechniques"

  /// The techniques that the player knows, to which hints keep; `nil` for all.
  ///
  /// - Returns: What the setting `knownTechniques` names. Names that this version does not know, set by
  ///   a newer one, count for nothing.
  /// - Throws: `PlayerError`.
  public func knownTechniques() throws(PlayerError) -> Set<Technique>? {
    guard case .array(let names)? = try settings()[Self.knownTechniquesSetting] else { return nil }
    return names.reduce(into: []) { known, name in
      if let named = name.stringValue.flatMap({ Set<Technique>(named: $0) }) {
        known.formUnion(named)
      }
    }
  }

  /// Gives a setting a value.
  ///
  /// - Parameters:
  ///   - key: The setting's name; one that begins with `device.` stays on this device.
  ///   - value: Its value; `null` for none.
  ///   - opID: The client's ID of the request.
  ///   - at: The time in place of the clocks, in milliseconds since 1970.
  /// - Returns: Whether it had another one.
  /// - Throws: `PlayerError`; nothing was changed then.
  @discardableResult
  public func set(
    _ key: String, to value: OpaqueValue, opID: String? = nil, at: Int64? = nil
  ) throws(PlayerError) -> Bool {
    guard ProfileName.isValid(key) else { throw .profile(.illegalName) }
    let id = SettingsDocument.document(of: key)
    return try change(id) { () throws(PlayerError) in
      var settings = try settingsDocument(id)
      do throws(ProfileError) {
        return try settings.set(
          key, to: value, device: replica.device, wallMilliseconds: reading(at).wallMilliseconds,
          clock: &table.clock, opID: opID)
      } catch {
        throw .profile(error)
      }
    }
  }

  private func settingsDocument(_ id: DocumentID) throws(PlayerError) -> SettingsDocument {
    do throws(SyncError) { return try profileCache.settingsDocument(id) } catch {
      throw .sync(error)
    }
  }

  /// Makes an operation and stores it.
  ///
  /// - Parameters:
  ///   - id: The document.
  ///   - operation: Makes it of what is held in memory; `nil` where nothing changes.
  /// - Returns: Whether something has changed.
  /// - Throws: `PlayerError`; nothing was changed then.
  private func change(
    _ id: DocumentID, _ operation: () throws(PlayerError) -> DocumentOperation?
  ) throws(PlayerError) -> Bool {
    do throws(PlayerError) {
      guard let made = try operation() else { return false }
      try store(made, in: id)
    } catch .sync(let error) where error.kind == .outOfSequence {
      // In this very moment the identity was renewed, or a sync has brought what a copy of the
      // device wrote under its name.
      profileCache.changed(id)
      guard let made = try operation() else { return false }
      try store(made, in: id)
    }
    pushInBackground()
    backUpIfDue()
    return true
  }

  private func store(_ operation: DocumentOperation, in id: DocumentID) throws(PlayerError) {
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
