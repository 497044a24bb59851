import SudokuCore
import SudokuPlayer
import SudokuSync

extension Simulation {
  /// Begins a sync of a device, once a running one has ended.
  mutating func sync(_ device: SimulatedDevice, _ goal: SyncGoal) throws {
    guard !device.machine.isRunning else {
      device.nextGoal = goal
      return
    }
    note(device.index, "sync for \(goal.rawValue)", 10)
    device.machine.begin(goal, at: device.clock.wallMilliseconds)
    try sendNext(device)
  }

  /// Sends a device's next request; at the end of its sync the library takes in what came.
  private mutating func sendNext(_ device: SimulatedDevice) throws {
    guard let request = device.machine.nextRequest() else { return try finish(device) }
    device.serial += 1
    let faultPlan =
      isQuiet ? quietPlan : MessageFaultPlan(using: &device.faultRandom)
    let isLost = device.isPartitioned || faultPlan.kind == .lostRequest
    note(
      device.index, "sends \(request.name), which will be \(isLost ? "lost" : "\(faultPlan.kind)")",
      11)
    if !isLost {
      network.add(
        .request(request, faultPlan: faultPlan, isDuplicate: false),
        at: time + faultPlan.requestMilliseconds,
        device: device.index, serial: device.serial)
      if faultPlan.kind == .duplicated {
        network.add(
          .request(request, faultPlan: faultPlan, isDuplicate: true),
          at: time + faultPlan.duplicateMilliseconds,
          device: device.index, serial: device.serial)
      }
    }
    network.add(
      .timeout, at: time + SimulatedNetwork.timeoutMilliseconds, device: device.index,
      serial: device.serial)
  }

  /// Gives the library what a sync brought, as the product does.
  private mutating func finish(_ device: SimulatedDevice) throws {
    let report = device.machine.report
    for event in report.events { note(device.index, event.description, 20) }
    for case .cloned(let id, let copied, _) in report.events {
      // Hostile writers use the names of devices, too.
      try require(
        5, hasCopies || options.isHostile,
        "device \(device.index) takes \(copied) for two in \(id), though nobody copied a device")
      try require(
        5, copied != device.replica.device,
        "device \(device.index) goes on under the name of its copy")
    }
    let isAskedFor = [.now, .discover, .everything].contains(report.goal)
    if isAskedFor { device.library.takeAwaited(report) } else { device.library.take(report) }
    try commit(device)
    // Without space, the game before stays the current one.
    if device.library.current != device.playing { device.playing = nil }
    try check(device)
    try checkTold(report, on: device)
    if isAskedFor, report.error == nil { try checkNewest(on: device) }
    // The player knows that both are his games.
    if report.error?.kind == .anotherPlayer, report.goal != .merge { device.nextGoal = .merge }
    if let goal = device.nextGoal {
      device.nextGoal = nil
      try sync(device, goal)
    }
  }

  /// Lets everything arrive that is due.
  mutating func deliver(until limit: Int64) throws {
    while let event = network.next(before: limit) {
      time = max(time, event.time)
      let device = devices[event.device]
      switch event.content {
      case .request(let request, let faultPlan, let isDuplicate):
        note(event.device, "store gets \(request.name)", 12)
        let result = store.perform(request, faultPlan: faultPlan, sender: device.replica)
        try checkStore(after: request, result)
        if !isDuplicate, faultPlan.kind != .lostAcknowledgement {
          network.add(
            .response(result), at: time + faultPlan.responseMilliseconds, device: event.device,
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
    if case .success(let response) = result { note(device.index, response.summary, 15) }
    device.machine.receive(result, at: device.clock.wallMilliseconds)
    try sendNext(device)
  }

  /// Another process on the same data: it syncs while the library knows nothing of it.
  mutating func syncBeside(_ device: SimulatedDevice, seed: UInt64) throws {
    guard !device.machine.isRunning, !device.isPartitioned else { return }
    let replica = try device.replica.beside()
    let machine = SyncMachine(replica: replica, random: SeededRandom(seed: seed))
    machine.begin(.everything, at: device.clock.wallMilliseconds)
    var requests = 0
    while let request = machine.nextRequest(), requests < 200 {
      requests += 1
      let result = store.answer(request)
      machine.receive(result, at: device.clock.wallMilliseconds)
    }
    device.replica.noteChange()
    device.hasNewsOfOthers = true
    note(device.index, "another process pulled \(machine.report.pulled) operations", 13)
    for event in machine.report.events { note(device.index, "beside: \(event)", 14) }
  }
}

extension StoreResponse {
  /// The message received, in a line.
  fileprivate var summary: String {
    func list(_ deltas: [DocumentDelta]) -> String {
      deltas.map { delta in
        let chunks = delta.chunks.map { "\($0.device).\($0.firstSeq)-\($0.lastSeq)" }
        return "\(delta.id) \(chunks.joined(separator: ", "))"
      }.joined(separator: "; ")
    }
    return switch answer {
    case .document(let delta): "gets \(delta.map { list([$0]) } ?? "nothing")"
    case .changes(let page): "gets changes up to \(page.next.rawValue): \(list(page.documents))"
    case .append(let receipt): "gets a receipt for \(receipt.outcomes.map(\.id))"
    default: "gets an answer"
    }
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
