import ArgumentParser
import SudokuCore
import SudokuProtocol
import SudokuRating
import SudokuTechniques

/// `sudoku grade`: the difficulty of puzzles.
struct GradeCommand: ResumableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract: "Print how hard puzzles are: a level from easy to extreme, or ratings.",
    discussion: """
      Prints one line for each puzzle: puzzle, level, number (the scale 'level'). --scale se prints \
      puzzle, ER (hardest step), EP (hardest step up to the first placed digit), ED (first step). \
      --scale hodoku prints puzzle, HoDoKu's level and score. --scale level,se prints the columns of \
      both. Without a rating these are '-' (empty in csv), and the reason is the last word of the line \
      (the column 'unrated' in csv). --path and --explain add a column each. --techniques rates for a \
      player who knows only these; puzzles that need others are 'beyondTechniques'.

      EXAMPLES
        sudoku grade puzzles.txt
        sudoku grade --scale level,se --format csv puzzles.csv  # keeps columns
        sudoku grade --techniques subset,x-wing puzzles.txt
        sudoku generate -q | sudoku grade --explain --format text
      """)

  static let lines: [Schema] = [
    .line(GradeRecord.self), .line(GradesRecord.self), .line(DecisionRecord.self),
  ]

  @OptionGroup var filter: FilterArguments
  @OptionGroup var resuming: ResumeArguments

  @Option(
    help: """
      The scale: level (level and number), se (ER, EP, ED) or hodoku (HoDoKu's level and score), or \
      several: level,se; or a file with your own (default: level; se with --at-least and --at-most).
      """,
    completion: .list(ScaleRegistry.standard.names), transform: parseScales)
  var scale: ScaleList?

  @Flag(help: "Add the techniques used, with ratings and counts.")
  var path = false

  @Flag(help: "Explain every step; jsonl and text also show its pattern.")
  var explain = false

  @Flag(help: "With --path or --explain: look for a path of few steps that remove candidates.")
  var shortest = false

  @Flag(inversion: .prefixedNo, help: "Use techniques that assume a unique solution.")
  var uniqueness = true

  @Option(
    help:
      "The techniques you know, for the scales level and hodoku: ids, names or families; singles are always known.",
    transform: parseTechniques)
  var techniques: Set<Technique>?

  @Option(
    help: "Give up on a puzzle after this many literals derived by chains.",
    transform: parsePositive)
  var workLimit: Int?

  @Option(help: "Only print whether ER >= R: yes or no.")
  var atLeast: SingleRating?

  @Option(help: "Only print whether ER <= R: yes or no.")
  var atMost: SingleRating?

  var rowOptions: [String: String] {
    [
      "--scale": scale?.identity ?? "", "--path": String(path), "--explain": String(explain),
      "--shortest": String(shortest), "--uniqueness": String(uniqueness),
      "--techniques": techniques.map { $0.map(\.id).sorted().joined(separator: ",") } ?? "",
      "--work-limit": workLimit.map(String.init) ?? "",
      "--at-least": atLeast.map { String($0.tenths) } ?? "",
      "--at-most": atMost.map { String($0.tenths) } ?? "",
    ]
  }

  private var scales: [any Scale] {
    scale?.scales ?? [atLeast == nil && atMost == nil ? LevelScale() : SudokuExplainerScale()]
  }

  func validate() throws {
    if techniques != nil, let unfit = scales.first(where: { !$0.keepsToTechniques }) {
      let names = ScaleRegistry.standard.scales.filter(\.keepsToTechniques).map { "'\($0.name)'" }
      throw ValidationError(
        "--techniques needs the scale \(names.joined(separator: " or ")): "
          + "'\(unfit.name)' does not support it")
    }
    if scales.count > 1, path || explain {
      throw ValidationError("--path and --explain need a single scale")
    }
    if shortest {
      guard path || explain else { throw ValidationError("--shortest needs --path or --explain") }
      guard scales.map(\.name) == [LevelScale().name] else {
        throw ValidationError("--shortest needs the scale 'level'")
      }
    }
    guard atLeast != nil || atMost != nil else { return }
    if atLeast != nil, atMost != nil {
      throw ValidationError("--at-least and --at-most are mutually exclusive")
    }
    if path || explain {
      throw ValidationError("--at-least and --at-most cannot be combined with --path or --explain")
    }
    guard scales.map(\.name) == [SEScale.name] else {
      throw ValidationError("--at-least and --at-most need the scale 'se'")
    }
  }

  func run() async throws {
    if let atLeast { return try await decide(atLeast.tenths) { $0 } }
    if let atMost { return try await decide(atMost.tenths + 1) { !$0 } }
    var options = GradeOptions()
    options.keepsSteps = path || explain
    options.wantsShortestPath = shortest
    options.allowsUniqueness = uniqueness
    options.techniques = techniques
    if let workLimit { options.workLimit = workLimit }
    let form = GradeForm(scales: scales, options: options, hasPath: path, hasSteps: explain)
    let blockSize = path || explain ? 1 << 10 : scales.map(\.batchSize).min() ?? 1
    if scales.count > 1 {
      try await rows(form, blockSize) { GradesRecord($0, $1) }
    } else {
      try await rows(form, blockSize) { board, grades in
        GradeRecord(
          board, grades[0], keepsPath: form.hasPath, explains: form.hasSteps)
      }
    }
  }

  private func rows<Content: Record>(
    _ form: GradeForm, _ blockSize: Int,
    record: @escaping @Sendable (Board, [Grade]) -> Content
  ) async throws {
    try await runRowFilter(
      filter, form.layout(Content.shape.fieldNames), blockSize: blockSize
    ) { board in
      let grades = form.grades(board)
      let row = GradeRow(board, grades, form, record(board, grades))
      return (row, row.isAccepted)
    }
  }

  /// Rows that answer whether the rating reaches a number of tenths.
  private func decide(
    _ tenths: Int, _ answer: @escaping @Sendable (Bool) -> Bool
  ) async throws {
    var options = SERater.Options()
    options.search.allowsUniqueness = uniqueness
    if let workLimit { options.workLimit = workLimit }
    let rater = SERater(options: options)
    try await runRowFilter(filter, DecisionRow.layout, blockSize: 1 << 11) { board in
      let row = DecisionRow(board, rater.decide(board, atLeast: tenths), answer)
      return (row, row.isAccepted)
    }
  }
}
