import JSONCoding

/// The protocol as an OpenRPC document: methods, notifications, errors and records.
///
/// Specification: spec.open-rpc.org, version 1.3.2. It has no notifications of a server, so that these
/// are in an extension, `x-notifications`.
package enum OpenRPCDocument {
  /// The document, as `sudoku schema --openrpc` prints it.
  package static func document(version: String) -> JSONValue {
    [
      "components": [
        "errors": .object(JSONObject(RPCError.Kind.allCases.map { ($0.rawValue, error($0)) })),
        "schemas": linked(.object(SchemaBook.records)),
      ],
      "info": [
        "description": """
        Sudoku as JSON-RPC 2.0: one object a line over a pipe, one object a message over WebSocket. \
        Sources/Documentation/protocol.md explains orders, retries, clocks and versions.
        """,
        "license": ["name": "Apache-2.0"], "title": "sudoku",
        "version": .string("\(ProtocolServer.protocolVersion) (\(version))"),
      ],
      "methods": .array(Method.all.map(method)),
      "openrpc": "1.3.2",
      "x-notifications": .array(
        Notifications.all.map { type in
          [
            "name": .string(type.topic), "params": linked(type.parameters.value),
            "summary": .string(type.summary),
          ]
        }),
    ]
  }

  private static func method(_ method: Method) -> JSONValue {
    let schema = method.parameters.value
    let required = (schema["required"]?.array ?? []).compactMap(\.string)
    let parameters = (schema["properties"]?.object ?? [:]).map { member -> JSONValue in
      [
        "name": .string(member.key), "required": .bool(required.contains(member.key)),
        "schema": linked(member.value),
      ]
    }
    return [
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
