import Foundation
import Synchronization

/// Threads for searches: ratings, hints and puzzles that take seconds.
///
/// Searches never run on Swift's cooperative threads, which handshakes and syncs need. Each player
/// has a lane. A lane runs at most `width` searches at once, and lanes take turns: a player with
/// hundreds of searches delays the others by one search at most.
///
/// With `isNice` the threads yield the processor to all others, so a move never waits for a search.
package final class SearchPool: Sendable {
  /// The searches of one player; use it as the executor preference of their tasks.
  package final class Lane: TaskExecutor {
    private let pool: SearchPool
    private let number: Int

    fileprivate init(_ pool: SearchPool, _ number: Int) {
      (self.pool, self.number) = (pool, number)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let executor = asUnownedTaskExecutor()
      pool.add(to: number) { job.runSynchronously(on: executor) }
    }

    deinit { pool.remove(number) }
  }

  /// The numbers of running and waiting searches.
  package struct Load: Sendable {
    package var running = 0
    package var waiting = 0

    package init() {}
  }

  private struct Queue {
    var jobs: [@Sendable () -> Void] = []
    var running = 0
    let width: Int
    var isRemoved = false
  }

  private struct State {
    var queues: [Int: Queue] = [:]
    /// The lanes with searches that may begin, next first.
    var turns: [Int] = []
    var last = 0
    var threads = 0
    var idle = 0
  }

  private let threads: Int
  private let isNice: Bool
  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)

  /// Creates a pool; its threads start when they are needed.
  package init(threads: Int, isNice: Bool) {
    self.threads = max(threads, 1)
    self.isNice = isNice
  }

  /// A new lane, which runs at most `width` searches at once.
  package func lane(width: Int) -> Lane {
    let number = state.withLock { state in
      state.last += 1
      state.queues[state.last] = Queue(width: max(width, 1))
      return state.last
    }
    return Lane(self, number)
  }

  /// The numbers of searches that run and wait.
  package var load: Load {
    state.withLock { state in
      var load = Load()
      for queue in state.queues.values {
        load.running += queue.running
        load.waiting += queue.jobs.count
      }
      return load
    }
  }

  private func remove(_ number: Int) {
    state.withLock { state in
      guard let queue = state.queues[number] else { return }
      if queue.jobs.isEmpty, queue.running == 0 {
        state.queues[number] = nil
      } else {
        state.queues[number]?.isRemoved = true
      }
    }
  }

  private func add(to number: Int, _ job: @escaping @Sendable () -> Void) {
    let startsThread = state.withLock { state in
      guard var queue = state.queues[number] else { return false }
      queue.jobs.append(job)
      state.queues[number] = queue
      guard queue.running + queue.jobs.count <= queue.width else { return false }
      state.turns.append(number)
      guard state.turns.count > state.idle, state.threads < threads else { return false }
      state.threads += 1
      return true
    }
    if startsThread { startThread() }
    wakeUp.signal()
  }

  private func startThread() {
    let thread = Thread { [self] in
      if isNice { Self.yieldToOthers() }
      while true { work() }
    }
    thread.stackSize = 8 << 20
    thread.name = "search"
    thread.start()
  }

  /// Runs the next search, once there is one.
  private func work() {
    state.withLock { $0.idle += 1 }
    wakeUp.wait()
    let next = state.withLock { state -> (Int, @Sendable () -> Void)? in
      state.idle -= 1
      guard !state.turns.isEmpty else { return nil }
      let number = state.turns.removeFirst()
      guard var queue = state.queues[number], !queue.jobs.isEmpty else { return nil }
      let job = queue.jobs.removeFirst()
      queue.running += 1
      state.queues[number] = queue
      return (number, job)
    }
    guard let (number, job) = next else { return }
    job()
    let hasMore = state.withLock { state -> Bool in
      guard var queue = state.queues[number] else { return false }
      queue.running -= 1
      let hasMore = queue.jobs.count >= queue.width - queue.running && !queue.jobs.isEmpty
      if hasMore { state.turns.append(number) }
      state.queues[number] =
        queue.isRemoved && queue.jobs.isEmpty && queue.running == 0 ? nil : queue
      return hasMore
    }
    if hasMore { wakeUp.signal() }
  }

  /// Makes this thread the last to get the processor.
  private static func yieldToOthers() {
    #if os(Linux)
      // Zero is the calling thread here.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 15)
    #endif
  }
}

/// The lane of each player who is connected, shared by the player's connections.
package final class SearchLanes: Sendable {
  private struct Weak: Sendable { weak let lane: SearchPool.Lane? }

  private let pool: SearchPool
  private let lanes = Mutex<[String: Weak]>([:])

  package init(_ pool: SearchPool) { self.pool = pool }

  /// The lane of a player, with one search at a time; a new lane for `nil`.
  package func lane(of player: String?) -> SearchPool.Lane {
    guard let player else { return pool.lane(width: 1) }
    return lanes.withLock { lanes in
      if let lane = lanes[player]?.lane { return lane }
      lanes = lanes.filter { $0.value.lane != nil }
      let lane = pool.lane(width: 1)
      lanes[player] = Weak(lane: lane)
      return lane
    }
  }
}
