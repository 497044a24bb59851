#if Network
  import Foundation
  import SudokuServer
  import TestSupport
  import Testing

  /// What an operator is given names metrics that exist, and every metric is explained.
  @Suite("Metrics for operators") struct MetricNamesTests {
    @Test func alertsDashboardAndPageNameMetricsThatExist() async throws {
      var known: Set<String> = []
      func read(_ text: String) {
        for match in text.matches(of: #/# TYPE (\w+) (\w+)/#) {
          let name = String(match.1)
          let suffixes = match.2 == "histogram" ? ["_bucket", "_sum", "_count", ""] : [""]
          for suffix in suffixes { known.insert(name + suffix) }
        }
      }
      try await RunningServer.with { server in
        // A first request, as metrics begin with their first value.
        _ = try await server.store("anna").contents()
        read(try await RawConnection.exchange(server.port, "GET", "/metrics").text)
      }
      try await RunningPlayServer.with { server in
        let client = try await WebSocketClient.connected(server.port)
        client.say("one")
        #expect(await client.nextMessage()?.text == "one")
        read(try await RawConnection.exchange(server.port, "GET", "/metrics").text)
      }
      // They begin with the first connection that fails, and with the first answer of the protocol.
      known.insert("sudoku_play_failed_connections_total")
      known.insert("sudoku_play_first_answer_seconds")
      known.insert("sudoku_play_first_answer_seconds_bucket")
      #expect(known.count > 15, "\(known)")
      var explained: Set<String> = []
      for file in ["operating.md", "operating/alerts.yml", "operating/dashboard.json"] {
        let url = Repository.root.appending(path: "Sources/Documentation/\(file)")
        let text = try String(contentsOf: url, encoding: .utf8)
        let named = Set(text.matches(of: #/sudoku_(?:store|play)_\w+/#).map { String($0.0) })
        #expect(named.count > 8)
        #expect(named.isSubset(of: known), "\(file): \(named.subtracting(known))")
        explained.formUnion(named)
      }
      let missing = known.filter { !$0.hasSuffix("_bucket") && !$0.hasSuffix("_sum") }
        .filter { !$0.hasSuffix("_count") }.subtracting(explained)
      #expect(missing.isEmpty, "not explained: \(missing)")
    }
  }
#endif
