extension BasicSolver {
  /// The first search of `SEOrder` that may find something; that after the basic techniques if none of
  /// these does.
  ///
  /// What a search of Sudoku Explainer finds, these techniques find too, though not the other way
  /// round: it asks houses for a number of empty cells.
  var firstSearch: Int {
    if !grid.hiddenSingles.isEmpty { return 0 }
    if !grid.directPointing.isEmpty || !grid.directClaiming.isEmpty { return 1 }
    let masks = GridMasks(grid.candidates)
    var words = CandidateWords()
    masks.directHiddenSets(2, &words)
    if !words.isEmpty { return 2 }
    if !grid.nakedSingles.isEmpty { return 3 }
    masks.directHiddenSets(3, &words)
    if !words.isEmpty { return 4 }
    if !grid.pointing.isEmpty || !grid.claiming.isEmpty { return 5 }
    return firstSet(masks, &words)
  }

  private func firstSet(_ masks: GridMasks, _ words: inout CandidateWords) -> Int {
    let bivalue = BivaluePatterns(grid.candidates)
    bivalue.nakedPairs(&words)
    if !words.isEmpty { return 6 }
    masks.fish(2, &words)
    if !words.isEmpty { return 7 }
    masks.hiddenSets(2, &words)
    if !words.isEmpty { return 8 }
    masks.nakedTriples(&words)
    if !words.isEmpty { return 9 }
    masks.fish(3, &words)
    if !words.isEmpty { return 10 }
    masks.hiddenSets(3, &words)
    if !words.isEmpty { return 11 }
    bivalue.xyWings(&words)
    if !words.isEmpty { return 12 }
    bivalue.xyzWings(&words)
    return words.isEmpty ? OrderFreeSolver.basicCount : 13
  }
}
