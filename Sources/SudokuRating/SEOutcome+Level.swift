import SudokuExplainer

extension SERating {
  /// The level that the ER stands for.
  public var level: Level { Level(erTenths: erTenths) }
}

extension SEOutcome {
  /// The puzzle's level, `nil` where it is unknown.
  ///
  /// A puzzle that needs more than the techniques asked for is extreme.
  public var level: Level? {
    switch self {
    case .rated(let rating): rating.level
    case .unrated(.needsChains, _): .extreme
    case .unrated(.aboveLimit, let rating): rating.level == .extreme ? .extreme : nil
    case .unrated: nil
    }
  }
}
