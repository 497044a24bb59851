/// Names of items, achievements, tables and settings: the keys under which a profile is told as JSON.
public enum ProfileName {
  /// Whether a name can be such a key: none may hold a NUL character.
  ///
  /// - Parameter name: The name.
  /// - Returns: Whether it can.
  public static func isValid(_ name: String) -> Bool { !name.utf8.contains(0) }
}

extension DocumentAction {
  /// Whether what it names can be told; operations of older versions may name what can't.
  var hasValidName: Bool {
    switch self {
    case .earn(let name, _), .spend(let name, _), .progress(let name, _), .record(_, let name, _),
      .set(let name, _), .unlock(let name):
      ProfileName.isValid(name)
    default: true
    }
  }
}
