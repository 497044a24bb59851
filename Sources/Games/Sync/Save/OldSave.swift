import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSession

/// A save of another program, in its own names: games and a player's progress.
///
/// A save is a record, a list of records, or an object with a list `records` or `games`. Records may be
/// those of CloudKit, with their members in `fields`. Names are compared without case, `_`, `-` and the
/// prefix `CD_`. The page "From CloudKit" lists them.
///
/// A game becomes operations of a device whose ID is a hash of the content. So a second import,
/// here or elsewhere, changes nothing. Digits that disagree with those here become a conflict for
/// the player to settle. The old ID stays a name of the game.
///
/// ```json
/// {"gameID":"game-1234567-1703251200","initialBoard":"53..7....","boardData":"534.7....",
///  "elapsedTime":61.5,"mistakes":1,"startDate":"2026-11-20T12:00:00Z","lastSaved":"2026-11-20T12:03:00Z"}
/// ```
public struct OldSave: Hashable, Sendable {
  /// A game, under its new ID and its old one.
  public struct Game: Hashable, Sendable {
    /// The ID here.
    public let id: DocumentID
    /// The ID in the other program; `nil` if the record has none.
    public let oldID: String?
    /// True if the game is completed.
    public let isCompleted: Bool
    let delta: DocumentDelta
  }

  /// The games, in the order of the save.
  public private(set) var games: [Game] = []
  /// Members that were not understood, and so not imported: their paths, in order.
  public private(set) var ignored: [String] = []
  /// Records of a list that were refused: their paths, with the reasons.
  public private(set) var refused: [String] = []

  private var profiles: [[DocumentOperation]] = []
  private var settings: [[DocumentOperation]] = []
  /// The time of the newest record, in milliseconds since 1970.
  private var newest: Int64 = 0
}

extension OldSave: Decodable {
  /// Reads a save.
  ///
  /// - Throws: `DecodingError` with the path of what can't be read or contradicts itself. Of a list, a
  ///   record that can't be read is listed in `refused`, unless there is no other.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(OpaqueValue.self)
    do throws(OldSaveFault) { try read(value) } catch { throw error.decodingError }
    ignored.sort()
  }

  private mutating func read(_ value: OpaqueValue) throws(OldSaveFault) {
    var wrapper = try OldRecord(value, at: [])
    guard let list = try wrapper.list() else { return try add(wrapper) }
    var faults: [OldSaveFault] = []
    if wrapper.isGame || wrapper.isProfile {
      try add(wrapper)
    } else {
      ignored += wrapper.ignored
    }
    for (index, element) in list.value.enumerated() {
      do throws(OldSaveFault) {
        let path = list.path + [.index(index)]
        try add(try OldRecord(element, at: path, dates: wrapper.dates))
      } catch {
        faults.append(error)
      }
    }
    if let first = faults.first, faults.count == list.value.count, games.isEmpty { throw first }
    refused = faults.map(\.description)
  }

  private mutating func add(_ record: OldRecord) throws(OldSaveFault) {
    var record = record
    guard record.isGame || record.isProfile else {
      throw record.fault("has neither a game (initialBoard, startDate) nor a player (playerLevel)")
    }
    let isGame = record.isGame
    let game = isGame ? try OldGame(&record) : nil
    let made = try game.map { (game) throws(OldSaveFault) in try game.document() }
    if record.isProfile || !isGame {
      let profile = try OldProfile(&record)
      if !profile.actions.isEmpty {
        profiles.append(ImportStream.operations(profile.actions, at: profile.saved))
      }
      if !profile.settings.isEmpty {
        settings.append(ImportStream.operations(profile.settings, at: profile.saved))
      }
      ignored += profile.ignored
      newest = max(newest, profile.saved)
    }
    if let game, let made {
      let oldID = game.oldID == made.documentID.rawValue ? nil : game.oldID
      let delta: DocumentDelta
      do {
        delta = DocumentDelta(
          id: made.documentID, summary: DocumentSummary(made.summary),
          chunks: [try OperationChunk(made.operations.ordered)])
      } catch { throw record.fault("can't be written: \(error.message)") }
      games.append(
        Game(id: made.documentID, oldID: oldID, isCompleted: made.isCompleted, delta: delta))
      newest = max(newest, made.operations.lastStamp.milliseconds)
    }
    ignored += record.ignored
  }
}

extension OldSave {
  /// The games' old IDs, as operations of the document `old-games`.
  private var names: [DocumentOperation] {
    let named = games.filter { $0.oldID != nil }.sorted {
      let (one, other) = ($0.delta.summary.lastStamp, $1.delta.summary.lastStamp)
      return one != other ? one < other : $0.id < $1.id
    }
    return ImportStream.operations(
      named.compactMap { game in
        game.oldID.map { .set(key: $0, value: .string(game.id.rawValue)) }
      }, at: newest)
  }

  /// The documents to merge, shared and local ones separately.
  func documents() throws(SyncError) -> (shared: [DocumentDelta], local: [DocumentDelta]) {
    func other(_ id: DocumentID, _ streams: [[DocumentOperation]]) throws(SyncError)
      -> [DocumentDelta]
    {
      let last = streams.joined().map(\.stamp).max()
      guard let last else { return [] }
      return [
        DocumentDelta(
          id: id, summary: DocumentSummary(id: id, lastStamp: last),
          chunks: try Self.chunks(streams))
      ]
    }
    let shared = try other(.oldGames, [names]) + other(.profile, profiles)
    return (games.map(\.delta) + shared, try other(.deviceSettings, settings))
  }

  private static func chunks(
    _ streams: [[DocumentOperation]]
  ) throws(SyncError) -> [OperationChunk] {
    // Equal records make equal streams.
    var chunks: [DeviceID: OperationChunk] = [:]
    for stream in streams {
      if let device = stream.first?.device { chunks[device] = try OperationChunk(stream) }
    }
    return chunks.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The largest time that a record names, in milliseconds since 1970.
  var newestMilliseconds: Int64 { newest }
}

/// Operations of a device whose ID is a hash of their content: equal content gives equal operations.
enum ImportStream {
  static func operations(
    _ actions: [DocumentAction], at milliseconds: Int64, elapsed: [Int: Int] = [:]
  ) -> [DocumentOperation] {
    var clock = HybridLogicalClock(last: Stamp(milliseconds: milliseconds - 1))
    var operations = actions.enumerated().map { index, action in
      DocumentOperation(
        key: OperationKey(device: DeviceID(rawValue: 0), seq: index + 1),
        stamp: clock.next(wallMilliseconds: milliseconds), action: action,
        elapsedMilliseconds: elapsed[index])
    }
    let text = Array("old-save/2/".utf8) + ((try? OperationChunk.lines(of: operations)) ?? [])
    let device = DeviceID(rawValue: FNV1a(text).value)
    for index in operations.indices {
      operations[index].key = OperationKey(device: device, seq: index + 1)
    }
    return operations
  }
}
