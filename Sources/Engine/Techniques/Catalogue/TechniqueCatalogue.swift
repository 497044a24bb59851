/// The one table of techniques: their names, families, explanations and searchers.
///
/// A new technique has its row in the file of its family and, if it is searched for, a searcher in
/// `searches`; CONTRIBUTING.md lists what else belongs to it. The searchers are a list of their own: one
/// may find several techniques, and the order in which steps are listed mixes the families.
///
/// ```swift
/// for entry in TechniqueCatalogue.all { print(entry.technique.id, entry.name) }
/// ```
package enum TechniqueCatalogue {
  /// All rows, family by family.
  package static let all: [Technique.Entry] =
    singles + locking + subsets + fish + singleDigit + coloring + wings + lockedSets + bivalueChains
    + loops + uniqueness + exclusion + severalBlocks + chains + nets

  /// The searchers, each of which finds all steps of its techniques, from any grid.
  ///
  /// Forcing chains and nets have `ChainSearcher`.
  package static let searchers: [any StepSearcher] = searches.map(\.searcher)

  /// The one list of searchers: in the order in which all steps are listed, each with its place in hints.
  package static let searches: [Search] = [
    .init(HiddenSingle(), .place(10)),
    .init(NakedSingle(), .place(20)),
    .init(LockedCandidates(isDirect: false), .place(30)),
    .init(NakedSet(size: 2), .place(50)),
    .init(HiddenSet(size: 2), .place(60)),
    .init(NakedSet(size: 3), .place(80)),
    .init(HiddenSet(size: 3), .place(90)),
    .init(NakedSet(size: 4), .place(150)),
    .init(HiddenSet(size: 4), .place(160)),
    .init(BasicFish(size: 2), .place(100)),
    .init(BasicFish(size: 3), .place(250)),
    .init(BasicFish(size: 4), .place(300)),
    .init(XYWing(isXYZ: false), .place(170)),
    .init(XYWing(isXYZ: true), .place(190)),
    .init(UniqueLoop(), .place(280)),
    .init(
      UniqueRectangle(techniques: [
        .uniqueRectangle1, .uniqueRectangle2, .uniqueRectangle3Naked, .uniqueRectangle4,
      ]), .place(285)),
    .init(BivalueGrave(), .place(220)),
    .init(AlignedPairExclusion(), .place(470)),
    .init(AlignedTripleExclusion(), .place(510)),
    .init(LockedCandidates(isDirect: true), .never),
    .init(HiddenSet(size: 2, isDirect: true), .never),
    .init(HiddenSet(size: 3, isDirect: true), .never),
    .init(LockedSet(size: 2), .place(40)),
    .init(LockedSet(size: 3), .place(70)),
    .init(TurbotFish(.skyscraper), .place(110)),
    .init(TurbotFish(.twoStringKite), .place(120)),
    .init(TurbotFish(.turbotFish), .place(130)),
    .init(EmptyRectangle(), .place(140)),
    .init(WWing(), .place(180)),
    .init(RemotePair(), .place(240)),
    .init(UniqueRectangle(techniques: [.uniqueRectangle5, .uniqueRectangle6]), .place(200)),
    .init(UniqueRectangle(techniques: [.hiddenRectangle]), .place(210)),
    .init(AvoidableRectangle(), .place(215)),
    .init(FinnedFish(size: 2, isSashimi: false), .place(260)),
    .init(FinnedFish(size: 2, isSashimi: true), .place(270)),
    .init(FinnedFish(size: 3, isSashimi: false), .place(310)),
    .init(FinnedFish(size: 3, isSashimi: true), .place(320)),
    .init(FinnedFish(size: 4, isSashimi: false), .place(410)),
    .init(FinnedFish(size: 4, isSashimi: true), .place(420)),
    .init(SimpleColoring(), .place(230)),
    .init(MultiColoring(), .place(290)),
    .init(XChain(), .place(330)),
    .init(XYChain(), .place(340)),
    .init(AlternatingChain(), .place(380)),
    .init(GroupedChain(), .listed),
    .init(SetChain(), .listed),
    .init(SetChain(beginsWithSets: true), .withForms),
    .init(ContinuousLoop(isGrouped: false), .listed),
    .init(ContinuousLoop(isGrouped: true), .listed),
    .init(ContinuousLoop(isGrouped: true, isThroughSets: true), .listed),
    .init(SueDeCoq(), .place(370)),
    .init(ALSXZ(), .place(360)),
    .init(ALSXYWing(), .place(390)),
    .init(ALSXYWing(isOverlapping: true), .listed),
    .init(ALSChain(), .listed),
    .init(FrankenFish(size: 2, isFinned: false), .place(430)),
    .init(FrankenFish(size: 3, isFinned: false), .place(440)),
    .init(FrankenFish(size: 2, isFinned: true), .place(450)),
    .init(FrankenFish(size: 3, isFinned: true), .place(460)),
    .init(WXYZWing(), .place(350)),
    .init(DeathBlossom(), .place(400)),
    .init(FireworkTriple(), .place(480)),
    .init(FireworkQuad(), .listed),
    .init(JuniorExocet(), .place(490)),
    .init(Tridagon(), .place(500)),
    .init(MultiSectorLockedSet(), .place(530)),
    .init(Template(), .place(520)),
    .init(TemplateSet(), .listed),
    .init(ComplexFish(.franken, size: 4, isFinned: false), .listed),
    .init(ComplexFish(.franken, size: 4, isFinned: true), .listed),
    .init(ComplexFish(.mutant, size: 2, isFinned: false), .listed),
    .init(ComplexFish(.mutant, size: 2, isFinned: true), .listed),
    .init(ComplexFish(.mutant, size: 3, isFinned: false), .listed),
    .init(ComplexFish(.mutant, size: 3, isFinned: true), .listed),
    .init(ComplexFish(.mutant, size: 4, isFinned: false), .listed),
    .init(ComplexFish(.mutant, size: 4, isFinned: true), .listed),
    .init(FinnedFish(size: 5, isSashimi: false), .listed),
    .init(FinnedFish(size: 5, isSashimi: true), .listed),
    .init(FinnedFish(size: 6, isSashimi: false), .listed),
    .init(FinnedFish(size: 6, isSashimi: true), .listed),
    .init(FinnedFish(size: 7, isSashimi: false), .listed),
    .init(FinnedFish(size: 7, isSashimi: true), .listed),
    .init(KrakenFish(), .listed),
    .init(ReverseBUG(), .listed),
    .init(SymmetricalPlacement(), .listed),
    .init(ChuteRemotePair(), .listed),
    .init(MultivalueXWing(), .listed),
    .init(LetterWing(), .listed),
    .init(Medusa(), .listed),
    .init(Guardians(), .listed),
    .init(AlmostLockedCandidates(), .listed),
    .init(WXYZWing(size: 5), .listed),
    .init(ExtendedRectangle(), .listed),
    .init(BUGLite(), .listed),
    .init(AlmostUniqueRectangle(), .listed),
    .init(TwinnedXYChain(), .listed),
    .init(SKLoop(), .listed),
    .init(DoubleExocet(), .listed),
    .init(SeniorExocet(), .listed),
  ]

  /// A searcher, and when hints ask it.
  package struct Search: Sendable {
    package let searcher: any StepSearcher
    package let hints: HintUse

    init(_ searcher: any StepSearcher, _ hints: HintUse) {
      self.searcher = searcher
      self.hints = hints
    }
  }

  package enum HintUse: Sendable {
    /// Always, in the order of these numbers: what a person sees first comes first.
    case place(Int)
    /// Runs only if all steps are listed or the technique is named: hard to see, and seldom the only help.
    case listed
    /// Runs only if mere forms of simpler steps are listed, too.
    case withForms
    /// Never: its steps are parts of others.
    case never
  }

  static let byID: [String: Technique.Entry] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.technique.id, $0) })
}

extension Technique {
  /// All techniques in the order of the catalogue.
  public static var all: [Technique] { TechniqueCatalogue.all.map(\.technique) }
}
