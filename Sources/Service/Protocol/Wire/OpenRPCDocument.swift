import JSONCoding

/// The protocol as an OpenRPC document: methods, notifications, errors and records.
///
/// Specification: spec.open-rpc.org, version 1.3.2. It has no notifications of a server, so that these
/// are in an extension, `x-notifications`.
package enum OpenRPCDocument {
  /// The document, as `rpc.discover` returns it and `sudoku schema --openrpc` prints it.
  ///
  /// With `hasPlayers` requests and notifications name a player, as `serve --players` wants. The
  /// shapes of `commands`' JSON lines are among the schemas.
  package static func document(
    version: String, hasPlayers: Bool = false, commands: [SchemaBook.CommandLines] = []
  ) -> JSONValue {
    [
      "components": [
        "errors": .object(JSONObject(RPCError.Kind.allCases.map { ($0.rawValue, error($0)) })),
        "schemas": linked(.object(SchemaBook(commands: commands).records)),
      ],
      "info": [
        "description": """
        Sudoku as JSON-RPC 2.0: one object a line over a pipe, one object a message over WebSocket. \
        Sources/Documentation/protocol.md explains orders, retries, clocks and versions.
        """,
        "license": ["name": "Apache-2.0"], "title": "sudoku",
        "version": .string("\(ProtocolServer.protocolVersion) (\(version))"),
      ],
      "methods": .array(Method.all.map { method($0, hasPlayers: hasPlayers) }),
      "openrpc": "1.3.2",
      "servers": [
        ["name": "pipe", "url": "stdio:", "summary": "One object a line: `sudoku serve`."],
        [
          "name": "WebSocket", "url": "{address}/v1/rpc",
          "summary": "One object a message: `sudoku serve --listen`.",
          "variables": ["address": ["default": "ws://127.0.0.1:8080"]],
        ],
      ],
      "x-notifications": .array(
        Notifications.all.map { type in
          [
            "name": .string(type.topic),
            "params": linked(naming(type.parameters.value, hasPlayers: hasPlayers)),
            "summary": .string(type.summary),
          ]
        }),
    ]
  }

  /// The schema of an object, with the player's name among its members.
  private static func naming(_ schema: JSONValue, hasPlayers: Bool) -> JSONValue {
    guard hasPlayers, var members = schema.object else { return schema }
    var properties = members["properties"]?.object ?? [:]
    properties["player"] = PlayerName.schema.value
    members["properties"] = .object(properties)
    return .object(members)
  }

  private static func method(_ method: Method, hasPlayers: Bool) -> JSONValue {
    let takesPlayer = hasPlayers && method.player != .none
    let schema = naming(method.parameters.value, hasPlayers: takesPlayer)
    var required = (schema["required"]?.array ?? []).compactMap(\.string)
    if takesPlayer, method.player == .required { required.append("player") }
    let parameters = (schema["properties"]?.object ?? [:]).map { member -> JSONValue in
      [
        "name": .string(member.key), "required": .bool(required.contains(member.key)),
        "schema": linked(member.value),
      ]
    }
    return [
      "errors": .array(
        method.errors.map { ["$ref": .string("#/components/errors/\($0.rawValue)")] }),
      "name": .string(method.name), "paramStructure": "by-name",
      // The specification wants required parameters first.
      "params": .array(
        parameters.filter { $0["required"] == true } + parameters.filter { $0["required"] == false }
      ),
      "result": ["name": "result", "schema": linked(method.result.value)],
      "summary": .string(method.summary), "tags": [["name": .string(method.group)]],
    ]
  }

  private static func error(_ kind: RPCError.Kind) -> JSONValue {
    [
      "code": JSONValue(kind.code), "data": linked(kind.schema.value["properties"]?["data"] ?? [:]),
      "message": .string(kind.declaration.summary),
    ]
  }

  /// The value with its references to records as OpenRPC writes them.
  private static func linked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let list): .array(list.map { linked($0) })
    case .object(let members):
      .object(
        JSONObject(
          members.map { member in
            guard member.key == "$ref", let text = member.value.string else {
              return (key: member.key, value: linked(member.value))
            }
            return (
              key: member.key,
              value: .string(text.replacing("#/$defs/", with: "#/components/schemas/"))
            )
          }))
    default: value
    }
  }
}
