import SudokuCore
import SudokuExplainer
import SudokuTechniques

/// Makes hints: finds what a player can do next in a position.
///
/// A mistake comes first, in digits, then in pencilmarks. Else the hint is the next step, easiest
/// techniques first, one step at a time: a step that removes candidates is a hint of its own.
///
/// ```swift
/// let position = try HintPosition(clues: clues, board: board)
/// let ladder = try HintMaker().ladder(for: position)
/// print(ladder.hint(depth: 1).text)
/// ```
public struct HintMaker: Sendable {
  /// The work that a hint may take if the caller says nothing, in statements derived by chains.
  public static let defaultWorkLimit = 20_000_000

  /// The techniques that the player knows, `nil` for all.
  public var techniques: Set<Technique>?
  /// How much work a hint may take, in statements derived by chains.
  public var workLimit: Int

  /// Creates a maker.
  ///
  /// - Parameters:
  ///   - techniques: The techniques that the player knows, `nil` for all.
  ///   - workLimit: How much work a hint may take, in statements derived by chains.
  public init(
    techniques: Set<Technique>? = nil, workLimit: Int = HintMaker.defaultWorkLimit
  ) {
    self.techniques = techniques
    self.workLimit = workLimit
  }

  /// The hint for a position.
  ///
  /// - Parameters:
  ///   - position: What the player sees.
  ///   - isCancelled: Asked now and then; stops the search where it says `true`.
  /// - Returns: The hint in five rungs.
  /// - Throws: `cancelled`.
  public func ladder(
    for position: HintPosition, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(HintError) -> HintLadder {
    let wrong = position.wrongCells
    if !wrong.isEmpty { return HintLadder(.wrongDigits(wrong)) }
    let wronglyMarked = position.wronglyMarkedCells
    if !wronglyMarked.isEmpty { return HintLadder(.wrongMarks(wronglyMarked)) }
    let grid = position.grid
    guard let trial = Self.simplestPlacement(in: grid, position.solution) else {
      return HintLadder(.solved)
    }
    var budget = SearchBudget(workLimit: workLimit, isCancelled: isCancelled)
    do throws(SearchInterruption) {
      // Whatever assumes one solution is right here: the position's clues have one.
      if let step = try nextStep(in: grid, budget: &budget), step.agrees(with: position.solution) {
        return HintLadder(.step(step))
      }
      return HintLadder(.trial(trial, isLimited: false))
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .budgetExhausted: return HintLadder(.trial(trial, isLimited: true))
      }
    }
  }

  /// The step to take next, easiest techniques first.
  private func nextStep(
    in grid: CandidateGrid, budget: inout SearchBudget
  ) throws(SearchInterruption) -> Step? {
    guard let techniques else {
      var context = SEContext(budget: budget)
      defer { budget = context.budget }
      return try SEStepFinder().firstStep(in: grid, context: &context)
    }
    return try StepFinder(searchers: SEOrder.stepSearchers, techniques: techniques)
      .firstStep(in: grid, budget: &budget)
  }

  /// The right digit of the empty cell with the fewest candidates, `nil` on a full board.
  private static func simplestPlacement(
    in grid: CandidateGrid, _ solution: Board
  ) -> Candidate? {
    let cell = grid.emptyCells.min { grid[$0].count < grid[$1].count }
    return cell.flatMap { cell in solution[cell].map { Candidate(cell, $0) } }
  }
}
