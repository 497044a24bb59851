import JSONCoding
import SudokuRating
import SudokuSync
import SudokuTechniques

/// A file with the user's own scale: the reader, the writer and the schema.
///
/// ```json
/// {"name": "mine", "score": "sum", "techniques": [{"id": "full-house", "score": 4}]}
/// ```
package enum ScaleFile {
  /// The reason that a file is not a scale.
  package struct Fault: Error {
    /// The place and what is expected there.
    package let message: String
  }

  /// Reads a file.
  package static func read(_ bytes: [UInt8]) throws(Fault) -> OwnScale {
    let node: JSONNode
    // Editors may put a byte order mark before the text.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    do throws(JSONError) { node = try JSONNode(parsing: text) } catch {
      throw Fault(message: "not JSON: \(error)")
    }
    guard node.kind == .object else { throw Fault(message: "a scale is an object") }
    do throws(RPCError) { return try ValueType<OwnScale>.ownScale.read(node, "params") } catch {
      throw Fault(message: error.message)
    }
  }

  /// The file of a known scale, to start from.
  ///
  /// Searches that only its own program has are replaced by the chains of Sudoku Explainer.
  package static func text(of scale: any Scale) -> String {
    var known: Set<Technique> = []
    let entries = scale.techniques.flatMap { technique in
      (substitutes[technique] ?? [technique]).map { ($0, technique) }
    }
    let rows: [JSONValue] = entries.compactMap { technique, source in
      guard OwnScale.searchable.contains(technique), known.insert(technique).inserted,
        let tenths = scale.baseTenths(of: source)
      else { return nil }
      var row: [(key: String, value: JSONValue)] = [
        ("id", .string(technique.id)), ("score", number(tenths)),
      ]
      if let level = scale.leastLevel(of: source), !level.isDecidedByScore {
        row.append(("level", .string(level.name)))
      }
      return .object(JSONObject(row))
    }
    let levels: [JSONValue] = scale.levels.map { level in
      let end = level.scoreTenths.upperBound
      return .object(
        JSONObject(
          [(key: "name", value: .string(level.name))]
            + (end == .max ? [] : [(key: "below", value: number(end))])))
    }
    var name = "my-\(scale.name)"
    while name.utf8.count > nameLimit { name.removeLast() }
    let isSum = (scale as? OwnScale)?.isSum ?? (scale.name == HoDoKuScale().name)
    let members: [(String, String)] = [
      ("name", JSONValue.string(name).description),
      ("score", JSONValue.string(isSum ? "sum" : "hardest").description),
      ("levels", list(levels)), ("techniques", list(rows)),
    ]
    return "{\n" + members.map { "  \"\($0)\": \($1)" }.joined(separator: ",\n") + "\n}"
  }

  /// A list with one value a line, so that lines can be moved.
  private static func list(_ values: [JSONValue]) -> String {
    guard !values.isEmpty else { return "[]" }
    return "[\n" + values.map { "    \($0)" }.joined(separator: ",\n") + "\n  ]"
  }

  /// The length of a name in bytes.
  fileprivate static let nameLimit = 40

  private static func number(_ tenths: Int) -> JSONValue {
    tenths % 10 == 0 ? .int(Int64(tenths / 10)) : .double(Double(tenths) / 10)
  }

  private static let substitutes: [Technique: [Technique]] = [
    .forcingChainContradiction: [.forcingXChain, .forcingChain, .nishio],
    .forcingChainVerity: [.cellForcingChains, .regionForcingChains],
    .forcingNetContradiction: [.dynamicContradiction, .dynamicDouble],
    .forcingNetVerity: [.dynamicCell, .dynamicRegion],
  ]
}

extension ValueType where Value == any Scale {
  /// A known scale by its name, or the user's own as an object.
  static let anyScale = ValueType(
    .anyOf("", [ValueType<any Scale>.scale.schema, ValueType<OwnScale>.ownScale.schema])
  ) { (node, name) throws(RPCError) in
    guard node.kind == .object else { return try ValueType<any Scale>.scale.read(node, name) }
    return try ValueType<OwnScale>.ownScale.read(node, name)
  }
}

private struct ScaleEntry: Sendable {
  var technique: Technique
  var tenths: Int
  var level: String?
  var isUsed: Bool
}

private struct ScaleLevel: Sendable {
  var name: String
  var endTenths: Int
}

extension ValueType where Value == String {
  /// A name that answers and tables can show.
  fileprivate static let label = text(
    atMost: ScaleFile.nameLimit
  ).map { (text, name) throws(RPCError) in
    guard text == text.escapingControls() else {
      throw .wrongType(name, expected: "a name without control characters")
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw .wrongType(name, expected: "a name that can be seen")
    }
    return text
  }
}

extension ValueType where Value == Int {
  fileprivate static let score = ValueType(
    .number(minimum: 0)
  ) { (node, name) throws(RPCError) in
    guard let value = node.double, (0...1_000_000).contains(value) else {
      throw .wrongType(name, expected: "a score from 0 to 1000000, as in 4.2")
    }
    // Scores are kept in tenths: rounding a finer one would silently take another.
    let tenths = (value * 10).rounded()
    guard abs(tenths / 10 - value) < 1e-9 else {
      throw .wrongType(name, expected: "a score with one decimal at most")
    }
    return Int(tenths)
  }
}

extension ValueType where Value == ScaleEntry {
  fileprivate static let scaleEntry = located(
    .object(
      .required("id", ValueType<String>.string, "The ID or name of the technique."),
      .required("score", ValueType<Int>.score, "The score of a step of it."),
      .optional("level", ValueType<String>.string, "The least level of a puzzle that needs it."),
      .optional("use", ValueType<Bool>.bool, "True if it is used; default true.")
    ) { (id, score, level, use) throws(RPCError) in
      guard let named = Set<Technique>(named: id) else {
        throw .unknownTechnique(id, of: "id")
      }
      guard named.count == 1, let technique = named.first else {
        throw .wrongType("id", expected: "one technique; '\(id)' is several")
      }
      guard OwnScale.searchable.contains(technique) else {
        throw .wrongType(
          "id", expected: "a technique with a search of its own; '\(id)' belongs to its scale")
      }
      return ScaleEntry(
        technique: technique, tenths: score, level: level, isUsed: use ?? true)
    })
}

extension ValueType where Value == ScaleLevel {
  fileprivate static let scaleLevel = located(
    .object(
      .required("name", ValueType<String>.label, "The name."),
      .optional("below", ValueType<Int>.score, "The score at which the next level begins.")
    ) { (name, below) throws(RPCError) in
      ScaleLevel(name: name.lowercased(), endTenths: below ?? .max)
    })
}

/// Errors of an element of a list begin with its place.
private func located<Value>(_ type: ValueType<Value>) -> ValueType<Value> {
  ValueType(type.schema) { (node, name) throws(RPCError) in
    do throws(RPCError) { return try type.read(node, name) } catch {
      throw RPCError(error.kind, "\(name): \(error.message)", error.details)
    }
  }
}

private enum ScoreRule: String, CaseIterable, Sendable {
  case sum, hardest
}

extension ValueType where Value == OwnScale {
  static let ownScale = ValueType.object(
    .required("name", ValueType<String>.label, "The name of the scale."),
    .optional(
      "score", ValueType<ScoreRule>.choice(),
      "The score of a puzzle: the `sum` of its steps' scores, or that of its `hardest` step (default)."
    ),
    .optional(
      "levels", .list(of: ValueType<ScaleLevel>.scaleLevel, atMost: 20),
      "The levels, easiest first; all but the last have `below`. Default none."),
    .required(
      "techniques", .list(of: ValueType<ScaleEntry>.scaleEntry, atMost: 500),
      "The techniques in the order in which they are tried.")
  ) { (name, score, levels, entries) throws(RPCError) in
    guard !ScaleRegistry.standard.names.contains(name) else {
      throw .wrongType("name", expected: "a name that no other scale has")
    }
    let levels = levels ?? []
    let ends = levels.map(\.endTenths)
    guard zip([0] + ends, ends).allSatisfy({ $0 < $1 }), ends.last ?? .max == .max,
      Set(levels.map(\.name)).count == levels.count
    else {
      throw .wrongType(
        "levels", expected: "different names with ascending 'below', which only the last omits")
    }
    let used = entries.filter(\.isUsed)
    guard !used.isEmpty, Set(used.map(\.technique)).count == used.count else {
      throw .wrongType("techniques", expected: "at least one technique, and none twice")
    }
    var order: [OwnScale.Entry] = []
    for entry in used {
      let rank = entry.level.map { level in levels.firstIndex { $0.name == level.lowercased() } }
      if let rank, rank == nil {
        throw .wrongType(
          "techniques",
          expected: "one of the levels; \(entry.technique.id) has '\(entry.level ?? "")'")
      }
      order.append(.init(entry.technique, tenths: entry.tenths, level: rank ?? nil))
    }
    return OwnScale(
      name: name, isSum: score == .sum, entries: order,
      levels: levels.map { ($0.name, $0.endTenths) })
  }
}
