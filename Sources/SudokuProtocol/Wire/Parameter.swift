import JSONCoding

/// How a kind of values is read, and its schema: one declaration for both.
struct ValueType<Value>: Sendable {
  let schema: Schema
  /// Reads a value; the text names the parameter for errors.
  let read: @Sendable (JSONNode, String) throws(RPCError) -> Value

  init(
    _ schema: Schema, _ read: @escaping @Sendable (JSONNode, String) throws(RPCError) -> Value
  ) {
    self.schema = schema
    self.read = read
  }

  /// The type of values made from the values of this one.
  func map<Other>(
    _ transform: @escaping @Sendable (Value, String) throws(RPCError) -> Other
  ) -> ValueType<Other> {
    let read = read
    return ValueType<Other>(schema) { (node, name) throws(RPCError) in
      try transform(try read(node, name), name)
    }
  }
}

/// A named parameter of a method.
///
/// The list of a method's parameters decodes its arguments and makes the schema that `methods`
/// tells, so the two can't differ. It is a class because it is passed on with every request: one
/// reference is cheaper to pass than a schema.
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

  /// A parameter that must be there.
  static func required(
    _ name: String, _ type: ValueType<Value>, _ summary: String
  ) -> Parameter {
    Parameter(name: name, schema: type.schema.described(summary), isRequired: true) {
      (node) throws(RPCError) in
      guard let node, !node.isNull else {
        throw RPCError(
          .invalidParams, "the parameter '\(name)' is missing",
          ["expected": "a value", "parameter": .string(name)])
      }
      return try type.read(node, name)
    }
  }

  /// A parameter that may be left out or `null`.
  static func optional<Wrapped>(
    _ name: String, _ type: ValueType<Wrapped>, _ summary: String
  ) -> Parameter where Value == Wrapped? {
    Parameter(name: name, schema: type.schema.described(summary), isRequired: false) {
      (node) throws(RPCError) in
      guard let node, !node.isNull else { return nil }
      return try type.read(node, name)
    }
  }

  /// Reads the parameter out of the arguments.
  func read(_ arguments: JSONNode?) throws(RPCError) -> Value {
    try readMember(arguments?[name])
  }
}

/// Collects the schemas of parameters as one object schema.
struct ParameterSchemas {
  private var properties: [String: Schema] = [:]
  private var required: [String] = []

  mutating func add<Value>(_ parameter: Parameter<Value>) {
    properties[parameter.name] = parameter.schema
    if parameter.isRequired { required.append(parameter.name) }
  }

  func object(_ summary: String = "") -> Schema {
    .object(summary, properties, required: required)
  }
}
