/// The options of a game.
public struct GameOptions: Hashable, Sendable, Codable {
  /// The condition for reporting a wrong digit.
  public enum MistakeCheck: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not at all.
    case off
    /// If it breaks a rule: the same digit twice in a house.
    case rules
    /// If it differs from the solution.
    case solution
  }

  /// The number of mistakes that ends the game, 0 for none.
  public var mistakeLimit: Int
  /// The condition for reporting a wrong digit.
  public var mistakeCheck: MistakeCheck
  /// True if placing a digit removes its notes from the cell's peers.
  public var autoRemoveNotes: Bool
  /// True if playing time is measured.
  public var timer: Bool
  /// True if the game allows hints.
  public var hintsAllowed: Bool
  /// True if the options are the rules of the game: none of them can be changed any more.
  public var locked: Bool

  /// Creates options.
  public init(
    mistakeLimit: Int = 0, mistakeCheck: MistakeCheck = .solution, autoRemoveNotes: Bool = true,
    timer: Bool = true, hintsAllowed: Bool = true, locked: Bool = false
  ) {
    self.mistakeLimit = max(0, mistakeLimit)
    self.mistakeCheck = mistakeCheck
    self.autoRemoveNotes = autoRemoveNotes
    self.timer = timer
    self.hintsAllowed = hintsAllowed
    self.locked = locked
  }
}

extension GameOptions {
  package var values: [String: OpaqueValue] {
    let all = GameOption.all.map { ($0, $0.value(in: self)) }
    return Dictionary(
      uniqueKeysWithValues: all.filter { !$0.isNewer || $1 == true }.map { ($0.name, $1) })
  }

  package mutating func set(_ name: String, to value: OpaqueValue) -> Bool {
    GameOption.all.first { $0.name == name }?.set(value, in: &self) ?? false
  }
}

/// One option of a game, with its name, description and type.
///
/// Operations, saves and the protocol read and write options by the table `all`. So a new option is
/// a property of `GameOptions` and a row there.
package struct GameOption: Sendable {
  /// The type of an option, and where `GameOptions` keeps it.
  package enum Kind: Sendable {
    case flag(WritableKeyPath<GameOptions, Bool> & Sendable)
    /// A whole number from 0 to a maximum.
    case count(WritableKeyPath<GameOptions, Int> & Sendable, maximum: Int)
    /// The condition for reporting a wrong digit.
    case mistakeCheck(WritableKeyPath<GameOptions, GameOptions.MistakeCheck> & Sendable)
  }

  /// The name, as the protocol and `DocumentAction.set` spell it.
  package let name: String
  package let summary: String
  package let kind: Kind
  /// True for a flag that earlier versions lack: it is written only if it is true.
  package var isNewer = false

  package static let all: [GameOption] = [
    GameOption(
      name: "mistakeLimit", summary: "Mistakes that end the game; 0 for none.",
      kind: .count(\.mistakeLimit, maximum: 1_000_000)),
    GameOption(
      name: "mistakeCheck",
      summary: "The wrong digits to report: none, those that break the rules, or all.",
      kind: .mistakeCheck(\.mistakeCheck)),
    GameOption(
      name: "autoRemoveNotes", summary: "True if placing a digit removes notes that see it.",
      kind: .flag(\.autoRemoveNotes)),
    GameOption(name: "timer", summary: "True if time is measured.", kind: .flag(\.timer)),
    GameOption(
      name: "hintsAllowed", summary: "True if hints are given.", kind: .flag(\.hintsAllowed)),
    GameOption(
      name: "locked", summary: "True if no option of the game can be changed any more.",
      kind: .flag(\.locked), isNewer: true),
  ]

  /// The values that the option may have, in words.
  package var expectation: String {
    switch kind {
    case .flag: "true or false"
    case .count(_, let maximum): "a whole number from 0 to \(maximum)"
    case .mistakeCheck:
      "one of " + GameOptions.MistakeCheck.allCases.map(\.rawValue).joined(separator: ", ")
    }
  }

  package func value(in options: GameOptions) -> OpaqueValue {
    switch kind {
    case .flag(let path): .bool(options[keyPath: path])
    case .count(let path, _): .int(Int64(options[keyPath: path]))
    case .mistakeCheck(let path): .string(options[keyPath: path].rawValue)
    }
  }

  /// Sets the option; `false` for a value of another type or out of range, which changes nothing.
  func set(_ value: OpaqueValue, in options: inout GameOptions) -> Bool {
    switch (kind, value) {
    case (.flag(let path), .bool(let flag)): options[keyPath: path] = flag
    case (.count(let path, let maximum), .int(let count)):
      guard 0...Int64(maximum) ~= count else { return false }
      options[keyPath: path] = Int(count)
    case (.mistakeCheck(let path), .string(let text)):
      guard let check = GameOptions.MistakeCheck(rawValue: text) else { return false }
      options[keyPath: path] = check
    default: return false
    }
    return true
  }
}
