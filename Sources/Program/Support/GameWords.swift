import Foundation

/// The words for a game in lists, the same in `play` and in `games`.
enum GameWords {
  /// The word for a status of the protocol; a practice game is closed when its step was found.
  static func word(for status: String, level: String?) -> String {
    switch status {
    case "inProgress": "open"
    case "completed": "solved"
    case "gameOver": "lost"
    case "abandoned": level == "practice" ? "found" : "given up"
    default: status
    }
  }

  /// The share of the empty cells that hold a digit.
  static func share(clues: Int, filled: Int) -> String {
    "\(100 * max(0, filled - clues) / max(1, 81 - clues)) %"
  }

  /// Day and time here, as in `11-27 18:05`.
  static func localDate(_ milliseconds: Int64) -> String {
    var time = time_t(milliseconds / 1_000)
    var parts = tm()
    localtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}
