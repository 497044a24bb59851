import SudokuCore
import SudokuTechniques

/// A puzzle's rating on the `se` scale.
public struct SERating: Hashable, Sendable {
  /// The rating of the hardest step, in tenths ("ER").
  public var erTenths = 0
  /// The highest rating up to the first step that places a digit, in tenths ("EP", pearl); 0 if no
  /// step does.
  public var epTenths = 0
  /// The rating of the first step, in tenths ("ED", diamond); 0 if there is none.
  public var edTenths = 0
  /// Every step with its rating, in order; empty where only the rating was asked for.
  public var steps: [RatedStep] = []
  /// How often each technique was used; empty where only the rating was asked for.
  public var techniqueCounts = TechniqueCounts()
  /// What the searches cost, in statements derived by chains.
  public var work = 0

  /// Creates a rating without steps.
  public init() {}

  /// The board after all steps, clues included.
  public internal(set) var finalBoard = Board()

  /// Whether every step holds without assuming that the solution is unique; `nil` where only the
  /// rating was asked for.
  public var isIndependentOfUniqueness: Bool? {
    // A full board has no steps in either case.
    if steps.isEmpty, erTenths > 0 { return nil }
    return !techniqueCounts.used().contains { $0.technique.assumesUniqueness }
  }
}

/// A step and what it is worth.
public struct RatedStep: Hashable, Sendable {
  /// The step.
  public var step: Step
  /// Its rating on the `se` scale, in tenths.
  public var ratingTenths: Int

  /// Creates a rated step.
  public init(step: Step, ratingTenths: Int) {
    self.step = step
    self.ratingTenths = ratingTenths
  }
}

/// What came out of rating a board.
public enum SEOutcome: Hashable, Sendable {
  /// The puzzle was solved.
  case rated(SERating)
  /// There is no rating; why, and how far it went (its `erTenths` is the highest step so far).
  case unrated(SEUnratedReason, SERating)

  /// The rating, `nil` where there is none.
  public var rating: SERating? {
    if case .rated(let rating) = self { rating } else { nil }
  }

  /// What is known: the rating, or how far it went.
  public var partialRating: SERating {
    switch self {
    case .rated(let rating), .unrated(_, let rating): rating
    }
  }

  /// Why there is no rating, `nil` where there is one.
  public var unratedReason: SEUnratedReason? {
    if case .unrated(let reason, _) = self { reason } else { nil }
  }
}

/// Why a board has no rating.
public enum SEUnratedReason: String, CaseIterable, Hashable, Sendable {
  /// The board has no solution.
  case noSolution
  /// The board has several solutions.
  case severalSolutions
  /// The board is full already.
  case alreadySolved
  /// The techniques without chains do not solve it.
  case needsChains
  /// No technique of the scale applies any more (Sudoku Explainer prints 20.0).
  case beyondTechniques
  /// A step is rated higher than the limit asked for.
  case aboveLimit
  /// The limit of work was reached.
  case budgetExhausted
  /// The caller asked to stop.
  case cancelled

  /// The reason in words.
  public var message: String {
    switch self {
    case .noSolution: "no solution"
    case .severalSolutions: "several solutions"
    case .alreadySolved: "already solved"
    case .needsChains: "needs chains"
    case .beyondTechniques: "beyond all techniques of the scale"
    case .aboveLimit: "harder than the limit"
    case .budgetExhausted: "budget exhausted"
    case .cancelled: "cancelled"
    }
  }
}
