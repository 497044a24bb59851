import JSONCoding
import SudokuSession

/// The player and the settings: the answer of `profile.get`.
public struct PlayerRecord: Record {
  /// What the player is and has.
  public var profile: ProfileRecord
  /// The settings by name.
  public var settings: JSONObject

  /// Creates a record.
  public init(profile: ProfileState, settings: [String: OpaqueValue]) {
    self.profile = ProfileRecord(profile)
    self.settings = settings.members
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Player", "The player and the settings.",
    [
      .required("profile") { $0.profile },
      .required("settings", "By name.", .openObject("")) { $0.settings },
    ])
}
