import JSONCoding
import SudokuSession

/// The profile after something was granted: the answer of `profile.grant`.
public struct GrantRecord: Record {
  /// What the player is and has now.
  public var profile: ProfileRecord
  /// Whether the request was carried out before.
  public var isDuplicate: Bool

  /// Creates a record.
  public init(profile: ProfileState, isDuplicate: Bool) {
    self.profile = ProfileRecord(profile)
    self.isDuplicate = isDuplicate
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Grant", "The profile after something was granted.",
    [
      .optional("duplicate", "The request is a repetition.") {
        $0.isDuplicate ? true : nil
      },
      .required("profile") { $0.profile },
    ])
}
