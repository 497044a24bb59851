import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSession
import TestSupport
import Testing

/// Seeing decides before stamps do.
@Suite("A write that has seen another wins over it, whatever the stamps say")
struct CausalityTests {
  private static let endOfTime = Stamp(rawValue: .max)

  /// An operation of a device that nobody knows.
  private func foreign(_ action: DocumentAction, stamp: Stamp = endOfTime, seq: Int = 1)
    -> DocumentOperation
  {
    DocumentOperation(
      key: OperationKey(device: DeviceID(rawValue: .max), seq: seq), stamp: stamp, action: action)
  }

  private func hear(_ player: inout Player, _ operations: [DocumentOperation]) {
    _ = player.session.merge(operations, at: player.reading, clock: &player.clock)
  }

  @Test("a stamp at the end of time freezes no cell, note, option or selection")
  func endOfTime() throws {
    var phone = try Player(device: 1)
    let cell = try #require(try Player.emptyCells().first)
    let other = Array(try Player.emptyCells())[1]
    let digit = try Player.wrong(cell)
    hear(
      &phone,
      [
        foreign(.place(Placement(cell: cell, digit: digit))),
        foreign(.note(Candidate(other, digit), isOn: true), seq: 2),
        foreign(.set(key: "autoRemoveNotes", value: false), seq: 3),
        foreign(.select(other), seq: 4), foreign(.abandon(true), seq: 5),
      ])
    #expect(phone.state.board[cell] == digit && phone.state.status == .abandoned)
    try phone.do(.resume)
    #expect(phone.state.status == .inProgress)
    #expect(!phone.document.summary.isAbandoned)
    try phone.do(.setOption("autoRemoveNotes", true))
    try phone.do(.note(other, digit, isOn: false))
    try phone.do(.select(cell))
    #expect(phone.state.options.autoRemoveNotes && phone.state.selected == cell)
    #expect(phone.state.notes[other].isEmpty)
    try phone.do(.undo)
    #expect(phone.state.notes[other].contains(digit))
    try phone.do(.place(cell, try Player.right(cell)))
    #expect(phone.state.board[cell] == (try Player.right(cell)))
    try phone.do(.undo)
    #expect(phone.state.board[cell] == digit)
    // What was made at the end of time can be undone, too.
    try phone.do(.undo)
    #expect(phone.state.notes[other].isEmpty)
    try phone.do(.undo)
    #expect(phone.state.board[cell] == nil)
    // The clock was not carried away, and the game says when it was saved last.
    #expect(phone.state.lastSaved.milliseconds == phone.now)
    #expect(phone.clock.last.milliseconds == phone.now)
    #expect(phone.clock.skewMilliseconds > 1_000_000_000)
    try phone.solve()
    #expect(phone.state.status == .completed)
    #expect(phone.state.completed?.milliseconds == phone.now)
    // Nothing of it depends on the order of arrival.
    let all = phone.document.operations.ordered
    let expected = phone.document.state
    let summary = try canonical(phone.document.summary)
    var random = SeededRandom(seed: 5)
    for _ in 0..<20 {
      var shuffled = all
      random.shuffle(&shuffled)
      let document = try game(of: shuffled, batches: (0..<9).map { _ in random.next(below: 30) })
      #expect(document.state == expected)
      #expect(try canonical(document.summary) == summary)
      #expect(document.operations.ordered == all)
    }
  }

  @Test("a device with a slow clock wins over what it has seen, and loses where it has not")
  func slowClock() throws {
    var phone = try Player(device: 1)
    var tablet = try phone.other(device: 2)
    tablet.skew = -10 * 365 * 86_400_000
    // A clock of its own, as after a restart.
    tablet.clock = HybridLogicalClock()
    let cells = Array(try Player.emptyCells().prefix(2))
    try phone.do(.place(cells[0], try Player.wrong(cells[0])))
    tablet.hear(phone)
    try tablet.do(.place(cells[0], try Player.right(cells[0])), after: 60_000)
    try tablet.do(.place(cells[1], try Player.right(cells[1])))
    try phone.do(.place(cells[1], try Player.wrong(cells[1])))
    phone.hear(tablet)
    #expect(phone.state.board[cells[0]] == (try Player.right(cells[0])))
    // Unseen by each other: the rank decides, and it is a conflict.
    #expect(phone.state.conflicts.count == 1)
    tablet.hear(phone)
    #expect(phone.document.state == tablet.document.state)
  }

  @Test("only what a device has newly seen is named, and single devices name nothing")
  func named() throws {
    var phone = try Player(device: 1)
    try phone.do(.note(Cell(index: 2), Digit(index: 0), isOn: true))
    #expect(phone.document.operations.ordered.filter { !$0.seen.isEmpty }.isEmpty)
    var tablet = try phone.other(device: 2)
    try tablet.do(.note(Cell(index: 2), Digit(index: 1), isOn: true))
    try tablet.do(.note(Cell(index: 2), Digit(index: 2), isOn: true))
    let own = tablet.document.operations.ordered.filter { $0.device == tablet.session.device }
    #expect(own.map(\.seen) == [VersionVector([phone.session.device: 3]), .init(), .init()])
    let line = try canonical(try #require(own.first))
    #expect(line.contains(#""seen":{"0000000000001":3}"#))
    #expect(DocumentOperation.reading(line: line.utf8) == own.first)
  }

  @Test("of a hundred devices the latest are named first, then the others")
  func manyDevices() throws {
    var phone = try Player(device: 1)
    hear(
      &phone,
      (1...100).map { number in
        DocumentOperation(
          key: OperationKey(device: DeviceID(rawValue: UInt64(1_000 + number)), seq: 1),
          stamp: Stamp(milliseconds: Int64(number)), action: .check)
      })
    let first = try #require(try phone.do(.check).operations.last)
    let second = try #require(try phone.do(.check).operations.last)
    let named = phone.document.operations.ordered.filter { $0.device == phone.session.device }
      .reduce(into: Set<DeviceID>()) { $0.formUnion($1.seen.last.keys) }
    #expect(named.count == 100)
    #expect(first.seen.last.count <= 64 && second.seen.last.count <= 64)
  }

  @Test("random claims, honest, forged or in circles: the order is one of the set alone")
  func pureFunction() throws {
    for seed in (UInt64(1)...60).sized(12) {
      var random = SeededRandom(seed: seed)
      var operations: [DocumentOperation] = []
      let counts = (0..<4).map { _ in 1 + random.next(below: 6) }
      for device in 0..<4 {
        for seq in 1...counts[device] {
          var seen: [DeviceID: Int] = [:]
          for other in 0..<4 where random.next(below: 3) == 0 {
            seen[DeviceID(rawValue: UInt64(other))] = 1 + random.next(below: 8)
          }
          operations.append(
            DocumentOperation(
              key: OperationKey(device: DeviceID(rawValue: UInt64(device)), seq: seq),
              stamp: Stamp(milliseconds: Int64(random.next(below: 30))),
              action: .check, seen: VersionVector(seen)))
        }
      }
      let expected = OperationSet(operations)
      for _ in 0..<30 {
        var shuffled = operations + operations.prefix(3)
        random.shuffle(&shuffled)
        var set = OperationSet()
        var rest = shuffled[...]
        while !rest.isEmpty {
          let count = 1 + random.next(below: 4)
          if count == 1 {
            set.insert(rest[rest.startIndex])
          } else {
            set.formUnion(rest.prefix(count))
          }
          rest = rest.dropFirst(count)
        }
        #expect(set.ordered == expected.ordered, "seed \(seed)")
        #expect(set.lastStamp == expected.lastStamp, "seed \(seed)")
      }
    }
  }

  @Test("an operation that claims to have seen the future freezes nothing")
  func prophet() throws {
    var phone = try Player(device: 1)
    let cell = try #require(try Player.emptyCells().first)
    var forged = foreign(.place(Placement(cell: cell, digit: try Player.wrong(cell))))
    forged.seen = VersionVector([phone.session.device: OperationKey.maximumSeq])
    hear(&phone, [forged])
    for _ in 0..<5 { try phone.do(.place(cell, try Player.right(cell))) }
    #expect(phone.state.board[cell] == (try Player.right(cell)))
  }

  @Test("a claim by a clock ten years ahead is not made again, nor dated in the future")
  func claimFromTheFuture() throws {
    var phone = try Player(device: 1)
    phone.skew = 10 * 365 * 86_400_000
    try phone.solve()
    var tablet = try Player(device: 2, offset: 0)
    tablet.now = phone.now
    tablet.hear(phone)
    #expect(tablet.state.isCompleted)
    let claimed = try #require(phone.state.completed)
    #expect(tablet.document.operations.ordered.count { $0.action.kind == "complete" } == 1)
    #expect(tablet.state.completed == claimed)
    #expect(tablet.state.completionDate == UTCTime(milliseconds: tablet.now))
    #expect(tablet.document.elapsedMilliseconds == phone.document.elapsedMilliseconds)
    // A device that knows the store's clock stamps by it.
    var laptop = try Player(device: 3, offset: -10 * 365 * 86_400_000)
    laptop.skew = 10 * 365 * 86_400_000
    laptop.clock = HybridLogicalClock()
    try laptop.do(.check)
    #expect(laptop.state.lastSaved.milliseconds <= laptop.now + 86_400_000)
  }

  @Test("a client's request ID means something on its own device only")
  func requestIDs() throws {
    var phone = try Player(device: 1)
    let cells = Array(try Player.emptyCells().prefix(2))
    try phone.do(.place(cells[0], try Player.right(cells[0])), opID: "1")
    var tablet = try phone.other(device: 2)
    let outcome = try tablet.do(.place(cells[1], try Player.right(cells[1])), opID: "1")
    #expect(!outcome.isDuplicate && !outcome.operations.isEmpty)
    #expect(tablet.state.board[cells[1]] != nil)
    #expect(try tablet.do(.place(cells[1], try Player.right(cells[1])), opID: "1").isDuplicate)
    #expect(try phone.do(.place(cells[0], try Player.right(cells[0])), opID: "1").isDuplicate)
    var profile = ProfileDocument()
    var clock = HybridLogicalClock()
    for device in [phone.session.device, tablet.session.device] {
      for round in 0..<2 {
        let change = try profile.perform(
          .earn(item: "coins", amount: 5), device: device, wallMilliseconds: 1, clock: &clock,
          opID: "1")
        #expect(change.isDuplicate == (round == 1))
      }
    }
    #expect(profile.state(games: []).items["coins"]?.balance == 10)
  }
}
