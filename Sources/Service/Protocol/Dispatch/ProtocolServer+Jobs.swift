import JSONCoding

// Long computations on other threads.
extension ProtocolServer {
  /// True while jobs run, or lines wait for the store.
  public var hasJobs: Bool { jobs.count > 0 || !held.isEmpty }

  /// Starts a job that answers a request; `body` runs on another thread.
  ///
  /// A job that is not a search waits for a store or a file, and never for a search.
  ///
  /// - Parameter budget: Its time limit in milliseconds; `nil` for none.
  func start(
    _ call: Call, isSearch: Bool = true, budget: Int? = nil,
    _ body: @escaping @Sendable (Job) async throws(RPCError) -> JobOutcome
  ) -> Reply {
    var kept = call
    // The arguments are decoded; their text is not needed any more.
    kept.turn = nil
    let job = call.job ?? jobs.add(kept, inbox: inbox)
    if call.job == nil, let (method, arguments) = call.turn {
      turns.add(.running, job.number, scope(of: method, arguments))
    }
    let inbox = inbox
    let clock = environment.monotonicMilliseconds
    let start = isSearch ? environment.startSearch ?? environment.start : environment.start
    jobs.begin(job, size: lineSize, atMost: limits.requestsInFlight) {
      start {
        if let budget { job.limit(to: budget, clock) }
        let result: Result<JobOutcome, RPCError>
        do throws(RPCError) {
          result = .success(try await body(job))
        } catch  where error.kind == .cancelled && job.isLate {
          result = .failure(.budgetExhausted(budget ?? 0, error.details))
        } catch {
          result = .failure(error)
        }
        inbox.post(.finished(job: job.number, result))
      }
    }
    return .later
  }

  /// Handles the messages of jobs: answers, progress, changes by other devices.
  public func collect() {
    library.hasTouchedUncommitted = false
    library.collect()
    sendNotifications()
    releaseHeldLines()
    if hasDeferredTurns { takeTurns() }
    for message in inbox.take() {
      switch message {
      case .progress(let progress): notify(progress)
      case .finished(let number, let result): finish(number, result)
      }
      sendNotifications()
    }
  }

  private func finish(_ number: Int, _ result: Result<JobOutcome, RPCError>) {
    if turns.finish(number, result) { return takeTurns() }
    complete(number, result)
  }

  /// Answers the request of a job that has ended.
  func complete(_ number: Int, _ result: Result<JobOutcome, RPCError>) {
    guard let call = jobs.remove(number) else { return }
    library.hasTouchedUncommitted = false
    // A request that an MCP client has cancelled gets no answer and changes nothing.
    if !call.isSilenced {
      do throws(RPCError) {
        try checkRoom(for: call)
        switch try result.get() {
        case .value(let value): answer(call, .success(value))
        case .finish(let body): answer(call, .success(try body(call)))
        }
      } catch {
        answer(call, .failure(error))
      }
    }
    ended(number)
  }

  /// Begins the work that waited for the end of a job.
  func ended(_ number: Int) {
    library.hasTouchedUncommitted = false
    jobs.beginNext(atMost: limits.requestsInFlight)
    for barrier in jobs.takeBarriers(after: number) {
      answer(barrier.call, .success(barrier.result))
    }
  }

  /// Answers a request after all earlier requests.
  func answerAfterJobs(_ call: Call, _ result: JSONValue) -> Reply {
    guard hasJobs else { return .value(result) }
    jobs.wait(call, result)
    return .later
  }

  /// Cancels a request in flight; returns whether there is one.
  ///
  /// - Parameter isSilent: True if the request gets no answer.
  func cancel(_ id: RequestID, silently isSilent: Bool = false) -> Bool {
    if let job = isSilent ? jobs.silence(id) : jobs.job(of: id) {
      job.cancel()
      jobs.begin(job)
      cancelTurn(job.number)
      return true
    }
    guard let barrier = jobs.takeBarrier(of: id) else { return false }
    library.hasTouchedUncommitted = false
    answer(barrier.call, .failure(RPCError(.cancelled, "the request was cancelled")))
    return true
  }

  /// Cancels all jobs, and the requests that wait for their turn.
  public func cancelAll() {
    jobs.cancelAll()
    for number in jobs.numbers { cancelTurn(number) }
  }

  /// The time for which `shutdown` waits for jobs that it cancelled, in milliseconds.
  private static let patienceAtShutdown: Int64 = 700

  /// Cancels everything because the client asked to end, and answers it soon.
  func shutDown(_ call: Call) -> Reply {
    isShuttingDown = true
    cancelAll()
    shutdownEndsAt = environment.monotonicMilliseconds() + Self.patienceAtShutdown
    return answerAfterJobs(call, [:])
  }

  /// Answers jobs that go on though `shutdown` has cancelled them, without waiting for a store.
  func giveUpJobsAtShutdown() {
    guard let end = shutdownEndsAt, end <= environment.monotonicMilliseconds() else { return }
    shutdownEndsAt = nil
    for number in jobs.numbers {
      turns.remove(number)
      complete(number, .failure(RPCError(.cancelled, "the request was cancelled")))
    }
    readHeldLines()
    for barrier in jobs.takeBarriers(after: 0) { answer(barrier.call, .success(barrier.result)) }
  }
}
