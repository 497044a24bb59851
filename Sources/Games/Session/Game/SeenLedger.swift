/// The operations of other devices that each device had seen, at each moment of a fold.
///
/// Devices are numbered in the order in which they appear. A device's knowledge changes only with
/// operations that record it in `seen`; the operations between two such share one *context*.
struct SeenLedger: Sendable {
  private var numbers: [DeviceID: Int32] = [:]
  private var folded: [Int] = []
  private var current: [Int32] = []
  /// For each context, the last number seen of each device; a missing entry counts as 0.
  private var contexts: [[Int]] = [[]]
  /// The last device looked up; most operations are of the same device as the one before.
  private var lastDevice = DeviceID(rawValue: 0)
  private var lastNumber: Int32 = -1

  var hasSeveralDevices: Bool { folded.count > 1 }

  mutating func fold(_ operation: DocumentOperation) -> (device: Int32, context: Int32) {
    let device = number(of: operation.device)
    var claimed: [(Int32, Int)] = []
    operation.forEachClaim { other, seq in
      // A claim about an operation that has not been folded does not count.
      guard let number = numbers[other], folded[Int(number)] >= seq,
        hasSeen(current[Int(device)], number, seq) == false
      else { return }
      claimed.append((number, seq))
    }
    if !claimed.isEmpty {
      var context = contexts[Int(current[Int(device)])]
      for (number, seq) in claimed {
        while context.count <= number { context.append(0) }
        context[Int(number)] = max(context[Int(number)], seq)
      }
      current[Int(device)] = Int32(contexts.count)
      contexts.append(context)
    }
    folded[Int(device)] = max(folded[Int(device)], operation.seq)
    return (device, current[Int(device)])
  }

  func hasSeen(_ context: Int32, _ device: Int32, _ seq: Int) -> Bool {
    let context = contexts[Int(context)]
    return device < context.count && context[Int(device)] >= seq
  }

  /// True if a device in this context has seen every folded operation of the others.
  func hasSeenAll(_ device: Int32, _ context: Int32) -> Bool {
    let context = contexts[Int(context)]
    for other in folded.indices where other != device {
      if folded[other] > (other < context.count ? context[other] : 0) { return false }
    }
    return true
  }

  private mutating func number(of device: DeviceID) -> Int32 {
    if device == lastDevice, lastNumber >= 0 { return lastNumber }
    lastDevice = device
    if let known = numbers[device] {
      lastNumber = known
    } else {
      lastNumber = Int32(folded.count)
      numbers[device] = lastNumber
      folded.append(0)
      current.append(0)
    }
    return lastNumber
  }
}
