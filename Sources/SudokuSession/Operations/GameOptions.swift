/// What a player can choose for a game.
///
/// Coded as an object with the names of the protocol.
public struct GameOptions: Hashable, Sendable {
  /// When a wrong digit is reported.
  public enum MistakeCheck: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not at all.
    case off
    /// When it breaks a rule: the same digit twice in a house.
    case rules
    /// When it differs from the solution.
    case solution
  }

  /// The number of mistakes that ends the game, 0 for none.
  public var mistakeLimit: Int
  /// When a wrong digit is reported.
  public var mistakeCheck: MistakeCheck
  /// Whether placing a digit removes its notes from the cells that see it.
  public var autoRemoveNotes: Bool
  /// Whether time is measured.
  public var timer: Bool
  /// Whether hints are given.
  public var hintsAllowed: Bool

  /// Creates options; whatever is omitted has its default.
  ///
  /// - Parameters:
  ///   - mistakeLimit: The number of mistakes that ends the game, 0 for none.
  ///   - mistakeCheck: When a wrong digit is reported.
  ///   - autoRemoveNotes: Whether placing a digit removes its notes from the cells that see it.
  ///   - timer: Whether time is measured.
  ///   - hintsAllowed: Whether hints are given.
  public init(
    mistakeLimit: Int = 0, mistakeCheck: MistakeCheck = .solution, autoRemoveNotes: Bool = true,
    timer: Bool = true, hintsAllowed: Bool = true
  ) {
    self.mistakeLimit = max(0, mistakeLimit)
    self.mistakeCheck = mistakeCheck
    self.autoRemoveNotes = autoRemoveNotes
    self.timer = timer
    self.hintsAllowed = hintsAllowed
  }
}

extension GameOptions: Codable {
  /// Reads an object; a missing member has its default, and members that this version doesn't know
  /// are ignored.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.singleValueContainer().decode([String: OpaqueValue].self)
    self.init()
    for option in GameOption.all {
      guard let value = members[option.name], value != .null else { continue }
      guard option.set(value, in: &self) else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath,
            debugDescription: "the option '\(option.name)' can't have this value"))
      }
    }
  }

  /// Writes an object with all options.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(values)
  }

  /// The names of the options, as the protocol and `DocumentAction.set` spell them.
  public static let names: [String] = GameOption.all.map(\.name)

  /// The options as values by name.
  public var values: [String: OpaqueValue] {
    Dictionary(uniqueKeysWithValues: GameOption.all.map { ($0.name, $0.value(in: self)) })
  }

  /// Changes one option.
  ///
  /// - Parameters:
  ///   - name: One of `names`.
  ///   - value: A value of the option's type.
  /// - Returns: Whether name and value were understood; nothing is changed where they are not.
  public mutating func set(_ name: String, to value: OpaqueValue) -> Bool {
    GameOption.all.first { $0.name == name }?.set(value, in: &self) ?? false
  }
}
