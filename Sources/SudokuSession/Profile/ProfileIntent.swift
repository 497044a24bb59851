/// What happens to a profile.
public enum ProfileIntent: Hashable, Sendable {
  /// Coins or power-ups are earned.
  case earn(item: String, amount: Int)
  /// Coins or power-ups are spent.
  case spend(item: String, amount: Int)
  /// A theme or other content is unlocked.
  case unlock(String)
  /// An achievement got as far as this.
  case progress(achievement: String, amount: Int)
  /// A best value, made here or imported from elsewhere.
  case record(RecordTable, key: String, value: Int)
  /// A flag or value, `premium` among them.
  case set(key: String, value: OpaqueValue)
  /// The player picks a version of a conflict: the purchase that stands.
  case resolve(conflict: String, choice: OperationKey)
}
