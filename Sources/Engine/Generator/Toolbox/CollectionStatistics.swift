import SudokuCore

package struct CollectionStatistics: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var uniqueCount = 0
  package private(set) var multipleCount = 0
  package private(set) var unsolvableCount = 0
  /// Puzzles with one solution and no redundant clue.
  package private(set) var minimalCount = 0
  /// Entry `n`: the number of puzzles with `n` clues.
  package private(set) var clues = [Int](repeating: 0, count: 82)
  /// For each symmetry the number of puzzles whose clue cells have it.
  package private(set) var symmetries: [Symmetry: Int] = [:]
  /// For each level, or rating of a scale without levels, the number of puzzles.
  package private(set) var ratings: [Rating: Int] = [:]

  /// A level or a rating.
  package struct Rating: Hashable, Sendable {
    /// Its place among the others.
    package let order: Int
    package let label: String

    package init(order: Int, label: String) { (self.order, self.label) = (order, label) }
  }

  package init() {}

  /// Adds a puzzle; `solutionCount` is 2 for several, `isMinimal` is `nil` unless there is one.
  package mutating func add(
    _ puzzle: Board, solutionCount: Int, isMinimal: Bool?, rating: Rating? = nil
  ) {
    count += 1
    switch solutionCount {
    case 0: unsolvableCount += 1
    case 1: uniqueCount += 1
    default: multipleCount += 1
    }
    if isMinimal == true { minimalCount += 1 }
    let cells = puzzle.filledCells
    clues[cells.count] += 1
    for symmetry in Symmetry.allCases where symmetry != .none && symmetry.holds(for: cells) {
      symmetries[symmetry, default: 0] += 1
    }
    if let rating { ratings[rating, default: 0] += 1 }
  }

  package mutating func add(_ other: CollectionStatistics) {
    count += other.count
    uniqueCount += other.uniqueCount
    multipleCount += other.multipleCount
    unsolvableCount += other.unsolvableCount
    minimalCount += other.minimalCount
    for index in clues.indices { clues[index] += other.clues[index] }
    symmetries.merge(other.symmetries, uniquingKeysWith: +)
    ratings.merge(other.ratings, uniquingKeysWith: +)
  }

  package var clueHistogram: Histogram {
    Histogram(
      title: "clues",
      bars: clues.enumerated().filter { $1 > 0 }.map { .init(label: String($0), count: $1) })
  }

  package var ratingHistogram: Histogram {
    Histogram(
      title: "rating",
      bars: ratings.sorted { $0.key.order < $1.key.order }
        .map { .init(label: $0.key.label, count: $0.value) })
  }
}

package struct Histogram: Hashable, Sendable {
  package struct Bar: Hashable, Sendable {
    package var label: String
    package var count: Int
  }

  package var title: String
  package var bars: [Bar]

  private var most: Int { bars.map(\.count).max() ?? 0 }

  /// The bars for a terminal, a line each; the longest has `width` characters.
  package func text(width: Int) -> String {
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

  package var svg: String {
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
