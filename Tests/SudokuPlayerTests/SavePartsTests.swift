import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Testing

@testable import SudokuPlayer

/// Parts of a save in any order.
@Suite struct SavePartsTests {
  private let replica = MemoryReplica(device: DeviceID(rawValue: 9))

  private func part(_ numbers: ClosedRange<Int>) throws -> SaveFile {
    SaveFile([
      SaveFile.Document(
        id: Fixtures.game(1),
        operations: try Fixtures.chunk(Fixtures.device(1), numbers).operations())
    ])
  }

  @Test func laterPartsWaitForEarlierOnes() throws {
    var parts = SaveParts()
    #expect(try parts.whole(part(5...6), with: replica).documents.isEmpty)
    #expect(try parts.whole(part(3...4), with: replica).documents.isEmpty)
    #expect(parts.operationCount == 4)
    let whole = try parts.whole(part(1...2), with: replica)
    #expect(whole.documents.first?.operations.map(\.seq) == Array(1...6))
    #expect(parts.operationCount == 0)
  }

  /// What can't be kept is refused, not forgotten; what waits stays.
  @Test func tooManyAreRefused() throws {
    var parts = SaveParts(limit: 3)
    _ = try parts.whole(part(5...7), with: replica)
    #expect(throws: PlayerError.tooManyWaiting(limit: 3)) {
      try parts.whole(part(3...4), with: replica)
    }
    #expect(parts.operationCount == 3)
    let whole = try parts.whole(part(1...4), with: replica)
    #expect(whole.documents.first?.operations.map(\.seq) == Array(1...7))
  }
}
