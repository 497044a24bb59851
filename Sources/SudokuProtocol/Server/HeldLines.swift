import JSONCoding

/// Lines that came in before play began, in order: they are read once the store has answered.
///
/// What concerns no game is answered at once, as long as nothing waits before it.
struct HeldLines {
  private(set) var lines: [[UInt8]] = []
  private var bytes = 0

  /// How many bytes wait before no more input is read.
  private static let limit = 1 << 20

  /// Whether nothing waits.
  var isEmpty: Bool { lines.isEmpty }

  /// Whether so much waits that no more input should be read.
  var isFull: Bool { bytes >= Self.limit }

  /// Whether a line can be answered while the store is being asked: it names a method of the engine
  /// or of puzzles.
  static func isReady(_ node: JSONNode) -> Bool {
    guard node.kind == .object, let name = node["method" as StaticString]?.string else {
      return node.kind == .object
    }
    return ![
      "game.", "sync.", "profile.", "stats.", "backup.", "save.", "resources/", "tools/call",
    ]
    .contains { name.hasPrefix($0) }
  }

  mutating func append(_ line: UnsafeRawBufferPointer) {
    lines.append(Array(line))
    bytes += line.count
  }

  /// Takes out all lines.
  mutating func take() -> [[UInt8]] {
    defer { self = HeldLines() }
    return lines
  }
}
