/// How often each technique was used.
public struct TechniqueCounts: Hashable, Sendable {
  private var counts: [Technique: Int] = [:]

  /// Creates counts of zero.
  public init() {}

  /// How often a technique was used.
  public subscript(technique: Technique) -> Int { counts[technique] ?? 0 }

  /// Whether no technique was used.
  public var isEmpty: Bool { counts.isEmpty }

  /// Counts more uses.
  ///
  /// - Parameters:
  ///   - technique: What was used.
  ///   - count: How often, 1 or more.
  public mutating func add(_ technique: Technique, count: Int = 1) {
    counts[technique, default: 0] += count
  }

  /// The techniques used with their counts.
  ///
  /// - Parameter order: The techniques in the order wanted, as a scale sorts them.
  /// - Returns: Those of them that were used.
  public func used(in order: [Technique] = Technique.all) -> [(technique: Technique, count: Int)] {
    order.compactMap { technique in counts[technique].map { (technique, $0) } }
  }
}
