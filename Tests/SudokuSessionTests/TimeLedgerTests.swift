import SudokuCore
import SudokuIdentity
import SudokuSession
import Testing

@Suite("The time of several devices")
struct TimeLedgerTests {
  /// A device's segment, in milliseconds after the game began.
  struct Segment {
    var device: UInt64
    var start: Int64
    var length: Int
    /// What the device's clock reads more than the store's.
    var offset: Int64 = 0
    var knowsOffset = true
    var isImported = false
  }

  private static let begin: Int64 = 1_795_176_000_000

  private func elapsed(_ segments: [Segment]) throws -> Int {
    var operations: [DocumentOperation] = []
    var counts: [UInt64: Int] = [:]
    func add(_ segment: Segment, _ action: DocumentAction, at time: Int64, elapsed: Int? = nil) {
      counts[segment.device, default: 0] += 1
      operations.append(
        DocumentOperation(
          key: OperationKey(
            device: DeviceID(rawValue: segment.device), seq: counts[segment.device] ?? 0),
          stamp: Stamp(milliseconds: Self.begin + time + segment.offset), action: action,
          elapsedMilliseconds: elapsed))
    }
    for segment in segments {
      if segment.isImported { add(segment, .set(key: "imported", value: .bool(true)), at: 0) }
      let start = SegmentStart(
        wallMilliseconds: Self.begin + segment.start + segment.offset,
        offsetMilliseconds: segment.knowsOffset ? -segment.offset : nil)
      add(segment, .resume(start), at: segment.start)
      add(
        segment, .suspend, at: segment.start + Int64(segment.length), elapsed: segment.length)
    }
    var document = try GameDocument(
      clues: try #require(Player.clues), startDate: UnixTime(seconds: Self.begin / 1_000))
    document.merge(operations)
    return document.elapsedMilliseconds
  }

  @Test("one device: the sum")
  func one() throws {
    #expect(
      try elapsed([
        Segment(device: 1, start: 0, length: 4_000), Segment(device: 1, start: 9_000, length: 500),
      ]) == 4_500)
  }

  @Test("two devices one after the other: the sum; at once: counted once")
  func union() throws {
    let first = Segment(device: 1, start: 0, length: 10_000)
    #expect(try elapsed([first, Segment(device: 2, start: 10_000, length: 3_000)]) == 13_000)
    #expect(try elapsed([first, Segment(device: 2, start: 0, length: 10_000)]) == 10_000)
    #expect(try elapsed([first, Segment(device: 2, start: 4_000, length: 10_000)]) == 14_000)
    #expect(try elapsed([first, Segment(device: 2, start: 2_000, length: 3_000)]) == 10_000)
  }

  @Test("a clock that is wrong by years counts at its place where its error is known")
  func offset() throws {
    let first = Segment(device: 1, start: 0, length: 10_000)
    var second = Segment(device: 2, start: 4_000, length: 10_000, offset: 315_360_000_000)
    #expect(try elapsed([first, second]) == 14_000)
    second.knowsOffset = false
    #expect(try elapsed([first, second]) == 20_000)
    second.offset = -1_000_000_000_000
    #expect(try elapsed([first, second]) == 20_000, "a clock that was never set has no place")
  }

  @Test("snapshots of an old save count as one device, the one with the most")
  func imported() throws {
    let first = Segment(device: 1, start: 0, length: 61_500, isImported: true)
    let second = Segment(device: 2, start: 0, length: 120_000, isImported: true)
    #expect(try elapsed([first, second]) == 120_000)
    #expect(
      try elapsed([first, second, Segment(device: 3, start: 500_000, length: 1_000)]) == 121_000)
  }

  @Test("more operations never make it less")
  func monotone() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<200 {
      var segments: [Segment] = []
      var last = 0
      for _ in 0..<6 {
        segments.append(
          Segment(
            device: 1 + random.next() % 3, start: Int64(random.next(below: 60_000)),
            length: random.next(below: 30_000), knowsOffset: random.next(below: 2) == 0))
        let now = try elapsed(segments)
        #expect(now >= last)
        #expect(now <= segments.reduce(0) { $0 + $1.length })
        last = now
      }
    }
  }
}
