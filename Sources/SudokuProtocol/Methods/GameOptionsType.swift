import JSONCoding
import SudokuSession

extension ValueType where Value == GameOptions {
  /// The options of a new game; what is omitted keeps its default.
  static let options: ValueType = {
    var schemas = ParameterSchemas()
    let readers = GameOption.all.map { reader(of: $0, &schemas) }
    return ValueType(schemas.object()) { [schemas] (node, name) throws(RPCError) in
      guard node.kind == .object else { throw .wrongType(name, expected: "an object") }
      try schemas.refuseOthers(node, prefix: name + ".")
      var options = GameOptions()
      for reader in readers { try reader(node, &options) }
      return options
    }
  }()

  private typealias Reader = @Sendable (JSONNode, inout GameOptions) throws(RPCError) -> Void

  /// How an option is read from the object; its schema is added to the others.
  private static func reader(of option: GameOption, _ schemas: inout ParameterSchemas) -> Reader {
    switch option.kind {
    case .flag(let path): reader(of: option, .bool, path, &schemas)
    case .count(let path, let maximum): reader(of: option, .int(0...maximum), path, &schemas)
    case .mistakeCheck(let path): reader(of: option, .choice(), path, &schemas)
    }
  }

  private static func reader<Wrapped>(
    of option: GameOption, _ type: ValueType<Wrapped>,
    _ path: WritableKeyPath<GameOptions, Wrapped> & Sendable, _ schemas: inout ParameterSchemas
  ) -> Reader {
    let parameter = Parameter<Wrapped?>.optional(option.name, type, option.summary)
    schemas.add(parameter)
    return { (node, options) throws(RPCError) in
      if let value = try parameter.read(node) { options[keyPath: path] = value }
    }
  }
}
