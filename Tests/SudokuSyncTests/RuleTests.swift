import SudokuCore
import SudokuSession
import SudokuSync
import Testing

@Suite("The rules of syncing, one by one")
struct RuleTests {
  private static let device = DeviceID(rawValue: 7)

  private static func operation(_ seq: Int, at milliseconds: Int64 = 0) -> DocumentOperation {
    DocumentOperation(
      key: OperationKey(device: device, seq: seq),
      stamp: Stamp(milliseconds: 1_795_176_000_000 + milliseconds + Int64(seq)), action: .check)
  }

  /// The operations of a range as a chunk after what is before them.
  private static func chunk(
    _ range: ClosedRange<Int>, at milliseconds: Int64 = 0
  ) throws -> OperationChunk {
    var head = StreamHead.empty
    if range.lowerBound > 1 { head = try chunk(1...range.lowerBound - 1, at: milliseconds).head }
    return try OperationChunk(range.map { operation($0, at: milliseconds) }, after: head)
  }

  // MARK: Waiting

  @Test("each failure doubles the wait up to a limit, with jitter in the upper half")
  func backoff() {
    var random = SeededRandom(seed: 3)
    var backoff = Backoff(firstMilliseconds: 1_000, limitMilliseconds: 60_000)
    var waits: Set<Int64> = []
    for failure in 0..<200 {
      let longest = failure < 6 ? Int64(1_000) << failure : 60_000
      let wait = backoff.failed(using: &random)
      #expect((longest / 2...longest).contains(wait), "failure \(failure)")
      if failure >= 6 { waits.insert(wait) }
    }
    #expect(waits.count > 100, "devices would come back at the same moment")
    #expect(backoff.failures == 200)
    backoff.succeeded()
    #expect((500...1_000).contains(backoff.failed(using: &random)))
  }

  @Test("the shortest and the longest waits")
  func extremeBackoff() {
    var random = SeededRandom(seed: 4)
    var least = Backoff(firstMilliseconds: 2, limitMilliseconds: 2)
    var most = Backoff(firstMilliseconds: 2, limitMilliseconds: 1 << 61)
    for failure in 1...100 {
      #expect((1...2).contains(least.failed(using: &random)))
      #expect(most.failed(using: &random) > 0, "failure \(failure)")
    }
  }

  @Test("a wait ends in time, and when the clock is set back")
  func retryDelay() {
    let delay = RetryDelay(500, from: 10_000)
    #expect(delay.isPending(at: 10_000))
    #expect(delay.isPending(at: 10_499))
    #expect(!delay.isPending(at: 10_500))
    #expect(!delay.isPending(at: 9_999))
  }

  // MARK: Streams

  @Test("a stream accepts its continuation once, in any pieces")
  func streamGrows() throws {
    var whole = OperationStream()
    _ = whole.add(try Self.chunk(1...40))
    var pieces = OperationStream()
    for range in [1...3, 2...9, 1...9, 10...10, 4...25, 20...40, 1...40] {
      let before = pieces.head.seq
      guard case .added(let new) = pieces.add(try Self.chunk(range)) else {
        Issue.record("\(range) was not added")
        return
      }
      #expect(new?.firstSeq == (range.upperBound > before ? before + 1 : nil))
      #expect(pieces.head.seq == max(before, range.upperBound))
    }
    #expect(pieces.head == whole.head)
    #expect(pieces.chunks.flatMap(\.lines) == whole.chunks.flatMap(\.lines))
    for seq in 0...40 { #expect(pieces.hash(at: seq) == whole.hash(at: seq)) }
    #expect(pieces.hash(at: 41) == nil)
    pieces.compact()
    #expect(pieces.chunks == whole.chunks)
  }

  @Test("operations beyond the end are a gap, different ones diverge; neither changes anything")
  func streamRefuses() throws {
    var stream = OperationStream()
    #expect(stream.add(try Self.chunk(2...3)) == .gap)
    _ = stream.add(try Self.chunk(1...5))
    let before = stream
    #expect(stream.add(try Self.chunk(7...8)) == .gap)
    #expect(stream.add(try Self.chunk(1...3, at: 90)) == .diverged)
    #expect(stream.add(try Self.chunk(1...9, at: 90)) == .diverged)
    #expect(stream.add(try Self.chunk(6...9, at: 90)) == .diverged)
    #expect(stream == before)
  }

  @Test("a stream of many single operations is kept in few chunks")
  func streamIsShort() throws {
    var stream = OperationStream()
    for seq in 1...1_000 {
      _ = stream.add(try OperationChunk([Self.operation(seq)], after: stream.head))
    }
    #expect(stream.chunks.count <= 10)
    #expect(stream.head == (try Self.chunk(1...1_000)).head)
  }

  @Test("another replica gets what it lacks, or everything if it diverged")
  func streamAnswers() throws {
    var stream = OperationStream()
    for range in [1...4, 5...6, 7...7] { _ = stream.add(try Self.chunk(range)) }
    for seq in 0...7 {
      let head = seq == 0 ? StreamHead.empty : try Self.chunk(1...seq).head
      let lines = stream.chunks(after: head).flatMap(\.lines)
      #expect(lines == (seq == 7 ? [] : try Self.chunk(seq + 1...7).lines))
    }
    let other = try Self.chunk(1...4, at: 90).head
    #expect(stream.chunks(after: other).flatMap(\.lines) == (try Self.chunk(1...7).lines))
    let longer = try Self.chunk(1...9, at: 90).head
    #expect(stream.chunks(after: longer).isEmpty)
  }

  // MARK: Digests

  @Test("a digest depends on the content, not on the order")
  func digest() throws {
    let ids = (0..<200).map { DocumentID(TestDevice.game($0)) }
    let heads = [Self.device: try Self.chunk(1...3).head]
    let more = [Self.device: try Self.chunk(1...4).head]
    var tree = DigestTree()
    for id in ids { tree.replace([:], with: heads, in: id) }
    var other = DigestTree()
    for id in ids.reversed() {
      other.replace([:], with: more, in: id)
      other.replace(more, with: heads, in: id)
    }
    #expect(tree == other)
    other.replace(heads, with: more, in: ids[77])
    #expect(tree.root != other.root)
    let nodes = tree.page(nodes: []).differences(from: other.page(nodes: []))
    let leaves = tree.page(nodes: nodes).differences(from: other.page(nodes: nodes))
    #expect(nodes == [DigestKey(ids[77]).leaf / DigestTree.width])
    #expect(leaves == [DigestKey(ids[77]).leaf])
    for id in ids { tree.replace(heads, with: [:], in: id) }
    #expect(tree == DigestTree())
    #expect(tree.page(nodes: []).digests.isEmpty)
  }

  // MARK: Records

  @Test("operations that were not fetched are not acknowledged")
  func gapIsNotAcknowledged() throws {
    let id = DocumentID(TestDevice.game(1))
    let summary = DocumentSummary(GameSummary(id: id, clues: TestDevice.clues))
    var record = DocumentRecord(summary: summary)
    _ = record.merge(
      DocumentDelta(
        id: id, summary: summary, heads: [Self.device: try Self.chunk(1...2).head],
        chunks: [try Self.chunk(1...2)])
    ) { _, _ in nil }
    #expect(record.acknowledged[Self.device]?.seq == 2)
    let outcome = record.merge(
      DocumentDelta(
        id: id, summary: summary, heads: [Self.device: try Self.chunk(1...9).head],
        chunks: [try Self.chunk(5...9)])
    ) { _, _ in nil }
    #expect(outcome.added.isEmpty)
    #expect(record.acknowledged[Self.device]?.seq == 2)
  }
}
