/// Where an operation stands in the order of the fold: its stamp, or where it has seen a larger
/// one, the next step after that.
///
/// So what has seen another operation comes after it whatever the stamps say, and stamps decide
/// only between operations that have not seen each other. With honest clocks all steps are 0 and
/// the order is that of the stamps.
struct Rank: Hashable, Comparable, Sendable {
  var stamp: Stamp
  /// How many steps it comes after the operation of this stamp.
  var step = 0

  /// The rank of an operation.
  ///
  /// - Parameters:
  ///   - stamp: Its own stamp.
  ///   - highest: The highest rank of what it has seen.
  init(_ stamp: Stamp, after highest: Rank? = nil) {
    if let highest, highest.stamp >= stamp {
      self.stamp = highest.stamp
      step = highest.step + 1
    } else {
      self.stamp = stamp
    }
  }

  static func < (lhs: Rank, rhs: Rank) -> Bool {
    lhs.stamp != rhs.stamp ? lhs.stamp < rhs.stamp : lhs.step < rhs.step
  }
}

extension DocumentOperation {
  /// Calls `body` with what the operation itself says about what it has seen of other devices: the
  /// device and its last number.
  ///
  /// A write that names the one it replaces has seen that, too.
  @inline(__always)
  func forEachClaim(_ body: (DeviceID, Int) -> Void) {
    for (device, seq) in seen.last where device != key.device { body(device, seq) }
    switch action {
    case .place(let placement):
      if let over = placement.over, over.device != key.device { body(over.device, over.seq) }
    case .clear(_, let over?) where over.device != key.device: body(over.device, over.seq)
    default: break
    }
  }

  /// Whether it says nothing about other devices.
  var claimsNothing: Bool {
    var isSilent = true
    forEachClaim { _, _ in isSilent = false }
    return isSilent
  }
}
