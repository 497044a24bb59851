import SudokuCore
import SudokuSession
import SudokuSync

/// Devices, a store, clocks, networks and disks in one process on virtual time.
///
/// Devices and stores run the code that ships: `GameLibrary` on a replica, `SyncMachine`,
/// `BackupFolder`, and one of the stores. One seed is one run: the same steps, faults and results,
/// down to the last bit, in debug and in release. After every step what the device shows is compared
/// with an independent model; while it runs, and when everything has come to rest at its end, the
/// invariants of the synchronisation are checked. The first that does not hold ends the run.
///
/// ```swift
/// let result = Simulation.run(seed: 4711)
/// result.failure      // nil
/// ```
///
/// The simulation repairs nothing: it plays, syncs and looks.
package struct Simulation {
  let seed: UInt64
  let options: SimulationOptions
  let clock = VirtualTime(1_795_200_000_000)
  let scratch: ScratchFolder?
  var devices: [SimulatedDevice] = []
  var network = SimulatedNetwork()
  let store: SimulatedStore
  var trace: [String] = []
  var traceHash = StreamHash.empty
  var operations = 0
  var nextIdentity: UInt64 = 1
  var isQuiet = false
  /// The fate of messages while everything is healed.
  var quietPlan = MessageFaultPlan.perfect
  var knowledge = Knowledge()
  /// Answered requests that went down with a replaced device.
  var excused: Set<String> = []
  /// The operations that the store acknowledged; it must never lack them unless it was damaged.
  var acknowledged: [DocumentID: StreamHeads] = [:]
  /// True if files of the store were lost, cut or put back, and perhaps with them the list's view of
  /// a game: beside the same operations nobody sees that until somebody reads the game again.
  var hasOldLists = false
  /// The operations that the devices wrote themselves.
  let written = WrittenLines()
  /// True if a device was copied or its disk put back, so that two may have had one name.
  var hasCopies = false
  var earliestCompletion: [DocumentID: Stamp] = [:]

  /// The true time, in milliseconds since 1970.
  var time: Int64 {
    get { clock.milliseconds }
    nonmutating set { clock.milliseconds = newValue }
  }

  init(seed: UInt64, options: SimulationOptions) throws {
    self.seed = seed
    self.options = options
    var random = SeededRandom(seed: seed, stream: 3)
    let ticket = random.next(below: 100)
    let needsScratch = options.databases != nil && ticket < 3
    scratch = needsScratch ? try options.databases.map { try ScratchFolder(for: $0) } : nil
    let kind: SimulatedStore.Kind =
      ticket < 1 && needsScratch ? .database : ticket < 40 ? .directory : .memory
    store = try SimulatedStore(
      options.bug != nil ? .memory : options.usesPlace ? .place : kind, scratch: scratch,
      bug: options.bug, time: clock,
      seed: seed)
  }

  package static func run(
    seed: UInt64, options: SimulationOptions = SimulationOptions()
  ) -> SimulationResult {
    let devices = deviceCount(seed: seed, options)
    let script = SimulationStep.script(seed: seed, devices: devices, options)
    return run(script, seed: seed, options: options)
  }

  static func run(
    _ script: [SimulationStep], seed: UInt64, options: SimulationOptions
  ) -> SimulationResult {
    var result = SimulationResult(seed: seed)
    do {
      var simulation = try Simulation(seed: seed, options: options)
      do {
        try simulation.run(script)
      } catch {
        result.failure =
          error as? SimulationFailure
          ?? SimulationFailure(invariant: 0, message: "unexpected error: \(error)")
      }
      result.traceHash = simulation.traceHash.rawValue
      result.trace = simulation.trace
      result.operations = simulation.operations
      result.requests = simulation.store.requests
      result.completions = simulation.earliestCompletion.count
    } catch {
      result.failure = SimulationFailure(invariant: 0, message: "the run can't begin: \(error)")
    }
    return result
  }

  private mutating func run(_ script: [SimulationStep]) throws {
    for index in 0..<Self.deviceCount(seed: seed, options) { try addDevice(index) }
    for step in script {
      try deliver(until: time + step.delayMilliseconds)
      try perform(step)
      try check(devices[step.device])
    }
    try quiesce()
    try checkAtRest()
  }

  static func deviceCount(seed: UInt64, _ options: SimulationOptions) -> Int {
    if let devices = options.devices { return devices }
    var random = SeededRandom(seed: seed, stream: 2)
    return 2 + random.next(below: 4)
  }

  mutating func freshIdentity() -> DeviceID {
    nextIdentity += 1
    return DeviceID(rawValue: SeededRandom.firstNumber(seed: seed, stream: nextIdentity))
  }

  /// An empty replica, in some runs a database.
  mutating func freshReplica(_ index: Int) throws -> SimulatedReplica {
    guard let scratch, index < 2 else {
      return SimulatedReplica(device: freshIdentity(), written)
    }
    return try SimulatedReplica(
      path: scratch.newPath(), device: freshIdentity(), scratch.databases, written)
  }

  mutating func addDevice(_ index: Int) throws {
    let device = try SimulatedDevice(
      index: index, replica: try freshReplica(index), time: clock, seed: seed)
    device.image = try device.replica.copy(in: scratch)
    devices.append(device)
  }

  mutating func note(_ device: Int, _ what: @autoclosure () -> String, _ number: Int64 = 0) {
    let words = (UInt64(bitPattern: time), UInt64(device), UInt64(bitPattern: number))
    withUnsafeBytes(of: words) { traceHash = traceHash.appending($0) }
    if options.recordsTrace {
      trace.append("\(time - 1_795_200_000_000) ms, device \(device): \(what())")
    }
  }
}

extension SeededRandom {
  static func firstNumber(seed: UInt64, stream: UInt64) -> UInt64 {
    var random = SeededRandom(seed: seed, stream: stream &+ 1_000)
    return random.next()
  }
}
