import JSONCoding
import Synchronization

/// A long computation beside the games: what it can say and whether it shall stop.
final class Job: Sendable {
  let number: Int
  let id: RequestID?
  private let inbox: Inbox
  private let state = Mutex(State())

  private struct State {
    var isCancelled = false
    var lastProgressDone = -1
  }

  init(number: Int, id: RequestID?, inbox: Inbox) {
    self.number = number
    self.id = id
    self.inbox = inbox
  }

  /// Whether the client, or the end of the session, asked to stop.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Tells subscribers of `progress` how far the job is; said twice, it is sent once.
  ///
  /// - Parameters:
  ///   - done: The amount of work done, at most `total`.
  ///   - total: The total amount of work.
  ///   - best: The best result so far.
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

/// What a job leads to.
enum JobOutcome: Sendable {
  /// The result.
  case value(JSONValue)
  /// Something to do on the server's thread, which leads to the result.
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
