/// The index of one device's stream in an operation set: its numbers, stamps and claims.
struct OperationStreamIndex: Sendable {
  /// The stamps of the numbers from 1 on without a gap.
  private(set) var stamps: [Stamp] = []
  /// The stamps of known numbers beyond a gap.
  private(set) var beyond: [Int: Stamp] = [:]
  /// Numbers of this stream that operations of other devices claim to have seen.
  private(set) var named: Set<Int> = []
  /// The largest number of each other device that this stream's operations claim to have seen.
  private(set) var claimed: [DeviceID: Int] = [:]
  /// The largest known number, 0 for none.
  private(set) var last = 0

  /// The last number before the first gap, 0 for none.
  var complete: Int { stamps.count }

  /// The stamp of the operation with the largest known number.
  var lastStamp: Stamp { stamp(of: last) ?? .zero }

  func contains(_ seq: Int) -> Bool { seq <= complete || beyond[seq] != nil }

  func stamp(of seq: Int) -> Stamp? {
    1...max(1, complete) ~= seq && complete > 0 ? stamps[seq - 1] : beyond[seq]
  }

  /// The largest known number at or below the given one; `nil` for none.
  func known(upTo seq: Int) -> Int? {
    if seq <= complete { return seq > 0 ? seq : nil }
    return beyond.keys.filter { $0 <= seq }.max() ?? (complete > 0 ? complete : nil)
  }

  /// True if a new operation with this number can change the rank of others.
  ///
  /// That is the case if its stream has later ones, or if others already claim to have seen it.
  func concernsOthers(_ seq: Int) -> Bool {
    if seq < last { return true }
    if named.isEmpty { return false }
    return seq == last + 1 ? named.contains(seq) : named.contains { last < $0 && $0 <= seq }
  }

  /// Adds the next operation if its rank is its stamp and no other rank changes; else returns false.
  mutating func appendNext(_ seq: Int, _ stamp: Stamp) -> Bool {
    guard seq == complete + 1, seq == last + 1, stamps.last.map({ $0 < stamp }) ?? true,
      !concernsOthers(seq)
    else { return false }
    stamps.append(stamp)
    last = seq
    return true
  }

  mutating func insert(_ seq: Int, _ stamp: Stamp) -> Bool {
    guard !contains(seq) else { return false }
    if seq == complete + 1 {
      stamps.append(stamp)
      while !beyond.isEmpty, let next = beyond.removeValue(forKey: complete + 1) {
        stamps.append(next)
      }
    } else {
      beyond[seq] = stamp
    }
    last = max(last, seq)
    return true
  }

  mutating func name(_ seq: Int) { named.insert(seq) }

  mutating func claim(_ device: DeviceID, _ seq: Int) {
    if seq > claimed[device] ?? 0 { claimed[device] = seq }
  }
}
