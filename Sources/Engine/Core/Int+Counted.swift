extension Int {
  /// The number of things: `1 game`, `2 games`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
  }

  /// Milliseconds as a clock shows them: `5:32`, `1:05:32`.
  package var clockText: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let seconds = self / 1_000
    let end = "\(two(seconds % 60))"
    return seconds >= 3_600
      ? "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(end)" : "\(seconds / 60):\(end)"
  }
}
