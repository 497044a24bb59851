import JSONCoding
import SudokuSession

/// A part of games and profile to keep: the answer of `save.export`.
public struct SaveRecord: Record {
  /// What `save.import` takes.
  public var save: JSONObject

  /// Asks for the next part; `nil` on the last one.
  public var nextPage: String?
  /// What could not be read and was omitted.
  public var unreadable: [QuarantineRecord]

  /// Creates a record.
  public init(
    _ save: JSONObject, nextPage: String? = nil, unreadable: [QuarantineRecord] = []
  ) {
    self.save = save
    self.nextPage = nextPage
    self.unreadable = unreadable
  }

  /// Name and fields.
  public static let shape = RecordShape<Self>(
    "Save", "Exported games and profile, or a part of them.",
    [
      .optional("nextPage", "The token of the next part; missing in the last one.") { $0.nextPage },
      .required("save", "What `save.import` takes.", .openObject("")) { $0.save },
      .optional("unreadable", "What could not be read and was omitted.") {
        $0.unreadable.isEmpty ? nil : $0.unreadable
      },
    ])
}
