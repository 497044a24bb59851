import JSONCoding

/// A request with its number, as the program reads it.
struct NumberedRequest: Encodable {
  let number: Int
  let request: StoreRequest

  private enum CodingKeys: String, CodingKey { case id }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .id)
    try request.encode(to: encoder)
  }
}

/// A line that the program writes.
enum ExecLine: Decodable {
  /// The reply to a request, or why it can't be read.
  case reply(number: Int, Result<StoreReply, SyncError>)
  /// Somebody else may have changed the store.
  case changed
  /// Something else.
  case stray

  private enum CodingKeys: String, CodingKey { case id, changed }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let number = try container.decodeIfPresent(Int.self, forKey: .id) else {
      self = try container.decodeIfPresent(Bool.self, forKey: .changed) == true ? .changed : .stray
      return
    }
    do { self = .reply(number: number, .success(try StoreReply(from: decoder))) } catch {
      let error =
        error as? SyncError ?? SyncError(.storeFailed, "the reply can't be read: \(error)")
      self = .reply(number: number, .failure(error))
    }
  }
}
