import Foundation
import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuProtocol
import SudokuSession
import SudokuSimulator
import SudokuSync
import Synchronization

/// A protocol server whose outside is in memory: clocks that stand until they are moved, a fixed
/// device, jobs that run one after the other while the server waits.
///
/// Nothing depends on real time or on the order in which threads happen to run.
final class TestServer {
  let server: ProtocolServer
  let replica: any Replica
  private let jobs = JobLine()
  private let clock = Clock()

  private final class Clock: Sendable {
    let milliseconds = Atomic<Int64>(TestServer.startMilliseconds)
  }

  /// The store that was connected last.
  var store: (any SyncStore)?

  static let startMilliseconds: Int64 = 1_795_176_000_000
  /// A time limit that no machine is busy enough to reach: a day.
  static let noLimit = 86_400_000

  init(
    replica: any Replica = TestServer.memory(), limits: ProtocolLimits = .init(),
    dialect: ProtocolServer.Dialect = .native, clientTimeLimit: Int64? = .max
  ) throws {
    var environment = PlayerEnvironment()
    let (clock, jobs) = (clock, jobs)
    environment.wallMilliseconds = { clock.milliseconds.load(ordering: .relaxed) }
    environment.monotonicMilliseconds = { clock.milliseconds.load(ordering: .relaxed) }
    environment.storeTimeoutMilliseconds = Self.noLimit
    environment.drawSeed = { 20_261_121 << 11 }
    environment.start = { jobs.add($0) }
    self.replica = replica
    let library = try GameLibrary(
      replica: replica, environment: environment, openGameLimit: limits.openGames)
    server = ProtocolServer(
      library, engineVersion: "VERSION", limits: limits, dialect: dialect)
    server.clientTimeLimit = clientTimeLimit
    library.keepBackups(in: BackupFolder("/backups", disk: SimulatedDisk()))
  }

  static func memory() -> MemoryReplica {
    MemoryReplica(device: DeviceID(rawValue: 1))
  }

  /// Moves the clocks on.
  func advance(_ milliseconds: Int64) {
    clock.milliseconds.add(milliseconds, ordering: .relaxed)
  }

  /// Sends lines and waits for everything that they lead to.
  ///
  /// - Returns: The lines that came back.
  func send(_ lines: [String]) -> [String] {
    for line in lines { server.receive(line) }
    server.commit()
    finishJobs()
    return output()
  }

  /// Sends one line.
  func send(_ line: String) -> [String] { send([line]) }

  /// Runs what was begun beside the games, and what that leads to, to its end.
  func finishJobs() {
    repeat {
      jobs.runAll()
      server.collect()
    } while !jobs.isEmpty
  }

  /// The lines that came back so far.
  func output() -> [String] {
    server.takeOutput().split(separator: "\n").map(String.init)
  }

  private var nextID = 1

  /// Calls a method.
  ///
  /// - Returns: The whole answer.
  func call(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
    let request: JSONValue = [
      "id": JSONValue(nextID), "jsonrpc": "2.0", "method": .string(method),
      "params": .object(parameters),
    ]
    nextID += 1
    let lines = send(request.description)
    guard let line = lines.first else { throw NoAnswer() }
    return try JSONValue(parsing: line)
  }

  /// Calls a method that succeeds.
  ///
  /// - Returns: The result.
  func result(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
    let answer = try call(method, parameters)
    guard let result = answer["result"] else { throw Refused(answer: answer.description) }
    return result
  }

  struct NoAnswer: Error {}
  struct Refused: Error { let answer: String }
}

/// Jobs in the order in which they were begun; each runs when the one before it has ended.
private final class JobLine: Sendable {
  private let jobs = Mutex<[@Sendable () async -> Void]>([])
  private let executor = QueueExecutor()

  var isEmpty: Bool { jobs.withLock { $0.isEmpty } }

  func add(_ job: @escaping @Sendable () async -> Void) { jobs.withLock { $0.append(job) } }

  /// Runs all jobs, also those that are added meanwhile.
  func runAll() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      let ended = DispatchSemaphore(value: 0)
      Task.detached(executorPreference: executor) {
        await job()
        ended.signal()
      }
      ended.wait()
    }
  }
}

/// Runs jobs on a thread of its own: tests that wait for them block threads of the usual pool.
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "jobs")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Boards that tests use.
enum Samples {
  static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  static let solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

  /// The moves that solve the puzzle, in reading order.
  static var moves: [(cell: String, digit: Int)] {
    zip(puzzle, solution).enumerated().compactMap { index, pair in
      guard pair.0 == ".", let digit = pair.1.wholeNumberValue else { return nil }
      return (Cell(index: index).description, digit)
    }
  }
}
