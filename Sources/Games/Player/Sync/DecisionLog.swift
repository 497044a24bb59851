import JSONCoding
import SudokuSession
import SudokuSync

/// The last thousand findings and decisions of syncs, newest last, stored with the games.
///
/// They are stored in blocks of a hundred, each under its own name; the newest block overwrites the
/// oldest. So a new entry writes one block.
package struct DecisionLog: Sendable {
  package struct Entry: Hashable, Sendable, Codable {
    /// The time of the entry, in milliseconds since 1970.
    package let milliseconds: Int64
    /// The kind's stable name, such as `merged` or `adopted`.
    package let kind: String
    /// The document concerned; `nil` for none.
    package let document: DocumentID?
    package let text: String
  }

  /// The most entries that are kept.
  package static let limit = 1_000

  package private(set) var entries: [Entry] = []
  private var dropped = 0
  /// The number of the last entry that is stored.
  private var lastStored = 0

  /// The number of the first entry that is kept, counted from 1 over all entries ever made.
  package var firstNumber: Int { dropped + 1 }

  private struct Block: Codable {
    var number: Int
    var entries: [Entry]

    static let length = 100

    /// The key of a block's place; one place more than needed exists, as the last block is not full.
    static func key(_ number: Int) -> ReplicaKey {
      ReplicaKey("syncLog.\(number % (DecisionLog.limit / length + 1))")
    }
  }

  /// Reads the stored entries; unreadable blocks are omitted.
  init(_ replica: any Replica) {
    let blocks = (0...Self.limit / Block.length).compactMap { place -> Block? in
      guard let text = (try? replica.value(for: Block.key(place))) ?? nil else { return nil }
      let block = try? StrictJSONDecoder().decode(Block.self, from: text)
      return block.flatMap { 0...1 << 40 ~= $0.number ? $0 : nil }
    }
    for block in blocks.sorted(by: { $0.number < $1.number }) {
      if block.number != entries.count / Block.length + dropped / Block.length
        || !entries.count.isMultiple(of: Block.length)
      {
        // Another process has overwritten the previous block.
        (entries, dropped) = ([], block.number * Block.length)
      }
      entries += block.entries.prefix(Block.length)
    }
    let surplus = max(0, entries.count - Self.limit)
    entries.removeFirst(surplus)
    dropped += surplus
    lastStored = dropped + entries.count
  }

  /// Stores the new entries with the games.
  mutating func store(in replica: any Replica) throws(SyncError) {
    let last = dropped + entries.count
    guard last > lastStored else { return }
    for number in max(lastStored, dropped) / Block.length...(last - 1) / Block.length {
      let first = number * Block.length - dropped
      let block = Block(
        number: number,
        entries: Array(entries[max(0, first)..<min(first + Block.length, entries.count)]))
      try replica.setValue(try? CanonicalJSONEncoder().encodeText(block), for: Block.key(number))
    }
    lastStored = last
  }

  mutating func note(_ event: SyncEvent, at milliseconds: Int64) {
    note(
      Entry(
        milliseconds: milliseconds, kind: event.kind, document: event.document,
        text: event.description))
  }

  mutating func note(_ entry: Entry) {
    entries.append(entry)
    guard entries.count > Self.limit else { return }
    entries.removeFirst()
    dropped += 1
  }
}

extension SyncEvent {
  /// The kind's stable name: that of the case.
  var kind: String {
    switch self {
    case .merged: "merged"
    case .completedElsewhere: "completedElsewhere"
    case .adopted: "adopted"
    case .kept: "kept"
    case .resent: "resent"
    case .refused: "refused"
    case .cloned: "cloned"
    case .failed: "failed"
    case .recovered: "recovered"
    case .ended: "ended"
    case .quarantined: "quarantined"
    case .released: "released"
    case .refilling: "refilling"
    case .refetching: "refetching"
    case .joined: "joined"
    case .storeReplaced: "storeReplaced"
    case .skipped: "skipped"
    case .stalled: "stalled"
    }
  }

  var document: DocumentID? {
    switch self {
    case .merged(let id, _), .completedElsewhere(let id, _), .adopted(let id, _), .resent(let id),
      .refused(let id, _), .cloned(let id, _, _), .ended(let id, _, _), .released(let id):
      id
    case .quarantined(let entry): entry.document
    case .kept(let id): id
    default: nil
    }
  }
}
