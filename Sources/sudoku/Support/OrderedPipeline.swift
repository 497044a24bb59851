/// Runs work over numbered parts on several threads and hands the results on in order.
///
/// Parts are drawn one after the other, so reading is never concurrent; a worker that runs ahead of
/// the slowest part by more than the window waits, so memory stays bounded.
struct OrderedPipeline: Sendable {
  /// The number of workers, at least 1.
  let jobs: Int

  /// Draws parts until `next` gives `nil`, works on them concurrently, delivers in order.
  ///
  /// - Parameters:
  ///   - next: Draws the next part; called by one worker at a time.
  ///   - work: Turns a part into a result; called by up to `jobs` workers at a time.
  ///   - deliver: Takes the results in the order of the parts; `false` ends the run early.
  /// - Throws: What `next` or `deliver` throw, after all workers have stopped.
  func run<Part: Sendable, Outcome: Sendable>(
    next: @escaping @Sendable () throws -> Part?,
    work: @escaping @Sendable (Part) -> Outcome,
    deliver: @escaping @Sendable (Outcome) throws -> Bool
  ) async throws {
    let source = PartSource(draw: next)
    let sink = OrderedSink(window: jobs * 4, deliver: deliver)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, jobs) {
        group.addTask {
          while !Task.isCancelled, let (number, part) = try await source.next() {
            guard try await sink.take(work(part), number: number) else { return }
          }
        }
      }
      do {
        try await group.waitForAll()
      } catch {
        group.cancelAll()
        await sink.close()
        throw error
      }
    }
  }
}

/// Numbers the parts as they are drawn.
private actor PartSource<Part: Sendable> {
  private let draw: @Sendable () throws -> Part?
  private var drawn = 0
  private var isExhausted = false

  init(draw: @escaping @Sendable () throws -> Part?) { self.draw = draw }

  func next() throws -> (Int, Part)? {
    guard !isExhausted, let part = try draw() else {
      isExhausted = true
      return nil
    }
    defer { drawn += 1 }
    return (drawn, part)
  }
}

/// Puts results back in order; holds a worker that is too far ahead.
private actor OrderedSink<Outcome: Sendable> {
  private let window: Int
  private let deliver: @Sendable (Outcome) throws -> Bool
  private var waiting: [Int: Outcome] = [:]
  private var held: [CheckedContinuation<Void, Never>] = []
  private var nextNumber = 0
  private var isClosed = false

  init(window: Int, deliver: @escaping @Sendable (Outcome) throws -> Bool) {
    self.window = window
    self.deliver = deliver
  }

  /// Takes one result; returns whether more are wanted.
  func take(_ outcome: Outcome, number: Int) async throws -> Bool {
    waiting[number] = outcome
    do {
      while !isClosed, let ready = waiting.removeValue(forKey: nextNumber) {
        nextNumber += 1
        if try !deliver(ready) { isClosed = true }
      }
    } catch {
      close()
      throw error
    }
    releaseHeld()
    while !isClosed, number >= nextNumber + window {
      await withCheckedContinuation { held.append($0) }
    }
    return !isClosed
  }

  /// Lets every held worker go; nothing is delivered any more.
  func close() {
    isClosed = true
    releaseHeld()
  }

  private func releaseHeld() {
    let released = held
    held = []
    for continuation in released { continuation.resume() }
  }
}
