/// Why a board has no score on a scale, or no rating of a program.
public enum UnratedReason: String, CaseIterable, Hashable, Sendable {
  /// The board has no solution.
  case noSolution
  /// The board has several solutions.
  case severalSolutions
  /// The board is full already.
  case alreadySolved
  /// The techniques without chains do not solve it, and chains were not wanted.
  case needsChains
  /// No technique of the scale, or of those that may be used, applies any more.
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
    case .beyondTechniques: "beyond the techniques that may be used"
    case .aboveLimit: "harder than the limit"
    case .budgetExhausted: "budget exhausted"
    case .cancelled: "cancelled"
    }
  }
}
