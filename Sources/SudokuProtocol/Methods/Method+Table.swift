extension Method {
  /// All methods, in the order that `methods` tells them.
  static let all: [Method] =
    engineMethods + puzzleMethods + gameMethods + playerMethods

  /// All methods by name.
  static let table: [String: Method] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })
}
