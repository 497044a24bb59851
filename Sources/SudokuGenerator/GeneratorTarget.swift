import SudokuCore
import SudokuRating
import SudokuTechniques

/// Something that is asked of a generated puzzle: measures how far a puzzle is from it.
///
/// ```swift
/// var options = GeneratorOptions()
/// options.targets = [TechniqueTarget(needed: [.xWing])]
/// ```
///
/// A new target is one file with a type that conforms to this; what it leaves unsaid has defaults.
public protocol GeneratorTarget: Sendable {
  /// The scores that can meet the target, in tenths of the scale; `nil` for all.
  ///
  /// The generator steers by them and stops grading above.
  var wantedScores: Range<Int>? { get }
  /// The numbers of clues that can meet the target, `nil` for all.
  var wantedClues: ClosedRange<Int>? { get }
  /// Whether the target looks at the steps of the grade.
  var needsSteps: Bool { get }
  /// Whether the target looks at a grade at all.
  var needsGrade: Bool { get }

  /// Why no puzzle can ever meet the target on a scale, and what is valid; `nil` where some may.
  func impossibility(on scale: any Scale) -> String?

  /// How far a puzzle is from the target.
  ///
  /// - Parameters:
  ///   - board: The clues.
  ///   - grade: Its grade; `nil` where no target needs one.
  /// - Returns: The distance.
  func distance(of board: Board, _ grade: Grade?) -> TargetDistance
}

extension GeneratorTarget {
  /// All scores.
  public var wantedScores: Range<Int>? { nil }
  /// All numbers of clues.
  public var wantedClues: ClosedRange<Int>? { nil }
  /// Whether the target looks at the steps of the grade; no.
  public var needsSteps: Bool { false }
  /// Whether the target looks at a grade at all; yes.
  public var needsGrade: Bool { true }
  /// Nothing speaks against it.
  public func impossibility(on scale: any Scale) -> String? { nil }
}
