import Foundation
import SudokuCore
import SudokuRating
import SudokuTechniques

/// The time of each finder in the positions where hints are asked for: the parts of a slow hint.
///
/// Times are those of the processor, so that what else runs on the machine counts little.
struct FinderTimes {
  private var total: [String: Duration] = [:]
  private var longest: [String: Duration] = [:]

  /// Asks the finders in order until one finds something.
  mutating func take(_ grid: CandidateGrid) {
    var isFound = false
    for searcher in HintOrder.patterns where !isFound {
      note(searcher) {
        var budget = SearchBudget()
        try? searcher.search(grid, budget: &budget) { _ in
          isFound = true
          return false
        }
      }
    }
    var context = SEContext(budget: SearchBudget())
    for searcher in HintOrder.chains where !isFound {
      note(searcher) { isFound = (try? searcher.anyStep(in: grid, context: &context)) != nil }
    }
  }

  private mutating func note(_ searcher: any StepSearcher, _ search: () -> Void) {
    let name = searcher.techniques.map(\.id).joined(separator: "+")
    let time = Duration.ofProcessor(search)
    total[name, default: .zero] += time
    longest[name] = max(longest[name] ?? .zero, time)
  }

  /// The finders that took most time in all, with their longest searches.
  var text: String {
    total.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(15)
      .map { "  \($0.key): \($0.value.text) in all, \((longest[$0.key] ?? .zero).text) at most" }
      .joined(separator: "\n")
  }
}

extension Duration {
  /// The processor time of some work.
  static func ofProcessor(_ work: () -> Void) -> Duration {
    func now() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    work()
    return now() - start
  }
}
