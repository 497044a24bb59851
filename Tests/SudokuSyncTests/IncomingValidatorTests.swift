import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Testing

/// What comes from a store is checked; what fails hurts nothing else.
@Suite("Validation of incoming documents")
struct IncomingValidatorTests {
  var store = StoreCore(identity: "test")
  let a = TestDevice(1)
  let game = DocumentID(TestDevice.game(1))

  private mutating func put(
    _ id: DocumentID, _ summary: DocumentSummary, _ lines: String..., device: UInt64 = 0
  ) {
    let chunk = OperationChunk(
      device: DeviceID(rawValue: device), after: .empty, lines: lines.flatMap { Array($0.utf8) })
    let delta = DocumentDelta(id: id, summary: summary, chunks: chunk.map { [$0] } ?? [])
    _ = store.append(OperationBatch(writer: DeviceID(rawValue: 99), documents: [delta]))
  }

  private mutating func reasons() throws -> [String] {
    let report = a.sync(.everything, &store)
    #expect(report.error == nil)
    return try a.replica.quarantined().map { "\($0.document) \($0.reason)" }
  }

  @Test mutating func anUndecodableLineIsLeftOut() throws {
    try a.begin(1, at: 0)
    a.sync(.everything, &store)
    put(
      .profile, DocumentSummary(id: .profile), "{\"device\":\"0000000000001\",\"seq\":1}\n",
      device: 1)
    put(game, DocumentSummary(id: game), "{}\n", device: 5)
    #expect(try reasons().count == 2)
    #expect(try a.state(1).game == a.state(1).game, "the game opens")
    #expect(try a.replica.readOperations(of: .profile).isEmpty)
    let again = a.sync(.everything, &store)
    #expect(
      !again.events.contains { if case .quarantined = $0 { true } else { false } }, "reported once")
  }

  /// The store has lost a game, and another program writes under its device's name what can't be read: the
  /// operations continue under one other name on all devices, and no device accepts the bad line.
  @Test mutating func anUndecodableLineInPlaceOfWhatIsHeldMovesItToOneOtherName() throws {
    let b = TestDevice(2)
    let owner = a.replica.device
    try a.begin(1, at: 0)
    a.sync(.everything, &store)
    b.sync(.everything, &store)
    let held = try b.replica.heads(of: game)
    let before = try a.state(1).game
    store.remove(game)
    put(
      game, try #require(try a.replica.summary(of: game)),
      "{\"device\":\"0000000000001\",\"seq\":1}\n", device: 1)
    let fresh = TestDevice(3)
    for device in [b, a, b, a, fresh] {
      #expect(device.sync(.everything, &store).error == nil)
      let operations = try device.replica.chunks(of: game, after: [:])
        .flatMap { try $0.operations() }
      #expect(operations.count == held.values.reduce(0) { $0 + $1.seq }, "each is there once")
      #expect(operations.allSatisfy { $0.device != owner })
      #expect(try device.state(1).game == before)
      #expect(try device.replica.quarantined().map(\.device) == [owner])
    }
    for device in [b, fresh] {
      #expect(try device.replica.heads(of: game) == a.replica.heads(of: game))
    }
    #expect(try a.replica.counts().pendingDocuments == 0)
    #expect(a.replica.device != owner, "its name is another's, too")
  }

  /// What can't be read here is replaced by what can be read in the store, when they are seen to differ.
  @Test mutating func aDamagedOperationIsReplacedByTheStoresOne() throws {
    try a.begin(1, at: 0)
    a.sync(.everything, &store)
    let writer = Fixtures.device(4)
    let good = try OperationChunk(Fixtures.operations(writer, 1...3))
    var lines = try OperationChunk.lines(of: Fixtures.operations(writer, 1...2))
    lines += Array("{\"device\":\"0000000000001\",\"seq\":3}\n".utf8)
    let bad = try #require(OperationChunk(device: writer, after: .empty, lines: lines))
    let summary = try #require(try a.replica.summary(of: game))
    _ = try a.replica.merge(
      [DocumentDelta(id: game, summary: summary, chunks: [bad])], cursor: nil)
    _ = store.append(
      OperationBatch(
        writer: writer, documents: [DocumentDelta(id: game, summary: summary, chunks: [good])]))
    let report = a.sync(.everything, &store)
    #expect(report.error == nil)
    #expect(!report.events.contains { if case .cloned = $0 { true } else { false } })
    #expect(try a.replica.heads(of: game)[writer] == good.head)
    #expect(try a.replica.readOperations(of: game).count { $0.device == writer } == 3)
    #expect(try a.replica.quarantined().isEmpty)
  }

  /// A store that had lost the beginning of a game has it again: what was said of it is true no more.
  @Test mutating func whatComesInWholeLeavesTheQuarantine() throws {
    try a.begin(1, at: 0)
    a.sync(.everything, &store)
    let whole = try #require(store.document(game, after: [:]))
    let b = TestDevice(2)
    var torn = StoreCore(identity: "test")
    let chunk = OperationChunk(
      device: Fixtures.device(5), after: .empty, lines: Array("{}\n".utf8))
    _ = torn.append(
      OperationBatch(
        writer: DeviceID(rawValue: 99),
        documents: [
          DocumentDelta(
            id: game, summary: DocumentSummary(id: game), chunks: chunk.map { [$0] } ?? [])
        ]))
    b.sync(.everything, &torn)
    #expect(try !b.replica.quarantined().isEmpty)
    _ = torn.append(
      OperationBatch(writer: Fixtures.device(1), documents: [whole]))
    let report = b.sync(.everything, &torn)
    #expect(try b.state(1).game == a.state(1).game)
    #expect(try b.replica.quarantined().map(\.device) == [Fixtures.device(5)], "its line is as bad")
    #expect(!report.events.contains(.released(game)))

    let fresh = TestDevice(3)
    _ = try fresh.replica.quarantine([
      QuarantineEntry(document: game, device: nil, reason: "its clues are not those of its ID")
    ])
    #expect(fresh.sync(.everything, &store).events.contains(.released(game)))
    #expect(try fresh.replica.quarantined().isEmpty)
  }

  @Test mutating func aPoisonedStreamThatIsHereAlreadyIsReadUpToIt() throws {
    try a.begin(1, at: 0)
    let good = Fixtures.operations(Fixtures.device(4), 1...2)
    var lines = try OperationChunk.lines(of: good)
    lines += Array("{\"device\":\"0000000000001\",\"seq\":3}\n".utf8)
    let chunk = try #require(
      OperationChunk(device: Fixtures.device(4), after: .empty, lines: lines))
    _ = try a.replica.merge(
      [DocumentDelta(id: game, summary: Fixtures.summary(game, at: 1), chunks: [chunk])],
      cursor: nil)
    let operations = try a.replica.readOperations(of: game)
    #expect(operations.count { $0.device == Fixtures.device(4) } == 2)
    #expect(try a.replica.quarantined().map(\.device) == [Fixtures.device(4)])
    #expect(try a.replica.dropQuarantined(game) == 1)
    #expect(try a.replica.quarantined().isEmpty)
    #expect(try a.replica.heads(of: game)[Fixtures.device(4)]?.seq == 2)
  }

  @Test func localDamageIsRepairedFromTheStore() async throws {
    try a.begin(1, at: 0)
    let memory = MemoryStore(clock: { 0 })
    let writer = Fixtures.device(4)
    let good = try OperationChunk.lines(of: Fixtures.operations(writer, 1...3))
    var lines = try OperationChunk.lines(of: Fixtures.operations(writer, 1...2))
    lines += Array("{\"device\":\"0000000000001\",\"seq\":3}\n".utf8)
    let summary = Fixtures.summary(game, at: 1)
    for (lines, isStore) in [(lines, false), (good, true)] {
      let chunk = try #require(OperationChunk(device: writer, after: .empty, lines: lines))
      let delta = DocumentDelta(id: game, summary: summary, chunks: [chunk])
      if isStore {
        try await memory.append(OperationBatch(writer: writer, documents: [delta]))
      } else {
        _ = try a.replica.merge([delta], cursor: nil)
      }
    }
    #expect(try a.replica.readOperations(of: game).count { $0.device == writer } == 2)
    #expect(try a.replica.quarantined().count == 1)
    let engine = try SyncEngine(
      replica: a.replica, store: memory, storeName: "test", random: SeededRandom(seed: 1),
      clock: { 0 })
    let (cutOff, report) = try await engine.repairQuarantined()
    #expect(report.error == nil)
    #expect(cutOff == [game: 1])
    #expect(try a.replica.readOperations(of: game).count { $0.device == writer } == 3)
    #expect(try a.replica.quarantined().isEmpty)
    let stored = try await memory.document(game, after: [:])?.heads
    #expect(try stored == a.replica.heads(of: game), "the store has got what it lacked")
  }

  @Test mutating func wrongCluesConcernOneDocumentOnly() throws {
    let wrong = DocumentSummary(
      GameSummary(id: game, clues: Fixtures.clues, lastSaved: Fixtures.stamp(9)))
    put(game, wrong)
    try a.begin(1, at: 0)
    try a.begin(2, at: 1)
    #expect(try reasons().contains { $0.contains("clues") } || store.heads(of: game) != nil)
    #expect(store.heads(of: game) == (try a.replica.heads(of: game)), "the right board wins")
    #expect(store.documentIDs.count == 2)
    let b = TestDevice(2)
    b.sync(.everything, &store)
    #expect(try b.state(1).game == a.state(1).game)
  }

  @Test mutating func aCompletionWithoutItsClaimIsNotBelieved() throws {
    try a.begin(1, at: 0)
    a.sync(.everything, &store)
    var lie = try #require(store.document(game, after: [:])).summary
    lie.game?.completed = Fixtures.stamp(1)
    put(game, lie)
    let b = TestDevice(2)
    b.sync(.everything, &store)
    a.sync(.everything, &store)
    for device in [a, b] {
      #expect(try device.replica.summary(of: game)?.isCompleted == false)
      #expect(try device.replica.counts().completedGames == 0)
    }
    #expect(
      store.document(game, after: [:])?.summary.isCompleted == false, "the store is corrected")
  }

  @Test mutating func strangeDocumentsStayOutside() throws {
    let foo = try #require(DocumentID("game-foo"))
    put(foo, DocumentSummary(id: foo), "{\"device\":\"0000000000001\",\"seq\":1}\n", device: 1)
    let setting = DocumentOperation(
      key: OperationKey(device: DeviceID(rawValue: 3), seq: 1), stamp: Fixtures.stamp(1),
      action: .set(key: "device.volume", value: 99))
    let line = String(decoding: try OperationChunk.lines(of: [setting]), as: UTF8.self)
    put(.deviceSettings, DocumentSummary(id: .deviceSettings), line, device: 3)
    put(.settings, DocumentSummary(id: .settings), line, device: 3)
    let later = try #require(DocumentID("achievements-2"))
    put(
      later, DocumentSummary(id: later),
      String(decoding: try OperationChunk.lines(of: [setting]), as: UTF8.self), device: 3)
    #expect(try reasons().count == 3)
    #expect(try a.replica.heads(of: .deviceSettings).isEmpty)
    #expect(try a.replica.readOperations(of: .settings).isEmpty)
    #expect(try a.replica.heads(of: later).count == 1, "a newer version's document is carried")
    #expect(a.machine.currentGame == nil)
  }

  @Test(arguments: ["game-foo", "game-5vf0y4fc0karw8phxbkz49kvva-1795219200"])
  mutating func aGameThatCannotComeInIsNotPlayed(name: String) throws {
    try a.begin(1, at: 0)
    a.sync(.everything, &store)
    let strange = try #require(DocumentID(name))
    put(
      strange, Fixtures.summary(strange, at: 9_000_000),
      "{\"device\":\"0000000000001\",\"seq\":1}\n", device: 4)
    #expect(store.inProgress(limit: 9, before: nil).summaries.first?.id == strange)
    let b = TestDevice(2)
    for device in [a, b] {
      #expect(device.sync(.discover, &store).current == game)
      #expect(device.sync(.now, &store).current == game)
    }
    #expect(b.sync(.discover, &store).requests == 2, "what is in quarantine is not asked for again")
  }

  @Test mutating func summariesAreMadeAgainAfterAMerge() throws {
    try a.begin(1, at: 0)
    a.sync(.everything, &store)
    let b = TestDevice(2)
    b.sync(.everything, &store)
    try a.play(.place(Cell(index: 0), Digit(index: 7)), in: 1, at: 1_000)
    try b.play(.place(Cell(index: 40), Digit(index: 7)), in: 1, at: 2_000)
    for device in [a, b, a] { device.sync(.everything, &store) }
    let mistakes = try a.state(1).mistakes
    #expect(mistakes > 1)
    for summary in [
      try a.replica.summary(of: game), try b.replica.summary(of: game),
      store.document(game, after: [:])?.summary,
    ] { #expect(summary?.game?.mistakes == mistakes) }
  }

  @Test mutating func aGameThatEndedElsewhereIsNotCurrentAnyMore() throws {
    try a.begin(1, at: 0)
    a.sync(.everything, &store)
    let b = TestDevice(2)
    b.sync(.now, &store)
    try b.play(.abandon, in: 1, at: 5_000)
    b.sync(.push, &store)
    let report = a.sync(.everything, &store)
    #expect(report.events.contains(.ended(game, .abandoned, wasCurrent: true)))
    #expect(a.machine.currentGame == nil)
    try b.begin(2, at: 60_000)
    b.sync(.push, &store)
    #expect(a.sync(.now, &store).current == DocumentID(TestDevice.game(2)))
  }

  @Test func anEntryOfAnOldIdentityIsRefused() throws {
    let replica = MemoryReplica(device: Fixtures.device(1))
    let entry = try ReplicaEntry(
      Fixtures.operations(Fixtures.device(1), 1...2), in: game,
      summary: Fixtures.summary(game, at: 1))
    try replica.renewDevice(Fixtures.device(2))
    #expect {
      try replica.append([entry])
    } throws: { error in
      (error as? SyncError)?.kind == .outOfSequence
        && "\(error)".contains("\(Fixtures.device(1))")
    }
    #expect(try replica.heads(of: game).isEmpty)
  }
}
