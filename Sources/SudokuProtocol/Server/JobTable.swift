import JSONCoding

/// The jobs of a server that run or wait, and the requests that wait for all before them.
struct JobTable {
  /// A request that is answered once the jobs before it are done.
  struct Barrier {
    let call: Call
    var jobs: Set<Int>
    let result: JSONValue
  }

  private var jobs: [Int: (job: Job, call: Call)] = [:]
  /// Jobs that begin when others are done.
  private var waiting: [() -> Void] = []
  private var nextNumber = 1
  private var barriers: [Barrier] = []

  /// The number of jobs that run or wait.
  var count: Int { jobs.count }

  /// Enters a job for a request.
  mutating func add(_ call: Call, inbox: Inbox) -> Job {
    let job = Job(number: nextNumber, id: call.id, inbox: inbox)
    nextNumber += 1
    jobs[job.number] = (job, call)
    return job
  }

  /// Begins a job now, or when one of the others is done where more than `limit` run.
  mutating func begin(atMost limit: Int, _ start: @escaping () -> Void) {
    if jobs.count <= limit { start() } else { waiting.append(start) }
  }

  /// Removes a job that is done.
  ///
  /// - Returns: Its request; `nil` for a job that is not known.
  mutating func remove(_ number: Int) -> Call? { jobs.removeValue(forKey: number)?.call }

  /// Begins the job that waits longest.
  mutating func beginNext() {
    if !waiting.isEmpty { waiting.removeFirst()() }
  }

  /// Lets a request wait for all jobs of now.
  mutating func wait(_ call: Call, _ result: JSONValue) {
    barriers.append(Barrier(call: call, jobs: Set(jobs.keys), result: result))
  }

  /// The requests that waited for nothing but this job.
  mutating func takeBarriers(after number: Int) -> [Barrier] {
    for index in barriers.indices { barriers[index].jobs.remove(number) }
    defer { barriers.removeAll { $0.jobs.isEmpty } }
    return barriers.filter { $0.jobs.isEmpty }
  }

  /// Takes a waiting request out.
  mutating func takeBarrier(of id: RequestID) -> Barrier? {
    barriers.firstIndex { $0.call.id == id }.map { barriers.remove(at: $0) }
  }

  /// The job of a request.
  func job(of id: RequestID) -> Job? { jobs.values.first { $0.call.id == id }?.job }

  /// Asks all jobs to stop.
  func cancelAll() {
    for (job, _) in jobs.values { job.cancel() }
  }
}
