import SudokuCore
import SudokuRating
import SudokuTechniques

/// A requirement on a generated puzzle: measures how far a puzzle is from it.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.targets = [TechniqueTarget(needed: [.xWing])]
/// ```
///
/// A new target is one file with a type that conforms to this. Only `distance(of:_:)` has no default.
/// The generator knows no target by its type: it steers by `traits`, and `ContradictionCheck` compares
/// them.
public protocol GeneratorTarget: Sendable {
  /// The traits of every puzzle that meets the target.
  var traits: TargetTraits { get }

  /// The target as it applies to a scale.
  func adapted(to scale: any Scale) -> any GeneratorTarget

  /// Why no puzzle can ever meet the target on a scale, and what is valid; `nil` if one may.
  func impossibility(on scale: any Scale) -> String?

  /// The distance of a puzzle from the target; `grade` is `nil` if no target needs one.
  func distance(of board: Board, _ grade: Grade?) -> TargetDistance
}

extension GeneratorTarget {
  /// Nothing in common; the target needs a grade.
  public var traits: TargetTraits { TargetTraits() }
  /// The same target for all scales.
  public func adapted(to scale: any Scale) -> any GeneratorTarget { self }
  /// Never impossible.
  public func impossibility(on scale: any Scale) -> String? { nil }
}

/// Traits that all puzzles of a target share, known before any is made.
///
/// The generator steers by it: it stops grading above the scores, and digs within the pattern.
public struct TargetTraits: Sendable {
  /// A further figure of a grade, by the name of its column.
  public enum Figure: String, Hashable, Sendable {
    /// The hardest step up to the first digit placed.
    case ep
    /// The first step.
    case ed
  }

  /// The scores in tenths of the scale; `nil` for all.
  public var scores: Range<Int>?
  /// The level; `nil` for any.
  public var level: Level?
  /// The numbers of clues; `nil` for all.
  public var clues: ClosedRange<Int>?
  /// The cells of the clues; `nil` for any.
  public var pattern: CellSet?
  /// The techniques that the solution uses.
  public var neededTechniques: Set<Technique> = []
  /// The techniques that the solution may use; `nil` for all.
  public var allowedTechniques: Set<Technique>?
  /// The values of further figures, in tenths.
  public var figures: [Figure: ClosedRange<Int>] = [:]
  /// The figures that equal the score.
  public var figuresEqualToScore: Set<Figure> = []
  /// True if singles solve the puzzle.
  public var isSolvedBySingles = false
  /// True if the target depends on the grade.
  public var needsGrade = true
  /// True if the target depends on the steps of the grade.
  public var needsSteps = false

  /// True if the target needs techniques or limits them.
  package var limitsTechniques: Bool { !neededTechniques.isEmpty || allowedTechniques != nil }

  /// Creates traits of any puzzle, for a target that needs a grade, and changes them.
  public init(_ change: (inout TargetTraits) -> Void = { _ in }) { change(&self) }
}

/// The distance of a puzzle from a target.
public struct TargetDistance: Hashable, Sendable {
  /// 0 if the target is met; more the further away it is.
  public var amount: Int
  /// True if the puzzle is too hard, so that more clues may bring it nearer.
  public var isTooHard: Bool

  /// Creates a distance.
  public init(_ amount: Int, isTooHard: Bool = false) {
    self.amount = amount
    self.isTooHard = isTooHard
  }

  static let met = TargetDistance(0)
}
