import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuProtocol
import SudokuRating
import SudokuTechniques

/// `sudoku hint`: the next step of a position.
struct HintCommand: FilterCommand {
  static let configuration = CommandConfiguration(
    commandName: "hint",
    abstract: "Give hints for positions, from a nudge to the whole step.",
    discussion: """
      Prints one line for each position: position, kind (mistake, step, trial, solved), region, cell, \
      technique, result, text; '-' for a missing field. --depth 1 reports mistakes only, 2 adds \
      region and digits, 3 the technique, 4 the cells, 5 the whole step. With --all, prints one line for each \
      step: position, technique, result, text. It lists each result once, with its simplest reason and \
      the number of others. The result r4c7=5 places a digit, r1c1<>5 r4c7<>5 \
      removes candidates. With --why r3c4=5, prints why 5 can't go in r3c4: position, digit, kind, text; with \
      --all and --format text all conclusions, however many.

      Notes are full where they leave each digit a place in each block, else partial, as in Snyder \
      notation: reminders that exclude nothing. --notes full or partial overrides that.

      Placed digits and pencilmarks are read from formats that have them (f-puzzles, SudokuPad, \
      HoDoKu, pencilmark grids ...). In 81 bare characters all digits are clues, unless --givens \
      gives the clues.

      EXAMPLES
        sudoku generate -q --level hard | sudoku hint
        sudoku hint --depth 2 game.txt
        sudoku hint --all --techniques x-wing,wing,skyscraper game.txt
        sudoku hint --why r1c3=2 game.txt
        sudoku hint --givens CLUES POSITION  # 81 characters each
      """)

  static let lines: [Schema] = [
    .line(PositionHintRecord.self), .line(PositionStepRecord.self),
    .line(PositionRefutationRecord.self),
  ]

  @OptionGroup var filter: FilterArguments

  @Option(help: "The depth of the hint, from 1 to 5 (default: 5).")
  var depth: Int?

  @Flag(help: "List all steps; nets only where no simpler step exists.")
  var all = false

  @Flag(help: "With --all: list mere forms of simpler steps, such as a wing in one house.")
  var degenerate = false

  @Option(help: "With --all: list at most this many steps of a position (default: 100000).")
  var limit: Int?

  @Option(
    help:
      "The techniques you know, or with --all those to search: ids, names or families.",
    transform: parseTechniques)
  var techniques: Set<Technique>?

  @Option(
    help: "Try the techniques of a scale in its order: \(ScaleArgument.names), or a file.",
    transform: parseScale)
  var order: ScaleArgument?

  @Option(help: "The clues, if the input also holds placed digits: 81 characters.")
  var givens: GivensArgument?

  @Option(help: "The reading of notes: auto, full, partial (default: auto).")
  var notes = NotesReading.auto

  @Option(
    help: "Explain why a digit can't go in a cell, as in r3c4=5.",
    transform: parseCandidate)
  var why: Candidate?

  @Option(
    help: "Give up on a position after this many literals derived by chains.",
    transform: parsePositive)
  var workLimit = HintMaker.defaultWorkLimit

  func validate() throws {
    if let depth {
      guard HintLadder.depths ~= depth else { throw ValidationError("--depth must be 1 to 5") }
      if all { throw ValidationError("--all cannot be combined with --depth") }
    }
    if let limit {
      guard limit > 0 else { throw ValidationError("--limit must be at least 1") }
      guard all else { throw ValidationError("--limit needs --all") }
    }
    if degenerate, !all { throw ValidationError("--degenerate needs --all") }
    if all, order != nil { throw ValidationError("--order cannot be combined with --all") }
    if why != nil, order != nil || depth != nil || techniques != nil {
      throw ValidationError("--why cannot be combined with --depth, --order or --techniques")
    }
    if let techniques, techniques.isDisjoint(with: HintOrder.techniques),
      !techniques.contains(where: { $0.family == .single })
    {
      let names = techniques.map(\.id).sorted().joined(separator: ", ")
      throw ValidationError("hints do not use \(names); 'grade --explain' does")
    }
  }

  func run() async throws {
    var made = HintMaker(techniques: techniques, workLimit: workLimit)
    made.order = order?.scale
    let maker = made
    let isLimitWanted = limit != nil
    let (depth, limit) = (depth ?? HintLadder.depths.upperBound, limit ?? 100_000)
    let withDegenerate = degenerate
    let clues = givens?.board
    let isLimited = techniques != nil
    let needsClues = techniques?.isSubset(of: [.avoidableRectangle1, .avoidableRectangle2]) == true
    let (reading, all) = (notes, all)
    if let why {
      try await rows(WhyRow.layout) { (record) throws(HintError) in
        let position = try HintPosition(record, clues: clues, notes: reading)
        return FoundRows(
          rows: [WhyRow(record.filled, position.refutation(of: why), listsAll: all)])
      }
      return
    }
    guard all else {
      try await rows(HintRow.layout) { (record) throws(HintError) in
        let hint = try maker.ladder(for: HintPosition(record, clues: clues, notes: reading)).hint(
          depth: depth)
        return FoundRows(rows: [HintRow(record.filled, hint)])
      }
      return
    }
    try await rows(StepRow.layout) { (record) throws(HintError) in
      let list = try maker.allSteps(
        for: HintPosition(record, clues: clues, notes: reading), limit: limit,
        withDegenerate: withDegenerate)
      if isLimitWanted, list.end == .limit {
        return FoundRows(rows: list.rows(record.filled))
      }
      let none =
        !isLimited
        ? "no step found"
        : "no step of these techniques"
          + (list.leavesOutForms
            ? "; --degenerate lists those that are mere forms of simpler steps"
            : needsClues && record.filled == (clues ?? record.puzzle)
              ? ": avoidable rectangles need clues and placed digits apart, as in --givens" : "")
      return FoundRows(
        rows: list.rows(record.filled),
        isAccepted: list.wrongCells.isEmpty && list.end == .complete,
        note: list.note(limit: limit, none: none))
    }
  }

  private func rows<Row: OutputRow>(
    _ layout: RowLayout,
    of position: @escaping @Sendable (PuzzleRecord) throws(HintError) -> FoundRows<Row>
  ) async throws {
    // With --givens all other digits are the player's, who may be wrong.
    try await runManyRowsFilter(filter, layout, acceptsConflicts: givens != nil) {
      (record: PuzzleRecord) in
      do throws(HintError) { return try position(record) } catch {
        return FoundRows(fault: givens == nil ? error.message(for: record) : error.message)
      }
    }
  }
}

extension HintError {
  fileprivate var message: String {
    switch self {
    case .noSolution:
      "the clues have no solution; use --givens if some digits are the player's"
    case .severalSolutions: "the clues have several solutions"
    case .clueChanged(let cell): "the board does not hold the clue in \(cell)"
    case .cancelled: "cancelled"
    }
  }

  /// The message for a record that names its clues itself.
  fileprivate func message(for record: PuzzleRecord) -> String {
    guard self == .severalSolutions else { return message }
    if record.isSukaku { return "a Sukaku, a puzzle of candidates alone, gets no hints" }
    let digits = record.filled.clueCount
    return digits > 0 && record.puzzle.clueCount == 0
      ? "no clues: its \(digits.counted("digit")) were read as placed ones; --givens gives the clues"
      : message
  }
}

extension StepList {
  fileprivate func rows(_ board: Board) -> [StepRow] {
    zip(steps, otherReasons).map { StepRow(board, $0, otherReasons: $1) }
  }

  /// Why there are no steps, or not all; `nil` where all are listed.
  fileprivate func note(limit: Int, none: String) -> String? {
    guard wrongCells.isEmpty else {
      return "\(wrongCells) is wrong, so steps may be wrong too"
    }
    switch end {
    case .complete: return steps.isEmpty ? none : nil
    case .limit: return "more than \(limit.counted("step")); --limit raises the limit"
    case .workLimit: return "the search stopped at the work limit; --work-limit raises it"
    }
  }
}

extension HintPosition {
  /// The position of a record.
  init(
    _ record: PuzzleRecord, clues: Board?, notes reading: NotesReading
  ) throws(HintError) {
    let bare = try HintPosition(clues: clues ?? record.puzzle)
    let notes = record.candidates.map { candidates in
      Dictionary(uniqueKeysWithValues: CellSet.all.map { ($0, candidates[$0]) })
    }
    try self.init(
      clues: bare.clues, board: record.filled, notes: notes ?? [:], as: reading,
      knownSolution: bare.solution)
  }
}

extension NotesReading: ExpressibleByArgument {}

/// A cell and a digit: r3c4=5.
private func parseCandidate(_ text: String) throws -> Candidate {
  let parts = text.split(separator: "=", omittingEmptySubsequences: false)
  guard parts.count == 2, let cell = Cell(parsing: parts[0]),
    let digit = Int(parts[1]).flatMap({ Digit($0) })
  else {
    throw ValidationError("'\(text)' is not a cell and a digit, as in r3c4=5")
  }
  return Candidate(cell, digit)
}

/// The clues of a position: 81 characters.
struct GivensArgument: ExpressibleByArgument {
  let board: Board

  init?(argument: String) {
    guard let board = try? Board(line: argument) else { return nil }
    self.board = board
  }
}

struct HintRow: OutputRow {
  static let layout = RowLayout(
    ["puzzle", "kind", "region", "cell", "technique", "result", "text"],
    PositionHintRecord.shape.fieldNames)
  let record: PositionHintRecord

  init(_ puzzle: Board, _ hint: Hint) { record = PositionHintRecord(puzzle, hint) }

  private func facts(none: String) -> [String] {
    let hint = record.hint
    let placed = hint.digit.flatMap { digit in hint.cell.map { Candidate($0, digit).description } }
    return [
      record.puzzle.line, hint.kind.rawValue, hint.house?.description ?? none,
      hint.wrongCells.isEmpty ? hint.cell?.description ?? none : hint.wrongCells.description,
      hint.name ?? none, hint.step?.result ?? placed ?? none, hint.text,
    ]
  }

  var fields: [String] { facts(none: "-") }
  var columnFields: [String] { facts(none: "") }
  var text: String { record.hint.text }
}

/// A row of `hint --why`: the reason.
struct WhyRow: OutputRow {
  static let layout = RowLayout(
    ["puzzle", "digit", "kind", "text"], PositionRefutationRecord.shape.fieldNames)
  let record: PositionRefutationRecord
  private let listsAll: Bool

  init(_ puzzle: Board, _ reason: Refutation, listsAll: Bool) {
    record = PositionRefutationRecord(puzzle, reason)
    self.listsAll = listsAll
  }

  var fields: [String] {
    let reason = record.reason
    return [record.puzzle.line, reason.candidate.description, reason.kind.rawValue, reason.text]
  }
  /// The conclusions in a line each, as far as somebody can follow them or asked for them.
  var text: String {
    let reason = record.reason
    guard !reason.lines.isEmpty, listsAll || reason.lines.count <= Refutation.mostLines else {
      return reason.text
    }
    return "\(reason.candidate.cell) can't be \(reason.candidate.digit). Suppose it is:\n"
      + reason.lines.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
  }
}

/// A row of `hint --all`: one of the steps.
struct StepRow: OutputRow {
  static let layout = RowLayout(
    ["puzzle", "technique", "result", "text"], PositionStepRecord.shape.fieldNames)
  let record: PositionStepRecord

  init(_ puzzle: Board, _ step: Step, otherReasons: Int) {
    record = PositionStepRecord(puzzle, step, otherReasons: otherReasons)
  }

  private var step: Step { record.step.step }
  private var words: String {
    let others = record.step.otherReasons ?? 0
    return step.explanation.text
      + (others == 0 ? "" : " (\(others.counted("other reason")))")
  }
  var fields: [String] {
    [record.puzzle.line, step.name, step.result, words]
  }
  var text: String { "\(step.description)\n  \(words)" }
}
