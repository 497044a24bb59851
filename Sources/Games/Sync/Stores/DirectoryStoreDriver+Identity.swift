import JSONCoding

extension DirectoryStoreDriver {
  private var identityPath: String { "\(directory)/store.json" }
  /// The file with the store's player; the first device that appends writes it.
  private var playerPath: String { "\(directory)/player.json" }

  private struct Owner: Codable {
    let player: String
  }

  func refreshIdentity() throws(SyncError) {
    var known = try readIdentity()
    if known == nil {
      // The file is missing or unreadable: this is a new store.
      identity = StoreIdentity.random(using: &random)
      if try create(identityPath, with: identity) {
        known = identity
      } else {
        known = try readIdentity()
      }
    }
    guard var known else {
      // The file can't be read.
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

  /// Writes the store's player, unless another device was faster.
  func storePlayer() throws(SyncError) {
    guard let player = identity.player?.description,
      try !create(playerPath, with: Owner(player: player))
    else { return }
    guard let owner: Owner = try read(playerPath) else {
      return try replace(playerPath, with: Owner(player: player))
    }
    identity.player = PlayerID(owner.player)
  }

  /// The content of the identity's file, decoded only if it has changed; `nil` if missing or unreadable.
  private func readIdentity() throws(SyncError) -> StoreIdentity? {
    do throws(DiskError) {
      guard let bytes = try disk.read(identityPath, from: 0) else { return nil }
      if bytes != identityFile.bytes {
        identityFile = (bytes, try? StrictJSONDecoder().decode(StoreIdentity.self, from: bytes))
      }
      return identityFile.content
    } catch { throw SyncError(error) }
  }

  /// The content of a file; `nil` if it is missing or unreadable.
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
}
