import SudokuSession

// The one wire form of the store protocol. 64-bit hashes are texts of 16 hexadecimal digits, as
// JSON's integers end at 2^63; a head is "<seq>:<hash>", a chunk carries its lines as one text.

extension StoreRequest: Codable {
  private enum CodingKeys: String, CodingKey { case version, player, timeLimitMilliseconds, query }

  /// Reads a request.
  ///
  /// - Throws: `SyncError` of kind `recordFromNewerVersion`, `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try checkWireVersion(container.decode(Int.self, forKey: .version))
    self.init(
      player: try container.decodeIfPresent(PlayerID.self, forKey: .player),
      timeLimitMilliseconds: try container.decodeIfPresent(
        Int.self, forKey: .timeLimitMilliseconds),
      query: try container.decode(StoreQuery.self, forKey: .query))
  }

  /// Writes a request.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.version, forKey: .version)
    try container.encodeIfPresent(player, forKey: .player)
    try container.encodeIfPresent(timeLimitMilliseconds, forKey: .timeLimitMilliseconds)
    try container.encode(query, forKey: .query)
  }
}

extension StoreReply: Codable {
  private enum CodingKeys: String, CodingKey { case version, status, answer, error }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try checkWireVersion(container.decode(Int.self, forKey: .version))
    if let error = try container.decodeIfPresent(SyncError.self, forKey: .error) {
      self = .failure(error)
    } else {
      self = .response(
        StoreResponse(
          status: try container.decode(StoreStatus.self, forKey: .status),
          answer: try container.decode(StoreAnswer.self, forKey: .answer)))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(StoreRequest.version, forKey: .version)
    switch self {
    case .response(let response):
      try container.encode(response.status, forKey: .status)
      try container.encode(response.answer, forKey: .answer)
    case .failure(let error): try container.encode(error, forKey: .error)
    }
  }
}

private func checkWireVersion(_ version: Int) throws {
  guard version >= 1 else {
    throw DecodingError.dataCorrupted(
      .init(codingPath: [], debugDescription: "'version' must be at least 1, not \(version)"))
  }
  guard version <= StoreRequest.version else {
    throw SyncError(.recordFromNewerVersion, "the store protocol has version \(version)")
  }
}

extension StoreQuery: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, document, after, batch, limit, before, since, nodes, leaves
  }

  /// Reads a query.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func limit() throws -> Int { try container.decode(Int.self, forKey: .limit) }
    switch try container.decode(String.self, forKey: .kind) {
    case "document":
      self = .document(
        try container.decode(DocumentID.self, forKey: .document),
        after: try container.decode(StreamHeads.self, forKey: .after))
    case "append": self = .append(try container.decode(OperationBatch.self, forKey: .batch))
    case "inProgress":
      self = .inProgress(
        limit: try limit(), before: try container.decodeIfPresent(PageToken.self, forKey: .before))
    case "changes":
      self = .changes(
        since: try container.decodeIfPresent(ChangeCursor.self, forKey: .since), limit: try limit())
    case "digests": self = .digests(nodes: try container.decode([Int].self, forKey: .nodes))
    case "holdings":
      self = .holdings(
        leaves: try container.decode([Int].self, forKey: .leaves),
        after: try container.decodeIfPresent(DocumentID.self, forKey: .after), limit: try limit())
    case "contents": self = .contents
    case let kind:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "unknown query '\(kind)'")
    }
  }

  /// Writes a query.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    switch self {
    case .document(let id, let known):
      try container.encode(id, forKey: .document)
      try container.encode(known, forKey: .after)
    case .append(let batch): try container.encode(batch, forKey: .batch)
    case .inProgress(let limit, let before):
      try container.encode(limit, forKey: .limit)
      try container.encodeIfPresent(before, forKey: .before)
    case .changes(let cursor, let limit):
      try container.encodeIfPresent(cursor, forKey: .since)
      try container.encode(limit, forKey: .limit)
    case .digests(let nodes): try container.encode(nodes, forKey: .nodes)
    case .holdings(let leaves, let previous, let limit):
      try container.encode(leaves, forKey: .leaves)
      try container.encodeIfPresent(previous, forKey: .after)
      try container.encode(limit, forKey: .limit)
    case .contents: break
    }
  }
}

extension StoreAnswer: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, document, receipt, page, contents
  }

  /// Reads an answer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "document":
      self = .document(try container.decodeIfPresent(DocumentDelta.self, forKey: .document))
    case "append": self = .append(try container.decode(AppendReceipt.self, forKey: .receipt))
    case "inProgress": self = .inProgress(try container.decode(SummaryPage.self, forKey: .page))
    case "changes": self = .changes(try container.decode(ChangePage.self, forKey: .page))
    case "digests": self = .digests(try container.decode(DigestPage.self, forKey: .page))
    case "holdings": self = .holdings(try container.decode(HoldingsPage.self, forKey: .page))
    case "contents":
      self = .contents(try container.decode(StoreContents.self, forKey: .contents))
    case let kind:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "unknown answer '\(kind)'")
    }
  }

  /// Writes an answer.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    switch self {
    case .document(let delta): try container.encodeIfPresent(delta, forKey: .document)
    case .append(let receipt): try container.encode(receipt, forKey: .receipt)
    case .inProgress(let page): try container.encode(page, forKey: .page)
    case .changes(let page): try container.encode(page, forKey: .page)
    case .digests(let page): try container.encode(page, forKey: .page)
    case .holdings(let page): try container.encode(page, forKey: .page)
    case .contents(let contents): try container.encode(contents, forKey: .contents)
    }
  }
}

package protocol WireText: Codable {
  init?(wireText: String)
  var wireText: String { get }
}

extension WireText {
  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(wireText: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a valid \(Self.self)")
    }
    self = value
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wireText)
  }
}

extension StreamHead: WireText {
  package init?(wireText text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let seq = Int(parts[0]), 0...OperationKey.maximumSeq ~= seq,
      let hash = StreamHash(hexadecimal: parts[1])
    else { return nil }
    self.init(seq: seq, hash: hash)
  }

  package var wireText: String { "\(seq):\(hash.hexadecimal)" }
}

extension StreamHash: WireText {
  package init?(wireText: String) { self.init(hexadecimal: wireText) }
  package var wireText: String { hexadecimal }
}

extension Digest: WireText {
  package init?(wireText: String) {
    guard let hash = StreamHash(hexadecimal: wireText) else { return nil }
    self.init(rawValue: hash.rawValue)
  }
  package var wireText: String { StreamHash(rawValue: rawValue).hexadecimal }
}

extension PageToken: WireText {
  package init?(wireText: String) { self.init(wireText) }
  package var wireText: String { rawValue }
}

extension ChangeCursor: WireText {
  package init?(wireText: String) { self.init(wireText) }
  package var wireText: String { rawValue }
}

extension PlayerID: WireText {
  package init?(wireText: String) { self.init(wireText) }
  package var wireText: String { description }
}

extension SyncError: Codable {
  private enum CodingKeys: String, CodingKey { case kind, message }

  /// Reads an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      Kind(try container.decode(String.self, forKey: .kind)),
      try container.decode(String.self, forKey: .message))
  }

  /// Writes an error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind.name, forKey: .kind)
    try container.encode(message, forKey: .message)
  }
}

extension OperationChunk: Codable {
  private enum CodingKeys: String, CodingKey { case device, firstSeq, previousHash, hash, lines }

  /// Reads a chunk and checks its hash.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let firstSeq = try container.decode(Int.self, forKey: .firstSeq)
    guard 1...OperationKey.maximumSeq ~= firstSeq,
      let chunk = OperationChunk(
        device: try container.decode(DeviceID.self, forKey: .device),
        after: StreamHead(
          seq: firstSeq - 1, hash: try container.decode(StreamHash.self, forKey: .previousHash)),
        lines: Array(try container.decode(String.self, forKey: .lines).utf8)),
      chunk.hash == (try container.decode(StreamHash.self, forKey: .hash))
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .hash, in: container, debugDescription: "the lines are not those that were sent")
    }
    self = chunk
  }

  /// Writes a chunk.
  ///
  /// - Throws: `EncodingError` for lines that are not UTF-8.
  public func encode(to encoder: any Encoder) throws {
    guard let text = String(validating: lines, as: UTF8.self) else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "the lines are not UTF-8"))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(device, forKey: .device)
    try container.encode(firstSeq, forKey: .firstSeq)
    try container.encode(previousHash, forKey: .previousHash)
    try container.encode(hash, forKey: .hash)
    try container.encode(text, forKey: .lines)
  }
}

private struct DeviceKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension DeviceID: CodingKeyRepresentable {
  /// The device's text.
  public var codingKey: any CodingKey { DeviceKey(stringValue: description) }

  /// Reads the device's text.
  public init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }
}
