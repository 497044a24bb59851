import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// Devices, a store, clocks, networks and disks in one process on virtual time.
///
/// One seed is one run: the same steps, faults and results, down to the last bit, in debug and in
/// release. While it runs, and when everything has come to rest at its end, the invariants of the
/// synchronisation are checked; the first that does not hold ends the run.
///
/// ```swift
/// let result = Simulation.run(seed: 4711)
/// result.failure      // nil
/// ```
public struct Simulation {
  let seed: UInt64
  let options: SimulationOptions
  var devices: [SimulatedDevice] = []
  var network = SimulatedNetwork()
  var store: SimulatedStore
  var time: Int64 = 1_795_200_000_000
  var trace: [String] = []
  var traceHash = StreamHash.empty
  var operations = 0
  var nextIdentity: UInt64 = 1
  var isQuiet = false
  /// Operations by the hash of their stream, so that nothing written here has to be parsed.
  var decoded: [StreamHash: Operation] = [:]
  /// Games by their lines, as they were opened.
  var opened: [SimulatedContent: GameDocument] = [:]
  /// Answered requests that went down with a replaced device.
  var excused: Set<String> = []
  /// What the store has acknowledged: never to be missing again.
  var acknowledged: [DocumentID: StreamHeads] = [:]
  var earliestCompletion: [DocumentID: Stamp] = [:]

  init(seed: UInt64, options: SimulationOptions) {
    self.seed = seed
    self.options = options
    store = SimulatedStore(bug: options.bug)
  }

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - seed: The run's seed.
  ///   - options: How the run is made.
  /// - Returns: What became of it.
  public static func run(
    seed: UInt64, options: SimulationOptions = SimulationOptions()
  ) -> SimulationResult {
    let devices = deviceCount(seed: seed, options)
    let script = SimulationStep.script(count: options.steps, devices: devices, seed: seed)
    return run(script, seed: seed, options: options)
  }

  /// Makes a run of given steps.
  ///
  /// - Parameters:
  ///   - script: The steps.
  ///   - seed: The run's seed.
  ///   - options: How the run is made.
  /// - Returns: What became of it.
  static func run(
    _ script: [SimulationStep], seed: UInt64, options: SimulationOptions
  ) -> SimulationResult {
    var simulation = Simulation(seed: seed, options: options)
    var failure: SimulationFailure?
    for index in 0..<deviceCount(seed: seed, options) { simulation.addDevice(index) }
    do {
      for step in script {
        simulation.time += step.delayMilliseconds
        try simulation.deliver(until: simulation.time)
        try simulation.perform(step)
      }
      try simulation.comeToRest()
      try simulation.checkAtRest()
    } catch let error as SimulationFailure {
      failure = error
    } catch {
      failure = SimulationFailure(invariant: 0, message: "unexpected error: \(error)")
    }
    return SimulationResult(
      seed: seed, failure: failure, traceHash: simulation.traceHash.rawValue,
      trace: simulation.trace, operations: simulation.operations,
      requests: simulation.store.requests, completions: simulation.earliestCompletion.count)
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

  mutating func addDevice(_ index: Int) {
    devices.append(SimulatedDevice(index: index, device: freshIdentity(), seed: seed))
  }

  /// Notes what happens.
  mutating func note(_ device: Int, _ what: @autoclosure () -> String, _ number: Int64 = 0) {
    let words = (UInt64(bitPattern: time), UInt64(device), UInt64(bitPattern: number))
    withUnsafeBytes(of: words) { traceHash = traceHash.appending($0) }
    if options.recordsTrace {
      trace.append("\(time - 1_795_200_000_000) ms, device \(device): \(what())")
    }
  }

  // MARK: Network

  /// Begins a sync of a device.
  mutating func sync(_ device: SimulatedDevice, _ goal: SyncGoal) throws {
    note(device.index, "sync for \(goal.rawValue)", 10)
    device.machine.begin(goal, at: device.reading(time).wallMilliseconds)
    try sendNext(device)
  }

  /// Sends a device's next request; at the end of its sync takes in what came.
  mutating func sendNext(_ device: SimulatedDevice) throws {
    let next = device.machine.nextRequest()
    try takeEvents(of: device)
    guard let request = next else { return }
    device.serial += 1
    let fate = isQuiet ? MessageFate.perfect : MessageFate(using: &device.fates)
    let isLost = device.isPartitioned || fate.kind == .lostRequest
    note(
      device.index, "sends \(request.name), which will be \(isLost ? "lost" : "\(fate.kind)")", 11)
    if !isLost {
      network.add(
        .request(request, fate: fate, isDuplicate: false), at: time + fate.requestMilliseconds,
        device: device.index, serial: device.serial)
      if fate.kind == .duplicated {
        network.add(
          .request(request, fate: fate, isDuplicate: true), at: time + fate.duplicateMilliseconds,
          device: device.index, serial: device.serial)
      }
    }
    network.add(
      .timeout, at: time + SimulatedNetwork.timeoutMilliseconds, device: device.index,
      serial: device.serial)
  }

  /// Lets everything arrive that is due.
  mutating func deliver(until limit: Int64) throws {
    while let event = network.next(before: limit) {
      time = max(time, event.time)
      let device = devices[event.device]
      switch event.content {
      case .request(let request, let fate, let isDuplicate):
        note(event.device, "store gets \(request.name)", 12)
        let result = store.perform(request, fate: fate, sender: device.replica, at: time)
        try checkStore(after: request)
        if !isDuplicate, fate.kind != .lostAcknowledgement {
          network.add(
            .response(result), at: time + fate.responseMilliseconds, device: event.device,
            serial: event.serial)
        }
      case .response(let result):
        guard event.serial == device.serial, !device.isPartitioned else { continue }
        device.serial += 1
        try receive(result, device)
      case .timeout:
        guard event.serial == device.serial else { continue }
        device.serial += 1
        try receive(.failure(SyncError(.storeUnavailable, "timeout")), device)
      }
    }
    time = max(time, limit)
  }

  private mutating func receive(
    _ result: Result<StoreResponse, SyncError>, _ device: SimulatedDevice
  ) throws {
    if case .success(let response) = result, case .append(let receipt) = response.answer {
      for outcome in receipt.outcomes where outcome.refusal == nil {
        for (id, head) in outcome.heads {
          let known = acknowledged[outcome.id]?[id]?.seq ?? 0
          if head.seq > known { acknowledged[outcome.id, default: [:]][id] = head }
        }
      }
    }
    device.machine.receive(result, at: device.reading(time).wallMilliseconds)
    try sendNext(device)
  }
}

extension SeededRandom {
  static func firstNumber(seed: UInt64, stream: UInt64) -> UInt64 {
    var random = SeededRandom(seed: seed, stream: stream &+ 1_000)
    return random.next()
  }
}

extension StoreRequest {
  var name: String {
    switch query {
    case .document(let id, _): "document \(id)"
    case .append(let batch):
      "append of \(batch.documents.reduce(0) { $0 + $1.chunks.reduce(0) { $0 + $1.count } })"
    case .changes(let cursor, _): "changes since \(cursor?.rawValue ?? "the beginning")"
    default: query.kind
    }
  }
}
