import SudokuSession

/// The time played, from the row "elapsed time" of the table.
///
/// Segments per device; the total is the union of the segments whose device knew its offset to the
/// store's clock and the plain sum of the rest, never below the largest single device, never above
/// the sum of all.
struct TimeModel {
  /// A stretch of playing on one device.
  struct Segment {
    let device: DeviceID
    /// When it began by the store's clock, in milliseconds, where the device knew it.
    let start: Int64?
    var length = 0
  }

  let segments: [Segment]

  /// Reads the segments of a set of operations.
  init(_ operations: [Operation]) {
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
            start: start.offsetMilliseconds.map { start.wallMilliseconds &+ $0 })
        }
        // The length is the largest that the device tells before its next segment; a length
        // without a segment, as in a save from elsewhere, begins one without a place.
        if let length = operation.elapsedMilliseconds {
          var segment = current ?? Segment(device: operation.device, start: nil)
          segment.length = max(segment.length, length)
          current = segment
        }
        switch operation.action {
        case .pause, .suspend: end()
        default: break
        }
      }
      end()
    }
    self.segments = segments
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

  /// The time played, in milliseconds.
  var totalMilliseconds: Int {
    let rest = segments.filter { $0.start == nil }.reduce(0) { $0 + $1.length }
    return min(max(union + rest, largestDevice), sum)
  }
}
