import SudokuTechniques

/// Solves a grid by basic techniques, many steps at a time, and notes the figures that the path step
/// by step has.
///
/// Singles, locked candidates, naked and hidden pairs and triples, X-Wings, Swordfish, XY- and
/// XYZ-Wings, and the direct forms among them ("basic techniques") are robust: when digits are
/// placed and candidates go, steps rated no higher still draw the same conclusions. A hidden
/// pair one of whose digits is placed is a hidden single, a naked set that shrinks is a smaller one
/// and naked singles, a fish loses a line to a hidden single, a pincer that is solved solves
/// the rest of its wing. So for each rating all steps up to it lead to one grid, in whatever order
/// they are taken, and Sudoku Explainer, which tries them in the order of their ratings, takes a step
/// rated higher exactly where that grid is not full. Therefore
///
/// * the figure for the hardest step (ER) is the least rating whose steps suffice,
/// * all steps rated no higher than one that was needed may be taken at once,
/// * as long as nothing is placed the same holds of eliminations alone: the figure up to the
///   first digit placed (EP) is the highest rating needed so far where a digit can be placed.
///
/// Sudoku Explainer asks houses for a number of empty cells before it seeks sets and fish in them.
/// That changes nothing here: where there are fewer, the rest of the house is a set of the other kind
/// or a single, rated lower.
///
/// All this assumes a grid with a solution; where there is none, figures may differ.
struct BasicSolver {
  var grid: PlaneGrid

  /// The states in which the techniques end.
  enum End {
    /// Every cell holds a digit.
    case full
    /// The grid needs more than basic techniques.
    case stuck
    /// The next step is rated higher than allowed.
    case aboveLimit
  }

  private struct Find {
    var tenths: Int
    var candidates: DigitPlanes
    var areDigits: Bool
  }

  /// Draws all conclusions.
  ///
  /// With `seeksBeyond` false no set or fish rated above the limit is searched for: the figures then don't
  /// show how much higher the next step is.
  mutating func solve(
    _ figures: inout SEFigures, limitTenths: Int = .max, seeksBeyond: Bool = true
  ) -> End {
    let searchLimit = seeksBeyond ? .max : limitTenths
    while !grid.isFull {
      let singles = singles(upTo: figures.erTenths)
      if !singles.isEmpty {
        figures.note(figures.erTenths, placesDigit: true)
        grid.place(singles)
        continue
      }
      guard let find = next(reached: figures.erTenths, upTo: searchLimit) else {
        return searchLimit < SETenths.xyzWing ? .aboveLimit : .stuck
      }
      figures.note(find.tenths, placesDigit: find.areDigits)
      if find.tenths > limitTenths { return .aboveLimit }
      if find.areDigits {
        grid.place(find.candidates)
      } else {
        grid.candidates = grid.candidates.subtracting(find.candidates)
      }
    }
    return .full
  }

  /// All singles rated no higher than a rating.
  @inline(__always)
  private func singles(upTo tenths: Int) -> DigitPlanes {
    switch tenths {
    case SETenths.nakedSingle...: grid.hiddenSingles | grid.nakedSingles
    case SETenths.hiddenSingleLine...: grid.hiddenSingles
    case SETenths.hiddenSingleBlock...:
      // Where a block has one, the last cells of lines can wait.
      grid.blockSingles.isEmpty ? grid.lastCells : grid.blockSingles
    case SETenths.fullHouse...: grid.lastCells
    default: DigitPlanes(repeating: 0)
    }
  }

  /// The conclusions of the technique with the lowest rating that has any.
  ///
  /// Techniques are left out if others that the rating reached allows draw their conclusions.
  private func next(reached: Int, upTo limit: Int) -> Find? {
    if let find = nextSingle(reached: reached) { return find }
    if reached >= SETenths.claiming {
      return candidates(SETenths.claiming, grid.pointing | grid.claiming)
        ?? nextSet(reached: reached, upTo: limit)
    }
    let masks = GridMasks(grid.candidates)
    if let find = nextLocked(masks, reached: reached) { return find }
    var words = CandidateWords()
    let bivalue = BivaluePatterns(grid.candidates)
    // The direct forms of hidden sets have just been searched for.
    bivalue.nakedPairs(&words)
    let tenths =
      words.isEmpty ? plainSets(masks, bivalue, upTo: limit, &words) : SETenths.nakedPair
    return tenths == 0 ? nil : candidates(tenths, words.planes)
  }

  private func nextSingle(reached: Int) -> Find? {
    if reached < SETenths.fullHouse, let find = digits(SETenths.fullHouse, grid.lastCells) {
      return find
    }
    if reached < SETenths.hiddenSingleBlock,
      let find = digits(SETenths.hiddenSingleBlock, grid.blockSingles)
    {
      return find
    }
    if reached < SETenths.hiddenSingleLine,
      let find = digits(SETenths.hiddenSingleLine, grid.hiddenSingles)
    {
      return find
    }
    // The direct forms draw part of the conclusions of the plain ones.
    if reached < SETenths.pointing, let find = digits(SETenths.directPointing, grid.directPointing)
    {
      return find
    }
    if reached < SETenths.claiming, let find = digits(SETenths.directClaiming, grid.directClaiming)
    {
      return find
    }
    return nil
  }

  /// The conclusions of singles, locked candidates and the direct forms of hidden sets, rated from 2.0 on.
  private func nextLocked(_ masks: borrowing GridMasks, reached: Int) -> Find? {
    var words = CandidateWords()
    masks.directHiddenSets(2, &words)
    if !words.isEmpty { return digits(SETenths.directHiddenPair, words.planes) }
    if reached < SETenths.nakedSingle, let find = digits(SETenths.nakedSingle, grid.nakedSingles) {
      return find
    }
    masks.directHiddenSets(3, &words)
    if !words.isEmpty { return digits(SETenths.directHiddenTriple, words.planes) }
    if let find = candidates(SETenths.pointing, grid.pointing) { return find }
    return candidates(SETenths.claiming, grid.claiming)
  }

  private func nextSet(reached: Int, upTo limit: Int) -> Find? {
    var words = CandidateWords()
    let (tenths, areDigits) = nextSet(reached: reached, upTo: limit, &words)
    return tenths == 0
      ? nil : Find(tenths: tenths, candidates: words.planes, areDigits: areDigits)
  }

  /// The rating of the technique, 0 if none finds anything; what it finds goes into `words`.
  private func nextSet(
    reached: Int, upTo limit: Int, _ words: inout CandidateWords
  ) -> (tenths: Int, areDigits: Bool) {
    let bivalue = BivaluePatterns(grid.candidates)
    if reached >= SETenths.nakedPair {
      bivalue.nakedPairs(&words)
      if !words.isEmpty { return (SETenths.nakedPair, false) }
    }
    let masks = GridMasks(grid.candidates)
    if reached < SETenths.hiddenPair {
      masks.directHiddenSets(2, &words)
      if !words.isEmpty { return (SETenths.directHiddenPair, true) }
    }
    if reached < SETenths.hiddenTriple {
      masks.directHiddenSets(3, &words)
      if !words.isEmpty { return (SETenths.directHiddenTriple, true) }
    }
    if reached < SETenths.nakedPair {
      bivalue.nakedPairs(&words)
      if !words.isEmpty { return (SETenths.nakedPair, false) }
    }
    return (plainSets(masks, bivalue, upTo: limit, &words), false)
  }

  /// The rating of the technique from X-Wings on that finds something, 0 if none does.
  private func plainSets(
    _ masks: borrowing GridMasks, _ bivalue: BivaluePatterns, upTo limit: Int,
    _ words: inout CandidateWords
  ) -> Int {
    if limit < SETenths.xWing { return 0 }
    masks.fish(2, &words)
    if !words.isEmpty { return SETenths.xWing }
    if limit < SETenths.hiddenPair { return 0 }
    masks.hiddenSets(2, &words)
    if !words.isEmpty { return SETenths.hiddenPair }
    masks.nakedTriples(&words)
    if !words.isEmpty { return SETenths.nakedTriple }
    if limit < SETenths.swordfish { return 0 }
    masks.fish(3, &words)
    if !words.isEmpty { return SETenths.swordfish }
    masks.hiddenSets(3, &words)
    if !words.isEmpty { return SETenths.hiddenTriple }
    bivalue.xyWings(&words)
    if !words.isEmpty { return SETenths.xyWing }
    bivalue.xyzWings(&words)
    return words.isEmpty ? 0 : SETenths.xyzWing
  }

  @inline(__always)
  private func digits(_ tenths: Int, _ planes: DigitPlanes) -> Find? {
    planes.isEmpty ? nil : Find(tenths: tenths, candidates: planes, areDigits: true)
  }

  @inline(__always)
  private func candidates(_ tenths: Int, _ planes: DigitPlanes) -> Find? {
    planes.isEmpty ? nil : Find(tenths: tenths, candidates: planes, areDigits: false)
  }
}

extension BasicSolver {
  /// The first search of `SEOrder` that may find a step; the one after the basic techniques if none of them may.
  ///
  /// These techniques find every step of Sudoku Explainer's searches. The converse does not hold,
  /// as Sudoku Explainer requires a number of empty cells in houses.
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
