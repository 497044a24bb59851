import JSONCoding
import SudokuProtocol
import SudokuSession
import SudokuSync
import Testing

/// What the server does by itself while nothing comes in, on a clock that the test moves.
@Suite struct IdleTests {
  @Test func thirtySecondsWithoutInputSaveTheTimeAndSendIt() async throws {
    let server = try TestServer()
    let store = MemoryStore(clock: { TestServer.startMilliseconds })
    try server.connect(store)
    _ = try server.result("subscribe", ["topics": ["sync.status"]])
    let state = try server.result("game.new", ["puzzle": .string(Samples.puzzle)])
    let name = try #require(state["game"]?.string)
    let game = try #require(DocumentID(name))
    _ = try server.result("game.place", ["cell": "r1c3", "digit": 4])
    #expect(server.server.millisecondsToIdle == 30_000)

    server.advance(29_999)
    server.server.idle()
    #expect(server.server.millisecondsToIdle == 1)
    #expect(try await store.document(game, after: [:]) == nil)

    server.advance(1)
    server.server.idle()
    let news = server.newsOfSync()
    #expect(news.count == 1, "\(news)")
    let stored = try #require(await store.document(game, after: [:]))
    #expect(stored.summary.game?.elapsedMilliseconds == 30_000)
    let last = try stored.chunks.flatMap { try $0.operations() }.last
    #expect(last?.kind == "tick")
    #expect(try server.replica.counts().pendingOperations == 0)
    // And not again before another 30 seconds.
    #expect(server.server.millisecondsToIdle == 30_000)
  }

  @Test func inputPutsItOff() throws {
    let server = try TestServer()
    server.advance(20_000)
    _ = try server.result("ping")
    #expect(server.server.millisecondsToIdle == 30_000)
  }
}
