extension Technique {
  /// An assumption that contradicts itself.
  public static let dynamicContradiction = Technique("dynamic-contradiction")
  /// An assumption and its opposite that agree.
  public static let dynamicDouble = Technique("dynamic-double")
  /// Dynamic chains from all digits of a cell that agree.
  public static let dynamicCell = Technique("dynamic-cell")
  /// Dynamic chains from all places of a digit in a house that agree.
  public static let dynamicRegion = Technique("dynamic-region")
  /// `dynamicContradiction` with locked candidates, pairs and X-Wings inside.
  public static let dynamicPlusContradiction = Technique("dynamic-plus-contradiction")
  /// `dynamicDouble` with locked candidates, pairs and X-Wings inside.
  public static let dynamicPlusDouble = Technique("dynamic-plus-double")
  /// `dynamicCell` with locked candidates, pairs and X-Wings inside.
  public static let dynamicPlusCell = Technique("dynamic-plus-cell")
  /// `dynamicRegion` with locked candidates, pairs and X-Wings inside.
  public static let dynamicPlusRegion = Technique("dynamic-plus-region")
  /// `dynamicContradiction` with forcing chains inside.
  public static let dynamicForcingContradiction = Technique("dynamic-forcing-contradiction")
  /// `dynamicDouble` with forcing chains inside.
  public static let dynamicForcingDouble = Technique("dynamic-forcing-double")
  /// `dynamicCell` with forcing chains inside.
  public static let dynamicForcingCell = Technique("dynamic-forcing-cell")
  /// `dynamicRegion` with forcing chains inside.
  public static let dynamicForcingRegion = Technique("dynamic-forcing-region")
  /// `dynamicContradiction` with multiple forcing chains inside.
  public static let dynamicMultipleContradiction = Technique("dynamic-multiple-contradiction")
  /// `dynamicDouble` with multiple forcing chains inside.
  public static let dynamicMultipleDouble = Technique("dynamic-multiple-double")
  /// `dynamicCell` with multiple forcing chains inside.
  public static let dynamicMultipleCell = Technique("dynamic-multiple-cell")
  /// `dynamicRegion` with multiple forcing chains inside.
  public static let dynamicMultipleRegion = Technique("dynamic-multiple-region")
  /// `dynamicContradiction` with dynamic forcing chains inside.
  public static let dynamicDynamicContradiction = Technique("dynamic-dynamic-contradiction")
  /// `dynamicDouble` with dynamic forcing chains inside.
  public static let dynamicDynamicDouble = Technique("dynamic-dynamic-double")
  /// `dynamicCell` with dynamic forcing chains inside.
  public static let dynamicDynamicCell = Technique("dynamic-dynamic-cell")
  /// `dynamicRegion` with dynamic forcing chains inside.
  public static let dynamicDynamicRegion = Technique("dynamic-dynamic-region")
  /// `dynamicContradiction` with dynamic forcing chains, themselves nested, inside.
  public static let dynamicNestedContradiction = Technique("dynamic-nested-contradiction")
  /// `dynamicDouble` with dynamic forcing chains, themselves nested, inside.
  public static let dynamicNestedDouble = Technique("dynamic-nested-double")
  /// `dynamicCell` with dynamic forcing chains, themselves nested, inside.
  public static let dynamicNestedCell = Technique("dynamic-nested-cell")
  /// `dynamicRegion` with dynamic forcing chains, themselves nested, inside.
  public static let dynamicNestedRegion = Technique("dynamic-nested-region")
}

extension TechniqueCatalogue {
  /// Dynamic forcing chains, also called forcing nets.
  static let nets: [Technique.Entry] = [] + DynamicChains.levels.flatMap(\.entries)
}

/// The dynamic chains of Sudoku Explainer on one level of `ChainRule`.
package struct DynamicChains: Sendable {
  /// Contradictions, doubles, chains from cells, chains from regions.
  package let techniques: [Technique]
  /// The words that the names add for the level.
  let addition: String
  /// The rating on the scale of Sudoku Explainer, in tenths.
  package let tenths: Int

  init(_ techniques: [Technique], adding addition: String, _ tenths: Int) {
    self.techniques = techniques
    self.addition = addition
    self.tenths = tenths
  }

  package static let levels: [Self] = [
    .init(
      [.dynamicContradiction, .dynamicDouble, .dynamicCell, .dynamicRegion], adding: "", 85),
    .init(
      [.dynamicPlusContradiction, .dynamicPlusDouble, .dynamicPlusCell, .dynamicPlusRegion],
      adding: " (+)", 90),
    .init(
      [
        .dynamicForcingContradiction, .dynamicForcingDouble, .dynamicForcingCell,
        .dynamicForcingRegion,
      ], adding: " (+ Forcing Chains)", 95),
    .init(
      [
        .dynamicMultipleContradiction, .dynamicMultipleDouble, .dynamicMultipleCell,
        .dynamicMultipleRegion,
      ], adding: " (+ Multiple Forcing Chains)", 100),
    .init(
      [
        .dynamicDynamicContradiction, .dynamicDynamicDouble, .dynamicDynamicCell,
        .dynamicDynamicRegion,
      ], adding: " (+ Dynamic Forcing Chains)", 105),
    .init(
      [
        .dynamicNestedContradiction, .dynamicNestedDouble, .dynamicNestedCell,
        .dynamicNestedRegion,
      ], adding: " (+ Dynamic Forcing Chains (+ Forcing Chains))", 110),
  ]

  var names: [String] {
    ["Contradiction", "Double", "Cell", "Region"].map { "Dynamic \($0) Forcing Chains\(addition)" }
  }

  fileprivate var entries: [Technique.Entry] {
    let aliases = ["Dynamic Forcing Chains\(addition)"]
    let others = tenths == 85 ? ["Bowman Bingo"] : []
    return [
      .init(techniques[0], names[0], .net, \.contradictionReasons, also: aliases + others),
      .init(techniques[1], names[1], .net, \.doubleReasons, also: aliases),
      .init(techniques[2], names[2], .net, \.cellChainReasons, also: aliases),
      .init(techniques[3], names[3], .net, \.houseChainReasons, also: aliases),
    ]
  }
}
