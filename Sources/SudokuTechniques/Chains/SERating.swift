import SudokuCore

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
  /// What the searches cost, in literals derived by chains.
  public var work = 0

  /// Creates a rating without steps.
  public init() {}

  init(_ figures: SEFigures) {
    erTenths = figures.erTenths
    epTenths = figures.epTenths
    edTenths = figures.edTenths
  }

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
