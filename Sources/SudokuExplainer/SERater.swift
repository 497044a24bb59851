import SudokuCore
import SudokuSolver
import SudokuTechniques

/// Rates puzzles as Sudoku Explainer 1.2.1 does: ER, EP and ED.
///
/// One step is found, its rating noted, the step carried out, until the board is full. The step is
/// the first one that the first successful search of a fixed order meets, not the easiest there is.
///
/// ```swift
/// let rater = SERater()
/// switch rater.rate(board) {
/// case .rated(let rating): print(rating.erTenths, rating.epTenths, rating.edTenths)
/// case .unrated(let reason, _): print(reason.message)
/// }
/// ```
///
/// Source: Sudoku Explainer 1.2.1 by Nicolas Juillerat, its command line rater by gsf.
public struct SERater: Sendable {
  /// What a rating pays attention to.
  public struct Options: Hashable, Sendable {
    /// Which variant of the rules applies.
    public var search = SEOptions()
    /// Whether the rating lists its steps.
    public var keepsSteps = true
    /// Whether boards are known to have one solution, so that nobody needs to check.
    public var assumesUniqueSolution = false
    /// How much work a puzzle may take, in literals derived by chains.
    ///
    /// The hardest puzzles known (11.9) take up to about 100 million; boards with several solutions
    /// may take any amount.
    public var workLimit = 2_000_000_000

    /// Creates the default options.
    public init() {}
  }

  /// What ratings pay attention to.
  public var options: Options
  private let searchers: [any SESearcher]
  /// The number of the first search for chains.
  private let chainsFrom: Int
  private let solver = Solver()

  /// Creates a rater.
  ///
  /// - Parameter options: What ratings pay attention to.
  public init(options: Options = .init()) {
    self.options = options
    searchers = SEOrder.all.filter { searcher in
      options.search.allowsUniqueness || !searcher.techniques.contains(where: \.assumesUniqueness)
    }
    chainsFrom = searchers.count - SEOrder.chains.count
  }

  /// Rates a board.
  ///
  /// - Parameters:
  ///   - board: The clues.
  ///   - limitTenths: The rating gives up as soon as a step is rated higher.
  ///   - isCancelled: Asked now and then; stops the rating where it says `true`.
  /// - Returns: The rating, or why there is none.
  public func rate(
    _ board: Board, stopAbove limitTenths: Int = .max, isCancelled: (@Sendable () -> Bool)? = nil
  ) -> SEOutcome {
    rate(CandidateGrid(board), stopAbove: limitTenths, isCancelled: isCancelled)
  }

  /// Rates a grid with its candidates (a pencilmark puzzle).
  ///
  /// - Parameters:
  ///   - grid: The digits placed and the candidates left.
  ///   - limitTenths: The rating gives up as soon as a step is rated higher.
  ///   - isCancelled: Asked now and then; stops the rating where it says `true`.
  /// - Returns: The rating, or why there is none.
  public func rate(
    _ grid: CandidateGrid, stopAbove limitTenths: Int = .max,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) -> SEOutcome {
    if grid.isFull {
      return .unrated(grid.board.isSolved ? .alreadySolved : .noSolution, SERating())
    }
    var run = Run(rater: self, grid: grid, limitTenths: limitTenths, isCancelled: isCancelled)
    let reason = run.solve()
    run.rating.work = run.context.work
    run.rating.finalBoard = run.grid.board
    return reason.map { .unrated($0, run.rating) } ?? .rated(run.rating)
  }

  /// Why a grid cannot be rated, `nil` if it has exactly one solution.
  private func solutionFault(of grid: CandidateGrid) -> UnratedReason? {
    if grid.isContradictory { return .noSolution }
    return switch solver.solve(grid, limit: 2).solutionCount {
    case 0: .noSolution
    case 1: nil
    default: .severalSolutions
    }
  }
}

extension SERater {
  /// The state of rating one puzzle.
  private struct Run {
    let rater: SERater
    let start: CandidateGrid
    var grid: CandidateGrid
    var context: SEContext
    var rating = SERating()
    let limitTenths: Int
    /// Whether the board is known to have exactly one solution.
    var isProven: Bool
    var isFirst = true
    var hasPlaced = false
    /// The rating for which it is known that higher steps may follow.
    var triedTenths = 0

    init(
      rater: SERater, grid: CandidateGrid, limitTenths: Int,
      isCancelled: (@Sendable () -> Bool)?
    ) {
      self.rater = rater
      self.start = grid
      self.grid = grid
      self.limitTenths = limitTenths
      isProven = rater.options.assumesUniqueSolution
      context = SEContext(
        options: rater.options.search, needsPatterns: rater.options.keepsSteps,
        workLimit: rater.options.workLimit, isCancelled: isCancelled)
    }

    /// Solves the grid; returns why it has no rating.
    mutating func solve() -> UnratedReason? {
      while !grid.isFull {
        // Most steps are hidden singles; where no list is kept they need no pattern.
        if !rater.options.keepsSteps, let single = HiddenSingle.first(in: grid) {
          let tenths = SEScale.tenths(of: single.form)
          guard note(tenths, placesDigit: true) else { return .aboveLimit }
          grid.place(single.candidate.digit, at: single.candidate.cell)
          continue
        }
        do throws(SearchInterruption) {
          if isOrderFree {
            try solveOrderFree()
            if grid.isFull { break }
          }
          switch try nextStep() {
          case .found(let step): if !take(step) { return .aboveLimit }
          case .fault(let reason): return reason
          }
        } catch {
          switch error {
          case .budgetExhausted: return .budgetExhausted
          case .cancelled: return .cancelled
          }
        }
      }
      // Steps that do not assume a unique solution have proven it, if no house has a digit twice.
      if isProven || grid.board.isSolved { return nil }
      return rater.solutionFault(of: start) ?? .noSolution
    }

    /// Whether steps that cannot raise the rating any more may be taken in any order.
    ///
    /// That is so once EP is settled and the rating has reached that of all basic techniques, where
    /// nobody asks for the steps.
    var isOrderFree: Bool {
      !rater.options.keepsSteps && hasPlaced && rating.erTenths >= SERater.basicTenths
    }

    /// Takes all steps of basic techniques; and all steps to the end if none can raise the rating.
    ///
    /// Where basic techniques and chains of single conclusions solve the grid, none of them rated
    /// higher than the puzzle already is, the reference meets no higher step either: when other
    /// steps come between, these are still there, and what it searches before them is rated lower.
    mutating func solveOrderFree() throws(SearchInterruption) {
      OrderFreeSolver.applyBasics(to: &grid, context: &context)
      guard rating.erTenths >= SERater.chainTenths, rating.erTenths > triedTenths else { return }
      triedTenths = rating.erTenths
      let limits = SEScale.chainLimits(upTo: rating.erTenths)
      let solution = try OrderFreeSolver.solution(of: grid, chains: limits, context: &context)
      if let solution { grid = solution }
    }

    enum Next {
      case found(Step)
      case fault(UnratedReason)
    }

    /// The step to take; checks before the first costly search that there is just one solution.
    ///
    /// Without techniques that assume one solution there is no need: the rating then goes as far as
    /// it gets.
    mutating func nextStep() throws(SearchInterruption) -> Next {
      let checkIndex = rater.options.search.allowsUniqueness ? SERater.provenFrom : .max
      // Basic techniques have nothing left to do where their order does not matter.
      for index in (isOrderFree ? OrderFreeSolver.basicCount : 0)..<rater.searchers.count {
        if !isProven, index == checkIndex {
          if let fault = rater.solutionFault(of: start) { return .fault(fault) }
          isProven = true
        }
        if limitTenths < SERater.chainTenths, index == rater.chainsFrom {
          return .fault(.needsChains)
        }
        if let step = try rater.searchers[index].firstStep(in: grid, context: &context) {
          return .found(step)
        }
      }
      if !isProven, let fault = rater.solutionFault(of: start) { return .fault(fault) }
      isProven = true
      return .fault(.beyondTechniques)
    }

    /// Notes a step and carries it out; says whether it is within the limit.
    mutating func take(_ step: Step) -> Bool {
      let tenths = SEScale.tenths(of: step) ?? 0
      let isWithinLimit = note(tenths, placesDigit: step.placesDigit)
      if rater.options.keepsSteps {
        rating.steps.append(RatedStep(step: step, ratingTenths: tenths))
        rating.techniqueCounts.add(step.technique)
      }
      if isWithinLimit { step.apply(to: &grid) }
      return isWithinLimit
    }

    /// Notes what a step is worth; says whether it is within the limit.
    private mutating func note(_ tenths: Int, placesDigit: Bool) -> Bool {
      rating.erTenths = max(rating.erTenths, tenths)
      if isFirst {
        rating.edTenths = tenths
        isFirst = false
      }
      if !hasPlaced, placesDigit {
        rating.epTenths = rating.erTenths
        hasPlaced = true
      }
      return tenths <= limitTenths
    }
  }

  /// The highest rating of a basic technique, in tenths.
  private static let basicTenths =
    SEOrder.all.prefix(OrderFreeSolver.basicCount).flatMap(\.techniques)
    .compactMap(SEScale.baseTenths).max() ?? .max

  /// The lowest rating of a chain, in tenths; with a limit below none is searched.
  private static let chainTenths =
    SEOrder.chains.flatMap(\.techniques).compactMap(SEScale.baseTenths).min() ?? .max

  /// The search before which a board must have been proven to have one solution: up to there no
  /// technique assumes it, and searches are cheap.
  private static let provenFrom =
    SEOrder.all.firstIndex { $0.techniques.contains(where: \.assumesUniqueness) } ?? .max
}
