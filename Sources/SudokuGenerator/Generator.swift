import SudokuCore
import SudokuRating
import SudokuSolver

/// Makes puzzles with one solution.
///
/// Puzzle `i` of a seed is a function of seed, options and `i` alone. So any number of threads may
/// share the work, and a part of the sequence can be made anywhere.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.level = options.scale.level(named: "hard")
/// let generator = try Generator(seed: 7, options: options)
/// if let puzzle = generator.puzzle(at: 0).puzzle { print(puzzle.board.line) }
/// ```
///
/// A full grid is drawn, then clues go in random order as long as the solution stays the only one.
/// A puzzle that is too hard gets clues back (unless it must be minimal); one that is too easy is
/// dropped and another grid is tried. Where a few hundred grids bring nothing, puzzles near the closest
/// ones are tried.
public struct Generator: Sendable {
  /// Name and version of the sequence of puzzles: the same seed gives the same puzzles.
  public static let version = "generator-6"

  /// How long one grid is worth searching for a puzzle that is minimal and symmetric.
  private static let symmetricMoves = 60

  /// The seed.
  public let seed: UInt64
  /// What puzzles are made.
  public let options: GeneratorOptions
  private let solver = Solver()
  private let gradeOptions: GradeOptions
  private let targets: [any GeneratorTarget]
  private let wantedClues: ClosedRange<Int>?
  private let orbits: [CellSet]
  private let climb: PatternClimb?
  private let spread: ScoreSpread?

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: Any number.
  ///   - options: What puzzles to make.
  /// - Throws: `ContradictoryTargets` where no puzzle can be as asked for.
  public init(
    seed: UInt64, options: GeneratorOptions = .init()
  ) throws(ContradictoryTargets) {
    try options.check()
    self.seed = seed
    self.options = options
    orbits = options.symmetry.orbits
    targets = options.allTargets
    wantedClues = options.wantedClues
    climb = options.solution == nil ? options.pattern.map { PatternClimb($0) } : nil
    spread =
      options.spreadsScores
      ? ScoreSpread(options.wantedScores, level: options.level, scale: options.scale) : nil
    var gradeOptions = GradeOptions()
    gradeOptions.keepsSteps = targets.contains(where: \.needsSteps)
    gradeOptions.assumesUniqueSolution = true
    gradeOptions.workLimit = options.gradingWorkLimit
    if let wanted = options.wantedScores {
      // Where the range is open above, and nothing else is asked of the grade, nothing needs to be
      // known beyond its start.
      let scoresAlone = targets.allSatisfy { $0.wantedScores != nil || !$0.needsGrade }
      let isOpen = wanted.upperBound == .max && spread == nil && scoresAlone
      let end = isOpen ? wanted.lowerBound : wanted.upperBound
      gradeOptions.stopsAboveTenths = end - 1
    }
    if let highest = options.highestAllowedTenths {
      gradeOptions.stopsAboveTenths = min(gradeOptions.stopsAboveTenths, highest)
    }
    self.gradeOptions = gradeOptions
  }

  /// Makes one puzzle.
  ///
  /// - Parameters:
  ///   - index: The number of the puzzle, from 0.
  ///   - isCancelled: Asked before each attempt; stops where it says `true`.
  ///   - onAttempt: Told after each attempt how far the search has come.
  /// - Returns: The puzzle, or the closest one if the attempts were used up or the caller stopped.
  /// - Complexity: A random minimal puzzle takes some thirty questions, of which the solver is asked
  ///   those that known unavoidable sets leave open; one of a rare level as many attempts as it is rare.
  public func puzzle(
    at index: Int, isCancelled: (@Sendable () -> Bool)? = nil,
    onAttempt: (@Sendable (GenerationProgress) -> Void)? = nil
  ) -> GenerationOutcome {
    var random = SeededRandom(seed: seed, stream: UInt64(bitPattern: Int64(index)))
    let share = spread?.share(of: index)
    var search = climbsByTrials ? NearbySearch(.trials(among: beginsAtOddagons ? 1_000 : 30)) : nil
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
    if let best, best.distance == 0 { return .made(generated(best, index)) }
    return .exhausted(best: best.map { generated($0, index) })
  }

  /// Whether puzzles near others are tried: not where the clues have fixed cells.
  private var searchesNearby: Bool { options.searchesNearby && options.pattern == nil }

  /// Whether puzzles are graded only where trial and error does not solve them: the others are known
  /// to be too easy, and how much they resist says which are nearer.
  private var climbsByTrials: Bool {
    guard searchesNearby, let beyondTrials = options.scale.beyondTrialsTenths else { return false }
    return options.leastScoreTenths >= beyondTrials
  }

  /// Whether the climb begins at grids made for the hardest puzzles, as far as nothing else decides
  /// the grid or which clues go together.
  private var beginsAtOddagons: Bool {
    climbsByTrials && options.symmetry == .none && options.solution == nil && !options.isAutomorphic
  }

  /// How many grids or changes of clues are tried for one puzzle.
  private var attemptCount: Int {
    // The clues in the cells of a pattern of a given solution are always the same.
    if options.solution != nil, options.pattern != nil { return 1 }
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
  /// Tries one grid, or one puzzle near others; `nil` where it gives no puzzle.
  private func attempt(
    _ share: ScoreTarget?, _ search: inout NearbySearch?, using random: inout SeededRandom,
    isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt? {
    if let climb {
      guard let (board, solution) = climb.climb(using: &random) else { return nil }
      return attempt(board, solution, share, isCancelled: isCancelled)
    }
    var removal: ClueRemoval
    if let near = search?.next(using: &random) {
      removal = near
    } else {
      guard let (solution, order) = start(using: &random) else { return nil }
      if let pattern = options.pattern {
        return attempt(solution.keeping(pattern), solution, share, isCancelled: isCancelled)
      }
      removal = ClueRemoval(solution: solution, order: order, solver: solver)
      removal.run()
    }
    let start = removal
    let least = search?.leastResistance(using: &random) ?? 0
    let attempt = finished(
      &removal, share, least: least, using: &random, isCancelled: isCancelled)
    search?.note(start, attempt)
    return attempt
  }

  /// A solution, and the groups of clues that go together, the last one first; `nil` where none was
  /// found in time.
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

  /// Makes a puzzle minimal, gives it the clues it is to have, grades it, makes it easier.
  private func finished(
    _ removal: inout ClueRemoval, _ share: ScoreTarget?, least: Int,
    using random: inout SeededRandom, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt {
    let solution = removal.solution
    if options.minimality == .strict, options.symmetry != .none || options.isAutomorphic,
      !removal.makeMinimal(clues: wantedClues, moves: Self.symmetricMoves, using: &random)
    {
      return unfit(removal, by: 100_000)
    }
    if let clues = wantedClues {
      if options.minimality == .any { removal.addBack(to: clues, using: &random) }
      let distance = ClueTarget(clues).distance(of: removal.board, nil).amount
      if distance > 0 {
        return unfit(removal, by: distance)
      }
    }
    if climbsByTrials {
      let resistance = TrialResistance(of: removal.board, atLeast: least)
      if !resistance.isUnsolved {
        return Attempt(removal.board, solution, resistance: resistance.amount)
      }
      var attempt = adjusted(&removal, share, isCancelled: isCancelled)
      attempt.resistance = resistance.amount
      return attempt
    }
    return adjusted(&removal, share, isCancelled: isCancelled)
  }

  /// A puzzle that is not as asked for, whatever its grade.
  private func unfit(_ removal: ClueRemoval, by distance: Int) -> Attempt {
    Attempt(
      board: removal.board, solution: removal.solution, grade: nil,
      distance: distance + (climbsByTrials ? Attempt.unmeasured : 0))
  }

  /// Grades a puzzle that is as it is.
  private func attempt(
    _ board: Board, _ solution: Board, _ share: ScoreTarget?, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt? {
    guard isMinimal(board) else { return nil }
    let grade = grade(of: board, isCancelled: isCancelled)
    return Attempt(
      board: board, solution: solution, grade: grade, distance: distance(of: board, grade).amount,
      shareDistance: share?.distance(of: board, grade).amount ?? 0)
  }

  /// Whether a puzzle is as minimal as is asked for.
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

  /// Grades a puzzle; gives clues back while it is too hard and may have more.
  private func adjusted(
    _ removal: inout ClueRemoval, _ share: ScoreTarget?, isCancelled: (@Sendable () -> Bool)?
  ) -> Attempt {
    var nearest: Attempt?
    while true {
      let board = removal.board
      let grade = grade(of: board, isCancelled: isCancelled)
      let distance = distance(of: board, grade)
      let shareDistance = share?.distance(of: board, grade) ?? .met
      let attempt = Attempt(
        board: board, solution: removal.solution, grade: grade, distance: distance.amount,
        shareDistance: shareDistance.amount)
      if nearest.map({ !$0.isNearer(than: attempt) }) ?? true { nearest = attempt }
      let isTooHard = distance.isTooHard || (distance.amount == 0 && shareDistance.isTooHard)
      guard isTooHard, options.minimality == .any,
        removal.addBack(upTo: wantedClues?.upperBound ?? 81)
      else { return nearest ?? attempt }
    }
  }

  /// The grade of a puzzle, `nil` where nothing depends on it.
  private func grade(of board: Board, isCancelled: (@Sendable () -> Bool)?) -> Grade? {
    guard spread != nil || targets.contains(where: \.needsGrade) else { return nil }
    return options.scale.grade(board, options: gradeOptions, isCancelled: isCancelled)
  }

  /// How far a puzzle is from all targets: scores count as one, the farthest of them.
  private func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    var scores = 0
    var others = 0
    var isTooHard = false
    for target in targets {
      let distance = target.distance(of: board, grade)
      isTooHard = isTooHard || distance.isTooHard
      if target.wantedScores != nil {
        scores = max(scores, distance.amount)
      } else {
        others += distance.amount
      }
    }
    return TargetDistance(scores + others, isTooHard: isTooHard)
  }
}
