import JSONCoding
import SudokuSession

/// The values of a place that a device has read, in a file: the next launch lists only what came since.
///
/// Each line adds to the ones before. A file that can't be read is an empty cache.
package struct PlaceCache {
  let path: String
  let disk: any Disk

  package init(_ path: String, disk: any Disk) { (self.path, self.disk) = (path, disk) }

  /// The values and names that one reading brought.
  struct Line: Codable {
    var version = 1
    var store: StoreIdentity?
    var cursor: String?
    var known: [String: String]
    /// The names listed and not read yet.
    var unread: [String: String]
    var gone: [String]
    var documents: [DocumentDelta]
  }

  /// The lines up to the first that can't be read.
  func lines() -> [Line] {
    guard let bytes = try? disk.read(path, from: 0) else { return [] }
    var lines: [Line] = []
    for text in bytes.split(separator: 0x0A) {
      guard let line: Line = try? StrictJSONDecoder().decode(from: Array(text)),
        line.version == 1
      else { break }
      lines.append(line)
    }
    return lines
  }

  func append(_ line: Line) {
    guard let bytes = try? CanonicalJSONEncoder().encode(line) else { return clear() }
    do throws(DiskError) { try disk.append(bytes + [0x0A], to: path, isDurable: false) } catch {
      clear()
    }
  }

  func replace(with line: Line) {
    guard let bytes = try? CanonicalJSONEncoder().encode(line) else { return clear() }
    do throws(DiskError) { try disk.replace(path, with: bytes + [0x0A]) } catch { clear() }
  }

  func clear() { try? disk.remove(path) }
}

extension PlaceStoreDriver {
  /// Continues with what an earlier object has read.
  func restoreCache() {
    guard let cache else { return }
    for line in cache.lines() {
      if let store = line.store { (identity, isCreated) = (store, true) }
      cursor = line.cursor
      for name in line.gone { (known[name], unread[name]) = (nil, nil) }
      unread.merge(line.unread) { $1 }
      known.merge(line.known) { $1 }
      for delta in line.documents where !add(delta).covers(delta) { waiting.append(delta) }
      retryWaiting()
    }
    unread = unread.filter { known[$0.key] == nil }
    for name in Array(known.keys) + Array(unread.keys) {
      guard case .segment(let segment) = PlaceName(name) else { continue }
      lastNumbers[segment.device] = max(lastNumbers[segment.device] ?? 0, segment.last)
    }
    cached = Set(known.keys)
    guard !known.isEmpty else { return }
    // A few lines in the place of many; this also ends what a crash left half.
    var rest = (core.documentIDs.compactMap { core.document($0, after: [:]) } + waiting)[...]
    cache.replace(with: line([:], gone: [], Array(rest.prefix(500))))
    rest = rest.dropFirst(500)
    while !rest.isEmpty {
      cache.append(line([:], gone: [], Array(rest.prefix(500))))
      rest = rest.dropFirst(500)
    }
    cache.append(line(known, gone: [], []))
  }

  /// Keeps what was read.
  func writeCache(_ documents: [DocumentDelta]) {
    guard let cache else { return }
    let new = known.filter { !cached.contains($0.key) }
    let gone = cached.filter { known[$0] == nil }
    cached = Set(known.keys)
    cache.append(line(new, gone: gone.sorted(), documents))
  }

  private func line(
    _ known: [String: String], gone: [String], _ documents: [DocumentDelta]
  ) -> PlaceCache.Line {
    PlaceCache.Line(
      store: isCreated ? identity : nil, cursor: known.isEmpty ? nil : cursor, known: known,
      unread: unread, gone: gone,
      documents: documents)
  }
}
