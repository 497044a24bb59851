import SudokuCore
import SudokuHints
import SudokuTechniques

/// How long each finder takes in the positions where hints are asked for: what a slow hint is made of.
struct FinderTimes {
  private var total: [String: Duration] = [:]
  private var longest: [String: Duration] = [:]

  /// Asks the finders in order until one finds something.
  ///
  /// - Parameter grid: The position.
  mutating func take(_ grid: CandidateGrid) {
    var isFound = false
    for searcher in HintOrder.patterns where !isFound {
      let name = searcher.techniques.map(\.id).joined(separator: "+")
      let time = ContinuousClock().measure {
        var budget = SearchBudget()
        try? searcher.search(grid, budget: &budget) { _ in
          isFound = true
          return false
        }
      }
      total[name, default: .zero] += time
      longest[name] = max(longest[name] ?? .zero, time)
    }
  }

  /// The finders that took most time in all, with their longest searches.
  var text: String {
    total.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(15)
      .map { "  \($0.key): \($0.value.text) in all, \((longest[$0.key] ?? .zero).text) at most" }
      .joined(separator: "\n")
  }
}
