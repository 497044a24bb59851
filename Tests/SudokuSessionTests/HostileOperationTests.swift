import SudokuCore
import SudokuSession
import TestSupport
import Testing

/// Numbers and sizes that no device writes: decoding bounds them, nothing crashes or freezes.
@Suite("Operations out of range")
struct HostileOperationTests {
  private func operation(_ fields: [String: OpaqueValue]) throws -> DocumentOperation {
    let common: [String: OpaqueValue] = ["device": "0000000000007", "seq": 3, "stamp": "5"]
    let all = fields.merging(common) { $1 }
    let operation = try #require(DocumentOperation(fields: all))
    #expect(operation.fields == all, "nothing is lost")
    return operation
  }

  @Test("an undo of 2^53 keys is carried, not folded, and never counted out")
  func hugeUndo() throws {
    let line =
      #"{"device":"0000000000007","groups":{"0000000000007":[1,9007199254740991]},"#
      + #""kind":"undo","seq":3,"stamp":"5"}"#
    #expect(DocumentOperation.reading(line: line.utf8) == nil)
    let undo = try operation([
      "kind": "undo", "groups": ["0000000000007": [1, 9_007_199_254_740_991]],
    ])
    #expect(undo.action == .unknown(kind: "undo"))
    let many = try operation(["kind": "undo", "groups": ["0000000000007": [1, 1_000_000]]])
    guard case .undo(let keys) = many.action else { throw CancellationError() }
    #expect(keys.count == 1_000_000)
  }

  @Test("invalid operations are kept, change nothing, and are reported")
  func ignored() throws {
    let clues = try #require(Player.clues)
    let given = try #require(CellSet.all.first { clues[$0] != nil })
    let place = try operation(["kind": "place", "cell": "r1c1"])
    let taken = try operation(["kind": "clear", "cell": .string(given.description)])
    let long = try operation(["kind": .string(String(repeating: "x", count: 99))])
    let broken = try operation(["kind": "two\nlines"])
    let claim = try operation([
      "kind": "complete", "board": .string(clues.line), "hints": 0,
      "mistakes": 0, "total": 1,
    ])
    #expect(try game(of: []).state.ignoredKinds == [])
    for (operation, kind) in [
      (place, "place"), (taken, "clear"), (claim, "complete"), (broken, "twolines"),
      (long, String(repeating: "x", count: 40)),
    ] {
      var state = try game(of: [operation]).state
      #expect(state.ignoredKinds == [kind])
      state.ignoredKinds = []
      var before = try game(of: []).state
      (before.rev, before.lastSaved) = (1, operation.stamp)
      #expect(state == before)
    }
  }

  @Test("times of more than a hundred years are not counted")
  func times() throws {
    let tick = try operation(["kind": "tick", "elapsed": 3_155_760_000_001])
    #expect(tick.elapsedMilliseconds == nil && tick.action == .tick)
    #expect(try game(of: [tick]).elapsedMilliseconds == 0)
    let claim = try operation([
      "kind": "complete", "board": .string(try #require(Player.solution).line), "hints": 0,
      "mistakes": 0, "total": 9_007_199_254_740_991,
    ])
    #expect(claim.kind == "complete")
    #expect(try game(of: [claim]).isCompleted == false)
    let start = try operation(["kind": "resume", "start": 9_223_372_036_854_775_807])
    #expect(start.action == .unknown(kind: "resume"))
  }

  @Test("summaries without numbers that older versions lack merge in any order")
  func summariesInAnyOrder() throws {
    let clues = try #require(Player.clues)
    let id = try #require(DocumentID("game-07ap9x8qtst53aww4qy12t8wfr-5"))
    let parts = [(1, 35), (2, 40), (3, nil), (3, 0)].map { time, filled in
      GameSummary(
        id: id, clues: clues, lastSaved: Stamp(milliseconds: Int64(time)), filledCells: filled)
    }
    func merged(_ order: [Int]) -> GameSummary {
      var sum = parts[order[0]]
      for index in order.dropFirst() { sum.merge(parts[index]) }
      return sum
    }
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    #expect(Set(orders.map(merged)).count == 1)
    #expect(Set([merged([2, 3]), merged([3, 2]), merged([3, 0, 2])]).count == 1)
    var other = parts[0]
    other.id = .profile
    var sum = parts[1]
    sum.merge(other)
    #expect(sum == parts[1], "a summary of another document changes nothing")
  }

  @Test("a mistake far back is found in linear time", .timeLimit(.minutes(1)))
  func farMistake() throws {
    var player = try Player()
    let (one, other) = (try #require(Digit(1)), try #require(Digit(2)))
    for index in 0..<sized(3_000, full: 30_000) {
      try player.do(.place(Cell(index: 2), index % 2 == 0 ? one : other), after: 1)
    }
    let clock = UnstalledClock()
    try player.do(.undoToMistake)
    #expect(clock.elapsed < .seconds(5))
    #expect(player.document.digit(at: Cell(index: 2)) == nil)
  }
}
