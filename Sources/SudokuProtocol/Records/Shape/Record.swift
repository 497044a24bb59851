import JSONCoding

/// An object of the protocol and of the command line's JSON lines: typed fields, one description.
///
/// The description of its fields (`shape`) gives both the JSON and its schema, so they can't differ.
///
/// ```swift
/// public struct CandidateRecord: Record {
///   public var cell: Cell
///   public var digit: Digit
///
///   public static let shape = RecordShape<Self>(
///     "Candidate", "A digit in a cell.",
///     [
///       .required("cell", "The cell.") { $0.cell },
///       .required("digit", "The digit.") { $0.digit },
///     ])
/// }
///
/// CandidateRecord(cell: Cell(index: 0), digit: five).json      // {"cell":"r1c1","digit":5}
/// Schema.record(CandidateRecord.self).selfContained     // its schema
/// ```
public protocol Record: JSONShaped, Encodable {
  /// The record's name in schemas, and its fields.
  static var shape: RecordShape<Self> { get }
}

extension Record {
  /// A reference to the record by its name.
  public static var schema: Schema { .record(Self.self) }

  /// The record's name and its full schema.
  public static var definition: (name: String, schema: Schema) { (shape.name, shape.schema) }

  /// The object; fields that don't apply are omitted.
  public var json: JSONValue { .object(members) }

  /// The members of the object.
  @_semantics("optimize.sil.specialize.generic.never")
  public var members: JSONObject {
    var members: [(key: String, value: JSONValue)] = []
    for field in Self.shape.fields {
      if let value = field.json(self) { members.append((field.name, value)) }
    }
    return JSONObject(members)
  }

  /// Appends the object, its members sorted by name.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    try Self.shape.append(self, [:], to: &buffer)
  }

  /// Appends the object together with members that came in with the input.
  ///
  /// - Parameters:
  ///   - passing: Members to pass on; those that the record has itself win.
  ///   - buffer: Where the text goes.
  /// - Throws: `JSONError` for a number that is not finite.
  public func append(passing: JSONObject, to buffer: inout JSONBuffer) throws(JSONError) {
    try Self.shape.append(self, passing, to: &buffer)
  }

  /// Encodes the object.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
