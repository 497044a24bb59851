/// The known part of a document: for each device the number of its last operation.
///
/// It is coded as an object of numbers by device. It does not check for gaps: the caller inserts
/// only numbers without a gap before them.
package struct VersionVector: Hashable, Sendable {
  /// The last number of each device, never 0.
  package private(set) var last: [DeviceID: Int] = [:]

  package init() {}

  package init(_ last: [DeviceID: Int]) { self.last = last.filter { $0.value > 0 } }

  /// The number of the last operation known of a device, 0 for none.
  package subscript(device: DeviceID) -> Int { last[device] ?? 0 }

  package var isEmpty: Bool { last.isEmpty }

  package func covers(_ key: OperationKey) -> Bool { key.seq <= self[key.device] }

  package func covers(_ other: VersionVector) -> Bool {
    other.last.allSatisfy { $0.value <= self[$0.key] }
  }

  package mutating func insert(_ key: OperationKey) {
    if key.seq > self[key.device] { last[key.device] = key.seq }
  }

  package mutating func formUnion(_ other: VersionVector) {
    last.merge(other.last) { max($0, $1) }
  }
}

extension VersionVector: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    var last: [DeviceID: Int] = [:]
    for (name, seq) in try container.decode([String: Int].self) {
      guard let device = DeviceID(name), seq > 0 else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(name): \(seq)' is not a device and a number")
      }
      last[device] = seq
    }
    self.last = last
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(
      Dictionary(uniqueKeysWithValues: last.map { ($0.key.description, $0.value) }))
  }
}
