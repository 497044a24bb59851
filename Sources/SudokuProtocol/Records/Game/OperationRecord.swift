import JSONCoding
import SudokuCore
import SudokuSession

/// An operation of a game, as `game.history` lists it.
public struct OperationRecord: Record {
  /// The operation.
  public var operation: DocumentOperation
  /// The revision of the game that it made.
  public var rev: Int

  /// Creates a record.
  public init(_ operation: DocumentOperation, rev: Int) {
    self.operation = operation
    self.rev = rev
  }

  /// All members: those of the operation, which depend on its kind, and when it was made.
  public var members: JSONObject {
    var members = JSONObject(
      operation.fields.map { (key: $0.key, value: JSONValue($0.value)) })
    members["rev"] = JSONValue(rev)
    members["at"] = JSONValue(operation.stamp.milliseconds)
    return members
  }

  /// The object.
  public var json: JSONValue { .object(members) }

  /// Appends the object.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) { try buffer.append(json) }

  /// Name and fields; what else there is depends on the kind.
  public static let shape = RecordShape<Self>(
    "Operation", "An operation of a game; what else it has depends on its kind.", isOpen: true,
    [
      .required("at", "When it was made, in milliseconds since 1970.") {
        $0.operation.stamp.milliseconds
      },
      .required("device", "Who made it.") { "\($0.operation.key.device)" },
      .required("kind", "What it does.") { $0.operation.action.kind },
      .required("rev", "The revision of the game that it made.", .integer(minimum: 1)) { $0.rev },
      .required("seq", "Its number among those of the device.", .integer(minimum: 1)) {
        $0.operation.key.seq
      },
      .required("stamp", "When it was made: milliseconds and counter.") {
        "\($0.operation.stamp)"
      },
    ])
}
