import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSession
import Testing

@Suite("The playing time")
struct TimeTests {
  @Test("a held clock is stopped, writes nothing and goes on as if nothing had been between")
  func hold() throws {
    var player = try Player()
    let cells = Array(try Player.emptyCells().prefix(2))
    try player.do(.place(cells[0], try Player.right(cells[0])), after: 3_000)
    player.now += 2_000
    player.session.hold(at: player.reading)
    #expect(!player.session.isRunning)
    let count = player.document.operations.count
    player.now += 50_000
    #expect(player.state.elapsedMilliseconds == 5_000)
    try player.do(.place(cells[1], try Player.right(cells[1])), after: 0)
    #expect(player.session.isRunning)
    #expect(player.document.operations.count == count + 1)
    #expect(player.document.elapsedMilliseconds == 5_000)
    player.now += 1_000
    player.session.hold(at: player.reading)
    player.now += 9_000
    player.session.start(at: player.reading)
    player.now += 500
    #expect(player.state.elapsedMilliseconds == 6_500)
  }

  @Test("a stopped clock reports its time once, and a read writes nothing")
  func stop() throws {
    var player = try Player()
    player.now += 400
    let again1 = player.session.stop(at: player.reading, clock: &player.clock)
    #expect(again1.isEmpty)
    // It is shown all the same, and goes on later.
    player.now += 90_000
    #expect(player.state.elapsedMilliseconds == 400)
    player.session.start(at: player.reading)
    player.now += 3_600
    let written = player.session.stop(at: player.reading, clock: &player.clock)
    #expect(written.map(\.kind) == ["resume", "suspend"])
    let again2 = player.session.stop(at: player.reading, clock: &player.clock)
    #expect(again2.isEmpty)
    player.now += 90_000
    #expect(player.document.elapsedMilliseconds == 4_000)
    #expect(player.state.elapsedMilliseconds == 4_000)
  }

  @Test("the clock goes on under another identity of the device, and nothing counts twice")
  func continued() throws {
    for isRecorded in [false, true] {
      var player = try Player(offset: 0)
      let cells = Array(try Player.emptyCells().prefix(2))
      if isRecorded { try player.do(.place(cells[0], try Player.right(cells[0])), after: 3_000) }
      player.now += 2_000
      let before = player.state.elapsedMilliseconds
      #expect(before == (isRecorded ? 5_000 : 2_000))
      let device = DeviceID(rawValue: 99)
      let stored = player.document.operations.lastSeq(of: player.session.device)
      player.session = player.session.continued(
        on: player.document, as: device, segment: player.session.running, storedThrough: stored)
      #expect(player.session.device == device)
      #expect(player.state.elapsedMilliseconds == before)
      player.now += 1_000
      #expect(player.state.elapsedMilliseconds == before + 1_000)
      try player.do(.place(cells[1], try Player.right(cells[1])), after: 0)
      #expect(player.document.elapsedMilliseconds == before + 1_000)
      #expect(
        try game(of: player.document.operations.ordered).elapsedMilliseconds == before + 1_000)
    }
  }

  @Test("operations that were not stored are not reported twice when repeated")
  func continuedWithoutUnstored() throws {
    var player = try Player(offset: 0)
    let cells = Array(try Player.emptyCells().prefix(2))
    let segment = player.session.running
    let stored = player.document
    // The start of the segment and the move are lost; the clock ran all the time.
    try player.do(.place(cells[0], try Player.right(cells[0])), after: 4_000)
    player.now += 500
    player.session = player.session.continued(
      on: stored, as: DeviceID(rawValue: 99), segment: segment,
      storedThrough: stored.operations.lastSeq(of: player.session.device))
    #expect(player.state.elapsedMilliseconds == 4_500)
    try player.do(.place(cells[0], try Player.right(cells[0])), after: 0)
    #expect(player.document.elapsedMilliseconds == 4_500)
  }

  @Test("what a note has kept survives a crash, once")
  func note() throws {
    for isRecorded in [false, true] {
      var player = try Player()
      let cell = try #require(try Player.emptyCells().first)
      if isRecorded { try player.do(.place(cell, try Player.right(cell)), after: 1_000) }
      let durable = player.document.operations.ordered
      player.now += 60_000
      let note = try #require(player.session.timeNote(at: player.reading))
      let coded = try JSONDecoder().decode(TimeNote.self, from: Data(try canonical(note).utf8))
      #expect(coded == note)
      player.now += 3_000
      // The crash: only what was durable comes back.
      player.session = GameSession(try game(of: durable), device: player.session.device)
      player.now += 500_000
      let recovered = player.session.recover(note, at: player.reading, clock: &player.clock)
      #expect(recovered.map(\.kind) == (isRecorded ? ["suspend"] : ["resume", "suspend"]))
      let expected = isRecorded ? 61_000 : 60_000
      #expect(player.document.elapsedMilliseconds == expected)
      let again3 = player.session.recover(note, at: player.reading, clock: &player.clock)
      #expect(again3.isEmpty)
      player.session.start(at: player.reading)
      player.now += 1_000
      #expect(player.state.elapsedMilliseconds == expected + 1_000)
      let again4 = player.session.recover(note, at: player.reading, clock: &player.clock)
      #expect(again4.isEmpty)
    }
  }

  @Test("time that no operation records yet is written where another device pauses the game")
  func pausedElsewhere() throws {
    var one = try Player()
    var two = try one.other(device: 2)
    one.now += 5_000
    try two.do(.pause, after: 4_000)
    let shown = one.state.elapsedMilliseconds
    #expect(shown == 5_000)
    let (_, own) = one.session.merge(
      two.document.operations.ordered, at: one.reading, clock: &one.clock)
    #expect(own.map(\.kind) == ["resume", "pause"])
    #expect(one.state.status == .paused)
    #expect(one.state.elapsedMilliseconds == shown)
    one.now += 60_000
    #expect(one.state.elapsedMilliseconds == shown)
    #expect(one.document.elapsedMilliseconds == shown)
    // Both have the same game then.
    two.hear(one)
    #expect(two.document.status == .paused)
    #expect(two.document.elapsedMilliseconds == shown)
  }

  @Test("the clock stands where another device takes the timer away")
  func timerTakenAway() throws {
    var one = try Player()
    var two = try one.other(device: 2)
    one.now += 5_000
    try two.do(.setOption("timer", .bool(false)), after: 1_000)
    one.hear(two)
    let shown = one.state.elapsedMilliseconds
    #expect(shown == 5_000)
    one.now += 60_000
    #expect(one.state.elapsedMilliseconds == shown)
  }

  @Test(
    "time that could not be stored is held while the game is paused, and recorded with the next operation"
  )
  func heldWhilePaused() throws {
    for intent in [Intent.bookmark(name: nil), .resume] {
      var one = try Player()
      var two = try one.other(device: 2)
      let segment = one.session.running
      one.now += 5_000
      try two.do(.pause, after: 1_000)
      // The merge is stored, what this device has to say to it is not.
      one.session = one.session.continued(
        on: two.document, as: one.session.device, segment: segment,
        storedThrough: one.document.operations.lastSeq(of: one.session.device), at: one.reading)
      one.now += 60_000
      #expect(one.state.status == .paused)
      #expect(one.state.elapsedMilliseconds == 5_000)
      try one.do(intent, after: 0)
      #expect(one.state.status == (intent == .resume ? .inProgress : .paused))
      #expect(one.state.elapsedMilliseconds == 5_000)
      one.now += 1_000
      #expect(one.state.elapsedMilliseconds == (intent == .resume ? 6_000 : 5_000))
    }
  }

  /// The total of segments: device, start in seconds, length, offset, and how far its stamp is off.
  private func total(_ segments: [(UInt64, Int64, Int, Int64?, Int64)]) throws -> Int {
    var operations: [DocumentOperation] = []
    var seqs: [UInt64: Int] = [:]
    for (device, start, length, offset, distance) in segments {
      let wall = Player.startMilliseconds + start * 1_000
      for action in [
        DocumentAction.resume(SegmentStart(wallMilliseconds: wall, offsetMilliseconds: offset)),
        .suspend,
      ] {
        seqs[device, default: 0] += 1
        operations.append(
          DocumentOperation(
            key: OperationKey(device: DeviceID(rawValue: device), seq: seqs[device, default: 1]),
            stamp: Stamp(
              milliseconds: wall + distance + Int64(seqs[device, default: 0])), action: action,
            elapsedMilliseconds: action == .suspend ? length * 1_000 : nil))
      }
    }
    return try game(of: operations).elapsedMilliseconds / 1_000
  }

  @Test("two devices that play the same seconds count them once")
  func union() throws {
    // By the store's clock, by plausible wall clocks, and by both.
    #expect(try total([(1, 0, 10, 0, 0), (2, 3, 10, 0, 0)]) == 13)
    #expect(try total([(1, 0, 10, nil, 0), (2, 3, 10, nil, 0)]) == 13)
    #expect(try total([(1, 0, 10, nil, 0), (2, 1_003, 10, -1_000_000, 0)]) == 13)
    // Apart they add up; one device's own never count less than it measured.
    #expect(try total([(1, 0, 10, nil, 0), (2, 30, 10, nil, 0)]) == 20)
    #expect(try total([(1, 0, 10, nil, 0), (1, 5, 10, nil, 0)]) == 20)
    #expect(try total([(1, 0, 10, 0, 0), (1, 5, 10, 0, 0), (2, 2, 3, 0, 0)]) == 20)
    // A clock that its own stamps contradict, or that was never set, has no say.
    #expect(try total([(1, 0, 10, nil, 200_000_000), (2, 0, 10, nil, 0)]) == 20)
    #expect(try total([(1, -1_790_000_000, 10, nil, 0), (2, -1_790_000_000, 10, nil, 0)]) == 20)
  }

  @Test("bounds: never below the largest device, never above the sum; monotone as segments grow")
  func bounds() throws {
    for seed in UInt64(1)...200 {
      var random = SeededRandom(seed: seed)
      var segments: [(UInt64, Int64, Int, Int64?, Int64)] = []
      var last = 0
      for _ in 0..<12 {
        segments.append(
          (
            UInt64(1 + random.next(below: 3)), Int64(random.next(below: 100)),
            random.next(below: 40), [nil, 0, 7_000][random.next(below: 3)],
            [0, 0, 200_000_000][random.next(below: 3)]
          ))
        let total = try total(segments)
        let sums = Dictionary(grouping: segments, by: \.0).mapValues {
          $0.reduce(0) { $0 + $1.2 }
        }
        #expect(total >= sums.values.max() ?? 0, "seed \(seed)")
        #expect(total <= sums.values.reduce(0, +), "seed \(seed)")
        #expect(total >= last, "seed \(seed)")
        last = total
      }
    }
  }
}
