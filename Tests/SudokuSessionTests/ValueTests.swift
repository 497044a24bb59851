import Foundation
import SudokuCore
import SudokuSession
import Testing

/// The small values that operations and states are made of.
@Suite("Sets of notes, vectors of versions")
struct ValueTests {
  private let devices = (1...3).map { DeviceID(rawValue: $0) }

  @Test("notes: what is set is there, is counted, and comes back from its code")
  func notes() throws {
    var random = SeededRandom(seed: 4)
    var notes = NoteSet()
    #expect(notes.isEmpty && notes.count == 0 && notes.cells.isEmpty)
    var expected: Set<Candidate> = []
    for _ in 0..<400 {
      let candidate = Candidate(
        Cell(index: random.next(below: 81)), Digit(index: random.next(below: 9)))
      if random.next(below: 3) == 0 {
        notes[candidate.cell].remove(candidate.digit)
        expected.remove(candidate)
      } else {
        notes[candidate.cell].insert(candidate.digit)
        expected.insert(candidate)
      }
      #expect(notes.contains(candidate) == expected.contains(candidate))
    }
    #expect(Set(notes.candidates) == expected && notes.count == expected.count)
    let operation = DocumentOperation(
      key: OperationKey(device: devices[0], seq: 1), stamp: .zero,
      action: .notes(on: notes, off: NoteSet()))
    #expect(DocumentOperation(fields: operation.fields) == operation)
  }

  @Test("vectors: union covers both, and nothing more")
  func vectors() throws {
    var random = SeededRandom(seed: 9)
    for _ in 0..<100 {
      let vectors = (0..<2).map { _ in
        VersionVector(
          Dictionary(uniqueKeysWithValues: devices.map { ($0, random.next(below: 4)) }))
      }
      var union = vectors[0]
      union.formUnion(vectors[1])
      for device in devices {
        #expect(union[device] == max(vectors[0][device], vectors[1][device]))
        for seq in 1...4 {
          let key = OperationKey(device: device, seq: seq)
          #expect(union.covers(key) == vectors.contains { $0.covers(key) })
        }
      }
      #expect(union.covers(vectors[0]) && union.covers(vectors[1]))
      #expect(vectors[0].covers(union) == (union == vectors[0]))
      #expect(union.count == devices.reduce(0) { $0 + union[$1] })
      let coded = try JSONDecoder().decode(
        VersionVector.self, from: Data(try canonical(union).utf8))
      #expect(coded == union)
    }
    var vector = VersionVector()
    #expect(vector.isEmpty)
    vector.insert(OperationKey(device: devices[0], seq: 3))
    vector.insert(OperationKey(device: devices[0], seq: 2))
    #expect(vector[devices[0]] == 3 && !vector.isEmpty)
  }

  @Test("sets of keys: runs neither touch nor overlap, and hold what was put in")
  func keySets() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<200 {
      let keys = (0..<random.next(below: 30)).map { _ in
        OperationKey(device: devices[random.next(below: 3)], seq: 1 + random.next(below: 20))
      }
      let set = OperationKeySet(keys)
      #expect(set.sortedKeys == Set(keys).sorted())
      #expect(set.count == Set(keys).count && set.isEmpty == keys.isEmpty)
      for device in devices {
        for seq in 1...21 {
          let key = OperationKey(device: device, seq: seq)
          #expect(set.contains(key) == keys.contains(key))
        }
        let runs = set.runs[device] ?? []
        #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound + 1 < $1.lowerBound })
      }
    }
  }
}
