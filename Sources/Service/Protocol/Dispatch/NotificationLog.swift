import JSONCoding

/// The last notifications of a session with their numbers.
///
/// The numbers start at a thousand times the wall clock. So a number of an earlier session is too
/// small to be known here: its client gets whole states instead.
struct NotificationLog {
  private var entries: [(seq: Int, topic: String, line: JSONValue)] = []
  /// The number of the last notification.
  private(set) var last = 0
  /// True if notifications are kept even without a chosen topic.
  var isKept = false

  /// The least number of the last notifications that are known.
  static let limit = 1_000

  /// The lowest number after which all notifications are known.
  var first: Int { (entries.first?.seq ?? last + 1) - 1 }

  init(startingAt milliseconds: Int64 = 0) { last = Int(max(0, milliseconds)) * 1_000 }

  /// Numbers a notification; returns its line.
  mutating func add(_ topic: String, _ parameters: JSONObject) -> JSONValue {
    last += 1
    var members = parameters
    members["seq"] = JSONValue(last)
    let line: JSONValue = [
      "jsonrpc": "2.0", "method": .string(topic), "params": .object(members),
    ]
    entries.append((last, topic, line))
    // Rarely, because it moves all the others.
    if entries.count >= 2 * Self.limit { entries.removeFirst(entries.count - Self.limit) }
    return line
  }

  /// The notifications after a number; `nil` if some of them are not known any more.
  func entries(after seq: Int) -> [(topic: String, line: JSONValue)]? {
    guard first...last ~= seq else { return nil }
    return entries.drop { $0.seq <= seq }.map { ($0.topic, $0.line) }
  }
}
