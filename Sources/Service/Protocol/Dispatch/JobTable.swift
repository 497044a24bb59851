import JSONCoding
import Synchronization

/// The jobs of a server that run or wait, and the requests that wait for all before them.
struct JobTable {
  /// A request that is answered once the jobs before it are done.
  struct Barrier {
    let call: Call
    var jobs: Set<Int>
    let result: JSONValue
  }

  private var jobs: [Int: (job: Job, call: Call)] = [:]
  /// Jobs that begin when others are done, the oldest first.
  private var waiting: [(number: Int, size: Int, start: () -> Void)] = []
  private(set) var waitingBytes = 0
  private var nextNumber = 1
  private var barriers: [Barrier] = []

  var count: Int { jobs.count }

  mutating func add(_ call: Call, inbox: Inbox) -> Job {
    let job = Job(number: nextNumber, id: call.id, inbox: inbox)
    nextNumber += 1
    jobs[job.number] = (job, call)
    return job
  }

  /// The number of jobs that wait for others to end.
  var waitingCount: Int { waiting.count + requestsInTurn }
  /// The number of requests that wait for their turn: jobs that have not begun.
  private(set) var requestsInTurn = 0
  private var runningCount: Int { jobs.count - waiting.count - requestsInTurn }

  /// Counts a request that waits for its turn, with the bytes of its line.
  mutating func addInTurn(_ size: Int) {
    requestsInTurn += 1
    waitingBytes += size
  }

  mutating func removeInTurn(_ size: Int) {
    requestsInTurn -= 1
    waitingBytes -= size
  }

  /// Begins a job now, or once fewer than `limit` jobs run; `size` is the bytes of its request.
  mutating func begin(_ job: Job, size: Int, atMost limit: Int, _ start: @escaping () -> Void) {
    guard runningCount > limit else { return start() }
    waiting.append((job.number, size, start))
    waitingBytes += size
  }

  /// Removes a finished job; returns its request.
  mutating func remove(_ number: Int) -> Call? { jobs.removeValue(forKey: number)?.call }

  /// Begins the job that waits longest.
  mutating func beginNext(atMost limit: Int) {
    if !waiting.isEmpty, runningCount < limit { begin(at: 0) }
  }

  /// Begins a cancelled job out of turn: it stops at once.
  mutating func begin(_ job: Job) {
    if let index = waiting.firstIndex(where: { $0.number == job.number }) { begin(at: index) }
  }

  private mutating func begin(at index: Int) {
    let next = waiting.remove(at: index)
    waitingBytes -= next.size
    next.start()
  }

  /// Makes a request wait for all present jobs.
  mutating func wait(_ call: Call, _ result: JSONValue) {
    barriers.append(Barrier(call: call, jobs: Set(jobs.keys), result: result))
  }

  /// Removes the requests that only waited for this job.
  mutating func takeBarriers(after number: Int) -> [Barrier] {
    for index in barriers.indices { barriers[index].jobs.remove(number) }
    defer { barriers.removeAll { $0.jobs.isEmpty } }
    return barriers.filter { $0.jobs.isEmpty }
  }

  mutating func takeBarrier(of id: RequestID) -> Barrier? {
    barriers.firstIndex { $0.call.id == id }.map { barriers.remove(at: $0) }
  }

  /// Silences a request, so that it gets no answer; returns its job.
  mutating func silence(_ id: RequestID) -> Job? {
    guard let number = jobs.first(where: { $0.value.call.id == id })?.key else { return nil }
    jobs[number]?.call.isSilenced = true
    jobs[number]?.call.id = nil
    return jobs[number]?.job
  }

  /// The jobs that have not ended, the oldest first.
  var numbers: [Int] { jobs.keys.sorted() }

  func job(of id: RequestID) -> Job? { jobs.values.first { $0.call.id == id }?.job }

  mutating func cancelAll() {
    for (job, _) in jobs.values { job.cancel() }
    while !waiting.isEmpty { begin(at: waiting.count - 1) }
  }
}

/// A long computation on another thread: it reports progress and can be cancelled.
final class Job: Sendable {
  let number: Int
  let id: RequestID?
  private let inbox: Inbox
  private let state = Mutex(State())

  private struct State {
    var isCancelled = false
    var lastProgressDone = -1
    /// The time at which its budget ends, and the clock that shows it; `nil` without a budget.
    var deadline: (milliseconds: Int64, now: @Sendable () -> Int64)?
    /// True once the work stopped because the budget had ended.
    var isLate = false
  }

  init(number: Int, id: RequestID?, inbox: Inbox) {
    self.number = number
    self.id = id
    self.inbox = inbox
  }

  /// True if its work must stop: it was cancelled, or its budget has ended.
  var mustStop: Bool {
    state.withLock { state in
      if state.isCancelled || state.isLate { return true }
      guard let deadline = state.deadline, deadline.now() >= deadline.milliseconds else {
        return false
      }
      state.isLate = true
      return true
    }
  }

  /// True once the client, or the end of the session, has cancelled it.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// True if the work stopped because the budget had ended, and not because it was cancelled.
  var isLate: Bool { state.withLock { $0.isLate && !$0.isCancelled } }

  /// Starts the budget, in milliseconds.
  func limit(to budget: Int, _ now: @escaping @Sendable () -> Int64) {
    let end = now() + Int64(budget)
    state.withLock { $0.deadline = (end, now) }
  }

  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Reports progress to subscribers of `progress`; a repeated report is sent once.
  func report(done: Int, total: Int, best: JSONValue? = nil) {
    let isNew = state.withLock { state in
      guard state.lastProgressDone != done else { return false }
      state.lastProgressDone = done
      return true
    }
    guard isNew else { return }
    inbox.post(
      .progress(ProgressMade(id: (id ?? .null).value, done: done, total: total, best: best)))
  }
}

enum JobOutcome: Sendable {
  case value(JSONValue)
  /// A function that makes the result on the server's thread.
  case finish(@Sendable (Call) throws(RPCError) -> JSONValue)
}

/// The messages of jobs to their server; any thread may post.
final class Inbox: Sendable {
  enum Message: Sendable {
    case finished(job: Int, Result<JobOutcome, RPCError>)
    case progress(ProgressMade)
  }

  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func post(_ message: Message) {
    messages.withLock { $0.append(message) }
    wake()
  }

  /// All messages so far, in order.
  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
