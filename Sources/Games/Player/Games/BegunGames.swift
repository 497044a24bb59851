import JSONCoding
import SudokuSession
import SudokuSync

/// The games begun by requests with an ID, so that a repeated request finds its game.
///
/// The newest are kept with the games; those of each identity for itself, as two processes on one
/// folder may be given the same IDs.
struct BegunGames {
  private struct Entry: Codable {
    var device: DeviceID
    var game: DocumentID
    var opID: String
    /// The fingerprint of the request; `nil` in an entry of an earlier version.
    var request: Int?
  }

  static let limit = 1_000

  private static let key: ReplicaKey = "begunGames"

  private var entries: [Entry] = []
  private var isUnsaved = false

  init(_ replica: any Replica) {
    guard let text = (try? replica.value(for: Self.key)) ?? nil else { return }
    entries = (try? StrictJSONDecoder().decode([Entry].self, from: text)) ?? []
  }

  /// The game that a request has begun, and the content of that request.
  func game(of opID: String, by device: DeviceID) -> (id: DocumentID, request: Int?)? {
    entries.last { $0.opID == opID && $0.device == device }.map { ($0.game, $0.request) }
  }

  mutating func note(_ game: DocumentID, opID: String, request: Int?, by device: DeviceID) {
    entries.append(Entry(device: device, game: game, opID: opID, request: request))
    if entries.count > Self.limit { entries.removeFirst(entries.count - Self.limit) }
    isUnsaved = true
  }

  /// Keeps it with the games, before they are stored.
  mutating func save(to replica: any Replica) throws(SyncError) {
    guard isUnsaved else { return }
    isUnsaved = false
    guard let text = try? CanonicalJSONEncoder().encodeText(entries) else { return }
    try replica.setValue(text, for: Self.key)
  }
}
