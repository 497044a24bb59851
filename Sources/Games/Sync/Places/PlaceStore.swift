import JSONCoding
import SudokuSession

// The store of a place
//
// Values. Each append is one value, `<device>.<number>-<number>`, a segment: the operations that were
// new, with the summaries. It is created and never replaced. The value `store`, which the first append
// creates, holds identity and player.
//
// Numbers. A device counts its segments. A name that exists already belongs to a copy of the device,
// or to an earlier attempt whose answer was lost. Then the device reads the value and plans again.
// So a device has read all that was written under its name before it writes.
//
// Reading (`PlaceStoreDriver+Reading`). One list of names finds what is new. What was read stays in a
// `StoreCore`, which answers all queries: nothing new costs one list. Operations that arrive before
// their predecessors wait.
//
// Compaction (`PlaceStoreDriver+Writing`). A device joins its small segments into one whose name
// covers their numbers, and then removes them. So a name that vanishes uncovered was lost: the device
// that sees it creates the value `epoch-1` (or the next), and all devices refill the store.
//
// A copy of a device must not find a compacted number free. So a device lists before it writes if the
// last list is older than a minute, and joins no segments younger than two minutes.

/// A store in a place that only keeps named values.
///
/// ```swift
/// let store = PlaceStore(MyPlace())
/// ```
public typealias PlaceStore = BlockingStore<PlaceStoreDriver>

extension PlaceStore {
  /// Creates the store of a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - cache: A file of this device for what was read, which the next launch need not read again;
  ///     `nil` for none.
  ///   - pollSeconds: The seconds between two lists while the place has no news.
  public convenience init(_ place: any ValuePlace, cache: String? = nil, pollSeconds: Int = 4) {
    let driver = PlaceStoreDriver(place, cache: cache.map { PlaceCache($0, disk: PosixDisk()) })
    driver.pollMilliseconds = 1_000 * Int64(min(max(pollSeconds, 1), 86_400))
    self.init(driver, name: "sudoku.place")
  }
}

extension BlockingStore: WatchingStore where Driver == PlaceStoreDriver {
  /// See `WatchingStore`.
  package var isWatchLive: Bool { owner.driver.isWatchLive }
  /// See `WatchingStore`.
  package var pollMilliseconds: Int64 { owner.driver.pollMilliseconds }
}

/// The value of a segment: deltas, in order.
struct PlaceSegment: Hashable, Codable {
  /// The version of the form.
  private(set) var version = 1
  var documents: [DocumentDelta]

  /// The most bytes of a value.
  static let valueBytes = 900_000
  /// The most bytes of one delta's lines in a value, which JSON at most doubles.
  static let lineBytes = 200_000

  init(documents: [DocumentDelta]) { self.documents = documents }

  init(bytes: [UInt8]) throws(SyncError) {
    do {
      self = try StrictJSONDecoder().decode(Self.self, from: bytes)
    } catch { throw SyncError(.damaged, "it can't be read: \(error)") }
    guard version == 1 else {
      throw SyncError(.recordFromNewerVersion, "it has version \(version)")
    }
  }

  var bytes: [UInt8] { (try? CanonicalJSONEncoder().encode(self)) ?? [] }

  /// The deltas in values that are short enough.
  static func values(_ deltas: [DocumentDelta]) -> [PlaceSegment] {
    var values: [PlaceSegment] = []
    var room = 0
    for delta in deltas.flatMap(pieces) {
      let size = 2_000 + delta.chunks.reduce(0) { $0 + 300 + 2 * $1.lines.count }
      if size > room {
        values.append(PlaceSegment(documents: []))
        room = valueBytes
      }
      values[values.count - 1].documents.append(delta)
      room -= size
    }
    return values
  }

  /// A delta as one or several; only the last one has the heads.
  private static func pieces(_ delta: DocumentDelta) -> [DocumentDelta] {
    var pieces: [DocumentDelta] = []
    var piece = DocumentDelta(id: delta.id, summary: delta.summary, chunks: [])
    var room = lineBytes
    for chunk in delta.chunks {
      var rest: OperationChunk? = chunk
      while let part = rest?.prefix(bytes: lineBytes) {
        if part.lines.count > room, !piece.chunks.isEmpty {
          pieces.append(piece)
          piece.chunks = []
          room = lineBytes
        }
        piece.chunks.append(part)
        room -= part.lines.count
        rest = rest?.suffix(after: part.lastSeq)
      }
    }
    piece.heads = delta.heads
    return pieces + [piece]
  }

  /// The deltas of several segments of a device as one: the last summary of each document counts.
  static func joined(_ segments: [PlaceSegment]) -> [DocumentDelta] {
    var order: [DocumentID] = []
    var joined: [DocumentID: DocumentDelta] = [:]
    for delta in segments.flatMap(\.documents) {
      guard var known = joined[delta.id] else {
        order.append(delta.id)
        joined[delta.id] = delta
        continue
      }
      for chunk in delta.chunks {
        if let index = known.chunks.lastIndex(where: { $0.device == chunk.device }),
          known.chunks[index].isFollowed(by: chunk)
        {
          known.chunks[index] = known.chunks[index].joined(with: chunk)
        } else {
          known.chunks.append(chunk)
        }
      }
      (known.summary, known.heads) = (delta.summary, delta.heads)
      joined[delta.id] = known
    }
    return order.compactMap { joined[$0] }
  }
}
