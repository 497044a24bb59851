import SudokuSession

/// Reads a value that is one text on the wire.
private func decodeText<T>(
  from decoder: any Decoder, _ make: (String) -> T?
) throws -> T {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  guard let value = make(text) else {
    throw DecodingError.dataCorruptedError(
      in: container, debugDescription: "'\(text)' is not a valid \(T.self)")
  }
  return value
}

/// Writes a value that is one text on the wire.
private func encodeText(_ text: String, to encoder: any Encoder) throws {
  var container = encoder.singleValueContainer()
  try container.encode(text)
}

extension StreamHead: Codable {
  /// Reads the text.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) { text in
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let seq = Int(parts[0]), 0...OperationKey.maximumSeq ~= seq,
        let hash = StreamHash(hexadecimal: parts[1])
      else { return nil }
      return StreamHead(seq: seq, hash: hash)
    }
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    try encodeText("\(seq):\(hash.hexadecimal)", to: encoder)
  }
}

extension StreamHash: Codable {
  /// Reads the text.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) { StreamHash(hexadecimal: $0) }
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(hexadecimal, to: encoder) }
}

extension Digest: Codable {
  /// Reads the text.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) {
      StreamHash(hexadecimal: $0).map { Digest(rawValue: $0.rawValue) }
    }
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    try encodeText(StreamHash(rawValue: rawValue).hexadecimal, to: encoder)
  }
}

extension PageToken: Codable {
  /// Reads the text.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) { PageToken($0) }
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(rawValue, to: encoder) }
}

extension ChangeCursor: Codable {
  /// Reads the text.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) { ChangeCursor($0) }
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(rawValue, to: encoder) }
}

extension PlayerID: Codable {
  /// Reads the text.
  ///
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) { PlayerID($0) }
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws { try encodeText(description, to: encoder) }
}

extension SyncError: Codable {
  private enum CodingKeys: String, CodingKey { case kind, message }

  /// Reads an error.
  ///
  /// - Throws: `DecodingError`.
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
  ///
  /// - Throws: `DecodingError`.
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

/// A device as a key of an object.
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
