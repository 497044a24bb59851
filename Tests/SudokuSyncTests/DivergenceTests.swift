import SudokuSession
import SudokuStoreConformance
import Testing

@testable import SudokuSync

/// Two continuations of one device's stream, and other names for operations.
@Suite struct DivergenceTests {
  private let device = Fixtures.device(1)

  private func key(_ device: DeviceID, _ seq: Int) -> OperationKey {
    OperationKey(device: device, seq: seq)
  }

  @Test func streamsThatContinueEachOtherDoNotDiverge() throws {
    let long = try Fixtures.chunk(device, 1...9)
    let short = try Fixtures.chunk(device, 1...4)
    #expect(try Divergence(local: [long], stored: [short]) == nil)
    #expect(try Divergence(local: [short], stored: [long]) == nil)
    #expect(try Divergence(local: [], stored: [long]) == nil)
    #expect(try Divergence(local: [long], stored: []) == nil)
    let other = try Fixtures.chunk(Fixtures.device(2), 1...9, variant: 1)
    #expect(try Divergence(local: [long], stored: [other]) == nil, "another device's stream")
  }

  @Test(arguments: [0, 1, 5]) func theLocalContinuationGoesOnUnderADerivedName(
    common: Int
  ) throws {
    let shared = common == 0 ? [] : Fixtures.operations(device, 1...common)
    let mine = shared + Fixtures.operations(device, common + 1...common + 3, variant: 1)
    let theirs = shared + Fixtures.operations(device, common + 1...common + 2, variant: 2)
    let local = try OperationChunk(mine)
    let stored = try OperationChunk(theirs)
    let found = try #require(try Divergence(local: [local], stored: [stored]))
    #expect(found.device == device && found.moved.device != device)
    let moved = try found.moved.operations()
    #expect(moved.map(\.seq) == [1, 2, 3])
    #expect(moved.map(\.action) == mine.dropFirst(common).map(\.action))
    #expect(
      common == 0 || moved[0].seen.covers(key(device, common)),
      "what came before under the old name was seen")
    // The same two streams give the same name on every replica; other content gives another one.
    #expect(try Divergence(local: [local], stored: [stored])?.moved == found.moved)
    let third = try OperationChunk(
      shared + Fixtures.operations(device, common + 1...common + 3, variant: 3))
    #expect(
      try Divergence(local: [third], stored: [stored])?.moved.device != found.moved.device)
  }

  @Test func aThirdCopyThatWentByTheDerivedNameGetsAnotherOne() throws {
    let stored = try Fixtures.chunk(device, 1...2, variant: 2)
    let first = try #require(
      try Divergence(local: [try Fixtures.chunk(device, 1...3, variant: 1)], stored: [stored]))
    // The same beginning, so the same derived name, but another end.
    let mine =
      Fixtures.operations(device, 1...2, variant: 1)
      + Fixtures.operations(device, 3...3, variant: 7)
    let second = try #require(
      try Divergence(
        local: [try OperationChunk(mine)], stored: [stored], held: [first.moved]))
    #expect(![device, first.moved.device].contains(second.moved.device))
    #expect(try second.moved.operations().count == 1, "only what differs moves on")
  }

  @Test func renamingCoversKeysVectorsAndSets() throws {
    let new = Fixtures.device(7)
    let rename = Renaming(from: device, after: 3, to: new)
    #expect(rename(key(device, 3)) == key(device, 3))
    #expect(rename(key(device, 4)) == key(new, 1))
    #expect(rename(key(Fixtures.device(2), 4)) == key(Fixtures.device(2), 4))
    #expect(rename(VersionVector([device: 9])) == VersionVector([device: 3, new: 6]))
    #expect(rename(VersionVector([device: 3])) == VersionVector([device: 3]))
    let keys = [2, 3, 4, 6].map { key(device, $0) }
    #expect(rename(OperationKeySet(keys)) == OperationKeySet(keys.map { rename($0) }))
    let touching = try #require(OperationKeySet(runs: [device: [1...9], new: [2...4, 8...8]]))
    #expect(
      rename(touching).runs == [device: [1...3], new: [1...6, 8...8]], "runs that touch are joined")
  }

  @Test func everyReferenceOfAnActionIsRenamed() {
    let new = Fixtures.device(7)
    let rename = Renaming(from: device, after: 3, to: new)
    func renamed(_ action: DocumentAction) -> DocumentAction {
      DocumentOperation(key: key(device, 5), stamp: Fixtures.stamp(1), action: action)
        .renamed(rename).action
    }
    let (old, moved) = (key(device, 4), key(new, 1))
    #expect(renamed(.redo(old)) == .redo(moved))
    #expect(renamed(.undo(OperationKeySet([old]))) == .undo(OperationKeySet([moved])))
    #expect(
      renamed(.clear(.init(index: 0), over: old)) == .clear(.init(index: 0), over: moved))
    #expect(renamed(.resume(.init(wallMilliseconds: 1))) == .resume(.init(wallMilliseconds: 1)))
  }
}
