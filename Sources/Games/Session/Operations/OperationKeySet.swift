/// A set of operation keys, as runs of numbers for each device.
///
/// An undo of 10,000 moves names them in a few bytes. Coded as an object: for each device its runs,
/// first and last number one after the other.
package struct OperationKeySet: Hashable, Sendable {
  /// For each device its runs, ascending, neither touching nor overlapping.
  package private(set) var runs: [DeviceID: [ClosedRange<Int>]] = [:]

  package init(_ keys: some Sequence<OperationKey>) {
    var numbers: [DeviceID: [Int]] = [:]
    for key in keys { numbers[key.device, default: []].append(key.seq) }
    for (device, unsorted) in numbers {
      var ranges: [ClosedRange<Int>] = []
      for seq in unsorted.sorted() {
        if let last = ranges.last, seq <= last.upperBound + 1 {
          ranges[ranges.count - 1] = last.lowerBound...max(seq, last.upperBound)
        } else {
          ranges.append(seq...seq)
        }
      }
      runs[device] = ranges
    }
  }

  /// The largest number of keys, and of runs, that a set from elsewhere may name.
  package static let maximumCount = 1 << 24

  /// Creates a set from runs; `nil` where they are not ascending, positive and apart, or name more
  /// than `maximumCount` keys.
  package init?(runs: [DeviceID: [ClosedRange<Int>]]) {
    var count = 0
    for ranges in runs.values {
      guard let first = ranges.first, first.lowerBound > 0 else { return nil }
      for range in ranges {
        count = count.addingClamped(range.count)
        guard count <= Self.maximumCount else { return nil }
      }
      for (range, next) in zip(ranges, ranges.dropFirst())
      where range.upperBound >= next.lowerBound - 1 { return nil }
    }
    self.runs = runs
  }

  package func contains(_ key: OperationKey) -> Bool {
    runs[key.device]?.contains { $0.contains(key.seq) } ?? false
  }
}

extension OperationKeySet {
  var opaque: OpaqueValue {
    .object(
      Dictionary(
        uniqueKeysWithValues: runs.map { device, ranges in
          (
            device.description,
            .array(ranges.flatMap { [.int(Int64($0.lowerBound)), .int(Int64($0.upperBound))] })
          )
        }))
  }

  init?(opaque: OpaqueValue) {
    guard case .object(let members) = opaque else { return nil }
    var runs: [DeviceID: [ClosedRange<Int>]] = [:]
    for (name, value) in members {
      guard let device = DeviceID(name), case .array(let ends) = value, ends.count.isMultiple(of: 2)
      else { return nil }
      var ranges: [ClosedRange<Int>] = []
      for index in stride(from: 0, to: ends.count, by: 2) {
        guard case .int(let first) = ends[index], case .int(let last) = ends[index + 1],
          0 < first, first <= last, last <= OperationKey.maximumSeq
        else { return nil }
        ranges.append(Int(first)...Int(last))
      }
      runs[device] = ranges
    }
    self.init(runs: runs)
  }
}
