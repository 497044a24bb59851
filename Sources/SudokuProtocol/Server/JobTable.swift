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
  /// Jobs that begin when others are done, the oldest first.
  private var waiting: [(number: Int, size: Int, start: () -> Void)] = []
  /// The bytes of the requests that wait.
  private(set) var waitingBytes = 0
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

  /// The number of jobs that wait.
  var waitingCount: Int { waiting.count }

  /// Begins a job now, or when one of the others is done where more than `limit` run.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - size: The bytes of its request.
  ///   - limit: How many jobs may run.
  ///   - start: Begins it.
  mutating func begin(_ job: Job, size: Int, atMost limit: Int, _ start: @escaping () -> Void) {
    guard jobs.count - waiting.count > limit else { return start() }
    waiting.append((job.number, size, start))
    waitingBytes += size
  }

  /// Removes a job that is done.
  ///
  /// - Returns: Its request; `nil` for a job that is not known.
  mutating func remove(_ number: Int) -> Call? { jobs.removeValue(forKey: number)?.call }

  /// Begins the job that waits longest.
  mutating func beginNext(atMost limit: Int) {
    if !waiting.isEmpty, jobs.count - waiting.count < limit { begin(at: 0) }
  }

  /// Begins a job out of turn, which only has to find out that it shall stop.
  mutating func begin(_ job: Job) {
    if let index = waiting.firstIndex(where: { $0.number == job.number }) { begin(at: index) }
  }

  private mutating func begin(at index: Int) {
    let next = waiting.remove(at: index)
    waitingBytes -= next.size
    next.start()
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
  mutating func cancelAll() {
    for (job, _) in jobs.values { job.cancel() }
    while !waiting.isEmpty { begin(at: waiting.count - 1) }
  }
}
