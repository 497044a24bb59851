/// The bytes of a `GridCatalogue`: how many classes of grids there are, by top band and splits.
///
/// `SGC1`; then for each of the 416 top bands, ascending, the number of its classes (4 bytes), how many
/// splits a run has (2), and how many bytes its counts take (4), lowest byte first; then for each
/// top band the counts of its runs, as numbers of 7 bits to the byte, lowest first.
enum GridCatalogueFormat {
  struct Entry: Sendable {
    let classCount: Int
    let runLength: Int
    /// The bytes that hold the counts of the runs.
    let range: Range<Int>
  }

  private static let mark: [UInt8] = Array("SGC1".utf8)
  private static let entrySize = 10
  private static let bandCount = 416

  /// The entries of the top bands; `nil` if the data are not a catalogue.
  static func entries(of data: [UInt8]) -> [Entry]? {
    var start = mark.count + bandCount * entrySize
    guard data.count >= start, data.starts(with: mark) else { return nil }
    var entries: [Entry] = []
    for band in 0..<bandCount {
      func number(_ offset: Int, _ size: Int) -> Int {
        let place = mark.count + band * entrySize + offset
        return (0..<size).reduce(0) { $0 | Int(data[place + $1]) << (8 * $1) }
      }
      let (runLength, size) = (number(4, 2), number(6, 4))
      guard runLength > 0, RankedBand.splitCount % runLength == 0, size <= data.count - start else {
        return nil
      }
      entries.append(
        Entry(classCount: number(0, 4), runLength: runLength, range: start..<(start + size)))
      start += size
    }
    return start == data.count ? entries : nil
  }

  /// The counts of a top band's runs; `nil` if they don't add up.
  static func counts(of entry: Entry, in data: [UInt8]) -> [UInt32]? {
    var counts: [UInt32] = []
    var (count, shift, sum): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for byte in data[entry.range] {
      count |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard shift < 35 else { return nil }
      if byte < 0x80 {
        guard count <= entry.classCount else { return nil }
        counts.append(UInt32(count))
        sum += count
        (count, shift) = (0, 0)
      }
    }
    let isComplete = counts.count == RankedBand.splitCount / entry.runLength
    return isComplete && shift == 0 && sum == entry.classCount ? counts : nil
  }

  /// The bytes of a catalogue: for each top band the number of classes for each of its splits.
  static func bytes(_ bands: [[UInt32]]) -> [UInt8] {
    var header = mark
    var body: [UInt8] = []
    for counts in bands {
      let total = counts.reduce(0) { $0 + Int($1) }
      // A run costs time in proportion to its length, for each class; and a byte is worth as much as
      // searching 20,000 splits for a class.
      let best = runLengths.map { length in
        let bytes = encoded(counts, length)
        return (length: length, bytes: bytes, cost: total * length + 20_000 * bytes.count)
      }.min { $0.cost < $1.cost }
      guard let best else { continue }
      for (value, size) in [(total, 4), (best.length, 2), (best.bytes.count, 4)] {
        for byte in 0..<size { header.append(UInt8(truncatingIfNeeded: value >> (8 * byte))) }
      }
      body += best.bytes
    }
    return header + body
  }

  private static let runLengths = [1, 2, 4, 7, 8, 14, 28, 56, 3_136]

  private static func encoded(_ counts: [UInt32], _ length: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: counts.count, by: length) {
      var count = counts[start..<(start + length)].reduce(0, &+)
      while count >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: count) | 0x80)
        count >>= 7
      }
      bytes.append(UInt8(count))
    }
    return bytes
  }
}

/// Counts the classes of grids, for a `GridCatalogue`.
package struct GridCounter: Sendable {
  private let classes = BandClasses()

  package init() {}

  /// The number of top bands.
  package var bandCount: Int { classes.bands.count }

  /// For each of a top band's splits, or the first ones, the number of classes.
  ///
  /// - Complexity: Some 2 s of a processor, 15 minutes for all 416.
  package func counts(_ index: Int, first count: Int = .max) -> [UInt32] {
    let band = RankedBand(TopBand(index, classes), [], 1, classes)
    var search = GridSearch(band.top, classes)
    var counts: [UInt32] = []
    for number in 0..<min(count, RankedBand.splitCount) {
      let (first, second, third) = band.splits(number)
      if third == 0 { search.begin(first, second) }
      counts.append(UInt32(search.search(third) { _, _ in }))
    }
    return counts
  }

  /// The data of a catalogue, from the counts of all top bands.
  package func catalogue(_ counts: [[UInt32]]) -> [UInt8] { GridCatalogueFormat.bytes(counts) }
}
