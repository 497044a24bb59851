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
  static let nets: [Technique.Entry] = [
    .init(
      .dynamicContradiction, "Dynamic Contradiction Forcing Chains", .net,
      also: ["Dynamic Forcing Chains", "Bowman Bingo"]
    ) { $0.contradictionReasons },
    .init(.dynamicDouble, "Dynamic Double Forcing Chains", .net, also: ["Dynamic Forcing Chains"]) {
      $0.doubleReasons
    },
    .init(.dynamicCell, "Dynamic Cell Forcing Chains", .net, also: ["Dynamic Forcing Chains"]) {
      $0.cellChainReasons
    },
    .init(.dynamicRegion, "Dynamic Region Forcing Chains", .net, also: ["Dynamic Forcing Chains"]) {
      $0.regionChainReasons
    },
    .init(
      .dynamicPlusContradiction, "Dynamic Contradiction Forcing Chains (+)", .net,
      also: ["Dynamic Forcing Chains (+)"]
    ) {
      $0.contradictionReasons
    },
    .init(
      .dynamicPlusDouble, "Dynamic Double Forcing Chains (+)", .net,
      also: ["Dynamic Forcing Chains (+)"]
    ) { $0.doubleReasons },
    .init(
      .dynamicPlusCell, "Dynamic Cell Forcing Chains (+)", .net,
      also: ["Dynamic Forcing Chains (+)"]
    ) { $0.cellChainReasons },
    .init(
      .dynamicPlusRegion, "Dynamic Region Forcing Chains (+)", .net,
      also: ["Dynamic Forcing Chains (+)"]
    ) { $0.regionChainReasons },
    .init(
      .dynamicForcingContradiction, "Dynamic Contradiction Forcing Chains (+ Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Forcing Chains)"]
    ) { $0.contradictionReasons },
    .init(
      .dynamicForcingDouble, "Dynamic Double Forcing Chains (+ Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Forcing Chains)"]
    ) {
      $0.doubleReasons
    },
    .init(
      .dynamicForcingCell, "Dynamic Cell Forcing Chains (+ Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Forcing Chains)"]
    ) {
      $0.cellChainReasons
    },
    .init(
      .dynamicForcingRegion, "Dynamic Region Forcing Chains (+ Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Forcing Chains)"]
    ) {
      $0.regionChainReasons
    },
    .init(
      .dynamicMultipleContradiction,
      "Dynamic Contradiction Forcing Chains (+ Multiple Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Multiple Forcing Chains)"]
    ) { $0.contradictionReasons },
    .init(
      .dynamicMultipleDouble, "Dynamic Double Forcing Chains (+ Multiple Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Multiple Forcing Chains)"]
    ) { $0.doubleReasons },
    .init(
      .dynamicMultipleCell, "Dynamic Cell Forcing Chains (+ Multiple Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Multiple Forcing Chains)"]
    ) {
      $0.cellChainReasons
    },
    .init(
      .dynamicMultipleRegion, "Dynamic Region Forcing Chains (+ Multiple Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Multiple Forcing Chains)"]
    ) { $0.regionChainReasons },
    .init(
      .dynamicDynamicContradiction,
      "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Dynamic Forcing Chains)"]
    ) { $0.contradictionReasons },
    .init(
      .dynamicDynamicDouble, "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Dynamic Forcing Chains)"]
    ) {
      $0.doubleReasons
    },
    .init(
      .dynamicDynamicCell, "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Dynamic Forcing Chains)"]
    ) {
      $0.cellChainReasons
    },
    .init(
      .dynamicDynamicRegion, "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains)", .net,
      also: ["Dynamic Forcing Chains (+ Dynamic Forcing Chains)"]
    ) {
      $0.regionChainReasons
    },
    .init(
      .dynamicNestedContradiction,
      "Dynamic Contradiction Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", .net,
      also: ["Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"]
    ) { $0.contradictionReasons },
    .init(
      .dynamicNestedDouble,
      "Dynamic Double Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", .net,
      also: ["Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"]
    ) { $0.doubleReasons },
    .init(
      .dynamicNestedCell,
      "Dynamic Cell Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", .net,
      also: ["Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"]
    ) { $0.cellChainReasons },
    .init(
      .dynamicNestedRegion,
      "Dynamic Region Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))", .net,
      also: ["Dynamic Forcing Chains (+ Dynamic Forcing Chains (+ Forcing Chains))"]
    ) { $0.regionChainReasons },
  ]
}
