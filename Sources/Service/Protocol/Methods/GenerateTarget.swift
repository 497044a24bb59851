import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuIdentity
import SudokuRating
import SudokuTechniques

/// A requirement of generated puzzles, as one or two parameters: their declaration and their effect.
struct GenerateTarget: Sendable {
  /// The parameters' names.
  let names: [String]
  /// True if daily puzzles can have it.
  let isDaily: Bool
  /// The requests whose default scale it makes `se`.
  let asksForER: ERUse
  let declare: @Sendable (inout ParameterSchemas) -> Void
  private let apply: @Sendable (JSONNode, inout GenerateRequest) throws(RPCError) -> Void

  enum ERUse: Sendable { case never, withoutLevel, always }

  /// A target with one parameter.
  init<Value>(
    _ name: String, _ type: ValueType<Value>, _ summary: String, isDaily: Bool = true,
    asksForER: ERUse = .never,
    apply: @escaping @Sendable (inout GenerateRequest, Value) -> Void
  ) {
    self.init(.optional(name, type, summary), isDaily: isDaily, asksForER: asksForER) {
      (request: inout GenerateRequest, value: Value?) throws(RPCError) in
      if let value { apply(&request, value) }
    }
  }

  /// A target whose effect depends on several parameters.
  init<each Value>(
    _ parameters: repeat Parameter<(each Value)?>, isDaily: Bool = true, asksForER: ERUse = .never,
    apply:
      @escaping @Sendable (inout GenerateRequest, repeat (each Value)?) throws(RPCError) -> Void
  ) {
    var list = ParameterSchemas()
    repeat list.add(each parameters)
    names = list.names
    self.isDaily = isDaily
    self.asksForER = asksForER
    declare = { repeat $0.add(each parameters) }
    self.apply = { (node, request) throws(RPCError) in
      try apply(&request, repeat try (each parameters).read(node))
    }
  }

  /// A range of ratings with an end in each of two parameters.
  private init(
    ratings name: String, _ type: ValueType<Int>, highest: Int, _ low: String, _ high: String,
    isDaily: Bool = true, asksForER: ERUse,
    apply: @escaping @Sendable (inout GenerateRequest, ClosedRange<Int>) -> Void
  ) {
    self.init(
      Parameter<Int?>.optional("min\(name)", type, low),
      Parameter<Int?>.optional("max\(name)", type, high), isDaily: isDaily, asksForER: asksForER
    ) { (request: inout GenerateRequest, low: Int?, high: Int?) throws(RPCError) in
      apply(&request, try Self.range(name, low, high, within: 0...highest))
    }
  }

  private static func range(
    _ name: String, _ low: Int?, _ high: Int?, within all: ClosedRange<Int>
  ) throws(RPCError) -> ClosedRange<Int> {
    let (low, high) = (low ?? all.lowerBound, high ?? all.upperBound)
    guard low <= high else { throw .wrongType("min\(name)", expected: "at most 'max\(name)'") }
    return low...high
  }

  /// The targets of a request.
  struct Given {
    /// A request with these targets and no others.
    var request = GenerateRequest()
    /// The names of all parameters of its targets.
    private(set) var names: Set<String> = []
    private var uses: Set<ERUse> = []

    /// Reads those of `targets` that an object has.
    init(_ targets: [GenerateTarget], in node: JSONNode) throws(RPCError) {
      for target in targets {
        let given = target.names.filter { node[$0].map { !$0.isNull } ?? false }
        guard !given.isEmpty else { continue }
        names.formUnion(given)
        uses.insert(target.asksForER)
        try target.apply(node, &request)
      }
    }

    /// True if ratings and techniques are those of the scale `se` unless a scale is given.
    func asksForER(hasLevel: Bool) -> Bool {
      uses.contains(.always) || !hasLevel && uses.contains(.withoutLevel)
    }
  }
}

extension GenerateTarget {
  /// The one list of targets.
  static let all: [GenerateTarget] =
    ratings + boards + [
      GenerateTarget(
        "attempts", ValueType<Int>.int(1...100_000_000),
        "The maximum number of grids to try for a puzzle; default \(GeneratorOptions.defaultAttemptLimit)."
      ) { $0.options.attemptLimit = $1 }
    ]

  /// Above any scale's scores, in tenths; impossible scores are refused with the targets.
  private static let highestScore = 10_000_000

  private static let ratings: [GenerateTarget] = [
    GenerateTarget(
      ratings: "Rating", tenths(upTo: highestScore), highest: highestScore,
      "The minimum rating on the scale, as in 4.5: an ER on `se`.",
      "The maximum rating on the scale.", asksForER: .withoutLevel
    ) { $0.options.scoreTenths = $1 },
    GenerateTarget(
      ratings: "Ep", tenths(upTo: 200), highest: 200,
      "The minimum rating of the hardest step up to the first digit (EP).",
      "The maximum rating of the hardest step up to the first digit (EP).",
      isDaily: false, asksForER: .always
    ) { $0.add(FigureTarget(.ep, $1)) },
    GenerateTarget(
      ratings: "Ed", tenths(upTo: 200), highest: 200,
      "The minimum rating of the first step (ED).", "The maximum rating of the first step (ED).",
      isDaily: false, asksForER: .always
    ) { $0.add(FigureTarget(.ed, $1)) },
    GenerateTarget(
      "jewel", ValueType<JewelTarget>.choice(),
      "`pearl`: no step is harder than those up to the first digit (ER = EP); `diamond`: than the first.",
      isDaily: false, asksForER: .always
    ) { $0.add($1) },
    GenerateTarget(
      Parameter<[Technique]?>.optional(
        "needs", .list(of: ValueType<Technique>.named, atMost: 100),
        "Techniques that the grader's solving path must use: ids or names."),
      Parameter<Set<Technique>?>.optional(
        "only", .techniques, "The only techniques that may be used: ids, names or families."),
      asksForER: .withoutLevel
    ) {
      (request: inout GenerateRequest, needs: [Technique]?, only: Set<Technique>?) throws(RPCError)
      in
      request.add(TechniqueTarget(needed: Set(needs ?? []), allowed: only))
    },
    GenerateTarget(
      "breadth", ValueType<Int>.int(1...64),
      "The minimum number of singles in every round, if each round fills all of them."
    ) { $0.add(BreadthTarget($1)) },
    GenerateTarget(
      "spread", ValueType<Bool>.bool, "Spreads the puzzles evenly over the ratings; default false.",
      isDaily: false
    ) { $0.options.spreadsScores = $1 },
  ]

  private static let boards: [GenerateTarget] = [
    GenerateTarget(
      "pattern", ValueType<CellSet>.pattern,
      "The cells of the clues: 81 characters, `.` for an empty cell."
    ) { $0.add(PatternTarget($1)) },
    GenerateTarget(
      "symmetry", ValueType<Symmetry>.choice(), "The symmetry of the clues; default none."
    ) { $0.options.symmetry = $1 },
    GenerateTarget(
      "automorphic", ValueType<Bool>.bool,
      "Only puzzles with an automorphism: of `symmetry`, or any; digits may be exchanged."
    ) { $0.options.isAutomorphic = $1 },
    GenerateTarget(
      "solution", ValueType<Board>.board,
      "The solution of the puzzles, a full grid; default random.", isDaily: false
    ) { $0.options.solution = $1 },
    GenerateTarget(
      Parameter<Int?>.optional("minClues", .int(17...81), "The minimum number of clues."),
      Parameter<Int?>.optional("maxClues", .int(17...81), "The maximum number of clues.")
    ) { (request: inout GenerateRequest, few: Int?, many: Int?) throws(RPCError) in
      request.options.clues = try range("Clues", few, many, within: 17...81)
    },
    GenerateTarget(
      "minimal", ValueType<Bool>.bool,
      "Only puzzles without a redundant clue; with a symmetry, without a redundant orbit of clues."
    ) { if $1 { $0.options.minimality = .underSymmetry } },
    GenerateTarget(
      "strictlyMinimal", ValueType<Bool>.bool,
      "Only puzzles in which no single clue is redundant, regardless of the symmetry."
    ) { if $1 { $0.options.minimality = .strict } },
  ]

  /// Ratings have one decimal: rounding a finer one would silently ask for another.
  private static func tenths(upTo highest: Int) -> ValueType<Int> {
    ValueType<Double>.number.map { (value, name) throws(RPCError) in
      guard 0...Double(highest / 10) ~= value else {
        throw RPCError.wrongType(name, expected: "a rating from 0 to \(highest / 10)")
      }
      let tenths = (value * 10).rounded()
      guard abs(tenths / 10 - value) < 1e-9 else {
        throw .wrongType(name, expected: "a rating with one decimal at most")
      }
      return Int(tenths)
    }
  }
}

extension ValueType where Value == Technique {
  /// A technique by its id, name or alias.
  fileprivate static let named = ValueType(.string()) { (node, name) throws(RPCError) in
    guard let text = node.string else { throw .wrongType(name, expected: "a technique's name") }
    guard let named = Set<Technique>(named: text) else {
      throw .unknownTechnique(text, of: name)
    }
    guard named.count == 1, let technique = named.first else {
      let ids = named.map(\.id).sorted().joined(separator: ", ")
      throw .wrongType(name, expected: "one technique; '\(text)' stands for \(ids)")
    }
    return technique
  }
}

extension ValueType where Value == CellSet {
  /// The filled cells among 81 characters.
  fileprivate static let pattern = ValueType(.string()) { (node, name) throws(RPCError) in
    let characters = Array((node.string ?? "").filter { !$0.isNewline })
    guard characters.count == 81 else {
      throw .wrongType(name, expected: "81 characters, '.' for an empty cell")
    }
    return CellSet(CellSet.all.filter { !".0 _-".contains(characters[$0.index]) })
  }
}
