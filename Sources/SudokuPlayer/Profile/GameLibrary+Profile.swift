import SudokuSession
import SudokuSync

/// The documents of the player: profile and settings are read when they are asked for and written
/// at once; unlike games they change rarely.
extension GameLibrary {
  /// What the player is and has.
  ///
  /// - Returns: The state.
  /// - Throws: `PlayerError`.
  public func profile() throws(PlayerError) -> ProfileState {
    try profileDocument().state(games: try allSummaries())
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
    var profile = try profileDocument()
    let operation: Operation?
    do throws(ProfileError) {
      operation = try profile.perform(
        intent, device: replica.device, wallMilliseconds: reading(at).wallMilliseconds,
        clock: &table.clock, opID: opID)
    } catch {
      throw .profile(error)
    }
    guard let operation else { return false }
    try store(operation, in: .profile)
    return true
  }

  /// The settings by name, those of this device among them.
  ///
  /// - Returns: The settings.
  /// - Throws: `PlayerError`.
  public func settings() throws(PlayerError) -> [String: OpaqueValue] {
    var shared = SettingsDocument()
    shared.merge(try operations(of: .settings))
    var own = SettingsDocument()
    own.merge(try operations(of: .deviceSettings))
    return shared.values.merging(own.values) { $1 }
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
    let id = SettingsDocument.document(of: key)
    var settings = SettingsDocument()
    settings.merge(try operations(of: id))
    let operation = settings.set(
      key, to: value, device: replica.device, wallMilliseconds: reading(at).wallMilliseconds,
      clock: &table.clock, opID: opID)
    guard let operation else { return false }
    try store(operation, in: id)
    return true
  }

  private func profileDocument() throws(PlayerError) -> ProfileDocument {
    var profile = ProfileDocument()
    profile.merge(try operations(of: .profile))
    return profile
  }

  private func operations(of id: DocumentID) throws(PlayerError) -> [Operation] {
    do throws(SyncError) {
      var operations: [Operation] = []
      for chunk in try replica.chunks(of: id, after: [:]) { operations += try chunk.operations() }
      return operations
    } catch {
      throw .sync(error)
    }
  }

  private func store(_ operation: Operation, in id: DocumentID) throws(PlayerError) {
    do throws(SyncError) {
      let entry = ReplicaEntry(
        id: id, summary: DocumentSummary(id: id, lastStamp: operation.stamp),
        firstSeq: operation.seq, lines: try OperationChunk.lines(of: [operation]),
        device: operation.device)
      try replica.append([entry])
      table.didCommit?([entry])
    } catch {
      throw .sync(error)
    }
    pushInBackground()
  }

  /// The summaries of all games.
  private func allSummaries() throws(PlayerError) -> [GameSummary] {
    var summaries: [GameSummary] = []
    var page: PageToken?
    do throws(SyncError) {
      repeat {
        let next = try replica.summaries(.games, limit: 1000, before: page)
        summaries += next.summaries.compactMap(\.game)
        page = next.next
      } while page != nil
    } catch {
      throw .sync(error)
    }
    return summaries
  }
}
