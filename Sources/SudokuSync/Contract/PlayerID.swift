import SudokuSession

/// Which player: whose documents a store or a replica holds.
///
/// A store takes the player of the first device that writes to it; a device without a player takes
/// that of the first store it meets. From then on a store of another player is refused until the
/// player says that both are theirs (`SyncGoal.merge`).
public struct PlayerID: Hashable, Sendable, LosslessStringConvertible {
  /// The text.
  public let description: String

  /// The player of a store that nobody has named: after the first device that writes to it.
  init?(of device: DeviceID) { self.init("p-\(device)") }

  /// Creates an ID from its text.
  ///
  /// - Parameter description: 1 to 64 characters of `a-z`, `0-9` and `-`; anything else gives `nil`.
  public init?(_ description: String) {
    let isNameable = description.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || byte == UInt8(ascii: "-")
    }
    guard 1...64 ~= description.utf8.count, isNameable else { return nil }
    self.description = description
  }
}
