import SudokuCore

/// A file to move games and a profile by hand: documents with all their operations.
///
/// Importing is merging: known operations change nothing, so a file can be imported anywhere, any
/// number of times, and takes nothing back.
///
/// ```json
/// {"documents":[{"checksum":"...","clues":"53..7....","id":"game-...","operations":[...]}],"format":"sudoku-save","version":1}
/// ```
///
/// A document's `lines` have the exact text of the operations that this version would write otherwise,
/// by key: streams are compared byte for byte.
public struct SaveFile: Hashable, Sendable {
  package struct Document: Hashable, Sendable {
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

  /// An error that prevents a file from being read.
  public enum Fault: Error, Hashable, Sendable {
    /// It is not a save file.
    case notASaveFile
    /// It was written by a newer version.
    case fromNewerVersion(Int)
  }

  package static let format = "sudoku-save"
  package static let version = 1

  package var documents: [Document]
  /// The player's ID; `nil` if the device that wrote the file had never reached a store.
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

extension SaveFile.Document: Codable {
  private enum CodingKeys: String, CodingKey { case id, clues, operations, checksum, lines }

  /// Reads a document; one of an older version has no checksum.
  ///
  /// - Throws: `DecodingError` for a damaged one.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(DocumentID.self, forKey: .id)
    clues = try container.decodeIfPresent(String.self, forKey: .clues)
    let values = try container.decode([OpaqueValue].self, forKey: .operations)
    operations = try container.decode([DocumentOperation].self, forKey: .operations)
    let stated = try container.decodeIfPresent(String.self, forKey: .checksum)
    guard stated == nil || stated == checksum(over: values) else {
      throw DecodingError.dataCorruptedError(
        forKey: .checksum, in: container,
        debugDescription: "the document \(id) is damaged: its checksum differs")
    }
    guard let lines = try container.decodeIfPresent([String: String].self, forKey: .lines) else {
      return
    }
    for index in operations.indices {
      operations[index].line = lines[operations[index].key.description].map { Array($0.utf8) }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let values = operations.map { OpaqueValue.object($0.fields) }
    try container.encode(checksum(over: values), forKey: .checksum)
    try container.encodeIfPresent(clues, forKey: .clues)
    try container.encode(id, forKey: .id)
    try container.encode(operations, forKey: .operations)
    var lines: [String: String] = [:]
    for operation in operations {
      lines[operation.key.description] = operation.line.map { String(decoding: $0, as: UTF8.self) }
    }
    if !lines.isEmpty { try container.encode(lines, forKey: .lines) }
  }

  /// FNV-1a of the ID, the clues and the operations as they are written, 16 hexadecimal digits.
  private func checksum(over operations: [OpaqueValue]) -> String {
    var hash = Checksum()
    hash.add(.string(id.rawValue))
    hash.add(.string(clues ?? ""))
    for operation in operations { hash.add(operation) }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension SaveFile: Codable {
  private enum CodingKeys: String, CodingKey { case format, version, documents, player }

  /// Reads a file.
  ///
  /// - Throws: `Fault`, and `DecodingError` with the place of the damage.
  public init(from decoder: any Decoder) throws {
    // A list is not a save file either.
    guard let container = try? decoder.container(keyedBy: CodingKeys.self),
      try container.decodeIfPresent(String.self, forKey: .format) == Self.format
    else { throw Fault.notASaveFile }
    let version = try container.decode(Int.self, forKey: .version)
    guard version <= Self.version else { throw Fault.fromNewerVersion(version) }
    guard version >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription: "'version' must be at least 1, not \(version)")
    }
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
