import SudokuSession

/// The names of values in a place.
///
/// - `store`: the identity and the player; created once, by the first device that appends.
/// - `epoch-2`: values were lost; the devices send again what they hold.
/// - `<device>.<first>-<last>`: a segment: what the device appended, from one number to another.
enum PlaceName: Hashable {
  case store
  case epoch(Int)
  case segment(Segment)

  /// The appends of one device from one number to another.
  struct Segment: Hashable, Comparable {
    let device: DeviceID
    let first: Int
    let last: Int

    var name: String { "\(device).\(digits(first))-\(digits(last))" }

    /// The number of appends.
    var count: Int { last - first + 1 }

    func covers(_ other: Segment) -> Bool {
      self != other && device == other.device && first <= other.first && other.last <= last
    }

    static func < (left: Segment, right: Segment) -> Bool {
      (left.device, left.first, left.last) < (right.device, right.first, right.last)
    }
  }

  /// The greatest number of a device's append.
  static let limit = 999_999_999

  init?(_ name: String) {
    if name == "store" {
      self = .store
      return
    }
    if name.hasPrefix("epoch-"), let number = Int(name.dropFirst(6)), 1...Self.limit ~= number {
      self = .epoch(number)
      return
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let device = DeviceID(String(parts[0])) else { return nil }
    let numbers = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, let first = Int(numbers[0]), let last = Int(numbers[1]),
      1 <= first, first <= last, last <= Self.limit
    else { return nil }
    let segment = Segment(device: device, first: first, last: last)
    guard segment.name == name else { return nil }
    self = .segment(segment)
  }

  var name: String {
    switch self {
    case .store: "store"
    case .epoch(let number): "epoch-\(number)"
    case .segment(let segment): segment.name
    }
  }
}

/// A number of nine digits, so that names are listed in the order of numbers.
private func digits(_ number: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, 9 - text.count)) + text
}
