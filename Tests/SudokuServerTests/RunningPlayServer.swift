#if Network
  import Foundation
  import Logging
  import SudokuServer
  import SudokuSync
  import Synchronization

  /// A play server in this process, on a free port; the session echoes each line.
  final class RunningPlayServer: Sendable {
    let port: Int
    /// Who has begun to play, and how many have ended.
    let played = Mutex<(players: [String?], ended: Int)>(([], 0))
    private let server: PlayServer
    private let task: Task<Void, any Error>

    static func with(
      tokens: (any TokenStore)? = nil, invitation: Invitation? = nil, origins: Set<String> = [],
      limits: PlayServerLimits = PlayServerLimits(),
      _ body: (RunningPlayServer) async throws -> Void
    ) async throws {
      let running = try await start(tokens, invitation, origins, limits)
      do { try await body(running) } catch {
        try? await running.stop()
        throw error
      }
      try await running.stop()
    }

    private static func start(
      _ tokens: (any TokenStore)?, _ invitation: Invitation?, _ origins: Set<String>,
      _ limits: PlayServerLimits
    ) async throws -> RunningPlayServer {
      let book = Book()
      let server = try PlayServer(
        host: "127.0.0.1", port: 0, tokens: tokens, invitation: invitation, origins: origins,
        limits: limits,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      ) { (player, descriptor) throws(SyncError) in
        book.running.withLock { $0 }?.played.withLock { $0.players.append(player) }
        if player == "nobody" { throw SyncError(.fileFailed, "there is no room for nobody") }
        await Self.echo(descriptor)
        book.running.withLock { $0 }?.played.withLock { $0.ended += 1 }
      }
      let (ports, port) = AsyncStream<Int>.makeStream()
      let task = Task {
        defer { port.finish() }
        try await server.run(catchesSignals: false) { port.yield($0) }
      }
      for await port in ports {
        let running = RunningPlayServer(server, task, port)
        book.running.withLock { $0 = running }
        return running
      }
      try await task.value
      throw SyncError(.storeUnavailable, "the server has ended")
    }

    /// Where those who play find the server that they play on.
    private final class Book: Sendable {
      let running = Mutex<RunningPlayServer?>(nil)
    }

    private init(_ server: PlayServer, _ task: Task<Void, any Error>, _ port: Int) {
      (self.server, self.task, self.port) = (server, task, port)
    }

    func stop() async throws {
      await server.stop()
      try await task.value
    }

    private static func echo(_ descriptor: Int32) async {
      await withCheckedContinuation { continuation in
        Thread {
          var bytes = [UInt8](repeating: 0, count: 65_536)
          while true {
            let count = read(descriptor, &bytes, bytes.count)
            guard count > 0 else { break }
            var rest = bytes[..<count]
            while !rest.isEmpty {
              let sent = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
              }
              guard sent > 0 else { return continuation.resume() }
              rest = rest.dropFirst(sent)
            }
          }
          continuation.resume()
        }.start()
      }
    }
  }
#endif
