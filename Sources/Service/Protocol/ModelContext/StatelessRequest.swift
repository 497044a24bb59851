import JSONCoding

// Revision 2026-07-28 of the Model Context Protocol has no handshake: each request names its
// revision in `_meta`, and each result is typed. A request without that is one of the revisions that
// begin with `initialize`.

/// The form of the answer to a request of the stateless revision.
struct StatelessRequest {
  /// The supported stateless revisions.
  static let revisions = ["2026-07-28"]

  private static let prefix = "io.modelcontextprotocol/"
  /// Requests of earlier revisions that this one has dropped.
  private static let dropped: Set<String> = [
    "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
  ]
  /// The time for which a client may keep a list, in milliseconds: it changes with the program only.
  private static let listMilliseconds = 3_600_000

  private let method: String

  /// Reads the revision that a request names; `nil` for a request of an earlier revision.
  ///
  /// - Throws: `RPCError` for another revision, and for a request without a required member.
  init?(_ method: String, _ arguments: JSONNode?) throws(RPCError) {
    let meta = arguments?["_meta" as StaticString]
    guard let revision = meta?[Self.prefix + "protocolVersion"] else {
      // The answer names the revisions, so a request of any form gets it.
      guard method == "server/discover" else { return nil }
      self.method = method
      return
    }
    guard let revision = revision.string else {
      throw .wrongType("_meta", expected: "the revision of the specification as a string")
    }
    guard Self.revisions.contains(revision) else {
      var error = RPCError(
        .invalidParams, "the revision '\(revision.prefix(32))' is not supported",
        [
          "requested": .string(revision),
          "supported": .array(Self.revisions.map { .string($0) }),
        ])
      error.modelContextCode = -32022
      throw error
    }
    guard meta?[Self.prefix + "clientCapabilities"]?.kind == .object else {
      throw .wrongType("_meta", expected: "the client's capabilities as an object")
    }
    guard !Self.dropped.contains(method) else { throw ProtocolServer.unknown(method, among: []) }
    self.method = method
  }

  /// The result in the form of this revision.
  func result(_ value: JSONValue, by server: JSONValue) -> JSONValue {
    guard var members = value.object else { return value }
    members["resultType"] = "complete"
    members["_meta"] = [Self.prefix + "serverInfo": server]
    switch method {
    case "server/discover", "tools/list", "prompts/list", "resources/list",
      "resources/templates/list":
      members["ttlMs"] = JSONValue(Self.listMilliseconds)
      members["cacheScope"] = "public"
    case "resources/read":
      members["ttlMs"] = 0
      members["cacheScope"] = "private"
    default: break
    }
    return .object(members)
  }
}
