import ArgumentParser
import Foundation
import SudokuCore
import SudokuDrawing
import SudokuFormats
import SudokuRating
import SudokuSolver
import SudokuTechniques

/// `sudoku render`: pictures of boards and steps.
struct RenderCommand: AsyncParsableCommand, NamesFiles {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draw boards, hints and solving paths.",
    discussion: """
      Draws the puzzle; with --step its next step, with --path every step of its solution: singles \
      between other steps share a board, and a lone one is drawn with the step before it. The name of --output chooses the format: .svg, .png, .pdf, \
      .html or .txt. Several drawings need html, pdf or text, or a name with {}, which becomes the \
      number. png and pdf need the program rsvg-convert.

      EXAMPLES
        sudoku render puzzle.txt -o puzzle.svg
        sudoku render --step puzzle.txt -o hint.png
        sudoku render --path puzzle.txt -o path.html
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case svg, png, pdf, html, text }

  @Argument(
    help: "Puzzles, files in any format, or - for standard input (the default).",
    completion: .file())
  var inputs: [String] = []

  @Flag(help: "Draw the next step.")
  var step = false

  @Flag(help: "Draw every step of the path.")
  var path = false

  @Option(
    help: "The scale of the path: \(ScaleArgument.names), or a file (default: level).",
    completion: .list(ScaleRegistry.standard.names), transform: parseScale)
  var scale: ScaleArgument?

  @Flag(help: "Show the candidates of empty cells.")
  var notes = false

  @Flag(help: "Show the solution.")
  var solution = false

  @Option(help: "The format (default: by the name of --output, else text on a terminal, else svg).")
  var format: Format?

  @Option(name: [.short, .long], help: "The file to write.", completion: .file())
  var output: String?

  func validate() throws {
    if step && path { throw ValidationError("--step cannot be combined with --path") }
    if scale != nil, !path { throw ValidationError("--scale needs --path") }
    if solution, step || path {
      throw ValidationError("--solution cannot be combined with --step and --path")
    }
  }

  var usedFiles: CommandFiles {
    CommandFiles(inputs: inputs.isEmpty ? ["-"] : inputs, output: output ?? "-")
  }

  private struct Drawing {
    let heading: String
    let picture: BoardPicture
    let text: String
  }

  func run() async throws {
    let format =
      try format ?? Printing.format(of: output)
      ?? (output == nil && Output.standard.isTerminal ? .text : .svg)
    var drawings: [Drawing] = []
    let log = try DiagnosticLog(isQuiet: false)
    for (_, record) in try Printing.puzzles(inputs, limit: 10_000, log) {
      drawings += try self.drawings(of: record)
    }
    switch format {
    case .text:
      let texts = drawings.map { drawing in
        TextBoard(drawing.picture).text + (drawing.text.isEmpty ? "" : drawing.text + "\n")
      }
      try Printing.write(Array(texts.joined(separator: "\n").utf8), to: output)
    case .html:
      let html = StepsPage.html(
        title: path ? "Solving path" : "Sudoku",
        drawings.map { ($0.heading, $0.picture, $0.text) })
      try Printing.write(Array(html.utf8), to: output)
    case .pdf:
      var pages = drawings.map {
        PrintedPage.step(heading: $0.heading, picture: $0.picture, text: $0.text)
      }
      if pages.count > 1 { pages = PrintedPage.contents(drawings.map(\.heading)) + pages }
      try Printing.write(try Printing.convert(pages, to: "pdf"), to: output)
    case .svg, .png: try writeEach(drawings, format)
    }
  }

  private func writeEach(_ drawings: [Drawing], _ format: Format) throws {
    guard drawings.count == 1 || output?.contains("{}") == true else {
      throw CommandFailure(
        "\(drawings.count) drawings: use html or pdf, or a name with {} as --output 'step-{}.svg'",
        code: .usage)
    }
    for (index, drawing) in drawings.enumerated() {
      let svg = SVGBoard(drawing.picture).svg
      let bytes = format == .png ? try Printing.convert([svg], to: "png") : Array(svg.utf8)
      let name = output?.replacingOccurrences(of: "{}", with: "\(index + 1)")
      try Printing.write(bytes, to: name)
    }
  }

  private func drawings(of record: PuzzleRecord) throws -> [Drawing] {
    if path { return try pathDrawings(of: record) }
    if step { return [try stepDrawing(of: record)] }
    var picture = BoardPicture(clues: record.puzzle, board: record.filled)
    if solution {
      guard let solved = Solver().uniqueSolution(of: record.puzzle) else {
        throw CommandFailure("the puzzle doesn't have exactly one solution", code: .badPuzzle)
      }
      picture.board = solved
    }
    for cell in picture.board.repeatedCells { picture.cells[cell] = .mistake }
    if notes { picture.addNotes(record.candidates) }
    return [Drawing(heading: "Sudoku", picture: picture, text: "")]
  }

  private func stepDrawing(of record: PuzzleRecord) throws -> Drawing {
    let position: HintPosition
    do throws(HintError) {
      position = try HintPosition(record, clues: nil, notes: .auto)
    } catch {
      throw CommandFailure("the puzzle doesn't have exactly one solution", code: .badPuzzle)
    }
    let hint: Hint
    do throws(HintError) { hint = try HintMaker().ladder(for: position).hint(depth: 5) } catch {
      throw CommandFailure("\(error)", code: .badPuzzle)
    }
    guard let step = hint.step else {
      var picture = BoardPicture(clues: record.puzzle, board: record.filled)
      for cell in hint.wrongCells { picture.cells[cell] = .mistake }
      return Drawing(heading: "Hint", picture: picture, text: hint.text)
    }
    return Drawing(
      heading: step.name,
      picture: BoardPicture(of: step, clues: record.puzzle, in: position.grid),
      text: step.explanation.text)
  }

  private func pathDrawings(of record: PuzzleRecord) throws -> [Drawing] {
    let grade = (scale ?? .level).scale.grade(record.puzzle)
    guard !grade.steps.isEmpty else {
      let reason = grade.unrated?.message ?? "no step was found"
      throw CommandFailure("the puzzle has no path: \(reason)", code: .badPuzzle)
    }
    var grid = CandidateGrid(record.puzzle)
    var drawings: [Drawing] = []
    var steps = grade.steps.map(\.step)[...]
    let folds = steps.contains { !$0.isSingle }
    while !steps.isEmpty {
      // Singles between other steps share a board; a lone one is drawn with the step before it.
      let singles = steps.prefix { $0.isSingle }
      let following = steps.dropFirst().prefix { $0.isSingle }
      let count = !folds ? 1 : singles.isEmpty && following.count == 1 ? 2 : max(singles.count, 1)
      let number = grade.steps.count - steps.count + 1
      let drawn = Array(steps.prefix(count))
      drawings.append(Self.drawing(of: drawn, from: number, clues: record.puzzle, in: grid))
      for step in drawn { step.apply(to: &grid) }
      steps = steps.dropFirst(count)
    }
    return drawings
  }

  private static func drawing(
    of steps: [Step], from number: Int, clues: Board, in grid: CandidateGrid
  ) -> Drawing {
    var picture = BoardPicture(clues: clues, board: grid.board)
    var names = "singles"
    if steps.count == 1 || !steps[0].isSingle {
      picture = BoardPicture(of: steps[0], clues: clues, in: grid)
      names = steps.map(\.name).joined(separator: ", ")
    }
    for step in steps {
      if let placement = step.placement { picture.candidates[placement] = .placement }
    }
    let last = number + steps.count - 1
    let numbers =
      switch steps.count {
      case 1: "Step \(number)"
      case 2: "Steps \(number) and \(last)"
      default: "Steps \(number) to \(last)"
      }
    return Drawing(
      heading: "\(numbers): \(names)", picture: picture,
      text: steps.map(\.explanation.text).joined(separator: "\n"))
  }
}

extension Step {
  fileprivate var isSingle: Bool { technique.family == .single }
}

extension BoardPicture {
  /// Shows the noted candidates, or those that the digits leave.
  fileprivate mutating func addNotes(_ noted: PencilMarks?) {
    let grid = CandidateGrid(board)
    for cell in CellSet.all where board[cell] == nil { notes[cell] = noted?[cell] ?? grid[cell] }
  }
}
