import ArgumentParser
import SudokuCore
import SudokuFormats
import SudokuRating
import SudokuTechniques

/// `sudoku hint`: what to do next in a position.
struct HintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hint",
    abstract: "Tell what to do next in positions, as much as is wanted.",
    discussion: """
      One position in, one line out: position, kind (mistake, step, trial, solved), region, cell, \
      technique, result, text; '-' for what is not told. --depth 1 says whether there is a mistake, 2 the \
      region to look at, 3 the cell, 4 the technique, 5 the whole step. With --all, one line for each step \
      that there is: position, technique, result, text. A result is r4c7=5 where a digit goes, r1c1<>5 r4c7<>5 \
      where candidates go.

      Digits that a player has placed and pencilmarks count where the format has them (f-puzzles, SudokuPad, \
      HoDoKu, pencilmark grids ...). Of 81 bare characters all are clues, unless --givens gives these.

      EXAMPLES
        sudoku hint 53..7....6..195...  # 81 characters
        sudoku hint --depth 2 game.txt
        sudoku hint --all --techniques x-wing,wing,skyscraper game.txt
        sudoku hint --givens 53..7...(81 characters) 534.7...(81 characters)
      """)

  @OptionGroup var filter: FilterArguments

  @Option(help: "How much to tell, from 1 to 5; all of it if omitted.")
  var depth: Int?

  @Flag(help: "List all steps that there are; nets only where nothing simpler is found.")
  var all = false

  @Option(help: "With --all: how many steps to list for a position at most; 100000 if omitted.")
  var limit: Int?

  @Option(
    help:
      "The techniques you know, all singles if none is named; with --all those that count: ids, names or families.",
    transform: parseTechniques)
  var techniques: Set<Technique>?

  @Option(help: "The clues, where the input holds digits that were placed, too.")
  var givens: GivensArgument?

  @Option(
    help: "Give up on a position after this much work, in statements derived by chains.",
    transform: parsePositive)
  var workLimit = HintMaker.defaultWorkLimit

  func validate() throws {
    if let depth {
      guard HintLadder.depths ~= depth else { throw ValidationError("--depth is 1 to 5") }
      if all { throw ValidationError("--all tells whole steps: it does not go with --depth") }
    }
    if let limit {
      guard limit > 0 else { throw ValidationError("--limit is at least 1") }
      guard all else { throw ValidationError("--limit goes with --all") }
    }
    if let techniques, techniques.isDisjoint(with: HintOrder.techniques),
      !techniques.contains(where: { $0.family == .single })
    {
      let names = techniques.map(\.id).sorted().joined(separator: ", ")
      throw ValidationError("hints don't look for \(names): 'grade --explain' tells such steps")
    }
  }

  func run() async throws {
    let maker = HintMaker(techniques: techniques, workLimit: workLimit)
    let (depth, limit) = (depth ?? HintLadder.depths.upperBound, limit ?? 100_000)
    let clues = givens?.board
    let isLimited = techniques != nil
    guard all else {
      try await rows { (record) throws(HintError) in
        let hint = try maker.ladder(for: HintPosition(record, clues: clues)).hint(depth: depth)
        return FoundRows(rows: [HintRow(record.filled, hint)])
      }
      return
    }
    try await rows { (record) throws(HintError) in
      let list = try maker.allSteps(for: HintPosition(record, clues: clues), limit: limit)
      let none = isLimited ? "there is no step of these techniques" : "there is no step"
      return FoundRows(
        rows: list.steps.map { StepRow(record.filled, $0) },
        isWanted: list.wrongCells.isEmpty && list.end == .complete,
        note: list.note(limit: limit, none: none))
    }
  }

  private func rows<Row: OutputRow>(
    of position: @escaping @Sendable (PuzzleRecord) throws(HintError) -> FoundRows<Row>
  ) async throws {
    // Beside clues of their own all other digits are the player's, who may be wrong.
    try await runManyRowsFilter(filter, acceptsConflicts: givens != nil) { (record: PuzzleRecord) in
      do throws(HintError) { return try position(record) } catch {
        return FoundRows(fault: error.message)
      }
    }
  }
}

extension HintError {
  /// What is wrong, for people.
  fileprivate var message: String {
    switch self {
    case .noSolution:
      "the clues have no solution; --givens gives them apart from digits that may be wrong"
    case .severalSolutions: "the clues have several solutions"
    case .clueChanged(let cell): "the board does not hold the clue in \(cell)"
    case .cancelled: "cancelled"
    }
  }
}

extension StepList {
  /// Why there are no steps, or not all; `nil` where all are listed.
  fileprivate func note(limit: Int, none: String) -> String? {
    guard wrongCells.isEmpty else {
      return "something is wrong in \(wrongCells): steps might be, too"
    }
    switch end {
    case .complete: return steps.isEmpty ? none : nil
    case .limit: return "more than \(limit.counted("step")); --limit allows more"
    case .workLimit: return "the limit of work ended the search; --work-limit allows more"
    }
  }
}

extension HintPosition {
  /// The position of a record.
  ///
  /// - Parameters:
  ///   - record: What the input says.
  ///   - clues: The clues, `nil` where they are the record's.
  /// - Throws: What is wrong with the position.
  fileprivate init(_ record: PuzzleRecord, clues: Board?) throws(HintError) {
    let bare = try HintPosition(clues: clues ?? record.puzzle)
    guard let candidates = record.candidates else {
      try self.init(clues: bare.clues, board: record.filled, knownSolution: bare.solution)
      return
    }
    let notes = Dictionary(uniqueKeysWithValues: CellSet.all.map { ($0, candidates[$0]) })
    try self.init(
      clues: bare.clues, board: record.filled,
      pencilmarks: HintPosition.pencilmarks(
        ofNotes: notes, on: record.filled, solution: bare.solution) ?? [:],
      knownSolution: bare.solution)
  }
}

/// The clues of a position: 81 characters.
struct GivensArgument: ExpressibleByArgument {
  let board: Board

  init?(argument: String) {
    guard let board = try? Board(line: argument) else { return nil }
    self.board = board
  }
}
