import Foundation
import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuStoreConformance
import SudokuStores
import SudokuSync
import Synchronization
import TestSupport

/// A hostile device at a store server, and an honest one that syncs with the same server.
struct HostileStorePiece {
  private let program: ProgramChannel
  private let url: String
  private let port: Int
  private var values: HostileValues
  private let random: UInt64

  init(_ path: String, _ folder: String, seed: UInt64) throws {
    program = try ProgramChannel(
      path,
      [
        "store", "serve", "--listen", "127.0.0.1:0", "--store", "sqlite:\(folder)/{}.sqlite",
        "--log-level", "critical",
      ])
    let line = program.next(seconds: 60)?.line ?? ""
    guard let found = line.firstMatch(of: /:([0-9]+)/), let port = Int(found.1) else {
      throw HostileSession.Fault(description: "the server does not listen: \(line)")
    }
    self.port = port
    url = "http://127.0.0.1:\(port)/v1/players/anna"
    values = HostileValues(seed: seed)
    random = seed
  }

  mutating func run(_ count: Int) async throws -> [Duration] {
    defer { program.stop() }
    let replica = MemoryReplica(device: Fixtures.device(1))
    let store = try StoreRegistry.all().store(url)
    let queries = try Self.queries()
    var times: [Duration] = []
    for number in 1...count {
      let query = queries[values.random.next(below: queries.count)]
      var request = query
      for _ in 0...values.random.next(below: 3) { request = values.mutated(request) }
      if values.chance(5) { request = query }
      try post(HostileValues.text(of: request))
      guard number % 50 == 0 else { continue }
      let game = Fixtures.game(1 + values.random.next(below: 5))
      let next = (try replica.heads(of: game)[replica.device]?.seq ?? 0) + 1
      try Fixtures.play(next...next, in: game, on: replica)
      let start = ContinuousClock.now
      try await Self.sync(replica, store)
      times.append(start.duration(to: .now))
    }
    let other = MemoryReplica(device: Fixtures.device(2))
    try await Self.sync(other, store)
    guard try other.digest() == replica.digest() else {
      throw HostileSession.Fault(description: "the honest devices hold different documents")
    }
    await store.close()
    return times
  }

  private static func sync(_ replica: MemoryReplica, _ store: any SyncStore) async throws {
    let engine = try SyncEngine(
      replica: replica, store: store, storeName: "lab", random: SeededRandom(seed: 1),
      clock: { Int64(Date().timeIntervalSince1970 * 1_000) })
    if let error = await engine.sync(.everything).error { throw error }
  }

  /// One valid request of each kind.
  private static func queries() throws -> [JSONValue] {
    let (device, game) = (Fixtures.device(3), Fixtures.game(2))
    let known: StreamHeads = [device: try Fixtures.chunk(device, 1...2).head]
    let batch = try Fixtures.batch(2, by: device, 1...4)
    var asking = batch
    asking.question = DocumentQuestion(id: game, known: known)
    let queries: [StoreQuery] = [
      .append(batch), .append(asking), .append(try Fixtures.batch(1, by: device, 3...5)),
      .document(game, after: known), .inProgress(limit: 10, before: nil),
      .changes(since: nil, limit: 10), .digests(nodes: []), .digests(nodes: [0, 255]),
      .holdings(leaves: [0, 77], after: game, limit: 10), .contents,
    ]
    return try queries.map {
      try CanonicalJSONEncoder().encodeValue(
        StoreRequest(player: PlayerID("p-1"), timeLimitMilliseconds: 1_000, query: $0))
    }
  }

  /// Sends a request on a connection of its own and reads the response to its end.
  private func post(_ body: String) throws {
    let descriptor = try LoopbackSocket.connected(to: port)
    defer { close(descriptor) }
    let text =
      "POST /v1/players/mallory/requests HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent <= 0 { break }
      rest = rest.dropFirst(sent)
    }
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var (head, received) = ([UInt8](), 0)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count != 0 {
      guard count > 0 else { break }
      if head.isEmpty { head = Array(buffer[..<min(count, 12)]) }
      received += count
    }
    let code = String(decoding: head, as: UTF8.self).split(separator: " ").last.flatMap { Int($0) }
    guard let code, code < 500 || code == 503 || code == 507 else {
      throw HostileSession.Fault(
        description: "answered \(String(decoding: head, as: UTF8.self)) to\n\(body)")
    }
  }
}

/// A store that changes its answers on the way.
final class HostileStore: SyncStore {
  private let base = MemoryStore()
  private let values: Mutex<HostileValues>

  init(seed: UInt64) { values = Mutex(HostileValues(seed: seed)) }

  func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
    let response = try await base.perform(request)
    do {
      let value = try CanonicalJSONEncoder().encodeValue(StoreReply.response(response))
      let text = values.withLock { values in
        HostileValues.text(of: values.chance(30) ? value : values.mutated(value))
      }
      let reply = try StrictJSONDecoder().decode(StoreReply.self, from: Array(text.utf8))
      switch reply {
      case .response(let changed): return changed
      case .failure(let error): throw error
      }
    } catch {
      throw (error as? SyncError) ?? SyncError(.storeFailed, "\(error)")
    }
  }

  func watch() -> AsyncStream<Void> { base.watch() }
}

/// A device that syncs with a hostile store, and then with an honest one.
struct HostileDevicePiece {
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  func run(_ count: Int) async throws {
    let replica = MemoryReplica(device: Fixtures.device(1))
    let store = HostileStore(seed: seed)
    var random = SeededRandom(seed: seed, stream: 1)
    let wall = Mutex<Int64>(1_795_176_000_000)
    func engine(_ store: any SyncStore, _ name: String) throws -> SyncEngine {
      try SyncEngine(
        replica: replica, store: store, storeName: name,
        random: SeededRandom(seed: seed, stream: 2), clock: { wall.withLock { $0 } })
    }
    let hostile = try engine(store, "hostile")
    let library = try GameLibrary(replica: replica, environment: PlayerEnvironment())
    let goals: [SyncGoal] = [.everything, .news, .push, .now, .merge]
    var played: [DocumentID: Int] = [:]
    for number in 1...count {
      wall.withLock { $0 += 60_000 }
      if number % 4 == 1 {
        let game = Fixtures.game(1 + random.next(below: 4))
        let next = (try replica.heads(of: game)[replica.device]?.seq ?? 0) + 1
        try Fixtures.play(next...next, in: game, on: replica)
        played[game, default: 0] += 1
      }
      library.take(await hostile.sync(goals[random.next(below: goals.count)]))
      guard number % 16 == 0 else { continue }
      for game in played.keys { _ = try? library.state(of: game) }
      _ = try? library.profile()
      _ = try? library.games(limit: 100)
    }
    let honest = MemoryStore()
    let report = await (try engine(honest, "honest")).sync(.merge)
    if let error = report.error { throw error }
    for (game, count) in played {
      let chunks = try await honest.document(game, after: [:])?.chunks ?? []
      let own = chunks.reduce(0) { $0 + $1.count }
      guard own >= count else {
        throw HostileSession.Fault(description: "\(game) has \(own) of \(count) operations")
      }
    }
  }
}
