/// Whether a puzzle is rated at least so high.
public enum SEDecision: Hashable, Sendable {
  /// It is: its ER is that high or higher, or more than all techniques is needed.
  case yes
  /// It is not: its ER is lower.
  case no
  /// That is not known; why.
  case unrated(UnratedReason)
}
