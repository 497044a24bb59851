import SudokuCore
import SudokuIdentity
import SudokuPlayer
import SudokuSession
import SudokuSync

/// The end of a run: everything is healed and comes to rest.
extension Simulation {
  /// Lets all devices sync until nothing is left to do; nothing else helps them.
  mutating func quiesce() throws {
    isQuiet = true
    store.endFaults()
    for device in devices {
      try device.lookForOthers()
      device.isPartitioned = false
      device.replica.isDiskFull = false
      try commit(device)
    }
    try deliver(until: time + 100_000)
    var rounds = 0
    while true {
      var isAtRest = true
      var isOutboxEmpty = true
      for device in devices {
        try deliver(until: time + 20_000)
        try sync(device, .everything)
        try deliver(until: time + 10_000)
        try check(device)
        let report = device.machine.report
        if report.pulled > 0 || report.pushed > 0 { isAtRest = false }
        if try device.replica.counts().pendingDocuments > 0 {
          (isAtRest, isOutboxEmpty) = (false, false)
        }
      }
      if isAtRest { break }
      rounds += 1
      try require(
        19, isOutboxEmpty || rounds < 5 || options.isHostile,
        "after \(rounds) rounds an outbox is not empty")
      try require(19, rounds <= 12, "after \(rounds) rounds documents still wait")
    }
  }

  /// Checks that everything is the same everywhere, and stays so.
  mutating func checkAtRest() throws {
    let first = try begun(on: devices[0].replica)
    let stored = store.holdings()
    for device in devices {
      let held = try begun(on: device.replica)
      for (id, heads) in held where !holds(stored[id]?.heads ?? [:], heads) {
        throw SimulationFailure(
          invariant: 5, message: "device \(device.index) and the store differ in \(id)")
      }
      try require(5, held == first, "devices 0 and \(device.index) hold different documents")
    }
    try require(
      5,
      options.isHostile
        || (try unharmed(stored.mapValues { $0.heads ?? [:] })) == (try unharmed(first)),
      "the store holds other documents than the devices")
    for (id, heads) in acknowledged {
      for (device, head) in heads {
        try require(
          6, stored[id]?.heads?[device]?.seq ?? 0 >= head.seq,
          "operation \(device).\(head.seq) of \(id) is missing from the store")
      }
    }
    for device in devices { try checkAuthors(of: device) }
    // Lists may be old until somebody reads the game again: a new device does.
    for device in devices { try checkContent(of: device, hasOldLists ? [:] : stored) }
    try checkOrders()
    try checkRepetition(stored)
    try checkFreshDevice(first)
    try checkCompaction()
    try checkLoss()
    try checkPurchases()
  }

  /// The held documents, without those that damage has emptied or left with invalid data.
  private func unharmed(_ held: [DocumentID: StreamHeads]) throws -> Set<DocumentID> {
    guard options.harmsStore else { return Set(held.keys) }
    var quarantined: Set<DocumentID> = []
    for device in devices {
      quarantined.formUnion(try device.replica.quarantined().map(\.document))
    }
    return Set(held.filter { !$0.value.isEmpty }.keys).subtracting(quarantined)
  }

  /// Nothing stands under a device's name that it has not written.
  private func checkAuthors(of device: SimulatedDevice) throws {
    // Hostile writers use the names of devices, too.
    guard !options.isHostile else { return }
    for id in try device.replica.documentIDs() {
      for chunk in try device.replica.chunks(of: id, after: [:]) {
        guard let seq = written.firstForeign(in: chunk) else { continue }
        throw SimulationFailure(
          invariant: 5,
          message: "operation \(chunk.device).\(seq) of \(id) on device \(device.index) is "
            + "nothing that was ever written")
      }
    }
  }

  /// True if the store holds all that a device holds; with foreign writers it may hold more.
  private func holds(_ stored: StreamHeads, _ held: StreamHeads) -> Bool {
    guard options.isHostile else { return stored == held }
    return held.allSatisfy { stored[$0.key]?.seq ?? 0 >= $0.value.seq }
  }

  /// The content of a replica that the store may know, without games that nobody has begun.
  ///
  /// Those were written by a foreign device alone; whether they are accepted depends on whether the store has
  /// a summary with their clues when it is asked.
  private mutating func begun(
    on replica: any Replica
  ) throws -> [DocumentID: StreamHeads] {
    var held = try holdings(of: replica).filter { !$0.key.isLocalOnly }
    guard options.isHostile else { return held }
    for id in held.keys where id.isGame {
      let operations = try knowledge.operations(of: id, in: replica)
      let isBegun = operations.contains { if case .create = $0.action { true } else { false } }
      if !isBegun { held[id] = nil }
    }
    return held
  }

  // MARK: Content

  /// Every document of a device is what the model says, in memory, in lists and in the store.
  mutating func checkContent(
    of device: SimulatedDevice, _ stored: [DocumentID: DocumentDelta]
  ) throws {
    var games: [ExpectedGame] = []
    for id in try device.replica.documentIDs() where id.isGame {
      guard let expected = try knowledge.expected(id, in: device.replica) else { continue }
      games.append(expected)
      device.opened.insert(id)
    }
    device.checkedChangeCount = nil
    device.checkedGames = [:]
    try check(device)
    for game in games {
      guard let summary = stored[game.id]?.summary.game else { continue }
      let differences = game.differences(from: summary)
      try require(
        22, differences.isEmpty, "\(game.id) in the store: \(Self.list(differences))")
    }
    try checkAnswered(on: device)
    try checkProfile(of: device, games)
    try checkUnknown(on: device)
  }

  /// Reported results hold.
  private mutating func checkAnswered(on device: SimulatedDevice) throws {
    for (id, requests) in device.answered {
      let held = Set(
        try knowledge.operations(of: id, in: device.replica).compactMap(\.opID))
      for request in requests where !excused.contains(request) {
        try require(6, held.contains(request), "the answered request \(request) of \(id) is lost")
      }
    }
  }

  mutating func checkProfile(
    of device: SimulatedDevice, _ games: [ExpectedGame]
  ) throws {
    let model = ProfileModel(
      try knowledge.operations(of: .profile, in: device.replica),
      games: games.map(StatisticsModel.Game.init))
    let state: ProfileState
    let settings: [String: OpaqueValue]
    do throws(PlayerError) {
      state = try device.library.profile()
      settings = try device.library.settings()
    } catch {
      throw SimulationFailure(
        invariant: 22, message: "the profile of device \(device.index): \(error)")
    }
    let differences = model.differences(from: state)
    try require(
      22, differences.isEmpty, "profile of device \(device.index): \(Self.list(differences))")
    let shared = ProfileModel(
      try knowledge.operations(of: .settings, in: device.replica), games: []
    ).values
    let own = ProfileModel(
      try knowledge.operations(of: .deviceSettings, in: device.replica), games: []
    ).values
    try require(
      22, settings == shared.merging(own) { $1 } && !device.hasLostSetting,
      "settings of device \(device.index) are \(settings) instead of \(shared) and \(own)")
    try require(
      24, options.isHostile || store.heads(of: .deviceSettings) == nil,
      "settings of one device are in the store")
    try require(
      24, own["device.volume"] != 99, "device \(device.index) has a foreign device's setting")
  }

  /// Checks that fields which only a newer version knows are still there.
  private mutating func checkUnknown(on device: SimulatedDevice) throws {
    for id in try device.replica.documentIDs() {
      for operation in try knowledge.operations(of: id, in: device.replica) {
        guard case .unknown("teleport") = operation.action else { continue }
        let expected = knowledge.unknown[operation.key]
        try require(
          18, expected?.contains(operation.extra) ?? true,
          "\(operation.key) of \(id) has other fields than it was written with")
      }
    }
  }

  /// One state, whatever the order in which the operations came.
  private mutating func checkOrders() throws {
    let device = devices[0]
    for slot in 0..<SimulatedGame.count {
      let game = SimulatedGame.game(slot)
      let operations = try knowledge.operations(of: game.documentID, in: device.replica)
      guard !operations.isEmpty, let gameID = GameID(game.documentID.rawValue) else { continue }
      var whole = try GameDocument(id: gameID, clues: game.clues, solution: game.solution)
      whole.merge(operations)
      var turned = try GameDocument(id: gameID, clues: game.clues, solution: game.solution)
      var shuffled = operations
      var random = SeededRandom(seed: seed, stream: UInt64(slot) + 50)
      random.shuffle(&shuffled)
      var count = 0
      while count < shuffled.count {
        let batch = 1 + random.next(below: max(8, shuffled.count / 2))
        turned.merge(shuffled[count..<min(count + batch, shuffled.count)])
        count = min(count + batch, shuffled.count)
        if random.next(below: 3) == 0 { turned.merge(shuffled[..<random.next(below: count)]) }
      }
      try require(
        4, turned.state == whole.state, "\(gameID) depends on the order of its operations")
    }
  }

  // MARK: Store

  /// Sending everything again, from every device, changes nothing.
  private mutating func checkRepetition(_ before: [DocumentID: DocumentDelta]) throws {
    for device in devices {
      for id in try device.replica.documentIDs() where !id.isLocalOnly {
        guard let summary = try device.replica.summary(of: id) else { continue }
        let delta = DocumentDelta(
          id: id, summary: summary, chunks: try device.replica.chunks(of: id, after: [:]))
        _ = store.ask(.append(OperationBatch(writer: device.replica.device, documents: [delta])))
      }
    }
    try require(
      11, store.holdings().contents == before.contents,
      "a repeated outbox changed the store")
  }

  /// An empty device joins: it gets everything and takes nothing away.
  private mutating func checkFreshDevice(_ first: [DocumentID: StreamHeads]) throws {
    let before = store.holdings().contents
    let comparisons = store.comparisons
    try addDevice(devices.count)
    let fresh = devices[devices.count - 1]
    quietPlan = .smallPages
    try sync(fresh, .everything)
    try deliver(until: time + 10_000)
    quietPlan = .perfect
    if !options.harmsStore, !options.isHostile {
      try require(
        17,
        fresh.machine.report.events.allSatisfy { event in
          if case .refetching = event { false } else { true }
        }, "the changes did not bring everything to an empty device")
      // What came from the store is known to be there: nothing is looked for, nothing sent back.
      try require(
        17, store.comparisons == comparisons, "an empty device doubts what it has just got")
    }
    try require(
      17, try begun(on: fresh.replica) == first, "an empty device did not get everything")
    try require(
      17, store.holdings().contents == before, "an empty device changed the store")
    let counts = try fresh.replica.counts()
    try require(
      17, options.harmsStore || options.isHostile || counts.pendingOperations == 0,
      "an empty device sends back what it got")
    if hasOldLists {
      try sync(fresh, .everything)
      try deliver(until: time + 10_000)
    }
    try checkContent(of: fresh, store.holdings())
  }

  /// Compaction changes no byte that a reader sees.
  private mutating func checkCompaction() throws {
    for device in devices {
      let ids = try device.replica.documentIDs()
      let before = try ids.map { try device.replica.chunks(of: $0, after: [:]).flatMap(\.lines) }
      device.replica.compact()
      for (id, lines) in zip(ids, before) {
        try require(
          20, try device.replica.chunks(of: id, after: [:]).flatMap(\.lines) == lines,
          "compaction shows in \(id)")
      }
    }
  }
}

extension StatisticsModel.Game {
  init(_ game: ExpectedGame) {
    self.init(
      id: game.id, level: game.level, completed: game.completed, isLost: game.isLost,
      lastSaved: game.lastSaved, elapsedMilliseconds: game.elapsedMilliseconds,
      mistakes: game.mistakes, hintsUsed: game.hintsUsed,
      dailyDay: SimulatedGame.game(game.id).flatMap { game in
        game.startDate.seconds.isMultiple(of: 86_400) ? game.startDate.seconds / 86_400 : nil
      })
  }
}

extension [DocumentID: DocumentDelta] {
  /// The stored content of each document, however it is cut into chunks.
  var contents: [DocumentID: [UInt8]] {
    mapValues { delta in delta.chunks.flatMap(\.lines) }
  }
}
