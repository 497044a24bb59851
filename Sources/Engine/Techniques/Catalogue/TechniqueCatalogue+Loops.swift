extension Technique {
  /// A loop of links with one flaw, which decides a candidate.
  public static let discontinuousNiceLoop = Technique("discontinuous-nice-loop")
  /// A loop of links that can be walked both ways.
  public static let continuousNiceLoop = Technique("continuous-nice-loop")
  /// A chain of strong and weak links in turn.
  public static let alternatingChain = Technique("alternating-chain")
  /// A discontinuous nice loop with groups of places.
  public static let groupedDiscontinuousNiceLoop = Technique("grouped-discontinuous-nice-loop")
  /// A continuous nice loop with groups of places.
  public static let groupedContinuousNiceLoop = Technique("grouped-continuous-nice-loop")
  /// A chain of strong and weak links with groups of places.
  public static let groupedAlternatingChain = Technique("grouped-alternating-chain")
  /// An assumption that contradicts itself, by links of candidates and groups.
  public static let forcingChainContradiction = Technique("forcing-chain-contradiction")
  /// Cases that all lead to the same, by links of candidates and groups.
  public static let forcingChainVerity = Technique("forcing-chain-verity")
  /// An assumption that contradicts itself, with singles that rest on several conclusions.
  public static let forcingNetContradiction = Technique("forcing-net-contradiction")
  /// Cases that all lead to the same, with singles that rest on several conclusions.
  public static let forcingNetVerity = Technique("forcing-net-verity")
  /// A digit of the solution, where nothing else helps.
  public static let bruteForce = Technique("brute-force")
}

extension TechniqueCatalogue {
  /// Nice loops, chains and nets as HoDoKu finds them.
  static let loops: [Technique.Entry] = [
    .init(
      .discontinuousNiceLoop, "Discontinuous Nice Loop", .chain, \.niceLoopReasons,
      also: ["Nice Loop", "Discontinuous Loop"]),
    .init(
      .continuousNiceLoop, "Continuous Nice Loop", .chain, \.niceLoopReasons,
      also: ["Nice Loop", "Continuous Loop", "AIC Ring", "AIC Loop", "XY-Ring"]),
    .init(
      .alternatingChain, "AIC", .chain, \.niceLoopReasons,
      also: ["Alternating Inference Chain", "AIC Type 1", "AIC Type 2"]),
    .init(
      .groupedDiscontinuousNiceLoop, "Grouped Discontinuous Nice Loop", .chain, \.niceLoopReasons,
      also: ["Grouped Nice Loop", "Grouped X-Cycle", "Grouped X-Chain"]),
    .init(
      .groupedContinuousNiceLoop, "Grouped Continuous Nice Loop", .chain, \.niceLoopReasons,
      also: ["Grouped Nice Loop", "Grouped X-Cycle", "Grouped X-Chain", "Grouped AIC Ring"]),
    .init(
      .groupedAlternatingChain, "Grouped AIC", .chain, \.niceLoopReasons,
      also: ["Grouped Alternating Inference Chain", "Grouped X-Chain", "AIC with ALS"]),
    .init(
      .forcingChainContradiction, "Forcing Chain Contradiction", .chain, \.forcingCasesReasons,
      also: ["HoDoKu Forcing Chain"]),
    .init(
      .forcingChainVerity, "Forcing Chain Verity", .chain, \.forcingCasesReasons,
      also: ["HoDoKu Forcing Chain"]),
    .init(
      .forcingNetContradiction, "Forcing Net Contradiction", .net, \.forcingCasesReasons,
      also: ["Forcing Net", "Tabling"]),
    .init(
      .forcingNetVerity, "Forcing Net Verity", .net, \.forcingCasesReasons,
      also: ["Forcing Net", "Tabling"]),
    .init(
      .bruteForce, "Brute Force", .net, \.bruteForceReasons,
      also: ["Trial and Error", "Guess"]),
  ]
}
