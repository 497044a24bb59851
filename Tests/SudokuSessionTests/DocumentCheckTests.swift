import SudokuCore
import SudokuIdentity
import SudokuSession
import Testing

@Suite("What may come from elsewhere")
struct DocumentCheckTests {
  private let device = DeviceID(rawValue: 7)

  private func operation(_ action: DocumentAction, elapsed: Int? = nil, stamp: Stamp = .zero)
    -> DocumentOperation
  {
    DocumentOperation(
      key: OperationKey(device: device, seq: 3), stamp: stamp, action: action,
      elapsedMilliseconds: elapsed)
  }

  private func game() throws -> (id: DocumentID, clues: Board) {
    let clues = try #require(Player.clues)
    return (
      DocumentID(GameID(initialBoard: clues, startDate: UnixTime(seconds: 9))), clues
    )
  }

  @Test("documents: names, clues that are missing, of another game, of no puzzle")
  func documents() throws {
    let (id, clues) = try game()
    _ = try DocumentCheck(id, clues: clues)
    _ = try DocumentCheck(.profile)
    _ = try DocumentCheck(try #require(DocumentID("something-newer")))
    #expect(throws: DocumentFault.isLocalOnly) { try DocumentCheck(.deviceSettings) }
    #expect(throws: DocumentFault.isNoGame) {
      try DocumentCheck(try #require(DocumentID("game-foo")), clues: clues)
    }
    #expect(throws: DocumentFault.cluesAreMissing) { try DocumentCheck(id) }
    var other = clues
    other[Cell(index: 2)] = Digit(index: 3)
    #expect(throws: DocumentFault.cluesDontFit) { try DocumentCheck(id, clues: other) }
    let empty = Board()
    #expect(throws: DocumentFault.isNoPuzzle) {
      try DocumentCheck(
        DocumentID(GameID(initialBoard: empty, startDate: UnixTime(seconds: 9))), clues: empty)
    }
  }

  @Test("operations: place in the stream, size, times, clues, proof")
  func operations() throws {
    let (id, clues) = try game()
    let check = try DocumentCheck(id, clues: clues)
    func fault(
      _ operation: DocumentOperation, seq: Int = 3, of device: DeviceID? = nil, length: Int = 100
    ) -> DocumentFault? {
      do throws(DocumentFault) {
        try check.check(operation, seq: seq, of: device ?? self.device, lineLength: length)
        return nil
      } catch {
        return error
      }
    }
    let key = OperationKey(device: device, seq: 3)
    #expect(fault(operation(.tick, stamp: Stamp(rawValue: .max))) == nil)
    #expect(fault(operation(.unknown(kind: "teleport"))) == nil)
    #expect(fault(operation(.tick), seq: 4) == .isMisplaced(key))
    #expect(fault(operation(.tick), of: DeviceID(rawValue: 8)) == .isMisplaced(key))
    #expect(fault(operation(.tick), length: 1 << 20 + 1) == .lineIsTooLong(1 << 20 + 1))
    #expect(fault(operation(.tick, elapsed: 1 << 50)) == .timeIsOutOfRange(key))
    #expect(fault(operation(.create(GameHeader(clues: clues)))) == nil)
    #expect(
      fault(operation(.create(GameHeader(clues: Board())))) == .createsAnotherGame(key))
    func claim(_ board: Board, _ elapsed: Int = 5) -> DocumentOperation {
      operation(
        .complete(
          Completion(board: board, elapsedMilliseconds: elapsed, mistakes: 0, hintsUsed: 0)))
    }
    #expect(fault(claim(try #require(Player.solution))) == nil)
    #expect(fault(claim(clues)) == .completionIsUnproven(key))
    #expect(fault(claim(try #require(Player.solution), 1 << 50)) == .timeIsOutOfRange(key))
  }

  @Test("an undo of 2^53 keys is carried, not folded, and never counted out")
  func hugeUndo() throws {
    let line =
      #"{"device":"0000000000007","groups":{"0000000000007":[1,9007199254740991]},"#
      + #""kind":"undo","seq":3,"stamp":"5"}"#
    #expect(DocumentOperation.reading(line: line.utf8) == nil)
    let fields: [String: OpaqueValue] = [
      "device": "0000000000007", "groups": ["0000000000007": [1, 9_007_199_254_740_991]],
      "kind": "undo", "seq": 3, "stamp": "5",
    ]
    let operation = try #require(DocumentOperation(fields: fields))
    #expect(operation.action == .unknown(kind: "undo"))
    #expect(operation.fields == fields)
  }
}
