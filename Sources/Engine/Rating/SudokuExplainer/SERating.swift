import SudokuCore
import SudokuTechniques

/// A puzzle's rating on the `se` scale.
package struct SERating: Hashable, Sendable {
  /// The rating of the hardest step, in tenths ("ER").
  package var erTenths = 0
  /// The highest rating up to the first step that places a digit, in tenths ("EP", pearl); 0 if no
  /// step does.
  package var epTenths = 0
  /// The rating of the first step, in tenths ("ED", diamond); 0 if there is none.
  package var edTenths = 0
  /// Every step with its rating, in order; empty where only the rating was asked for.
  package var steps: [RatedStep] = []
  /// The number of uses of each technique; empty if only the rating was requested.
  package var techniqueCounts = TechniqueCounts()
  /// The cost of the searches, in literals derived by chains.
  package var work = 0

  package init() {}

  init(_ figures: SEFigures) {
    erTenths = figures.erTenths
    epTenths = figures.epTenths
    edTenths = figures.edTenths
  }

  /// The board after all steps, clues included.
  package internal(set) var finalBoard = Board()
}

/// The outcome of rating a board.
package enum SEOutcome: Hashable, Sendable {
  /// The puzzle was solved.
  case rated(SERating)
  /// There is no rating; why, and how far it went (its `erTenths` is the highest step so far).
  case unrated(UnratedReason, SERating)

  /// The rating, `nil` if there is none.
  package var rating: SERating? {
    if case .rated(let rating) = self { rating } else { nil }
  }

  /// The rating, or the part of it that is known.
  package var partialRating: SERating {
    switch self {
    case .rated(let rating), .unrated(_, let rating): rating
    }
  }

  /// Why there is no rating, `nil` if there is one.
  package var unratedReason: UnratedReason? {
    if case .unrated(let reason, _) = self { reason } else { nil }
  }
}

extension SearchInterruption {
  var unratedReason: UnratedReason {
    switch self {
    case .budgetExhausted: .budgetExhausted
    case .cancelled: .cancelled
    }
  }
}

package struct RatedStep: Hashable, Sendable {
  package var step: Step
  /// Its rating on the `se` scale, in tenths.
  package var ratingTenths: Int

  package init(step: Step, ratingTenths: Int) {
    self.step = step
    self.ratingTenths = ratingTenths
  }
}

/// The three figures of a rating, as they grow step by step.
struct SEFigures {
  private(set) var erTenths = 0
  /// The highest rating up to the first step that places a digit, in tenths; 0 until then.
  private(set) var epTenths = 0
  /// The rating of the first step, in tenths; 0 until then.
  private(set) var edTenths = 0

  init() {}

  /// Figures as if all had reached a rating, for questions about the hardest step alone.
  init(reached tenths: Int) {
    erTenths = tenths
    epTenths = tenths
    edTenths = tenths
  }

  /// Figures that allow all basic techniques in any order.
  static let beyondBasics = Self(reached: SETenths.xyzWing + 1)

  /// Notes what a step is worth.
  @inline(__always)
  mutating func note(_ tenths: Int, placesDigit: Bool) {
    erTenths = max(erTenths, tenths)
    if edTenths == 0 { edTenths = tenths }
    if placesDigit, epTenths == 0 { epTenths = erTenths }
  }
}
