/// What a player can choose for a game.
///
/// Coded as an object with the names of the protocol.
public struct GameOptions: Hashable, Sendable, Codable {
  /// How a wrong digit is told.
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
  /// How a wrong digit is told.
  public var mistakeCheck: MistakeCheck
  /// Whether placing a digit removes its notes from the cells that see it.
  public var autoRemoveNotes: Bool
  /// Whether time is measured.
  public var timer: Bool
  /// Whether hints are given.
  public var hintsAllowed: Bool

  /// Creates options; what is left out is the usual game.
  ///
  /// - Parameters:
  ///   - mistakeLimit: The number of mistakes that ends the game, 0 for none.
  ///   - mistakeCheck: How a wrong digit is told.
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

  private enum CodingKeys: String, CodingKey {
    case mistakeLimit, mistakeCheck, autoRemoveNotes, timer, hintsAllowed
  }

  /// Reads an object; what is missing keeps its usual value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let usual = GameOptions()
    self.init(
      mistakeLimit: try container.decodeIfPresent(Int.self, forKey: .mistakeLimit)
        ?? usual.mistakeLimit,
      mistakeCheck: try container.decodeIfPresent(MistakeCheck.self, forKey: .mistakeCheck)
        ?? usual.mistakeCheck,
      autoRemoveNotes: try container.decodeIfPresent(Bool.self, forKey: .autoRemoveNotes)
        ?? usual.autoRemoveNotes,
      timer: try container.decodeIfPresent(Bool.self, forKey: .timer) ?? usual.timer,
      hintsAllowed: try container.decodeIfPresent(Bool.self, forKey: .hintsAllowed)
        ?? usual.hintsAllowed)
  }
}

extension GameOptions {
  /// The names of the options, as the protocol and `DocumentAction.set` spell them.
  public static let names: [String] = [
    "mistakeLimit", "mistakeCheck", "autoRemoveNotes", "timer", "hintsAllowed",
  ]

  /// The options as values by name.
  public var values: [String: OpaqueValue] {
    [
      "mistakeLimit": .int(Int64(mistakeLimit)), "mistakeCheck": .string(mistakeCheck.rawValue),
      "autoRemoveNotes": .bool(autoRemoveNotes), "timer": .bool(timer),
      "hintsAllowed": .bool(hintsAllowed),
    ]
  }

  /// Changes one option.
  ///
  /// - Parameters:
  ///   - name: One of `names`.
  ///   - value: A value of the option's type.
  /// - Returns: Whether name and value were understood; nothing is changed where they are not.
  public mutating func set(_ name: String, to value: OpaqueValue) -> Bool {
    switch (name, value) {
    case ("mistakeLimit", .int(let limit)) where 0...1_000_000 ~= limit: mistakeLimit = Int(limit)
    case ("mistakeCheck", .string(let text)):
      guard let check = MistakeCheck(rawValue: text) else { return false }
      mistakeCheck = check
    case ("autoRemoveNotes", .bool(let flag)): autoRemoveNotes = flag
    case ("timer", .bool(let flag)): timer = flag
    case ("hintsAllowed", .bool(let flag)): hintsAllowed = flag
    default: return false
    }
    return true
  }
}
