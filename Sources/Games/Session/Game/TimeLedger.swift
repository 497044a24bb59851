/// The playing time of a game, combined from the segments that its devices measured.
///
/// A segment's length comes from a monotonic clock. It also has a place in time, so that two devices
/// that played at once count once: by the store's clock where the device knew it, else by its own
/// wall clock where that is plausible; either way it begins after everything the device knew to be
/// played. The total is the length of the union of the placed segments plus the sum of the
/// others, but never below the largest sum of one device and never above the sum of all.
///
/// Between two operations of a device at most a day counts. So neither a wrong clock nor a client's
/// wrong time can make a game's time impossible. Every device computes the same, as the rule reads
/// only the lengths in the device's own stream, in the stream's order.
///
/// Streams that come from saves of an older kind are snapshots of the same play: together they count
/// as one device, the one with the largest sum.
struct TimeLedger: Sendable {
  private struct Segment: Sendable {
    /// The start in milliseconds since 1970, `nil` where it is not known.
    var start: Int64?
    /// The length that counts, in milliseconds.
    var length: Int
    /// The length that the device reported, in milliseconds.
    var reported = 0
  }

  private struct Device: Sendable {
    let id: DeviceID
    var segments: [Segment] = []
    var isRunning = false
    var isImported = false
    var sum = 0
  }

  private var devices: [Device] = []
  private var indices: [DeviceID: Int] = [:]
  /// The index of the last device looked up; most operations are of the same device as before.
  private var lastIndex = 0

  /// 2020-01-01; a wall clock that shows an earlier date was never set.
  private static let earliestPlausibleStart: Int64 = 1_577_836_800_000
  /// The greatest plausible distance, in milliseconds, from a segment's start to the stamp of its operation.
  private static let plausibleDistance: UInt64 = 86_400_000

  /// The most time that counts between two operations of a device: a day, in milliseconds.
  static let longestPause = 86_400_000

  mutating func start(_ device: DeviceID, _ start: SegmentStart, stamp: Stamp) {
    let index = index(of: device)
    devices[index].segments.append(Segment(start: Self.begin(of: start, stamp), length: 0))
    devices[index].isRunning = true
  }

  private static func begin(of start: SegmentStart, _ stamp: Stamp) -> Int64? {
    let wall = start.wallMilliseconds
    if let offset = start.offsetMilliseconds { return wall.addingClamped(offset) }
    let distance = stamp.milliseconds.subtractingClamped(wall).magnitude
    return wall >= earliestPlausibleStart && distance <= plausibleDistance ? wall : nil
  }

  /// Records the length that the device's running segment has reached.
  ///
  /// Without a start, as in an imported save, a segment without a place in time begins.
  mutating func reach(_ device: DeviceID, _ length: Int) {
    let index = index(of: device)
    if !devices[index].isRunning {
      devices[index].segments.append(Segment(start: nil, length: 0))
      devices[index].isRunning = true
    }
    let last = devices[index].segments.count - 1
    let known = devices[index].segments[last].reported
    if length > known {
      let counted = min(length.subtractingClamped(known), Self.longestPause)
      devices[index].sum = devices[index].sum.addingClamped(counted)
      devices[index].segments[last].length = devices[index].segments[last].length
        .addingClamped(counted)
      devices[index].segments[last].reported = length
    }
  }

  /// Marks a device's stream as a snapshot from a save of an older kind.
  mutating func markImported(_ device: DeviceID) { devices[index(of: device)].isImported = true }

  /// Ends the device's running segment.
  mutating func stop(_ device: DeviceID) {
    if let index = indices[device] { devices[index].isRunning = false }
  }

  /// The length of the device's open segment, `nil` for none.
  func openLength(of device: DeviceID) -> Int? {
    guard let index = indices[device], devices[index].isRunning else { return nil }
    return devices[index].segments.last?.reported
  }

  /// The end of the last known segment that would overlap a segment beginning now.
  func lastEnd(after now: Int64) -> Int64? {
    let day = Int64(Self.plausibleDistance)
    var last = now
    for device in devices where !device.isImported {
      for segment in device.segments {
        guard let start = segment.start, start <= now.addingClamped(day) else { continue }
        let end = start.addingClamped(Int64(segment.length))
        if end <= now.addingClamped(2 * day) { last = max(last, end) }
      }
    }
    return last > now ? last : nil
  }

  private mutating func index(of device: DeviceID) -> Int {
    if lastIndex < devices.count, devices[lastIndex].id == device { return lastIndex }
    if let known = indices[device] {
      lastIndex = known
    } else {
      lastIndex = devices.count
      indices[device] = lastIndex
      devices.append(Device(id: device))
    }
    return lastIndex
  }

  /// The total with a segment that has grown since the last operation, in milliseconds.
  func total(
    extending device: DeviceID, from start: SegmentStart?, stamp: Stamp, to length: Int
  ) -> Int {
    if devices.count == 1, let only = devices.first, only.id == device {
      let known = start == nil ? only.segments.last?.reported ?? 0 : 0
      let more = max(0, length.subtractingClamped(known))
      return only.sum.addingClamped(min(more, Self.longestPause))
    }
    var copy = self
    if let start { copy.start(device, start, stamp: stamp) }
    copy.reach(device, length)
    return copy.total
  }

  /// The total in milliseconds.
  var total: Int {
    if devices.count == 1, let only = devices.first { return only.sum }
    let imported = devices.lazy.filter(\.isImported).map(\.sum).max() ?? 0
    var placed: [(start: Int64, end: Int64)] = []
    var rest = imported
    var largest = imported
    var sum = imported
    for device in devices where !device.isImported {
      largest = max(largest, device.sum)
      sum = sum.addingClamped(device.sum)
      for segment in device.segments {
        if let start = segment.start {
          placed.append((start, start.addingClamped(Int64(segment.length))))
        } else {
          rest = rest.addingClamped(segment.length)
        }
      }
    }
    placed.sort { $0.start < $1.start }
    var union = 0
    var end = Int64.min
    for segment in placed where segment.end > end {
      let from = max(segment.start, end)
      union = union.addingClamped(Int(segment.end.subtractingClamped(from)))
      end = segment.end
    }
    return min(max(union.addingClamped(rest), largest), sum)
  }
}
