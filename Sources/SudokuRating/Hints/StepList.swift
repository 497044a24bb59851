import SudokuCore
import SudokuTechniques

/// All steps that a position has, or what is wrong with the position.
///
/// ```swift
/// let list = try HintMaker().allSteps(for: position, limit: 100)
/// for step in list.steps { print(step) }      // easiest techniques first
/// ```
public struct StepList: Hashable, Sendable {
  /// Why a list ends.
  public enum End: String, CaseIterable, Hashable, Sendable {
    /// There are no other steps.
    case complete
    /// As many as were wanted are listed; there may be more.
    case limit
    /// The limit of work was reached first; there may be more.
    case workLimit
  }

  /// The cells whose digit is wrong, or whose pencilmarks lack the right digit; then there are no
  /// steps, for they might be wrong, too.
  public var wrongCells = CellSet()
  /// The steps, easiest techniques first.
  public var steps: [Step] = []
  /// Why the list ends there.
  public var end = End.complete

  /// The steps that are listed, for searchers that meet a pattern twice.
  private var known: Set<Step> = []

  /// Adds a step that is right and new.
  mutating func add(_ step: Step, _ solution: Board, limit: Int) -> Bool {
    guard step.agrees(with: solution), !known.contains(step) else { return true }
    guard steps.count < limit else {
      end = .limit
      return false
    }
    known.insert(step)
    steps.append(step)
    return true
  }
}
