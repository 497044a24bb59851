/// The playing time of a game, put together from the segments that its devices measured.
///
/// A segment's length comes from a monotonic clock. Where the device knew how far its clock is from
/// the store's, the segment also has a place in time, so that two devices that ran at once count
/// once. The total is the length of the union of the placed segments plus the sum of the others,
/// but never below the largest sum of one device and never above the sum of all.
struct TimeLedger: Sendable {
  private struct Segment: Sendable {
    /// The start on the store's clock in milliseconds, `nil` where it is not known.
    var start: Int64?
    /// The length in milliseconds.
    var length: Int
  }

  private struct Device: Sendable {
    let id: DeviceID
    var segments: [Segment] = []
    var isRunning = false
    var sum = 0
  }

  private var devices: [Device] = []
  /// The places in `devices`.
  private var places: [DeviceID: Int] = [:]
  /// The place of the device named last: it is mostly the same one again.
  private var lastPlace = 0

  /// Begins a segment.
  mutating func start(_ device: DeviceID, _ start: SegmentStart) {
    let place = place(of: device)
    let begin = start.offsetMilliseconds.map { start.wallMilliseconds.addingClamped($0) }
    devices[place].segments.append(Segment(start: begin, length: 0))
    devices[place].isRunning = true
  }

  /// Books the length that the device's running segment has reached.
  ///
  /// Without a start, as in a save from elsewhere, a segment without a place begins.
  mutating func reach(_ device: DeviceID, _ length: Int) {
    let place = place(of: device)
    if !devices[place].isRunning {
      devices[place].segments.append(Segment(start: nil, length: 0))
      devices[place].isRunning = true
    }
    let last = devices[place].segments.count - 1
    let known = devices[place].segments[last].length
    if length > known {
      devices[place].sum = devices[place].sum.addingClamped(length - known)
      devices[place].segments[last].length = length
    }
  }

  /// The place of a device, which is taken in where it is new.
  private mutating func place(of device: DeviceID) -> Int {
    if lastPlace < devices.count, devices[lastPlace].id == device { return lastPlace }
    if let known = places[device] {
      lastPlace = known
    } else {
      lastPlace = devices.count
      places[device] = lastPlace
      devices.append(Device(id: device))
    }
    return lastPlace
  }

  /// Ends the device's running segment.
  mutating func stop(_ device: DeviceID) {
    if let place = places[device] { devices[place].isRunning = false }
  }

  /// The total with a segment that has gone on since the last operation, in milliseconds.
  ///
  /// - Parameters:
  ///   - device: The device whose segment runs.
  ///   - start: Where the segment begins; `nil` where an operation has begun it.
  ///   - length: The length it has reached.
  /// - Returns: The total in milliseconds.
  func total(extending device: DeviceID, from start: SegmentStart?, to length: Int) -> Int {
    if devices.count == 1, let only = devices.first, only.id == device {
      let known = start == nil ? only.segments.last?.length ?? 0 : 0
      return only.sum.addingClamped(max(0, length - known))
    }
    var copy = self
    if let start { copy.start(device, start) }
    copy.reach(device, length)
    return copy.total
  }

  /// The total in milliseconds.
  var total: Int {
    if devices.count == 1, let only = devices.first { return only.sum }
    var placed: [(start: Int64, end: Int64)] = []
    var rest = 0
    var largest = 0
    var sum = 0
    for device in devices {
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

extension FixedWidthInteger {
  /// The sum, or the end of the range it would leave.
  func addingClamped(_ other: Self) -> Self {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the end of the range it would leave.
  func subtractingClamped(_ other: Self) -> Self {
    let (difference, isOverflow) = subtractingReportingOverflow(other)
    return isOverflow ? (other < 0 ? .max : .min) : difference
  }
}
