import SudokuCore
import Testing

@testable import SudokuSession

/// A game does not grow without end: then it is completed, undone or left.
@Suite("The length of a game") struct GameLengthTests {
  /// A game that has as many operations as asked for, most of them notes of another device.
  private func game(of count: Int) throws -> Player {
    var player = try Player()
    let device = DeviceID(rawValue: 9)
    let missing = count - player.document.operations.count
    var clock = player.clock
    let now = player.now
    let operations = (1...missing).map { seq in
      DocumentOperation(
        key: OperationKey(device: device, seq: seq), stamp: clock.next(wallMilliseconds: now),
        action: .note(Candidate(Cell(index: 2), Digit(index: seq % 9)), isOn: seq / 9 % 2 == 0))
    }
    player.clock = clock
    var document = player.document
    document.merge(operations)
    player.session = GameSession(document, device: DeviceID(rawValue: 1))
    player.session.start(at: player.reading)
    #expect(player.document.operations.count == count)
    return player
  }

  @Test func aGameHasALargestNumberOfOperations() throws {
    let refusal = GameError.tooManyOperations(limit: GameSession.operationLimit)
    let cell = try #require(Cell(parsing: "r1c3"))
    let digit = try #require(Digit(4))
    let last = GameSession.operationLimit - GameSession.operationReserve
    var player = try game(of: last - 1)
    // Resuming and the note: the last operations before the reserve.
    _ = try player.do(.note(cell, digit, isOn: nil))
    #expect(player.document.operations.count >= last)
    for intent in [Intent.note(cell, digit, isOn: nil), .bookmark(name: "x"), .pause, .check] {
      #expect(throws: refusal) { try player.do(intent) }
    }
    _ = try player.do(.place(cell, digit))
    _ = try player.do(.undo)
    player = try game(of: GameSession.operationLimit)
    for intent in [Intent.place(cell, digit), .undo, .note(cell, digit, isOn: nil)] {
      #expect(throws: refusal) { try player.do(intent) }
    }
    _ = try player.do(.abandon)
    #expect(player.state.status == .abandoned)
  }
}
