// The making of a puzzle.
//
// 1. Seed. Puzzle `i` of a seed has its own stream of random numbers, `SeededRandom(seed:stream: i)`,
//    and nothing else decides: no clock, no thread, no earlier puzzle. So any number of threads may
//    share the indexes in any order, and the bytes are the same. `version` names the sequence. It
//    changes whenever a change of the code draws differently.
// 2. Grid (`start`). A full grid is drawn: random (`RandomGrid`), automorphic, around an oddagon for
//    the hardest ratings, or the given solution. With it comes an order of groups of clues; a group is
//    an orbit of the symmetry, so symmetric clues stay or go together.
// 3. Dig (`ClueRemoval`). Groups are removed in reverse order while the solution stays unique. Cheap
//    filters (17 clues, 8 digits, unavoidable sets) only spare the solver its questions; the solver
//    decides. A pattern replaces steps 2 and 3: `PatternClimb` searches for digits in its cells.
// 4. Finish (`finished`). The puzzle is made minimal, or gets clues back up to the wanted number.
// 5. Grade and measure (`adjusted`). Each target returns a distance, 0 if it is met. A puzzle that is
//    too hard gets clues back and is graded again, unless it must be minimal.
// 6. Repeat. One pass of 2 to 5 is an attempt. The first attempt with distance 0 is the puzzle;
//    otherwise the nearest one is kept as `best`, and returned if the attempts run out.
//
// Rare puzzles. After 24 random attempts (256 if only a level is given) `NearbySearch` takes over: it
// changes a few clues of the nearest puzzle instead of drawing a new grid. `TargetGrader` finds out no
// more of a puzzle than whether it may fit. One that is too hard, but uses what is needed, is tried with
// each further clue (`easier`). From ER 10.0 on the search starts at once and climbs by
// `TrialResistance`, a cheap estimate of hardness: only puzzles that resist trial and error are graded.
//
// State. A `Generator` is immutable and `Sendable`. All state of a search (random stream, nearest
// puzzle, nearby search) is local to `puzzle(at:)`.

import SudokuCore
import SudokuRating
import SudokuSolver

/// Makes puzzles with one solution.
///
/// Puzzle `i` of a seed is a function of seed, options and `i` alone: any number of threads may share
/// the work, and any part of the sequence can be made anywhere.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.level = .hard
/// let generator = try Generator(seed: 7, options: options)
/// if let puzzle = generator.puzzle(at: 0).puzzle { print(puzzle.board.line) }
/// ```
public struct Generator: Sendable {
  /// Name and version of the sequence of puzzles: the same seed gives the same puzzles.
  public static let version = "generator-9"

  /// The most exchanges of clues on one grid in search of a minimal and symmetric puzzle.
  private static let symmetricMoves = 60

  /// The seed.
  public let seed: UInt64
  /// The options.
  public let options: GeneratorOptions
  private let solver = Solver()
  private let grader: TargetGrader
  private let requirements: Requirements
  private let needsGrade: Bool
  private let orbits: [CellSet]
  private let climb: PatternClimb?
  private let spread: ScoreSpread?

  /// Creates a generator.
  ///
  /// - Throws: `ContradictoryTargets` if no puzzle can meet the options.
  public init(
    seed: UInt64, options: GeneratorOptions = .init()
  ) throws(ContradictoryTargets) {
    let requirements = Requirements(options)
    try ContradictionCheck(options, requirements).run()
    self.seed = seed
    self.options = options
    self.requirements = requirements
    orbits = options.symmetry.orbits
    let traits = requirements.traits
    climb = options.solution == nil ? requirements.pattern.map { PatternClimb($0) } : nil
    spread =
      options.spreadsScores
      ? ScoreSpread(requirements.scores, level: options.level, scale: options.scale) : nil
    needsGrade = spread != nil || traits.contains(where: \.needsGrade)
    grader = TargetGrader(
      requirements, options, isSpread: spread != nil, screens: options.rareSearch == .current)
  }

  /// Makes one puzzle.
  ///
  /// - Parameters:
  ///   - index: The number of the puzzle, from 0.
  ///   - isCancelled: Called before each attempt; `true` stops the search.
  ///   - onAttempt: Called after each attempt with the state of the search.
  /// - Returns: The puzzle, or the nearest one if the attempts ran out or the caller stopped.
  /// - Complexity: A random minimal puzzle takes some fifty tests, of which known unavoidable sets
  ///   answer a quarter. A rare puzzle takes as many attempts as it is rare.
  public func puzzle(
    at index: Int, isCancelled: (@Sendable () -> Bool)? = nil,
    onAttempt: (@Sendable (GenerationProgress) -> Void)? = nil
  ) -> GenerationOutcome {
    var random = SeededRandom(seed: seed, stream: UInt64(bitPattern: Int64(index)))
    let share = spread?.share(of: index)
    var search = firstSearch
    var best: Attempt?
    for number in 0..<attemptCount {
      if isCancelled?() == true { break }
      defer {
        onAttempt?(
          GenerationProgress(attemptCount: number + 1, best: best.map { generated($0, index) }))
      }
      if number == NearbySearch.firstAttempt, searchesNearby, search == nil {
        search = NearbySearch(.grades)
      }
      guard
        let candidate = attempt(share, &search, using: &random, isCancelled: isCancelled)
      else { continue }
      if candidate.distance == 0, candidate.shareDistance == 0 {
        return .made(generated(candidate, index))
      }
      if best.map({ candidate.isNearer(than: $0) }) ?? true { best = candidate }
      if let best, best.distance == 0, number >= ScoreSpread.attemptLimit { break }
    }
    if let best, best.distance == 0 {
      var puzzle = generated(best, index)
      puzzle.missesSpread = best.shareDistance > 0
      return .made(puzzle)
    }
    return .exhausted(best: best.map { generated($0, index) })
  }

  /// The search with which the attempts begin; `nil` for random grids.
  private var firstSearch: NearbySearch? {
    if climbsByTrials { return NearbySearch(.trials(among: beginsAtOddagons ? 1_000 : 30)) }
    return isRare && searchesNearby ? NearbySearch(.rareGrades) : nil
  }

  /// True if random grids are expected to yield a puzzle seldom: levels alone are common.
  private var isRare: Bool {
    options.rareSearch == .current && spread == nil
      && (options.scoreTenths != nil || requirements.traits.contains(where: \.limitsTechniques))
  }

  private var searchesNearby: Bool { options.rareSearch != .none && requirements.pattern == nil }

  /// True if only puzzles that trial and error does not solve are graded.
  ///
  /// The others are too easy, and their resistance ranks them.
  private var climbsByTrials: Bool {
    guard searchesNearby, let beyondTrials = options.scale.beyondTrialsTenths else { return false }
    return requirements.leastScoreTenths >= beyondTrials
  }

  /// True if the climb begins at grids made for the hardest puzzles: only if nothing else decides the grid or its
  /// groups of clues.
  private var beginsAtOddagons: Bool {
    climbsByTrials && options.symmetry == .none && options.solution == nil && !options.isAutomorphic
  }

  /// True if the solution and the cells of the clues are given.
  var namesOnePuzzle: Bool {
    options.solution != nil && (options.clues == 81...81 || requirements.pattern != nil)
  }

  /// The number of grids or changes of clues to try for one puzzle.
  private var attemptCount: Int {
    // The clues in the cells of a pattern of a given solution are always the same.
    if options.solution != nil, requirements.pattern != nil { return 1 }
    // A puzzle that is not graded takes a hundredth of the time.
    let limit = max(1, options.attemptLimit)
    return climbsByTrials ? min(limit, .max / 100) * 100 : limit
  }

  private func generated(_ candidate: Attempt, _ index: Int) -> GeneratedPuzzle {
    GeneratedPuzzle(
      board: candidate.board, solution: candidate.solution, grade: candidate.grade,
      seed: seed, index: index)
  }
}

extension Generator {
  /// Tries one grid, or one puzzle near others; `nil` if it yields no puzzle.
  private func attempt(
    _ share: ScoreTarget?, _ search: inout NearbySearch?, using random: inout SeededRandom,
    isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt? {
    if let climb {
      guard
        let (board, solution) = climb.climb(
          using: &random, isCancelled: { isCancelled?() == true })
      else { return nil }
      return attempt(board, solution, share, isCancelled: isCancelled)
    }
    var removal: ClueRemoval
    if let near = search?.next(using: &random) {
      removal = near
    } else {
      guard let (solution, order) = start(using: &random) else { return nil }
      if let pattern = requirements.pattern {
        return attempt(solution.keeping(pattern), solution, share, isCancelled: isCancelled)
      }
      removal = ClueRemoval(solution: solution, order: order, solver: solver)
      removal.run()
    }
    let start = removal
    let least = Least(
      resistance: search?.leastResistance(using: &random) ?? 0, score: search?.knownScore ?? 0)
    let attempt = finished(
      &removal, share, least: least, using: &random, isCancelled: isCancelled)
    search?.note(start, attempt)
    return attempt
  }

  /// A solution, and its groups of clues, the last one to be removed first; `nil` if none was found in
  /// time.
  private func start(using random: inout SeededRandom) -> (solution: Board, order: [CellSet])? {
    if beginsAtOddagons {
      return OddagonGrid(using: &random, solver: solver).map { ($0.solution, $0.order) }
    }
    var solution = options.solution ?? Board()
    var order = orbits
    if options.isAutomorphic {
      let kinds = AutomorphismKind.kinds(with: options.symmetry)
      let symmetry = kinds[random.next(below: kinds.count)].draw(using: &random)
      let grid = AutomorphicGrid(symmetry)
      guard let drawn = grid.draw(using: &random) else { return nil }
      (solution, order) = (drawn, grid.orbits)
    } else if options.solution == nil {
      solution = RandomGrid.draw(using: &random)
    }
    random.shuffle(&order)
    return (solution, order)
  }

  /// Makes a puzzle minimal, restores clues up to the wanted number, grades it, makes it easier.
  private func finished(
    _ removal: inout ClueRemoval, _ share: ScoreTarget?, least: Least,
    using random: inout SeededRandom, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt {
    let solution = removal.solution
    if options.minimality == .strict, options.symmetry != .none || options.isAutomorphic,
      !removal.makeMinimal(clues: requirements.clues, moves: Self.symmetricMoves, using: &random)
    {
      return unfit(removal, by: 100_000)
    }
    if let clues = requirements.clues {
      if options.minimality == .any { removal.addBack(to: clues, using: &random) }
      let distance = ClueTarget(clues).distance(of: removal.board, nil).amount
      if distance > 0 {
        return unfit(removal, by: distance)
      }
    }
    if climbsByTrials {
      let resistance = TrialResistance(of: removal.board, atLeast: least.resistance)
      if !resistance.isUnsolved {
        return Attempt(removal.board, solution, resistance: resistance.amount)
      }
      var attempt = adjusted(&removal, share, known: 0, isCancelled: isCancelled)
      attempt.resistance = resistance.amount
      return attempt
    }
    return adjusted(&removal, share, known: least.score, isCancelled: isCancelled)
  }

  /// The least resistance and score from which the search continues; 0 for any.
  private struct Least {
    var resistance: Int
    var score: Int
  }

  /// A puzzle that meets the targets with one more group of clues than a puzzle that is too hard;
  /// `nil` if there is none.
  ///
  /// The group has a cell that the grading left open. Others change nothing.
  private func easier(
    _ removal: ClueRemoval, _ grade: Grade, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt? {
    let open = CellSet.all.subtracting(grade.finalBoard.filledCells)
    let most = requirements.clues?.upperBound ?? 81
    for group in removal.removedGroups where !group.isDisjoint(with: open) {
      let kept = removal.kept.union(group)
      guard kept.count <= most else { continue }
      let board = removal.solution.keeping(kept)
      let grade = grader.grade(board, mustFit: true, isCancelled: isCancelled)
      if grade.scoreTenths != nil, distance(of: board, grade).amount == 0 {
        return Attempt(board: board, solution: removal.solution, grade: grade, distance: 0)
      }
    }
    return nil
  }

  /// A puzzle that misses the targets whatever its grade.
  private func unfit(_ removal: ClueRemoval, by distance: Int) -> Attempt {
    Attempt(
      board: removal.board, solution: removal.solution, grade: nil,
      distance: distance + (climbsByTrials ? Attempt.unmeasured : 0))
  }

  private func attempt(
    _ board: Board, _ solution: Board, _ share: ScoreTarget?, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt? {
    guard isMinimal(board) else { return nil }
    let grade = needsGrade ? grader.grade(board, isCancelled: isCancelled) : nil
    return Attempt(
      board: board, solution: solution, grade: grade, distance: distance(of: board, grade).amount,
      shareDistance: share?.distance(of: board, grade).amount ?? 0)
  }

  private func isMinimal(_ board: Board) -> Bool {
    switch options.minimality {
    case .any: return true
    case .strict: return BatchSolver(threads: 1).redundantClues(of: board).isEmpty
    case .underSymmetry:
      let clues = board.filledCells
      return !orbits.contains { group in
        group.isSubset(of: clues)
          && solver.solve(board.keeping(clues.subtracting(group))).isUnique
      }
    }
  }

  /// Grades a puzzle; restores clues while it is too hard and may have more.
  private func adjusted(
    _ removal: inout ClueRemoval, _ share: ScoreTarget?, known: Int,
    isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt {
    var nearest: Attempt?
    var isFirst = true
    while true {
      let board = removal.board
      let grade = needsGrade ? grader.grade(board, known: known, isCancelled: isCancelled) : nil
      let distance = distance(of: board, grade)
      let shareDistance = share?.distance(of: board, grade) ?? .met
      var attempt = Attempt(
        board: board, solution: removal.solution, grade: grade, distance: distance.amount,
        shareDistance: shareDistance.amount)
      if isRare, let grade { attempt.missingCount = requirements.missingTechniques(of: grade) }
      if nearest.map({ !$0.isNearer(than: attempt) }) ?? true { nearest = attempt }
      let isTooHard = distance.isTooHard || (distance.amount == 0 && shareDistance.isTooHard)
      if isTooHard, isFirst, isRare, grader.isQuick, options.minimality == .any, let grade,
        grade.reachedTenths >= grader.leastTenths,
        let easier = easier(removal, grade, isCancelled: isCancelled)
      {
        return easier
      }
      isFirst = false
      guard isTooHard, options.minimality == .any,
        removal.addBack(upTo: requirements.clues?.upperBound ?? 81)
      else { return nearest ?? attempt }
    }
  }

  /// The distance from all targets: of those of scores only the farthest counts.
  private func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    var scores = 0
    var others = 0
    var isTooHard = false
    for (target, traits) in zip(requirements.targets, requirements.traits) {
      let distance = target.distance(of: board, grade)
      isTooHard = isTooHard || distance.isTooHard
      if traits.scores != nil {
        scores = max(scores, distance.amount)
      } else {
        others += distance.amount
      }
    }
    return TargetDistance(scores + others, isTooHard: isTooHard)
  }
}
