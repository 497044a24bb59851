import SudokuCore

/// A file to move games and a profile by hand: documents with all their operations.
///
/// Importing is merging: known operations change nothing, so a file can be imported anywhere, any
/// number of times, and takes nothing back.
///
/// ```json
/// {"documents":[{"clues":"53..7....","id":"game-...","operations":[...]}],"format":"sudoku-save","version":1}
/// ```
public struct SaveFile: Hashable, Sendable {
  package struct Document: Hashable, Sendable, Codable {
    package var id: DocumentID
    /// A game's clues, as 81 characters.
    package var clues: String?
    package var operations: [DocumentOperation]

    package init(id: DocumentID, clues: Board? = nil, operations: [DocumentOperation]) {
      self.id = id
      self.clues = clues?.line
      self.operations = operations.sorted()
    }
  }

  /// Why a file can't be read.
  public enum Fault: Error, Hashable, Sendable {
    /// It is not a save file.
    case notASaveFile
    /// It was written by a newer version.
    case fromNewerVersion(Int)
  }

  package static let format = "sudoku-save"
  package static let version = 1

  package var documents: [Document]
  /// Whose they are; `nil` where the device that wrote them had not met a store yet.
  package var player: String?

  package init(_ documents: some Sequence<Document>, player: String? = nil) {
    self.documents = documents.filter { !$0.id.isLocalOnly }.sorted { $0.id < $1.id }
    self.player = player
  }

  package init(_ game: GameDocument) {
    self.init([
      Document(
        id: game.documentID, clues: game.clues, operations: game.operations.ordered)
    ])
  }
}

extension SaveFile: Codable {
  private enum CodingKeys: String, CodingKey { case format, version, documents, player }

  /// Reads a file.
  ///
  /// - Throws: `Fault`, and `DecodingError` with the place of the damage.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard try container.decodeIfPresent(String.self, forKey: .format) == Self.format else {
      throw Fault.notASaveFile
    }
    let version = try container.decode(Int.self, forKey: .version)
    guard version <= Self.version else { throw Fault.fromNewerVersion(version) }
    documents = try container.decode([Document].self, forKey: .documents)
    player = try container.decodeIfPresent(String.self, forKey: .player)
  }

  /// Writes a file.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(Self.version, forKey: .version)
    try container.encode(documents, forKey: .documents)
    try container.encodeIfPresent(player, forKey: .player)
  }
}
