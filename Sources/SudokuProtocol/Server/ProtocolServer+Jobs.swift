import JSONCoding

// Long computations on other threads.
extension ProtocolServer {
  /// Whether jobs run, or lines wait for the store.
  public var hasJobs: Bool { jobs.count > 0 || !held.isEmpty }

  /// Starts a job that answers a request; `body` runs on another thread.
  ///
  /// A job that is no search waits for a store or a file and never for a search.
  func start(
    _ call: Call, isSearch: Bool = true,
    _ body: @escaping @Sendable (Job) async throws(RPCError) -> JobOutcome
  ) -> Reply {
    let job = jobs.add(call, inbox: inbox)
    let inbox = inbox
    let start = isSearch ? environment.startSearch ?? environment.start : environment.start
    jobs.begin(job, size: lineSize, atMost: limits.requestsInFlight) {
      start {
        let result: Result<JobOutcome, RPCError>
        do throws(RPCError) {
          result = .success(try await body(job))
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
    for message in inbox.take() {
      switch message {
      case .progress(let progress): notify(progress)
      case .finished(let number, let result): finish(number, result)
      }
      sendNotifications()
    }
  }

  private func finish(_ number: Int, _ result: Result<JobOutcome, RPCError>) {
    guard let call = jobs.remove(number) else { return }
    library.hasTouchedUncommitted = false
    do throws(RPCError) {
      switch try result.get() {
      case .value(let value): answer(call, .success(value))
      case .finish(let body): answer(call, .success(try body(call)))
      }
    } catch {
      answer(call, .failure(error))
    }
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
  func cancel(_ id: RequestID) -> Bool {
    if let job = jobs.job(of: id) {
      job.cancel()
      jobs.begin(job)
      return true
    }
    guard let barrier = jobs.takeBarrier(of: id) else { return false }
    library.hasTouchedUncommitted = false
    answer(barrier.call, .failure(RPCError(.cancelled, "the request was cancelled")))
    return true
  }

  /// Cancels all jobs.
  public func cancelAll() { jobs.cancelAll() }
}
