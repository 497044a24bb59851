import Foundation

/// Runs work over numbered parts on several threads and delivers the results in order.
///
/// Parts are drawn one after the other, so reading is never concurrent; a worker that runs ahead of
/// the slowest part by more than the window waits, so memory stays bounded.
///
/// The workers are threads of their own, because drawing and delivering block: a filter waits for
/// the next line of a pipe while the answer to the last one must get out. Where the system starts fewer
/// threads than asked for, those do all the work; without any, the caller's thread does.
struct OrderedPipeline: Sendable {
  let jobs: Int

  /// Draws parts until `next` returns `nil`; `deliver` returns `false` to end the run early.
  func run<Part: Sendable, Outcome: Sendable>(
    next: @escaping @Sendable () throws -> Part?,
    work: @escaping @Sendable (Part) -> Outcome,
    deliver: @escaping @Sendable (Outcome) throws -> Bool
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let run = OrderedRun(jobs: max(1, jobs), draw: next, work: work, deliver: deliver) {
        continuation.resume(with: $0)
      }
      run.start()
    }
  }
}

private final class OrderedRun<Part: Sendable, Outcome: Sendable>: @unchecked Sendable {
  private let jobs: Int
  private let draw: @Sendable () throws -> Part?
  private let work: @Sendable (Part) -> Outcome
  private let deliver: @Sendable (Outcome) throws -> Bool
  private let completion: (Result<Void, any Error>) -> Void

  /// The maximum number of parts in work: two for each worker and two to spare.
  private var window: Int { jobs * 2 + 2 }

  // All below is guarded by the condition's lock.
  private let condition = NSCondition()
  private var drawnCount = 0
  private var deliveredCount = 0
  private var isDrawing = false
  private var isDelivering = false
  private var isExhausted = false
  private var isClosed = false
  private var failure: (any Error)?
  private var waiting: [Int: Outcome] = [:]
  /// The workers that have not ended, and the caller until it has started them.
  private var runningCount = 1

  init(
    jobs: Int, draw: @escaping @Sendable () throws -> Part?,
    work: @escaping @Sendable (Part) -> Outcome,
    deliver: @escaping @Sendable (Outcome) throws -> Bool,
    completion: @escaping (Result<Void, any Error>) -> Void
  ) {
    self.jobs = jobs
    self.draw = draw
    self.work = work
    self.deliver = deliver
    self.completion = completion
  }

  func start() {
    let streams = Streams.current
    var isAlone = true
    for _ in 0..<jobs {
      condition.withLock { runningCount += 1 }
      let thread = WorkerThread { Streams.$current.withValue(streams) { self.runWorker() } }
      guard let thread else {
        condition.withLock { runningCount -= 1 }
        break
      }
      thread.detach()
      isAlone = false
    }
    if isAlone { runWorker() } else { endWorker() }
  }

  private func runWorker() {
    while let (number, part) = take() { put(work(part), number: number) }
    endWorker()
  }

  private func endWorker() {
    let isLast = condition.withLock {
      runningCount -= 1
      return runningCount == 0
    }
    guard isLast else { return }
    completion(failure.map { .failure($0) } ?? .success(()))
  }

  /// Draws the next part; `nil` at the end of the run.
  private func take() -> (Int, Part)? {
    condition.lock()
    defer { condition.unlock() }
    while !isClosed, !isExhausted, isDrawing || drawnCount >= deliveredCount + window {
      condition.wait()
    }
    guard !isClosed, !isExhausted else { return nil }
    isDrawing = true
    let number = drawnCount
    condition.unlock()
    let result = Result { try draw() }
    condition.lock()
    isDrawing = false
    condition.broadcast()
    switch result {
    case .success(let part?):
      drawnCount += 1
      return (number, part)
    case .success(nil): isExhausted = true
    case .failure(let error): close(error)
    }
    return nil
  }

  /// Stores a result; delivers those whose turn it is, unless another worker does.
  private func put(_ outcome: Outcome, number: Int) {
    condition.lock()
    defer { condition.unlock() }
    waiting[number] = outcome
    guard !isDelivering else { return }
    isDelivering = true
    while !isClosed, let ready = waiting.removeValue(forKey: deliveredCount) {
      condition.unlock()
      let result = Result { try deliver(ready) }
      condition.lock()
      deliveredCount += 1
      switch result {
      case .success(true): break
      case .success(false): close(nil)
      case .failure(let error): close(error)
      }
      condition.broadcast()
    }
    isDelivering = false
  }

  private func close(_ error: (any Error)?) {
    isClosed = true
    failure = failure ?? error
  }
}
