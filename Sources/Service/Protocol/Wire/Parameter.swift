import JSONCoding

/// The decoder of a kind of values, and its schema: one declaration for both.
struct ValueType<Value>: Sendable {
  let schema: Schema
  /// Decodes a value; errors call the parameter by the text.
  let read: @Sendable (JSONNode, String) throws(RPCError) -> Value

  init(
    _ schema: Schema, _ read: @escaping @Sendable (JSONNode, String) throws(RPCError) -> Value
  ) {
    self.schema = schema
    self.read = read
  }

  func map<Other>(
    _ schema: Schema? = nil,
    _ transform: @escaping @Sendable (Value, String) throws(RPCError) -> Other
  ) -> ValueType<Other> {
    let read = read
    return ValueType<Other>(schema ?? self.schema) { (node, name) throws(RPCError) in
      try transform(try read(node, name), name)
    }
  }
}

/// A named parameter of a method.
///
/// A method's parameters decode its arguments and make the schema in `methods`, so the two can't
/// differ. It is a class because every request passes it on: a reference is cheaper than a schema.
final class Parameter<Value>: Sendable {
  let name: String
  let schema: Schema
  let isRequired: Bool
  private let readMember: @Sendable (JSONNode?) throws(RPCError) -> Value

  private init(
    name: String, schema: Schema, isRequired: Bool,
    readMember: @escaping @Sendable (JSONNode?) throws(RPCError) -> Value
  ) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
    self.readMember = readMember
  }

  /// A required parameter; `null` counts as missing unless it is one of the values.
  static func required(
    _ name: String, _ type: ValueType<Value>, _ summary: String, isNullable: Bool = false
  ) -> Parameter {
    Parameter(name: name, schema: type.schema.described(summary), isRequired: true) {
      (node) throws(RPCError) in
      guard let node, isNullable || !node.isNull else {
        throw RPCError.invalid(
          name, expected: "a value", "the parameter '\(name)' is missing")
      }
      return try type.read(node, name)
    }
  }

  /// A parameter that may be omitted or `null`.
  static func optional<Wrapped>(
    _ name: String, _ type: ValueType<Wrapped>, _ summary: String
  ) -> Parameter where Value == Wrapped? {
    Parameter(name: name, schema: type.schema.described(summary), isRequired: false) {
      (node) throws(RPCError) in
      guard let node, !node.isNull else { return nil }
      return try type.read(node, name)
    }
  }

  func read(_ arguments: JSONNode?) throws(RPCError) -> Value {
    try readMember(arguments?[name])
  }
}

/// Names and schema of the parameters of a method, or of the members of an object.
struct ParameterSchemas: Sendable {
  private var properties: [String: Schema] = [:]
  private var required: [String] = []
  private(set) var names: [String] = []

  mutating func add<Value>(_ parameter: Parameter<Value>) {
    names.append(parameter.name)
    properties[parameter.name] = parameter.schema
    if parameter.isRequired { required.append(parameter.name) }
  }

  /// The schema of an object with exactly these members.
  func object(_ summary: String = "") -> Schema {
    .object(summary, properties, required: required, isClosed: true)
  }

  /// Refuses unknown names, so that no typing error goes unnoticed; errors put `prefix` before the
  /// name, as in `generate.seed`.
  func refuseOthers(_ arguments: JSONNode?, prefix: String = "") throws(RPCError) {
    guard let arguments, arguments.kind == .object, arguments.count > 0 else { return }
    var known = 0
    for name in names where arguments[name] != nil { known += 1 }
    guard known < arguments.count else { return }
    var unknown: String?
    arguments.forEachMember { name, _ in
      if unknown == nil, !names.contains(name) { unknown = name }
    }
    if let unknown { throw .unknownParameter(unknown, valid: names, prefix: prefix) }
  }
}
