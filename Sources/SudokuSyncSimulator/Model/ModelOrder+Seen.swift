import SudokuSession

extension Operation {
  /// What the operation says its device had seen of other devices: the last number of each.
  var seenNumbers: [DeviceID: Int] {
    guard case .object(let members)? = extra["seen"] else { return [:] }
    var numbers: [DeviceID: Int] = [:]
    for (name, value) in members {
      if let device = DeviceID(name), let seq = value.intValue, seq > 0 { numbers[device] = seq }
    }
    return numbers
  }
}
