#if Network
  import Foundation
  import JSONCoding
  import SudokuCore
  import SudokuSession
  import SudokuServer
  import SudokuSync
  import SudokuStoreConformance
  import Testing

  /// What the served document says, against what the server does.
  @Suite("OpenAPI document") struct OpenAPITests {
    /// As much of JSON Schema as the document uses.
    private struct Schemas {
      let document: [String: Any]

      func at(_ path: String...) -> Any? {
        path.reduce(document as Any?) { ($0 as? [String: Any])?[$1] }
      }

      func resolved(_ schema: Any?) -> [String: Any] {
        guard let schema = schema as? [String: Any] else { return [:] }
        guard let name = schema["$ref"] as? String else { return schema }
        return resolved(
          name.split(separator: "/").dropFirst().reduce(document as Any?) {
            ($0 as? [String: Any])?[String($1)]
          })
      }

      /// What is wrong with a value; empty if nothing is.
      func faults(_ value: Any, _ schema: Any?, _ place: String = "$") -> [String] {
        let schema = resolved(schema)
        var faults: [String] = []
        if let type = schema["type"] as? String {
          let fits =
            switch type {
            case "object": value is [String: Any]
            case "array": value is [Any]
            case "string": value is String
            case "integer": value is Int
            case "null": value is NSNull
            default: false
            }
          if !fits { faults.append("\(place) is not of type \(type)") }
        }
        if let one = schema["const"], "\(one)" != "\(value)" {
          faults.append("\(place) is not \(one)")
        }
        if let some = schema["enum"] as? [String], !some.contains("\(value)") {
          faults.append("\(place) is none of \(some)")
        }
        if let pattern = schema["pattern"] as? String, let text = value as? String,
          text.range(of: pattern, options: .regularExpression) == nil
        {
          faults.append("\(place) does not match \(pattern)")
        }
        if let choices = schema["oneOf"] as? [Any],
          choices.count(where: { self.faults(value, $0).isEmpty }) != 1
        {
          faults.append("\(place) fits none or several")
        }
        if let array = value as? [Any], let items = schema["items"] {
          for (index, item) in array.enumerated() {
            faults += self.faults(item, items, "\(place)[\(index)]")
          }
        }
        if let object = value as? [String: Any] {
          let properties = schema["properties"] as? [String: Any] ?? [:]
          for name in schema["required"] as? [String] ?? [] where object[name] == nil {
            faults.append("\(place).\(name) is missing")
          }
          for (name, member) in object {
            if let own = properties[name] ?? schema["additionalProperties"] {
              faults += self.faults(member, own, "\(place).\(name)")
            } else if !properties.isEmpty, schema["oneOf"] == nil {
              faults.append("\(place).\(name) is not described")
            }
          }
        }
        return faults
      }
    }

    private static func object(_ text: String) throws -> Any {
      try JSONSerialization.jsonObject(with: Data(text.utf8), options: [.fragmentsAllowed])
    }

    private static var queries: [StoreQuery] {
      get throws {
        let (game, device) = (Fixtures.game(1), Fixtures.device(1))
        let chunk = try Fixtures.chunk(device, 1...3)
        var batch = OperationBatch(
          writer: device,
          documents: [
            DocumentDelta(
              id: game, summary: Fixtures.summary(game, at: 3), heads: [device: chunk.head],
              chunks: [chunk])
          ])
        batch.question = DocumentQuestion(id: game, known: [:])
        return [
          .append(batch), .document(game, after: [:]), .document(Fixtures.game(2), after: [:]),
          .inProgress(limit: 5, before: nil),
          .inProgress(limit: 5, before: PageToken("x")), .changes(since: nil, limit: 5),
          .changes(since: ChangeCursor("x"), limit: 5), .digests(nodes: []), .digests(nodes: [1]),
          .holdings(leaves: [1], after: game, limit: 5), .contents,
        ]
      }
    }

    @Test func requestsAndResponsesAreAsDescribed() async throws {
      try await RunningServer.with { server in
        let reply = try await RawConnection.exchange(server.port, "GET", "/openapi.json")
        let text = reply.text.components(separatedBy: "\r\n\r\n").dropFirst().joined()
        let document = try #require(try Self.object(text) as? [String: Any])
        let schemas = Schemas(document: document)
        #expect(document["openapi"] as? String == "3.1.0")
        let operation = try #require(
          schemas.at("paths", "/v1/players/{player}/requests", "post") as? [String: Any])
        let responses = try #require(operation["responses"] as? [String: Any])
        for query in try Self.queries {
          let request = try CanonicalJSONEncoder().encodeText(
            StoreRequest(player: PlayerID("anna"), timeLimitMilliseconds: 5_000, query: query))
          #expect(
            schemas.faults(try Self.object(request), schemas.at("components", "schemas", "Request"))
              == [])
          let reply = try await RawConnection.exchange(
            server.port, "POST", "/v1/players/anna/requests",
            headers: ["Content-Type: application/json"], body: request)
          let body = reply.text.components(separatedBy: "\r\n\r\n").dropFirst().joined()
          #expect(reply.status == 200)
          #expect(
            schemas.faults(try Self.object(body), schemas.at("components", "schemas", "Response"))
              == [])
        }
        // What may be omitted may be null.
        for query in [
          #"{"kind":"holdings","leaves":[1],"after":null,"limit":5}"#,
          #"{"kind":"changes","since":null,"limit":5}"#,
          #"{"kind":"inProgress","before":null,"limit":5}"#,
          #"{"kind":"append","batch":{"writer":"0000000000001","documents":[],"question":null}}"#,
        ] {
          let request =
            #"{"version":1,"player":null,"timeLimitMilliseconds":null,"query":\#(query)}"#
          #expect(
            schemas.faults(try Self.object(request), schemas.at("components", "schemas", "Request"))
              == [], "\(query)")
          let reply = try await RawConnection.exchange(
            server.port, "POST", "/v1/players/anna/requests",
            headers: ["Content-Type: application/json"], body: request)
          #expect(reply.status == 200, "\(reply.text)")
        }
        // Refusals: a documented status, and the form of failures.
        for (headers, body) in [
          ([], "{}"), (["Content-Type: application/json"], "{}"),
          (["Content-Type: application/json"], #"{"version":7}"#),
          (
            ["Content-Type: application/json"],
            #"{"version":1,"player":"bert","query":{"kind":"contents"}}"#
          ),
        ] {
          let reply = try await RawConnection.exchange(
            server.port, "POST", "/v1/players/anna/requests", headers: headers, body: body)
          #expect(responses["\(reply.status)"] != nil && reply.status >= 400, "\(reply.status)")
          let text = reply.text.components(separatedBy: "\r\n\r\n").dropFirst().joined()
          #expect(
            schemas.faults(try Self.object(text), schemas.at("components", "schemas", "Failure"))
              == [])
        }
      }
    }

    @Test func everyPathIsThere() async throws {
      try await RunningServer.with { server in
        let reply = try await RawConnection.exchange(server.port, "GET", "/openapi.json")
        let text = reply.text.components(separatedBy: "\r\n\r\n").dropFirst().joined()
        let document = try #require(try Self.object(text) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        #expect(paths.count == 6)
        for (path, operations) in paths {
          for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            let url = path.replacingOccurrences(of: "{player}", with: "anna")
            let connection = try RawConnection(port: server.port)
            connection.send(
              "\(method) \(url) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
            let text = await connection.read(until: "\r\n\r\n").text
            let isThere = !text.contains(" 404 ") && !text.contains(" 405 ")
            #expect(
              isThere == (operations[method.lowercased()] != nil), "\(method) \(path): \(text)")
          }
        }
      }
    }
  }
#endif
