import JSONCoding
import Testing

/// Revision 2026-07-28 of the Model Context Protocol: no handshake, a revision in every request.
@Suite struct StatelessRequestTests {
  private func meta(_ revision: JSONValue = "2026-07-28") -> JSONValue {
    [
      "io.modelcontextprotocol/clientCapabilities": [:],
      "io.modelcontextprotocol/protocolVersion": revision,
    ]
  }

  @Test func aGameIsPlayedWithoutAHandshake() throws {
    let server = try TestServer(dialect: .modelContext)
    let found = try server.result("server/discover", ["_meta": meta()])
    #expect(found["supportedVersions"] == ["2026-07-28"])
    #expect(found["capabilities"]?["tools"] == [:] && found["resultType"] == "complete")
    let tools = try server.result("tools/list", ["_meta": meta()])
    #expect(tools["tools"]?.array?.isEmpty == false)
    for list in [found, tools] {
      #expect(list["ttlMs"]?.int ?? 0 > 0 && list["cacheScope"] == "public")
    }
    let game = try server.result(
      "tools/call",
      ["_meta": meta(), "name": "game_new", "arguments": ["puzzle": .string(Samples.puzzle)]])
    #expect(game["resultType"] == "complete" && game["isError"] == false)
    #expect(game["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "sudoku")
    // A search answers from another thread.
    let hint = try server.result("tools/call", ["_meta": meta(), "name": "game_hint"])
    #expect(hint["resultType"] == "complete", "\(hint)")
    let state = try server.result(
      "resources/read", ["_meta": meta(), "uri": "sudoku://game/current"])
    #expect(state["cacheScope"] == "private" && state["ttlMs"] == 0)
  }

  @Test func argumentsOfAPromptAreAnObject() throws {
    let server = try TestServer(dialect: .modelContext)
    for wrong: JSONValue in ["x", [], 5, true] {
      let answer = try server.call(
        "prompts/get", ["name": "make_me_a_puzzle", "arguments": wrong])
      #expect(answer["error"]?["data"]?["parameter"] == "arguments", "\(answer)")
    }
    let plain = try server.result("prompts/get", ["name": "make_me_a_puzzle"])
    let blank = try server.result(
      "prompts/get", ["name": "make_me_a_puzzle", "arguments": ["level": "", "symmetry": ""]])
    #expect(blank == plain, "\(blank)")
  }

  @Test(arguments: ["2027-01-01", "2025-11-25", ""])
  func anotherRevisionIsRefusedWithTheSupportedOnes(_ revision: String) throws {
    let server = try TestServer(dialect: .modelContext)
    let answer = try server.call("tools/list", ["_meta": meta(.string(revision))])
    #expect(answer["error"]?["code"] == -32022)
    #expect(answer["error"]?["data"]?["supported"] == ["2026-07-28"])
    #expect(answer["error"]?["data"]?["requested"] == .string(revision))
  }

  @Test func whatTheRevisionDroppedAndWhatIsMissingIsRefused() throws {
    let server = try TestServer(dialect: .modelContext)
    for method in ["initialize", "ping", "logging/setLevel"] {
      let answer = try server.call(method, ["_meta": meta()])
      #expect(answer["error"]?["code"] == -32601, "\(answer)")
    }
    for wrong: JSONValue in [
      meta(7), ["io.modelcontextprotocol/protocolVersion": "2026-07-28"],
    ] {
      let answer = try server.call("tools/list", ["_meta": wrong])
      #expect(answer["error"]?["code"] == -32602, "\(answer)")
    }
    // Clients of earlier revisions go on as before.
    let first = try server.result("initialize", ["protocolVersion": "2025-11-25"])
    #expect(first["protocolVersion"] == "2025-11-25" && first["resultType"] == nil)
    #expect(try server.result("ping")["resultType"] == nil)
  }
}
