import SudokuSession

extension OperationKeySet {
  var isEmpty: Bool { runs.isEmpty }

  var count: Int {
    runs.values.joined().reduce(0) { $0.addingReportingOverflow($1.count).partialValue }
  }

  /// The keys by device and number.
  ///
  /// - Complexity: O(`count`), which is at most `maximumCount` for a set from elsewhere.
  var sortedKeys: [OperationKey] {
    runs.sorted { $0.key < $1.key }.flatMap { device, ranges in
      ranges.joined().map { OperationKey(device: device, seq: $0) }
    }
  }
}

extension VersionVector {
  /// The number of operations that the vector covers.
  var count: Int { last.values.reduce(0, +) }
}
