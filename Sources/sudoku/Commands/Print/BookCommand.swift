import ArgumentParser
import Foundation
import SudokuCore
import SudokuDrawing
import SudokuFormats
import SudokuIdentity
import SudokuRating
import SudokuSolver

/// `sudoku book`: sheets and books of puzzles.
struct BookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "Lay out puzzles as a book or a sheet, with solutions.",
    discussion: """
      A book has a cover, contents, numbered puzzles with level, rating and ID, an index by rating, and \
      the solutions. --sheet prints the puzzles and solutions alone. Puzzles keep their order. pdf needs \
      the program rsvg-convert; svg writes a file for each page: {} in --output becomes its number.

      EXAMPLES
        sudoku generate --level easy:20,hard:20 | sudoku book -o book.pdf
        sudoku book --paper 6x9 --per-page 1 --title Fifty a.txt -o a.pdf
        sudoku book --sheet --solutions below puzzles.txt -o sheet.pdf
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable { case pdf, svg, html }

  @Argument(
    help: "Puzzles, files in any format, or - for standard input (the default).",
    completion: .file())
  var inputs: [String] = []

  @Option(help: "The title.")
  var title = "Sudoku"

  @Option(help: "The paper: a4, a5, letter, legal, or a size such as 6x9 (inches) or 148x210mm.")
  var paper: Paper = .a4

  @Option(help: "The number of puzzles on a page, 1 to 12 (default: 4; with --large-print: 1).")
  var perPage: Int?

  @Flag(help: "Digits are at least 20 points high.")
  var largePrint = false

  @Option(help: "The place of the solutions: back, below (upside down on the same page) or none.")
  var solutions: SolutionPlace = .back

  @Flag(help: "Leave out cover, contents and index.")
  var sheet = false

  @Option(help: "The format (default: by the name of --output, else pdf).")
  var format: Format?

  @Option(name: [.short, .long], help: "The file to write.", completion: .file())
  var output: String

  func validate() throws {
    guard 1...12 ~= perPage ?? 1 else { throw ValidationError("--per-page must be 1 to 12") }
    guard title.count <= 200 else { throw ValidationError("--title has more than 200 characters") }
  }

  func run() async throws {
    let format = try format ?? Printing.format(of: output) ?? .pdf
    let puzzles = try Printing.puzzles(inputs, limit: 20_000)
    var book = Book(try Self.bookPuzzles(puzzles), title: title)
    book.paper = paper
    book.perPage = perPage ?? (largePrint ? 1 : 4)
    book.isLargePrint = largePrint
    book.solutions = solutions
    book.hasFrontMatter = !sheet
    let pages: [String]
    do throws(Book.TooSmall) { pages = try book.pages() } catch {
      throw CommandFailure(error.message, code: .usage)
    }
    switch format {
    case .pdf: try Printing.write(try Printing.convert(pages, to: "pdf"), to: output)
    case .html: try Printing.write(Array(BookPage.html(title: title, pages).utf8), to: output)
    case .svg:
      guard pages.count == 1 || output.contains("{}") else {
        throw CommandFailure(
          "\(pages.count) pages: use a name with {}, as --output 'page-{}.svg'", code: .usage)
      }
      for (index, page) in pages.enumerated() {
        try Printing.write(
          Array(page.utf8), to: output.replacingOccurrences(of: "{}", with: "\(index + 1)"))
      }
    }
  }

  private static func bookPuzzles(_ records: [PuzzleRecord]) throws -> [BookPuzzle] {
    let scale = try ScaleRegistry.standard.scale(named: "level")
    let results = BatchSolver().solve(records.map(\.puzzle))
    var options = GradeOptions.withoutSteps
    options.assumesUniqueSolution = true
    return try zip(records, results).enumerated().map { index, found in
      let (record, result) = found
      guard result.isUnique, let solution = result.solution else {
        throw CommandFailure(
          "nothing is written: puzzle \(index + 1) (line \(record.line)) doesn't have exactly one solution",
          code: .badPuzzle)
      }
      if let given = record.solution, given != solution {
        note("sudoku: note: the solution given for puzzle \(index + 1) is wrong: not printed")
      } else if record.unfitSolution != nil {
        note("sudoku: note: the solution given for puzzle \(index + 1) can't be read")
      }
      let grade = scale.grade(record.puzzle, options: options)
      let rating = grade.scoreTenths.map { grade.level?.score($0) ?? decimal(tenths: $0) }
      return BookPuzzle(
        record.puzzle, solution: solution, level: grade.level?.name ?? "", rating: rating ?? "",
        id: PuzzleID(record.puzzle).description,
        title: record.field("title") ?? record.field("name") ?? "")
    }
  }
}

extension Paper: ExpressibleByArgument {
  static let a4 = Paper(width: 595.3, height: 841.9)

  package init?(argument: String) { self.init(argument) }

  package var defaultValueDescription: String { "a4" }
}

extension SolutionPlace: ExpressibleByArgument {}
