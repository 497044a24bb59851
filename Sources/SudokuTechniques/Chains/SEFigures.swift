/// The three figures of a rating, as they grow step by step.
struct SEFigures {
  /// The rating of the hardest step, in tenths.
  private(set) var erTenths = 0
  /// The highest rating up to the first step that places a digit, in tenths; 0 until then.
  private(set) var epTenths = 0
  /// The rating of the first step, in tenths; 0 until then.
  private(set) var edTenths = 0

  /// Figures of no step.
  init() {}

  /// Figures as if all had reached a rating, for questions about the hardest step alone.
  init(reached tenths: Int) {
    erTenths = tenths
    epTenths = tenths
    edTenths = tenths
  }

  /// Figures that allow all basic techniques in any order.
  static let beyondBasics = Self(reached: 45)

  /// Notes what a step is worth.
  @inline(__always)
  mutating func note(_ tenths: Int, placesDigit: Bool) {
    erTenths = max(erTenths, tenths)
    if edTenths == 0 { edTenths = tenths }
    if placesDigit, epTenths == 0 { epTenths = erTenths }
  }
}
