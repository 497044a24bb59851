import SudokuSession

/// Who has seen whom among a document's operations, and the order in which they are folded.
///
/// Written from the rules alone (ranks, and the order of equal ranks), to be compared with the code
/// that ships. It is slow on purpose: each property is a sentence of the rules.
struct ModelOrder {
  /// The operations, first to be folded first.
  let operations: [DocumentOperation]
  /// For each place what the operation had seen of other devices, as it and earlier operations of
  /// its device say.
  private let seen: [[DeviceID: Int]]
  private let ranks: [Rank]

  /// An operation's rank: its stamp, or the one after the rank of what it has seen.
  private struct Rank: Comparable {
    var stamp: Stamp
    var step = 0

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.stamp, lhs.step) < (rhs.stamp, rhs.step)
    }
  }

  init(_ set: [DocumentOperation]) {
    let numbered = Dictionary(grouping: set, by: \.device).mapValues { stream in
      stream.sorted { $0.seq < $1.seq }
    }
    let ranked = Self.ranks(of: numbered).sorted { one, other in
      one.rank != other.rank ? one.rank < other.rank : one.operation.key < other.operation.key
    }
    operations = ranked.map(\.operation)
    seen = ranked.map(\.seen)
    ranks = ranked.map(\.rank)
  }

  /// The places of the operations with the rank of the one at a place, that one included.
  func equals(of place: Int) -> [Int] { ranks.indices.filter { ranks[$0] == ranks[place] } }

  /// True if the operation at one place has seen the one at another: it follows it on the same
  /// device, or says so itself or by an earlier operation of its device.
  func hasSeen(_ place: Int, _ other: Int) -> Bool {
    let (one, two) = (operations[place], operations[other])
    if one.device == two.device { return two.seq < one.seq }
    return two.seq <= seen[place][two.device] ?? 0
  }

  /// An operation's own record of what it has seen of other devices: each entry counts by
  /// itself.
  static func claims(of operation: DocumentOperation) -> [(device: DeviceID, seq: Int)] {
    var claims = operation.seen.last.map { (device: $0.key, seq: $0.value) }
    // A write names the one that it replaces.
    let over: OperationKey? =
      switch operation.action {
      case .place(let placement): placement.over
      case .clear(_, let over): over
      default: nil
      }
    if let over { claims.append((over.device, over.seq)) }
    return claims.filter { $0.device != operation.device }
  }

  // MARK: Ranks

  private struct Ranked {
    let operation: DocumentOperation
    let seen: [DeviceID: Int]
    let rank: Rank
  }

  /// Ranks all operations, each after those it has seen.
  ///
  /// Only forged operations see each other in a circle: then the smallest of those that come next
  /// on their devices is ranked without regard to what has no rank yet.
  private static func ranks(of streams: [DeviceID: [DocumentOperation]]) -> [Ranked] {
    let devices = streams.keys.sorted()
    var done: [DeviceID: [Ranked]] = [:]
    var result: [Ranked] = []
    while true {
      let candidates = devices.compactMap { next(of: $0, streams, done) }
      guard !candidates.isEmpty else { return result }
      let ready = candidates.filter { candidate in
        candidate.seen.allSatisfy { device, seq in
          // The first operation there without a rank is none of those seen.
          (streams[device] ?? []).dropFirst(done[device]?.count ?? 0).first.map { $0.seq > seq }
            ?? true
        }
      }
      let forced = candidates.min { $0.operation < $1.operation }.map { [$0] } ?? []
      for candidate in ready.isEmpty ? forced : ready {
        done[candidate.operation.device, default: []].append(candidate)
        result.append(candidate)
      }
    }
  }

  /// A device's next operation without a rank, with the rank it would get now.
  private static func next(
    of device: DeviceID, _ streams: [DeviceID: [DocumentOperation]], _ done: [DeviceID: [Ranked]]
  ) -> Ranked? {
    let before = done[device]?.last
    guard let operation = streams[device]?.dropFirst(done[device]?.count ?? 0).first
    else { return nil }
    // What its device knew before, and what it says itself, as far as the set holds it.
    var seen = before?.seen ?? [:]
    for (other, seq) in claims(of: operation) where streams[other]?.last?.seq ?? 0 >= seq {
      seen[other] = max(seen[other] ?? 0, seq)
    }
    // The rank grows along a stream, so the last operation seen of each has the highest.
    var highest = before?.rank
    for (other, seq) in seen {
      if let last = done[other]?.last(where: { $0.operation.seq <= seq }) {
        highest = max(highest ?? last.rank, last.rank)
      }
    }
    var rank = Rank(stamp: operation.stamp)
    if let highest, rank <= highest { rank = Rank(stamp: highest.stamp, step: highest.step + 1) }
    return Ranked(operation: operation, seen: seen, rank: rank)
  }
}
