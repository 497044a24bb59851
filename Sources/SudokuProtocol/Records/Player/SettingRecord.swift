import JSONCoding
import SudokuSession

/// Whether a setting was changed: the answer of `profile.set`.
public struct SettingRecord: Record, Hashable {
  /// Whether it had another value.
  public var isChanged: Bool

  /// Creates a record.
  public init(isChanged: Bool) { self.isChanged = isChanged }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Setting", "The result of changing a setting.",
    [.required("changed", "Whether it had another value.") { $0.isChanged }])
}
