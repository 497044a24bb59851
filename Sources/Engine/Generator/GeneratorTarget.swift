import SudokuCore
import SudokuRating
import SudokuTechniques

/// A requirement on a generated puzzle.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.targets = [TechniqueTarget(needed: [.xWing])]
/// ```
public protocol GeneratorTarget: Sendable {
  /// The rules by which the generator meets the target.
  var rules: TargetRules { get }
}

/// The rules by which the generator meets a target.
public struct TargetRules: Sendable {
  package let target: any MeasuredTarget

  package init(_ target: any MeasuredTarget) { self.target = target }
}

/// A target that measures how far a puzzle is from it.
///
/// A new target is one file with a type that conforms to this. Only `distance(of:_:)` has no default.
/// The generator knows no target by its type: it steers by `traits`, and `ContradictionCheck` compares
/// them.
package protocol MeasuredTarget: Sendable {
  /// The traits of every puzzle that meets the target.
  var traits: TargetTraits { get }

  /// The target as it applies to a scale.
  func adapted(to scale: any Scale) -> any MeasuredTarget

  /// Why no puzzle can ever meet the target on a scale, and what is valid; `nil` if one may.
  func impossibility(on scale: any Scale) -> String?

  /// The distance of a puzzle from the target; `grade` is `nil` if no target needs one.
  func distance(of board: Board, _ grade: Grade?) -> TargetDistance
}

extension MeasuredTarget {
  /// Nothing in common; the target needs a grade.
  package var traits: TargetTraits { TargetTraits() }
  /// The same target for all scales.
  package func adapted(to scale: any Scale) -> any MeasuredTarget { self }
  /// Never impossible.
  package func impossibility(on scale: any Scale) -> String? { nil }
}

/// Traits that all puzzles of a target share, known before any is made.
///
/// The generator steers by it: it stops grading above the scores, and digs within the pattern.
package struct TargetTraits: Sendable {
  /// The scores in tenths of the scale; `nil` for all.
  package var scores: Range<Int>?
  /// The level; `nil` for any.
  package var level: Level?
  /// The numbers of clues; `nil` for all.
  package var clues: ClosedRange<Int>?
  /// The cells of the clues; `nil` for any.
  package var pattern: CellSet?
  /// The techniques that the solution uses.
  package var neededTechniques: Set<Technique> = []
  /// The techniques that the solution may use; `nil` for all.
  package var allowedTechniques: Set<Technique>?
  /// The values of further figures, in tenths.
  package var figures: [FigureTarget.Figure: ClosedRange<Int>] = [:]
  /// The figures that equal the score.
  package var figuresEqualToScore: Set<FigureTarget.Figure> = []
  /// True if singles solve the puzzle.
  package var isSolvedBySingles = false
  /// True if the target depends on the grade.
  package var needsGrade = true
  /// True if the target depends on the steps of the grade.
  package var needsSteps = false

  /// True if the target needs techniques or limits them.
  package var limitsTechniques: Bool { !neededTechniques.isEmpty || allowedTechniques != nil }

  /// Creates traits of any puzzle, for a target that needs a grade, and changes them.
  package init(_ change: (inout TargetTraits) -> Void = { _ in }) { change(&self) }
}

/// The distance of a puzzle from a target.
package struct TargetDistance: Hashable, Sendable {
  /// 0 if the target is met; more the further away it is.
  package var amount: Int
  /// True if the puzzle is too hard, so that more clues may bring it nearer.
  package var isTooHard: Bool

  /// Creates a distance.
  package init(_ amount: Int, isTooHard: Bool = false) {
    self.amount = amount
    self.isTooHard = isTooHard
  }

  static let met = TargetDistance(0)
}
