import SudokuTechniques

/// What searches of one round share: some kinds of steps are gathered in one pass.
struct HoDoKuMemory {
  /// The steps of all rectangles, once they were sought.
  var rectangles: [HoDoKuFind]?
  /// The almost locked sets and their restricted commons, once they were sought.
  var lockedSets: AlmostLockedSets?
  /// Whether the tables hold the chains with groups.
  var holdsGroupedChains = false
}
