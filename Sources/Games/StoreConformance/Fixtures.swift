import Foundation
import SudokuCore
import SudokuSession
import SudokuSync

/// Devices, games and operations for tests of stores and replicas.
package enum Fixtures {
  /// A board with one solution.
  package static let clues: Board = {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    return Board { cell in
      let index = line.utf8.index(line.utf8.startIndex, offsetBy: cell.index)
      return Digit(Int(line.utf8[index]) - 48)
    }
  }()

  package static func device(_ number: Int) -> DeviceID {
    DeviceID(rawValue: UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1)
  }

  /// The game with a number; all games have the same board.
  package static func game(_ number: Int) -> DocumentID {
    let text = "game-07ap9x8qtst53aww4qy12t8wfr-\(1_795_176_000 + number)"
    guard let id = DocumentID(text) else { preconditionFailure("\(text) is an ID") }
    return id
  }

  package static func summary(
    _ id: DocumentID, at time: Int64, isCompleted: Bool = false
  ) -> DocumentSummary {
    let stamp = stamp(time)
    guard id.isGame else { return DocumentSummary(id: id, lastStamp: stamp) }
    return DocumentSummary(
      GameSummary(
        id: id, clues: clues, completed: isCompleted ? stamp : nil, lastSaved: stamp,
        elapsedMilliseconds: Int(time)))
  }

  /// The stamp a number of milliseconds after a fixed moment.
  package static func stamp(_ time: Int64) -> Stamp {
    Stamp(milliseconds: 1_795_176_000_000 + time)
  }

  /// Adds a device's own operations to a game, as playing does.
  package static func play(
    _ numbers: ClosedRange<Int>, in id: DocumentID, on replica: any Replica, variant: Int = 0
  ) throws(SyncError) {
    try replica.append([
      try ReplicaEntry(
        operations(replica.device, numbers, variant: variant), in: id,
        summary: summary(id, at: Int64(numbers.upperBound)))
    ])
  }

  /// Synchronises a replica with a store in both directions, and closes the store.
  package static func sync(
    _ replica: any Replica, with store: any SyncStore
  ) async throws(SyncError) -> SyncReport {
    let engine = try SyncEngine(
      replica: replica, store: store, storeName: "test", random: SeededRandom(seed: 1),
      clock: { 0 })
    let report = await engine.sync(.everything)
    await engine.close()
    return report
  }

  package static func operations(
    _ device: DeviceID, _ numbers: ClosedRange<Int>, at time: Int64 = 0, variant: Int = 0
  ) -> [DocumentOperation] {
    numbers.map { seq in
      DocumentOperation(
        key: OperationKey(device: device, seq: seq), stamp: stamp(time + Int64(seq)),
        action: .note(
          Candidate(Cell(index: (seq + variant) % 81), Digit(index: (seq + variant) % 9)),
          isOn: true))
    }
  }

  /// A chunk of a device's operations, whose stream begins with number 1.
  package static func chunk(
    _ device: DeviceID, _ numbers: ClosedRange<Int>, at time: Int64 = 0, variant: Int = 0
  ) throws -> OperationChunk {
    let all = operations(device, 1...numbers.upperBound, at: time, variant: variant)
    let chunk = try OperationChunk(all)
    return chunk.suffix(after: numbers.lowerBound - 1) ?? chunk
  }

  /// A device's batch for one game: a chunk, and a summary with the date of the last operation.
  package static func batch(
    _ game: Int, by device: DeviceID = device(1), _ numbers: ClosedRange<Int>
  ) throws -> OperationBatch {
    let id = Self.game(game)
    return OperationBatch(
      writer: device,
      documents: [
        DocumentDelta(
          id: id, summary: summary(id, at: Int64(numbers.upperBound)),
          chunks: [try chunk(device, numbers)])
      ])
  }
}
