/// What a text may be at most.
public struct JSONLimits: Hashable, Sendable {
  /// How deep arrays and objects may be nested, in `1...2048`.
  public var maximumDepth: Int
  /// How long the text may be, in bytes.
  public var maximumBytes: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - maximumDepth: How deep arrays and objects may be nested, in `1...2048`.
  ///   - maximumBytes: How long the text may be, in bytes.
  public init(maximumDepth: Int = 64, maximumBytes: Int = 64 << 20) {
    self.maximumDepth = min(max(maximumDepth, 1), 2048)
    self.maximumBytes = maximumBytes
  }

  /// 64 levels, 64 MiB.
  public static let standard = JSONLimits()
}
