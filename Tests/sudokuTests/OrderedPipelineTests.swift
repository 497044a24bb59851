import Synchronization
import Testing

@testable import sudoku

struct OrderedPipelineTests {
  /// What the parts of a run see of each other.
  private final class Record: Sendable {
    let drawn = Mutex(0)
    let delivered = Mutex<[Int]>([])
    let furthestAhead = Mutex(0)
  }

  private struct Failure: Error, Equatable { var part: Int }

  /// Runs parts `0..<count`, of which early ones take longest.
  private func run(
    _ count: Int, jobs: Int, into record: Record,
    next: @escaping @Sendable (Int) throws -> Void = { _ in },
    deliver: @escaping @Sendable (Int) throws -> Bool = { _ in true }
  ) async throws {
    try await OrderedPipeline(jobs: jobs).run(
      next: {
        let part = record.drawn.withLock { drawn -> Int in
          defer { drawn += 1 }
          return drawn
        }
        try next(part)
        let delivered = record.delivered.withLock { $0.count }
        record.furthestAhead.withLock { $0 = max($0, part - delivered) }
        return part < count ? part : nil
      },
      work: { part in
        var sum = part
        for step in 0..<((part % 7 == 0 ? 20_000 : 10)) { sum = (sum &* 31 &+ step) % 1_000_003 }
        return sum < 0 ? -1 : part
      },
      deliver: { part in
        record.delivered.withLock { $0.append(part) }
        return try deliver(part)
      })
  }

  @Test(arguments: [1, 2, 5, 16]) func resultsComeInOrder(jobs: Int) async throws {
    let record = Record()
    try await run(500, jobs: jobs, into: record)
    #expect(record.delivered.withLock { $0 } == Array(0..<500))
    // A worker beyond the window waits: at most `2 * jobs + 2` parts are on their way.
    #expect(record.furthestAhead.withLock { $0 } <= 2 * jobs + 3)
  }

  @Test func nothingToDo() async throws {
    let record = Record()
    try await run(0, jobs: 3, into: record)
    #expect(record.delivered.withLock { $0 }.isEmpty)
  }

  @Test(arguments: [1, 3]) func deliveryEndsTheRunEarly(jobs: Int) async throws {
    let record = Record()
    try await run(100_000, jobs: jobs, into: record, deliver: { $0 < 40 })
    #expect(record.delivered.withLock { $0 } == Array(0...40))
    #expect(record.drawn.withLock { $0 } < 1_000)
  }

  @Test(arguments: [1, 3]) func errorsOfBothEndsAreThrown(jobs: Int) async throws {
    await #expect(throws: Failure(part: 30)) {
      try await run(
        100_000, jobs: jobs, into: Record(),
        deliver: { part in
          if part == 30 { throw Failure(part: part) }
          return true
        })
    }
    let record = Record()
    await #expect(throws: Failure(part: 30)) {
      try await run(
        100_000, jobs: jobs, into: record,
        next: { part in if part == 30 { throw Failure(part: part) } })
    }
    let delivered = record.delivered.withLock { $0 }
    #expect(delivered == Array(0..<delivered.count) && delivered.count <= 30)
  }

  @Test func shardsAreContiguousAndNearlyEqual() throws {
    for (total, count) in [(1, 0), (1, 10), (3, 10), (7, 3), (64, 1_000)] {
      var next = 0
      var sizes: Set<Int> = []
      for number in 1...total {
        let indexes = try #require(Shard(argument: "\(number)/\(total)")).indexes(of: count)
        #expect(indexes.lowerBound == next)
        next = indexes.upperBound
        sizes.insert(indexes.count)
      }
      #expect(next == count)
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }
    for text in ["", "1", "0/3", "4/3", "1/0", "a/3", "1/3/5", "-1/3", "1/1000001"] {
      #expect(Shard(argument: text) == nil, "\(text)")
    }
  }
}

struct TimeBudgetTests {
  @Test(arguments: [
    ("30", 30_000), ("30s", 30_000), ("250ms", 250), ("1.5m", 90_000), ("2h", 7_200_000),
  ])
  func budgetsHaveUnits(text: String, milliseconds: Int64) {
    #expect(TimeBudget(argument: text)?.duration == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "0", "-1", "s", "1d", "nan", "inf", "1e9", "1 s", "ms"])
  func whatIsNotALengthOfTimeIsRefused(text: String) {
    #expect(TimeBudget(argument: text) == nil)
  }
}
