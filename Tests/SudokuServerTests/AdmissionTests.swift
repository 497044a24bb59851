import Synchronization
import Testing

@testable import SudokuServer

@Suite("AdmissionLimiter and rates") struct AdmissionTests {
  private final class Count: Sendable {
    struct Numbers {
      var inside = 0 { didSet { most = max(most, inside) } }
      var most = 0
      var refused = 0
    }
    private let numbers = Mutex(Numbers())
    func change(_ body: (inout Numbers) -> Void) { numbers.withLock { body(&$0) } }
  }

  @Test func noMoreWorkAtOnceThanAllowedAndTheRestWaitsOrLeaves() async {
    let gate = AdmissionLimiter(width: 3, queue: 5)
    let count = Count()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          guard await gate.enter() else { return count.change { $0.refused += 1 } }
          count.change { $0.inside += 1 }
          try? await Task.sleep(for: .milliseconds(5))
          count.change { $0.inside -= 1 }
          gate.leave()
        }
      }
    }
    count.change { count in
      #expect(count.most == 3)
      #expect(count.refused > 0)
    }
    #expect(gate.count == 0, "all have left")
    #expect(await gate.enter(), "and there is room again")
  }

  @Test func bodiesAndAnswersShareTheirMemory() async {
    let budget = BodyBudget(total: 100_000, perPlayer: 60_000)
    #expect(budget.take(60_000, for: "anna") && !budget.take(20_000, for: "anna"))
    #expect(budget.take(40_000, for: "bert") && !budget.take(20_000, for: "cora"))
    #expect(budget.take(16_384, for: "cora"), "small ones need no room")
    #expect(await !budget.reserve(20_000, for: "cora", within: .milliseconds(50)))
    async let late = budget.reserve(20_000, for: "cora", within: .seconds(20))
    try? await Task.sleep(for: .milliseconds(50))
    budget.release(40_000, of: "bert")
    #expect(await late, "who waits gets the room that is given back")
    budget.release(20_000, of: "cora")
    budget.release(60_000, of: "anna")
    #expect(budget.take(60_000, for: "bert") && budget.take(40_000, for: "cora"))
  }

  @Test func aBucketAllowsItsRateAndItsBurst() {
    let start = ContinuousClock.now
    var bucket = TokenBucket(rate: 10, capacity: 20, at: start)
    #expect((0..<20).allSatisfy { _ in bucket.take(1, at: start) == nil })
    let wait = bucket.take(1, at: start)
    #expect(wait.map { abs($0 - 0.1) < 0.001 } == true)
    #expect(bucket.take(1, at: start.advanced(by: .milliseconds(101))) == nil)
    #expect(bucket.take(1, at: start.advanced(by: .milliseconds(102))) != nil)
    #expect(!bucket.isFull(at: start.advanced(by: .seconds(1))))
    #expect(bucket.isFull(at: start.advanced(by: .seconds(60))))
    // A request larger than the bucket is accepted once the bucket is full, and charged later.
    #expect(bucket.take(50, at: start.advanced(by: .seconds(60))) == nil)
    #expect(bucket.take(1, at: start.advanced(by: .seconds(62))) != nil)
    #expect(bucket.take(1, at: start.advanced(by: .seconds(64))) == nil)
  }
}
