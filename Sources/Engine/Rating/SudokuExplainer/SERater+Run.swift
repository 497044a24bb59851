import SudokuCore
import SudokuTechniques

extension SERater {
  /// The state of rating one puzzle.
  struct Run {
    let rater: SERater
    let start: Start
    /// The grid as steps of single searches change it; empty before the first one.
    var grid = CandidateGrid()
    var context: SEContext
    var steps: [RatedStep] = []
    let limitTenths: Int
    /// True if the board is known to have exactly one solution.
    var isProven: Bool
    var figures = SEFigures()
    /// True if a search that can only find steps above the limit is not begun.
    var stopsBeforeHarder = false
    /// The rating for which it is known that higher steps may follow.
    var triedTenths = 0

    init(
      rater: SERater, start: Start, limitTenths: Int,
      isCancelled: (@Sendable () -> Bool)?
    ) {
      self.rater = rater
      self.start = start
      self.limitTenths = limitTenths
      isProven = rater.options.assumesUniqueSolution
      context = SEContext(
        options: rater.options.search, needsPatterns: rater.options.keepsSteps,
        workLimit: rater.options.workLimit, isCancelled: isCancelled)
    }

    func finish(_ reason: UnratedReason?, board: Board) -> SEOutcome {
      var rating = SERating(figures)
      rating.steps = steps
      rating.techniqueCounts = TechniqueCounts(steps.lazy.map(\.step.technique))
      rating.work = context.work
      rating.finalBoard = board
      return reason.map { .unrated($0, rating) } ?? .rated(rating)
    }

    /// Solves the grid step by step; returns why it has no rating.
    mutating func solveByStep() -> UnratedReason? {
      steps.reserveCapacity(CellSet.all.count)
      while !grid.isFull {
        // Most steps: without the copy of the grid that the other searches get.
        if let single = HiddenSingle.first(in: grid) {
          if !take(single.step) { return .aboveLimit }
          continue
        }
        do throws(SearchInterruption) {
          switch try nextStep(from: 0) {
          case .found(let step): if !take(step) { return .aboveLimit }
          case .fault(let reason): return reason
          }
        } catch {
          return error.unratedReason
        }
      }
      return fault(ofFull: grid.board)
    }

    /// Solves the grid, as many steps at a time as possible.
    mutating func solve(_ basics: inout BasicSolver, _ end: BasicSolver.End) -> UnratedReason? {
      var end = end
      while true {
        switch end {
        case .aboveLimit: return .aboveLimit
        case .full: return fault(ofFull: basics.grid.board)
        case .stuck: break
        }
        do throws(SearchInterruption) {
          if try solveByChains(&basics.grid) { return fault(ofFull: basics.grid.board) }
          grid = CandidateGrid(basics.grid)
          switch try nextStep(from: OrderFreeSolver.basicCount) {
          case .found(let step):
            if !note(step) { return .aboveLimit }
            basics.grid.apply(step)
          case .fault(let reason): return reason
          }
        } catch {
          return error.unratedReason
        }
        end = basics.solve(&figures, limitTenths: limitTenths)
      }
    }

    /// Why a full board has no rating.
    ///
    /// Steps that do not assume a unique solution have proven it, if no house has a digit twice.
    func fault(ofFull board: Board) -> UnratedReason? {
      isProven || board.isSolved ? nil : rater.solutionFault(of: start) ?? .noSolution
    }

    /// Takes all steps to the end if none can raise the rating; returns true if so.
    ///
    /// Where basic techniques and chains of single conclusions solve the grid, none of them rated
    /// higher than the puzzle already is, the reference meets no higher step either: when other
    /// steps come between, these are still there, and what it searches before them is rated lower.
    private mutating func solveByChains(
      _ planes: inout PlaneGrid
    ) throws(SearchInterruption) -> Bool {
      let tenths = figures.erTenths
      guard figures.epTenths > 0, tenths >= SERater.chainTenths, tenths > triedTenths else {
        return false
      }
      triedTenths = tenths
      let limits = SEScale.chainLimits(upTo: tenths)
      let solution = try OrderFreeSolver.solution(
        of: planes, isStuck: true, chains: limits, context: &context)
      if let solution { planes = solution }
      return solution != nil
    }

    enum Next {
      case found(Step)
      case fault(UnratedReason)
    }

    /// The step to take; before the first costly search it checks that the solution is unique.
    ///
    /// Without techniques that assume one solution there is no need where steps are wanted: they then
    /// go as far as they get. Chains can't solve such a board, and take long to find that out.
    mutating func nextStep(from first: Int) throws(SearchInterruption) -> Next {
      let options = rater.options
      let checkIndex =
        options.search.allowsUniqueness
        ? SERater.provenFrom : options.keepsSteps ? .max : rater.chainsFrom
      // Searches change the context: without a copy of its own each would be handed one.
      let grid = grid
      var least = first
      for index in first..<rater.searchers.count where index >= least {
        if !isProven, index == checkIndex {
          if let fault = rater.solutionFault(of: start) { return .fault(fault) }
          isProven = true
        }
        if limitTenths < SERater.chainTenths, index == rater.chainsFrom {
          return .fault(.needsChains)
        }
        if stopsBeforeHarder, isHarder(rater.searchers[index]) { return .fault(.aboveLimit) }
        if let step = try rater.searchers[index].firstStep(in: grid, context: &context) {
          return .found(step)
        }
        // Where there is no hidden single, planes show faster which basic techniques find nothing.
        if index == 0 { least = BasicSolver(grid: PlaneGrid(grid)).firstSearch }
      }
      if !isProven, let fault = rater.solutionFault(of: start) { return .fault(fault) }
      isProven = true
      return .fault(.beyondTechniques)
    }

    /// True if all steps of a search are rated above the limit; later searches find no lower ones.
    private func isHarder(_ searcher: any SESearcher) -> Bool {
      searcher.techniques.allSatisfy { (SEScale.baseTenths(of: $0) ?? .max) > limitTenths }
    }

    /// Notes a step and carries it out; returns true if it is within the limit.
    mutating func take(_ step: Step) -> Bool {
      let isWithin = note(step)
      if isWithin { step.apply(to: &grid) }
      return isWithin
    }

    /// Notes a step; returns true if it is within the limit.
    private mutating func note(_ step: Step) -> Bool {
      let tenths = SEScale.tenths(of: step) ?? 0
      figures.note(tenths, placesDigit: step.placesDigit)
      if rater.options.keepsSteps {
        steps.append(RatedStep(step: step, ratingTenths: tenths))
      }
      return tenths <= limitTenths
    }
  }

  /// The lowest rating of a chain, in tenths; with a limit below none is searched.
  static let chainTenths =
    SEOrder.chains.flatMap(\.techniques).compactMap(SEScale.baseTenths).min() ?? .max

  /// The search before which a board must have been proven to have one solution: up to there no
  /// technique assumes it, and searches are cheap.
  static let provenFrom =
    SEOrder.all.firstIndex { $0.techniques.contains(where: \.assumesUniqueness) } ?? .max
}
