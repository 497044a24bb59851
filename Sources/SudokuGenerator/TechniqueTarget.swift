import SudokuCore
import SudokuRating
import SudokuTechniques

/// A puzzle whose solution on the scale uses some techniques, and no others than are allowed.
///
/// "Uses" is what the scale's own path does: it always takes its cheapest step first, so a technique
/// that it uses is one that nothing cheaper spared.
///
/// Singles that the scale tries before the easiest technique allowed are allowed too: no puzzle does
/// without them, as the last cells are full houses.
public struct TechniqueTarget: GeneratorTarget, Hashable {
  /// The techniques that must be used, each at least once.
  public let needed: Set<Technique>
  /// The techniques that may be used besides easier singles, `nil` for all.
  public let allowed: Set<Technique>?

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - needed: The techniques that must be used.
  ///   - allowed: The techniques that may be used besides easier singles, `nil` for all.
  public init(needed: Set<Technique> = [], allowed: Set<Technique>? = nil) {
    self.needed = needed
    self.allowed = allowed
  }

  /// The target with the singles that are always allowed on a scale: those that it tries before the
  /// easiest technique allowed.
  func completed(for scale: any Scale) -> TechniqueTarget {
    guard let allowed, let easiest = scale.techniques.firstIndex(where: allowed.contains) else {
      return self
    }
    let singles = scale.techniques[..<easiest].filter { $0.family == .single }
    return TechniqueTarget(needed: needed, allowed: allowed.union(singles))
  }

  /// Yes.
  public var needsSteps: Bool { true }

  /// Techniques that the scale lacks, or that are needed and not allowed.
  public func impossibility(on scale: any Scale) -> String? {
    for technique in Technique.all where needed.contains(technique) {
      if scale.baseTenths(of: technique) == nil {
        return "the scale '\(scale.name)' does not have \(technique.name)"
      }
      if let allowed, !allowed.contains(technique) {
        return "\(technique.name) is needed but not allowed"
      }
    }
    return nil
  }

  /// How many techniques are missing or not allowed, in thousands.
  public func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    guard let grade else { return TargetDistance(1_000) }
    let used = Set(grade.techniqueCounts.used().map(\.technique))
    let missing = needed.subtracting(used).count
    let forbidden = allowed.map { used.subtracting($0).count } ?? 0
    let unsolved = grade.unrated == nil ? 0 : 1
    return TargetDistance(
      1_000 * (missing + forbidden + unsolved), isTooHard: forbidden + unsolved > 0)
  }
}
