/// The name of a player in a process with many.
package enum PlayerName {
  /// The part of the name in the requests of a method.
  package enum Use: Sendable { case none, optional, required }

  static let schema = Schema.string(pattern: "^[A-Za-z0-9_-]{1,64}$")
    .described("The player's name.")

  /// True for 1 to 64 letters, digits, `-` and `_`, which are the name of a folder on every system.
  package static func isValid(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      }
  }
}

extension Method {
  var player: PlayerName.Use {
    switch group {
    // Those of the group `player` have the name among their own parameters.
    case _ where name == "shutdown", "player": .none
    case "engine", "puzzle", "rpc": name == "subscribe" ? .required : .optional
    default: .required
    }
  }
}
