import SudokuCore
import SudokuSession
import SudokuSync
import Testing

/// What players do with two devices, at the level of the sync machine.
@Suite("Scenarios")
struct ScenarioTests {
  var store = StoreCore(identity: "test")
  let a = TestDevice(1)
  let b = TestDevice(2)
  let game = DocumentID(TestDevice.game(1))

  private let five = Cell(index: 0)

  @Test mutating func otherDeviceFindsTheGame() throws {
    try a.begin(1, at: 0)
    a.sync(.push, &store)
    let report = b.sync(.now, &store)
    #expect(report.requests == 2, "one query, one request for the game found")
    #expect(report.current == game)
    #expect(try b.state(1).game == a.state(1).game)
  }

  @Test mutating func timesAndMovesOfBothAdd() throws {
    try a.begin(1, at: 0)
    try a.play(.note(Cell(index: 0), digit(1), isOn: true), in: 1, at: 1_000)
    try a.play(.suspend, in: 1, at: 120_000)
    a.sync(.push, &store)
    b.sync(.now, &store)
    _ = try b.open(game, at: 200_000)
    try b.play(.note(Cell(index: 40), digit(2), isOn: true), in: 1, at: 201_000)
    try b.play(.suspend, in: 1, at: 260_000)
    b.sync(.push, &store)
    a.sync(.now, &store)
    let state = try a.state(1)
    #expect(state.notes.count == 2)
    #expect(abs(state.elapsedMilliseconds - 180_000) <= 2_000, "3 minutes are shown")
  }

  @Test mutating func completionElsewhereCostsOneRequest() throws {
    try a.begin(1, at: 0)
    a.sync(.push, &store)
    b.sync(.now, &store)
    try a.complete(1, at: 5_000)
    a.sync(.push, &store)
    let report = b.sync(.now, &store)
    #expect(report.requests == 1)
    #expect(report.completedElsewhere == [game])
    #expect(report.current == nil)
    #expect(
      report.events.map(\.description).contains(
        "current game was completed on another device: \(game)"))
    #expect(try b.state(1).isCompleted)
  }

  @Test mutating func movesMadeOfflineAfterACompletionAreKept() throws {
    try a.begin(1, at: 0)
    a.sync(.push, &store)
    b.sync(.now, &store)
    try a.complete(1, at: 5_000)
    a.sync(.push, &store)
    try b.play(.note(Cell(index: 0), digit(9), isOn: true), in: 1, at: 90_000)
    let report = b.sync(.now, &store)
    #expect(report.requests == 1, "sends and asks in one request")
    #expect(report.completedElsewhere == [game])
    a.sync(.everything, &store)
    #expect(try a.state(1) == b.state(1))
    #expect(try a.state(1).isCompleted)
    #expect(try a.replica.chunks(of: game, after: [:]).contains { $0.device == b.replica.device })
  }

  @Test mutating func bothCompleteOffline() throws {
    try a.begin(1, at: 0)
    a.sync(.push, &store)
    b.sync(.now, &store)
    try b.complete(1, at: 7_000)
    try a.complete(1, at: 5_000)
    for device in [b, a, b] { device.sync(.everything, &store) }
    let (one, two) = (try a.state(1), try b.state(1))
    #expect(one == two)
    #expect(one.completed?.milliseconds == a.reading(5_000).wallMilliseconds)
    #expect(try a.replica.counts().completedGames == 1)
    #expect(try b.replica.counts().completedGames == 1)
  }

  @Test mutating func newerGameElsewhereIsAdopted() throws {
    try b.begin(1, at: 0)
    b.sync(.push, &store)
    try a.begin(2, at: 60_000)
    a.sync(.push, &store)
    let report = b.sync(.discover, &store)
    #expect(report.current == DocumentID(TestDevice.game(2)))
    #expect(
      Set(try b.replica.summaries(.inProgress, limit: 9, before: nil).summaries.map(\.id))
        == [game, DocumentID(TestDevice.game(2))])
    a.sync(.everything, &store)
    #expect(try a.replica.summaries(.inProgress, limit: 9, before: nil).summaries.count == 2)
  }

  @Test mutating func offlinePlayDrainsOnce() throws {
    try a.begin(1, at: 0)
    let unavailable = SyncError(.storeUnavailable, "no network")
    for round in 0..<5 {
      try a.play(
        .note(Cell(index: 0), digit(round + 1), isOn: true), in: 1, at: Int64(round) * 1_000)
      let report = a.syncInVain(.push, unavailable, at: Int64(round) * 1_000)
      #expect(report.requests == 1 && report.error == unavailable)
      #expect(a.machine.retry != nil)
    }
    let pending = try a.replica.counts().pendingOperations
    #expect(pending >= 6)
    #expect(a.sync(.push, &store, at: 600_000).pushed == pending)
    #expect(a.sync(.push, &store, at: 601_000).requests == 0)
    #expect(try a.replica.counts().pendingOperations == 0)
    let log = store.changeCount
    try a.replica.forgetStore()
    a.sync(.push, &store, at: 602_000)
    #expect(store.changeCount == log, "sending everything again stores nothing twice")
  }

  @Test mutating func failingQueriesLeaveTheLocalGame() throws {
    try a.begin(1, at: 0)
    let failed = SyncError(.storeFailed, "500")
    for goal in [SyncGoal.now, .discover, .everything] {
      #expect(a.syncInVain(goal, failed).current == game)
    }
    let log = a.machine.report.events.map(\.description)
    #expect(log.contains { $0.hasPrefix("store failed, local play continues") })
  }

  @Test(arguments: [3_600_000, 86_400_000, 315_360_000_000, -315_360_000_000])
  mutating func wrongClockKeepsTheOrderOfCauses(offset: Int64) throws {
    a.offset = offset
    try a.begin(1, at: 0)
    try a.play(.note(Cell(index: 0), digit(1), isOn: true), in: 1, at: 1_000)
    a.sync(.push, &store)
    b.sync(.now, &store)
    try b.play(.note(Cell(index: 0), digit(1), isOn: false), in: 1, at: 2_000)
    b.sync(.push, &store)
    a.sync(.now, &store)
    #expect(try a.state(1).notes.isEmpty, "what was seen and then changed stays changed")
    try a.play(.note(Cell(index: 0), digit(1), isOn: true), in: 1, at: 3_000)
    a.sync(.push, &store)
    b.sync(.now, &store)
    #expect(try b.state(1).notes.count == 1)
  }

  @Test mutating func emptyDeviceRestoresAndDeletesNothing() throws {
    try a.begin(1, at: 0)
    try a.complete(1, at: 5_000)
    try a.begin(2, at: 60_000)
    a.sync(.everything, &store)
    let log = store.changeCount
    let report = b.sync(.everything, &store)
    #expect(report.pulled > 0)
    #expect(store.changeCount == log)
    #expect(try b.replica.counts().games == 2)
    #expect(try b.replica.counts().completedGames == 1)
  }

  @Test mutating func storeThatForgotGetsEverythingAgain() throws {
    try a.begin(1, at: 0)
    a.sync(.push, &store)
    store = StoreCore(identity: "another")
    let report = a.sync(.now, &store)
    #expect(report.events.contains(.storeReplaced(.another)))
    #expect(store.heads(of: game) == (try a.replica.heads(of: game)))
    #expect(report.current == game)
  }

  @Test mutating func poisonousDocumentDoesNotBlockOthers() throws {
    for number in 1...9 { try a.begin(number, at: Int64(number)) }
    let poison = DocumentID(TestDevice.game(4))
    var time: Int64 = 0
    for _ in 0..<20 {
      time += 1_000_000
      a.machine.begin(.push, at: a.reading(time).wallMilliseconds)
      while let request = a.machine.nextRequest() {
        guard case .append(let batch) = request.query else { continue }
        let isPoisoned = batch.documents.contains { $0.id == poison }
        let answer: Result<StoreResponse, SyncError> =
          isPoisoned
          ? .failure(SyncError(.storeFailed, "crashed"))
          : .success(try store.perform(request, at: time))
        a.machine.receive(answer, at: a.reading(time).wallMilliseconds)
      }
      if store.documentIDs.count == 8 { break }
    }
    #expect(store.documentIDs.count == 8)
    #expect(!store.documentIDs.contains(poison))
    a.sync(.push, &store, at: time + 100_000_000)
    #expect(store.documentIDs.count == 9, "it is tried again later")
  }

  @Test mutating func unknownOperationsSurviveTheRoundTrip() throws {
    let operation = DocumentOperation(
      key: OperationKey(device: a.replica.device, seq: 1), stamp: Stamp(milliseconds: 5),
      action: .unknown(kind: "teleport"), extra: ["to": [1, 2, "ü"], "v": 3])
    try a.replica.append([
      ReplicaEntry([operation], in: .profile, summary: DocumentSummary(id: .profile))
    ])
    a.sync(.everything, &store)
    b.sync(.everything, &store)
    let chunks = try b.replica.chunks(of: .profile, after: [:])
    #expect(try chunks.flatMap { try $0.operations() } == [operation])
    #expect(chunks.map(\.lines) == (try a.replica.chunks(of: .profile, after: [:]).map(\.lines)))
  }

  /// A copy of a device has used the numbers that this one uses next: what the store holds under
  /// them is not what is written here.
  @Test func numbersUsedByACopyAcknowledgeNothingHere() throws {
    var store = StoreCore(identity: "test")
    let original = MemoryReplica(device: DeviceID(rawValue: 1))
    let device = TestDevice(1, replica: original)
    try device.begin(1, at: 0)
    let copy = TestDevice(2, replica: MemoryReplica(copying: original))
    try copy.play(.place(Cell(index: 0), digit(1)), in: 1, at: 1_000)
    copy.sync(.push, &store)

    let game = DocumentID(TestDevice.game(1))
    device.sync(.push, &store)
    try device.play(.note(Cell(index: 40), digit(5), isOn: true), in: 1, at: 2_000)
    #expect(try !original.pending(of: game).isEmpty)
    // The summary does not go ahead of the operations: the store's is what its operations make.
    let report = device.sync(.push, &store)
    #expect(report.error == nil)
    let fresh = TestDevice(3)
    fresh.sync(.everything, &store)
    let state = try fresh.state(1)
    #expect(state.board[Cell(index: 0)] == digit(1))
    #expect(state.notes[Cell(index: 40)].contains(digit(5)))
    #expect(store.document(game, after: [:])?.summary.lastStamp == state.lastSaved)
  }

  /// Three installations under one identity, two of which began to differ from the first with the
  /// same move; the third hears of the second's moves and then of a store without them.
  @Test func copyOfACopyKeepsItsMovesBesideTheOther() throws {
    var store = StoreCore(identity: "copies")
    let replica = MemoryReplica(device: DeviceID(rawValue: 1))
    let first = TestDevice(1, replica: replica)
    try first.begin(0, at: 0)
    first.sync(.push, &store)
    let secondReplica = MemoryReplica(copying: replica)
    let second = TestDevice(2, replica: secondReplica)
    try second.play(.note(Cell(index: 0), digit(1), isOn: true), in: 0, at: 1_000)
    let third = TestDevice(3, replica: MemoryReplica(copying: secondReplica))
    try first.play(.note(Cell(index: 0), digit(2), isOn: true), in: 0, at: 2_000)
    try second.play(.note(Cell(index: 40), digit(3), isOn: true), in: 0, at: 3_000)
    try third.play(.note(Cell(index: 80), digit(4), isOn: true), in: 0, at: 4_000)
    first.sync(.push, &store)
    var stale = store
    second.sync(.everything, &store)
    third.machine.begin(.now, at: third.reading(5_000).wallMilliseconds)
    var staleAnswers = 0
    while let request = third.machine.nextRequest() {
      var answer = try store.perform(request, at: 5_000)
      if case .document = request.query, staleAnswers == 0 {
        answer = try stale.perform(request, at: 5_000)
        staleAnswers += 1
      }
      third.machine.receive(.success(answer), at: third.reading(5_000).wallMilliseconds)
    }
    #expect(staleAnswers == 1 && third.machine.report.error == nil)
    for device in [first, second, third, first, second, third] {
      device.sync(.everything, &store, at: 6_000)
    }
    for device in [first, second, third] {
      let notes = try device.state(0).notes
      #expect(notes[Cell(index: 0)].description == "12")
      #expect(
        notes[Cell(index: 40)].description == "3" && notes[Cell(index: 80)].description == "4")
    }
    #expect(try replica.heads(of: DocumentID(TestDevice.game(0))).count == 3)
  }

  /// Every interleaving of two devices' four syncs each gives the same game.
  @Test func everyInterleaving() throws {
    var states: Set<GameState> = []
    var count = 0
    for mask in 0..<256 where mask.nonzeroBitCount == 4 {
      var store = StoreCore(identity: "test")
      let (a, b) = (TestDevice(1), TestDevice(2))
      var done = [0, 0]
      try a.begin(1, at: 0)
      try b.begin(1, at: 1)
      for bit in 0..<8 {
        let which = mask >> bit & 1
        let device = which == 0 ? a : b
        let step = done[which]
        done[which] += 1
        try device.play(
          .note(Cell(index: [0, 40, 80, 0][step]), digit(which * 4 + step + 1), isOn: true), in: 1,
          at: Int64(10 + step * 10 + which))
        device.sync(step.isMultiple(of: 2) ? .push : .now, &store)
      }
      for device in [a, b, a] { device.sync(.everything, &store) }
      #expect(try a.state(1) == b.state(1))
      var state = try a.state(1)
      // What the clocks made of the order is not the same; what was done is.
      state.lastSaved = .zero
      state.lastSavedDate = UTCTime(milliseconds: 0)
      state.elapsedMilliseconds = 0
      states.insert(state)
      count += 1
    }
    #expect(count == 70)
    #expect(states.count == 1)
  }

  private func digit(_ value: Int) -> Digit { Digit(index: value - 1) }
}
