import Foundation
import JSONCoding
import SudokuStoreConformance
import SudokuSync

/// The requests by which a store is measured: one operation after the other of one game.
struct StoreLoad: Sendable {
  /// The time of each request, sorted, and of all together.
  struct Result {
    let times: [Duration]
    let seconds: Double
  }

  private let device = Fixtures.device(1)
  private let game = Fixtures.game(1)
  private let chunks: [OperationChunk]

  init(requests: Int) throws {
    let whole = try OperationChunk(Fixtures.operations(device, 1...requests))
    chunks = (1...requests).compactMap { whole.suffix(after: $0 - 1)?.prefix(through: $0) }
  }

  /// The request that appends the operation with a number, from 0.
  private func batch(_ number: Int) -> OperationBatch {
    let delta = DocumentDelta(
      id: game, summary: Fixtures.summary(game, at: Int64(number)),
      heads: [device: chunks[number].head], chunks: [chunks[number]])
    return OperationBatch(writer: device, documents: [delta])
  }

  /// The part of the game before its last operation.
  private var known: StreamHeads { [device: chunks.last?.previous ?? .empty] }

  /// Appends the operation with a number, from 0.
  func append(_ number: Int, to store: any SyncStore) async throws {
    let receipt = try await store.append(batch(number))
    guard receipt.outcomes.first?.heads[device] == chunks[number].head else {
      throw SyncError(.storeFailed, "the store did not take an operation")
    }
  }

  func fetch(from store: any SyncStore) async throws {
    guard try await store.document(game, after: known)?.chunks == chunks.suffix(1) else {
      throw SyncError(.storeFailed, "the store did not give an operation")
    }
  }

  var appends: [[UInt8]] {
    get throws { try chunks.indices.map { try Self.body(.append(batch($0))) } }
  }

  var fetches: [[UInt8]] {
    get throws {
      Array(repeating: try Self.body(.document(game, after: known)), count: chunks.count)
    }
  }

  private static func body(_ query: StoreQuery) throws -> [UInt8] {
    try CanonicalJSONEncoder().encode(StoreRequest(timeLimitMilliseconds: 30_000, query: query))
  }

  // MARK: Playing

  /// Lets a player of each store make all requests, one after the other.
  func play(
    _ stores: [any SyncStore], _ pause: Int,
    _ request: @escaping @Sendable (any SyncStore, Int) async throws -> Void
  ) async throws -> Result {
    let (count, clock) = (chunks.count, ContinuousClock())
    let start = clock.now
    let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
      for store in stores {
        group.addTask {
          var times: [Duration] = []
          // Not all at the same moment.
          try await Self.sleep(0...pause)
          for number in 0..<count {
            times.append(try await clock.measure { try await request(store, number) })
            try await Self.sleep(pause / 2...pause + pause / 2)
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }.sorted()
    }
    return Result(times: times, seconds: start.duration(to: clock.now) / .seconds(1))
  }

  private static func sleep(_ milliseconds: ClosedRange<Int>) async throws {
    if milliseconds.upperBound > 0 {
      try await Task.sleep(for: .milliseconds(Int.random(in: milliseconds)))
    }
  }

  /// Sends the same requests to each store's URL, each from a thread of its own.
  func send(_ bodies: [[UInt8]], to urls: [String]) async throws -> Result {
    let token = ProcessInfo.processInfo.environment["SUDOKU_TOKEN"]
    let connections = try urls.map { try LoadConnection(url: $0, token: token) }
    let messages = connections.map { bodies.map($0.message) }
    let clock = ContinuousClock()
    let start = clock.now
    let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
      for (connection, messages) in zip(connections, messages) {
        nonisolated(unsafe) let connection = connection
        group.addTask {
          try await Self.onThread {
            try messages.map { message in try clock.measure { try connection.exchange(message) } }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }.sorted()
    }
    return Result(times: times, seconds: start.duration(to: clock.now) / .seconds(1))
  }

  private static func onThread(
    _ body: @escaping @Sendable () throws -> [Duration]
  ) async throws -> [Duration] {
    try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Swift.Result { try body() }) }.start()
    }
  }
}
