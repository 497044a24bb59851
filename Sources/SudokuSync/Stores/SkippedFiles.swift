/// What a look at a store's files has skipped.
package struct SkippedFiles: Sendable {
  /// The most that is told.
  private static let limit = 100

  private var reasons: [String: String] = [:]

  /// Creates an empty list.
  package init() {}

  /// The files by name, the first hundred; `nil` for none.
  package var list: [SkippedFile]? {
    guard !reasons.isEmpty else { return nil }
    return reasons.sorted { $0.key < $1.key }.prefix(Self.limit).map {
      SkippedFile(name: $0.key, reason: $0.value)
    }
  }

  /// Notes a file; half-written ones are somebody's temporary files and come and go.
  package mutating func note(_ name: String, _ reason: String) {
    guard !name.contains(".tmp-"), reasons.count < 10 * Self.limit else { return }
    reasons[String(name.prefix(256))] = reason
  }
}
