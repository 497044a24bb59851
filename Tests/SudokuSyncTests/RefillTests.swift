import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Testing

/// A store that lost something gets it again from every device that has it, and says so.
@Suite("A store that lost something is refilled")
struct RefillTests {
  var store = StoreCore(identity: "test")
  let a = TestDevice(1)
  let b = TestDevice(2)

  private func game(_ number: Int) -> DocumentID { DocumentID(TestDevice.game(number)) }

  private mutating func prepare() throws {
    for number in 1...3 { try a.begin(number, at: Int64(number)) }
    a.sync(.everything, &store)
    b.sync(.everything, &store)
    try b.play(.note(Cell(index: 0), Digit(index: 3), isOn: true), in: 2, at: 9_000)
    for device in [b, a, b] { device.sync(.everything, &store) }
  }

  private func isWhole() throws -> Bool {
    try (1...3).allSatisfy { try store.heads(of: game($0)) == a.replica.heads(of: game($0)) }
  }

  @Test mutating func equalSidesCostNothing() throws {
    try prepare()
    #expect(try a.replica.digest() == store.status(at: 0).digest)
    #expect(a.sync(.everything, &store).requests == 2, "the current game and no changes")
    #expect(a.sync(.news, &store).requests == 1)
  }

  @Test mutating func aLostDocumentIsSentAgain() throws {
    try prepare()
    store.remove(game(2))
    let report = a.sync(.news, &store)
    #expect(report.events.contains(.refilling(documents: 1)))
    #expect(report.requests <= 6, "three to find it, one to send it")
    #expect(try isWhole())
    #expect(try a.replica.digest() == store.status(at: 0).digest)
  }

  @Test mutating func whatIsMissedIsFetchedThoughTheFirstAttemptFails() throws {
    try prepare()
    // The device that missed a document believes that it has read all changes.
    let c = TestDevice(3)
    c.sync(.everything, &store)
    let cursor = try c.replica.value(for: .cursor)
    try b.begin(4, at: 20_000)
    b.sync(.push, &store)
    c.sync(.news, &store)
    let late = TestDevice(4)
    late.sync(.push, &store)
    try late.replica.setValue(try c.replica.value(for: .cursor), for: .cursor)
    #expect(cursor != nil)
    // Everything is compared, and the store falls silent when the documents are asked for.
    late.machine.begin(.news, at: 0)
    while let request = late.machine.nextRequest() {
      if case .document = request.query {
        late.machine.receive(.failure(SyncError(.storeUnavailable, "timeout")), at: 0)
      } else {
        late.machine.receive(
          Result { () throws(SyncError) in try store.perform(request, at: 0) }, at: 0)
      }
    }
    #expect(late.machine.report.error != nil)
    late.sync(.news, &store, at: 100_000)
    for number in 1...4 {
      #expect(try late.replica.heads(of: game(number)) == store.heads(of: game(number)))
    }
  }

  @Test mutating func anEmptyStoreUnderTheOldNameIsRefilled() throws {
    try prepare()
    store = StoreCore(identity: "test")
    let report = a.sync(.news, &store)
    #expect(report.events.contains(.storeReplaced(.rolledBack)))
    #expect(try isWhole(), "other devices' operations too")
  }

  @Test mutating func anOlderCopyIsBroughtUpToDateFromBothSides() throws {
    try prepare()
    let old = store
    try a.play(.note(Cell(index: 40), Digit(index: 4), isOn: true), in: 1, at: 20_000)
    try b.begin(4, at: 21_000)
    for device in [a, b, a] { device.sync(.everything, &store) }
    store = old
    // More writes than were lost: the revision alone says nothing.
    let c = TestDevice(3)
    for number in 5...20 {
      try c.begin(number, at: 30_000 + Int64(number))
      c.sync(.everything, &store)
    }
    for device in [a, b, a, b] { device.sync(.everything, &store, at: 40_000) }
    for number in [1, 4, 20] {
      #expect(try store.heads(of: game(number)) == a.replica.heads(of: game(number)))
      #expect(try a.replica.heads(of: game(number)) == b.replica.heads(of: game(number)))
    }
    let fresh = TestDevice(9)
    fresh.sync(.everything, &store, at: 50_000)
    #expect(try fresh.replica.counts().games == 20)
  }

  @Test mutating func aSummaryWithoutItsOperationsIsNotBelieved() throws {
    try prepare()
    let summary = try #require(try a.replica.summary(of: game(1)))
    let delta = DocumentDelta(
      id: game(1), summary: summary, heads: try a.replica.heads(of: game(1)), chunks: [])
    var empty = StoreCore(identity: "test")
    _ = empty.append(OperationBatch(writer: a.replica.device, documents: [delta]))
    #expect(empty.documentIDs.isEmpty)
  }

  @Test mutating func anOlderSummaryBesideTheSameOperationsIsReplaced() throws {
    try prepare()
    let right = try #require(try a.replica.summary(of: game(1)))
    let heads = try a.replica.heads(of: game(1))
    var wrong = right
    wrong.game?.mistakes += 3
    for summary in [wrong, right] {
      let delta = DocumentDelta(id: game(1), summary: summary, heads: heads, chunks: [])
      let old = store
      _ = store.append(OperationBatch(writer: Fixtures.device(9), documents: [delta]))
      a.sync(.news, &store)
      if summary == right { store = old }
    }
    #expect(store.document(game(1), after: [:])?.summary == wrong)
    #expect(a.sync(.news, &store).events.contains(.storeReplaced(.rolledBack)))
    #expect(store.document(game(1), after: [:])?.summary == right)
  }

  @Test mutating func anotherStoreGetsEverything() throws {
    try prepare()
    store = StoreCore(identity: "another")
    #expect(a.sync(.now, &store).events.contains(.storeReplaced(.another)))
    #expect(try isWhole())
  }

  @Test mutating func anotherPlayersStoreIsRefusedUntilTheyAreMerged() throws {
    try prepare()
    var other = StoreCore(identity: "other")
    let sibling = TestDevice(7)
    try sibling.begin(9, at: 0)
    sibling.sync(.everything, &other)
    let refused = a.sync(.everything, &other)
    #expect(refused.error?.kind == .anotherPlayer)
    #expect(other.documentIDs == [game(9)])
    #expect(try a.replica.heads(of: game(9)).isEmpty)
    #expect(a.sync(.merge, &other, at: 9_000_000).error == nil)
    #expect(other.documentIDs.count == 4)
    #expect(try a.replica.counts().games == 4)
  }
}
