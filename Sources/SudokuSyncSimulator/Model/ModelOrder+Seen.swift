import SudokuSession

extension Operation {
  /// What the operation says its device had seen of other devices: the last number of each.
  var seenNumbers: [DeviceID: Int] { seen.last }
}
