/// Numbers as bars.
///
/// ```swift
/// print(statistics.clueHistogram.text(width: 40))
/// try Data(statistics.clueHistogram.svg.utf8).write(to: url)
/// ```
public struct Histogram: Hashable, Sendable {
  /// One bar.
  public struct Bar: Hashable, Sendable {
    /// What is counted.
    public var label: String
    /// How often it came.
    public var count: Int

    /// Creates a bar.
    public init(label: String, count: Int) {
      self.label = label
      self.count = count
    }
  }

  /// What the bars are about.
  public var title: String
  /// The bars from top to bottom.
  public var bars: [Bar]

  /// Creates a histogram.
  public init(title: String, bars: [Bar]) {
    self.title = title
    self.bars = bars
  }

  private var most: Int { bars.map(\.count).max() ?? 0 }

  /// The bars for a terminal, a line each.
  ///
  /// - Parameter width: The length of the longest bar in characters.
  /// - Returns: The lines, without a newline at the end.
  public func text(width: Int) -> String {
    let labelWidth = bars.map(\.label.count).max() ?? 0
    let countWidth = String(most).count
    return bars.map { bar in
      let length = most == 0 ? 0 : (bar.count * width + most - 1) / most
      return padded(bar.label, to: labelWidth) + "  "
        + padded(String(bar.count), to: countWidth) + "  " + String(repeating: "#", count: length)
    }.joined(separator: "\n")
  }

  private func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The bars as a picture in the SVG format.
  public var svg: String {
    let (rowHeight, left, width) = (18, 60, 480)
    let height = (bars.count + 2) * rowHeight
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(left + width + 100)\" "
        + "height=\"\(height)\" font-family=\"sans-serif\" font-size=\"12\">",
      "<title>\(escaped(title))</title>",
      "<text x=\"\(left)\" y=\"\(rowHeight - 4)\">\(escaped(title))</text>",
    ]
    for (index, bar) in bars.enumerated() {
      let y = (index + 1) * rowHeight
      let length = most == 0 ? 0 : max(1, bar.count * width / most)
      lines += [
        "<text x=\"\(left - 6)\" y=\"\(y + 13)\" text-anchor=\"end\">\(escaped(bar.label))</text>",
        "<rect x=\"\(left)\" y=\"\(y + 2)\" width=\"\(length)\" height=\"\(rowHeight - 4)\" "
          + "fill=\"#4472a8\"/>",
        "<text x=\"\(left + length + 6)\" y=\"\(y + 13)\">\(bar.count)</text>",
      ]
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
