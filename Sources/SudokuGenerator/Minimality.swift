/// Whether clues of a puzzle may be redundant.
public enum Minimality: String, CaseIterable, Hashable, Sendable {
  /// Clues may be redundant.
  case any
  /// No group of clues that belong together by the symmetry can go; one clue of a group alone might,
  /// but that would break the symmetry.
  case underSymmetry
  /// No single clue can go without more solutions coming in.
  ///
  /// With a symmetry such puzzles are rare, the more so the more clues they have: those made have
  /// about 24, hardly ever more than 26 unless more are asked for.
  case strict
}
