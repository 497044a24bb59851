/// Something that lies in a store and is not part of it, so that it is left alone: a file with a
/// stranger's name, a link, a folder where a file belongs.
public struct SkippedFile: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Where it lies in the store.
  public var name: String
  /// Why it was skipped.
  public var reason: String

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: Where it lies in the store.
  ///   - reason: Why it was skipped.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// The entry in one line.
  public var description: String { "\(name): \(reason)" }
}
