import SudokuCore
import SudokuRating
import SudokuTechniques

/// A puzzle whose solution on the scale uses some techniques, and none but the allowed ones.
///
/// "Uses" refers to the scale's own path. It always takes its cheapest step first, so nothing cheaper
/// could replace a technique that it uses.
///
/// Singles that the scale tries before the easiest allowed technique are always allowed: no puzzle
/// works without them, as the last cells are full houses.
public struct TechniqueTarget: GeneratorTarget, MeasuredTarget, Hashable {
  let needed: Set<Technique>
  let allowed: Set<Technique>?

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - needed: The techniques that must be used, each at least once.
  ///   - allowed: The techniques that may be used besides easier singles; `nil` for all.
  public init(needed: Set<Technique> = [], allowed: Set<Technique>? = nil) {
    self.needed = needed
    self.allowed = allowed
  }

  /// The rules by which the generator meets the target.
  public var rules: TargetRules { TargetRules(self) }

  /// The techniques; the steps of the grade are needed.
  package var traits: TargetTraits {
    TargetTraits {
      $0.neededTechniques = needed
      $0.allowedTechniques = allowed
      $0.needsSteps = true
    }
  }

  /// The target with the singles that are always allowed on a scale.
  package func adapted(to scale: any Scale) -> any MeasuredTarget {
    guard let allowed, let easiest = scale.techniques.firstIndex(where: allowed.contains) else {
      return self
    }
    let singles = scale.techniques[..<easiest].filter { $0.family == .single }
    return TechniqueTarget(needed: needed, allowed: allowed.union(singles))
  }

  /// Techniques that the scale lacks, and needed ones that are not allowed.
  package func impossibility(on scale: any Scale) -> String? {
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

  /// The number of techniques that are missing or not allowed, in thousands.
  package func distance(of board: Board, _ grade: Grade?) -> TargetDistance {
    guard let grade else { return TargetDistance(1_000) }
    let counts = grade.techniqueCounts
    let missing = needed.count { counts[$0] == 0 }
    let forbidden =
      allowed.map { allowed in
        counts.isEmpty ? 0 : counts.used().count { !allowed.contains($0.technique) }
      } ?? 0
    let unsolved = grade.unrated == nil ? 0 : 1
    return TargetDistance(
      1_000 * (missing + forbidden + unsolved), isTooHard: forbidden + unsolved > 0)
  }
}
