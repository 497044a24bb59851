import SudokuSession

/// The time played, from the row "elapsed time" of the table.
///
/// Segments per device; the total is the union of the segments with a place in time and the plain
/// sum of the rest, never below the largest single device, never above the sum of all. A segment has
/// its place by the store's clock where the device knew its offset to it, else by its own wall clock
/// where that is plausible. Imported streams are snapshots of one and the same play: only the one
/// with the largest sum counts, without a place.
struct TimeModel {
  /// A stretch of playing on one device.
  struct Segment {
    let device: DeviceID
    /// When it began, in milliseconds, where this is known.
    let start: Int64?
    var length = 0
    /// The largest length that the device has reported.
    var reported = 0
  }

  let segments: [Segment]

  init(_ operations: [DocumentOperation]) {
    var segments: [Segment] = []
    for stream in Dictionary(grouping: operations, by: \.device).values {
      var current: Segment?
      func end() {
        if let ended = current { segments.append(ended) }
        current = nil
      }
      for operation in stream.sorted(by: { $0.seq < $1.seq }) {
        if case .resume(let start) = operation.action {
          end()
          current = Segment(
            device: operation.device,
            start: Self.place(of: start, begunAt: operation.stamp))
        }
        // The length is the largest that the device reports before its next segment; a length
        // without a segment, as in a save from elsewhere, begins one without a place.
        if let length = operation.elapsedMilliseconds {
          var segment = current ?? Segment(device: operation.device, start: nil)
          // More than a day between two operations is not playing time.
          segment.length += min(max(0, length - segment.reported), 86_400_000)
          segment.reported = max(segment.reported, length)
          current = segment
        }
        switch operation.action {
        case .pause, .suspend: end()
        default: break
        }
      }
      end()
    }
    self.segments = Self.withOneImport(segments, operations)
  }

  /// When a segment began: a clock that was never set, or whose stamps lie more than a day off, says
  /// nothing.
  private static func place(of start: SegmentStart, begunAt stamp: Stamp) -> Int64? {
    let wall = start.wallMilliseconds
    if let offset = start.offsetMilliseconds { return wall + offset }
    let wasSet = wall >= 1_577_836_800_000
    return wasSet && abs(stamp.milliseconds - wall) <= 86_400_000 ? wall : nil
  }

  /// The segments, of the imported streams only those of the one with the largest sum.
  private static func withOneImport(
    _ segments: [Segment], _ operations: [DocumentOperation]
  ) -> [Segment] {
    let imported = Set(
      operations.compactMap { operation -> DeviceID? in
        if case .set(key: "imported", value: _) = operation.action { operation.device } else { nil }
      })
    let own = segments.filter { !imported.contains($0.device) }
    let snapshots = Dictionary(grouping: segments, by: \.device).filter {
      imported.contains($0.key)
    }
    let sums = snapshots.mapValues { $0.reduce(0) { $0 + $1.length } }
    guard let largest = sums.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else {
      return own
    }
    return own
      + (snapshots[largest] ?? []).map {
        Segment(device: $0.device, start: nil, length: $0.length)
      }
  }

  /// The sum of all segments, in milliseconds: the most the total can be.
  var sum: Int { segments.reduce(0) { $0 + $1.length } }

  /// The largest sum of one device, in milliseconds: the least the total can be.
  var largestDevice: Int {
    Dictionary(grouping: segments, by: \.device).values
      .map { $0.reduce(0) { $0 + $1.length } }.max() ?? 0
  }

  /// The milliseconds that at least one segment with a known start covers.
  private var union: Int {
    var covered: Int64 = 0
    var end = Int64.min
    for segment in segments.filter({ $0.start != nil }).sorted(by: { $0.start ?? 0 < $1.start ?? 0 }
    ) {
      guard let start = segment.start else { continue }
      let segmentEnd = start + Int64(segment.length)
      covered += max(0, segmentEnd - max(start, end))
      end = max(end, segmentEnd)
    }
    return Int(covered)
  }

  /// The milliseconds that more than one segment covers, counted once for each segment beyond the first.
  var overlap: Int {
    segments.reduce(0) { $0 + ($1.start == nil ? 0 : $1.length) } - union
  }

  /// The milliseconds without a known start.
  private var rest: Int {
    segments.filter { $0.start == nil }.reduce(0) { $0 + $1.length }
  }

  /// True if one device has played more than all together, as they were placed.
  var isCapped: Bool { union + rest < largestDevice }

  var totalMilliseconds: Int { min(max(union + rest, largestDevice), sum) }
}
