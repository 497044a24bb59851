import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import TestSupport
import Testing

@testable import SudokuPlayer

/// Exports in parts, while the player plays on.
@Suite struct SaveExportTests {
  private let replica = MemoryReplica(device: Fixtures.device(1))

  private func play(_ count: Int, in id: DocumentID) throws {
    let first = (try replica.heads(of: id)[replica.device]?.seq ?? 0) + 1
    try Fixtures.play(first...first + count - 1, in: id, on: replica)
  }

  /// The parts of an export; `body` runs after each of them.
  private func parts(
    bytes: Int, _ body: (SaveExport.Page) throws -> Void
  ) throws -> [SaveFile] {
    let export = SaveExport(replica)
    var files: [SaveFile] = []
    var token: String?
    repeat {
      let page = try export.page(after: token, bytes: bytes)
      #expect(page.unreadable.isEmpty)
      #expect(page.next.map { SaveExport.isToken($0) } ?? true)
      files.append(page.save)
      token = page.next
      if token != nil { try body(page) }
    } while token != nil
    return files
  }

  private func imported(_ files: [SaveFile]) throws -> MemoryReplica {
    let copy = MemoryReplica(device: Fixtures.device(2))
    var waiting = SaveParts()
    for file in files { _ = try copy.restore(try waiting.whole(file, with: copy)) }
    #expect(waiting.operationCount == 0)
    return copy
  }

  /// The long game moves to the front of the list with each move; its neighbours lose nothing.
  @Test func whatIsPlayedBetweenPartsTakesNothingAway() throws {
    let long = Fixtures.game(5)
    for number in 1...9 where number != 5 { try play(43, in: Fixtures.game(number)) }
    let count = sized(300, full: 1_500)
    try play(count, in: long)
    let files = try parts(bytes: sized(4_000, full: 20_000)) { _ in
      try play(1, in: long)
      try play(1, in: Fixtures.game(3))
    }
    #expect(files.count > 5)
    let copy = try imported(files)
    for number in 1...9 {
      let id = Fixtures.game(number)
      let (here, there) = (try replica.heads(of: id), try copy.heads(of: id))
      let least = number == 5 ? count : 43
      #expect(there.values.first?.seq ?? 0 >= least, "\(number): \(there) of \(here)")
    }
  }

  /// What another device did long ago, and what begins, arrives between two parts.
  @Test func whatArrivesBetweenPartsIsInALaterOne() throws {
    for number in 11...40 { try play(10, in: Fixtures.game(number)) }
    var hasArrived = false
    let old = Fixtures.game(1)
    let files = try parts(bytes: 5_000) { _ in
      guard !hasArrived else { return }
      hasArrived = true
      for id in [old, Fixtures.game(11)] {
        _ = try replica.merge(
          [
            DocumentDelta(
              id: id, summary: Fixtures.summary(id, at: 0),
              chunks: [try Fixtures.chunk(Fixtures.device(7), 1...3)])
          ], cursor: nil)
      }
    }
    let copy = try imported(files)
    #expect(try copy.heads(of: old)[Fixtures.device(7)]?.seq == 3)
    #expect(try copy.heads(of: Fixtures.game(11))[Fixtures.device(7)]?.seq == 3)
    for number in 11...40 {
      #expect(try copy.heads(of: Fixtures.game(number))[Fixtures.device(1)]?.seq == 10)
    }
  }

  /// A token that skips documents is found out at the end.
  @Test func anExportThatLacksDocumentsIsRefused() throws {
    for number in 1...9 { try play(3, in: Fixtures.game(number)) }
    let token = "\(try replica.lastChange())/1/0/\(Fixtures.game(4))/"
    #expect(SaveExport.isToken(token))
    #expect(throws: SyncError.self) { try SaveExport(replica).page(after: token) }
    for text in ["", "1/1/0/", "x/1/0//", "1/3/0//", "1/1/-1//", "1/1/0//0000000000001.1"] {
      #expect(!SaveExport.isToken(text), "\(text)")
    }
  }

  /// Parts that waited are still there after an import that fails.
  @Test func waitingPartsSurviveAFailedImport() throws {
    let test = try TestLibrary(3, TestTime())
    let chunk = try Fixtures.chunk(Fixtures.device(1), 1...6)
    let id = Fixtures.game(1)
    func part(_ range: Range<Int>, clues: Board?) throws -> SaveFile {
      SaveFile([
        SaveFile.Document(
          id: id, clues: clues, operations: Array(try chunk.operations()[range]))
      ])
    }
    _ = try test.library.restore(part(3..<6, clues: Fixtures.clues))
    #expect(test.library.waitingOperations == 3)
    #expect(throws: PlayerError.self) { try test.library.restore(part(0..<3, clues: nil)) }
    #expect(test.library.waitingOperations == 3)
    #expect(try test.library.restore(part(0..<3, clues: Fixtures.clues)).newOperations == 6)
    #expect(test.library.waitingOperations == 0)
  }
}
