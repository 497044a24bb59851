import ArgumentParser
import Foundation
import SudokuCore
import SudokuDrawing
import SudokuFormats
import SudokuIdentity
import SudokuRating
import SudokuReading
import SudokuSolver

/// `sudoku book`: sheets and books of puzzles.
struct BookCommand: AsyncParsableCommand, NamesFiles {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "Lay out puzzles as a book or a sheet, with solutions.",
    discussion: """
      A book has a cover, a title, a page on how to solve, contents, numbered puzzles with level, rating \
      and ID, an index by rating, and the solutions. --sheet prints the puzzles and solutions alone. \
      Given puzzles keep their order; those of --level are ordered by rating in each level. pdf needs \
      the fonts of the package fonts-dejavu-core, or the program rsvg-convert. svg writes a file for each \
      page: {} in --output becomes its number. \
      latex (with its package sudoku) and idml-csv (a table for data merge) leave the layout to others.

      --level makes the puzzles, with clues in a symmetric pattern. The same --series or --seed gives \
      the same book.

      EXAMPLES
        sudoku book --level easy:20,hard:20 --series 'Volume 1' -o book.pdf
        sudoku book --sheet --level medium:4 -o sheet.pdf
        sudoku generate --level expert -c 40 | sudoku book -o book.pdf
        sudoku book --paper 6x9 --per-page 1 --title Fifty a.txt -o a.pdf
        sudoku book --sheet --solutions below puzzles.txt -o sheet.pdf
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case pdf, svg, html
    case latex
    case mergeTable = "idml-csv"

    /// Reads the name of a format or the end of a file's name.
    init?(rawValue: String) {
      let names: [String: Format] = [
        "pdf": .pdf, "svg": .svg, "html": .html, "latex": .latex, "tex": .latex,
        "idml-csv": .mergeTable, "csv": .mergeTable,
      ]
      guard let format = names[rawValue] else { return nil }
      self = format
    }
  }

  @Argument(
    help: "Puzzles, files in any format, or - for standard input (the default).",
    completion: .file())
  var inputs: [String] = []

  @Option(help: "Make puzzles of these levels, with numbers of puzzles: easy:20,hard:20.")
  var level: LevelList?

  @Option(
    help: "The name of the book's series: another name gives other puzzles. It is the title, too.")
  var series: String?

  @Option(help: "The seed of the puzzles, instead of a series (default: random).")
  var seed: UInt64?

  @Option(help: "The title (default: that of the series, else Sudoku).")
  var title: String?

  @Option(help: "The paper: a4, a5, letter, legal, or a size such as 6x9 (inches) or 148x210mm.")
  var paper: Paper = .a4

  @Option(help: "The number of puzzles on a page, 1 to 12 (default: 4; with --large-print: 1).")
  var perPage: Int?

  @Flag(help: "All but the pages' numbers is at least 20 points high.")
  var largePrint = false

  @Flag(name: .customLong("no-id"), help: "Leave out the puzzles' IDs.")
  var hidesIDs = false

  @Option(help: "The place of the solutions: back, below (upside down on the same page) or none.")
  var solutions: SolutionPlace = .back

  @Flag(help: "Leave out all but puzzles and solutions.")
  var sheet = false

  @Option(help: "The format (default: by the name of --output, else pdf).")
  var format: Format?

  @Option(name: [.short, .long], help: "The file to write.", completion: .file())
  var output: String

  @Option(
    help: "Also write every error to this file, as JSON lines with the text of the record.",
    completion: .file())
  var errors: String?

  func validate() throws {
    guard 1...12 ~= perPage ?? 1 else { throw ValidationError("--per-page must be 1 to 12") }
    if level == nil, series != nil || seed != nil {
      throw ValidationError("--\(series != nil ? "series" : "seed") needs --level")
    }
    if series != nil, seed != nil { throw ValidationError("give --series or --seed, not both") }
    if level != nil, !inputs.isEmpty {
      throw ValidationError("--level makes the puzzles: leave out '\(inputs[0])'")
    }
    if let level { _ = try GeneratedBook(level, series: series, seed: seed) }
    let title = title ?? ""
    guard title.count <= 200 else { throw ValidationError("--title has more than 200 characters") }
  }

  var usedFiles: CommandFiles {
    CommandFiles(
      inputs: level == nil && inputs.isEmpty ? ["-"] : inputs, output: output,
      others: [("--errors", errors)])
  }

  func run() async throws {
    let format = try format ?? Printing.format(of: output) ?? .pdf
    let title = title ?? series ?? "Sudoku"
    var book = Book(try await puzzles(), title: title)
    book.paper = paper
    book.perPage = perPage ?? (largePrint ? 1 : 4)
    book.isLargePrint = largePrint
    book.hasIDs = !hidesIDs
    book.solutions = solutions
    book.hasFrontMatter = !sheet
    switch format {
    case .latex: return try Printing.write(Array(BookText.latex(book).utf8), to: output)
    case .mergeTable:
      return try Printing.write(Array(BookText.mergeTable(book.puzzles).utf8), to: output)
    case .pdf, .svg, .html: break
    }
    let pages: [String]
    var pdf: [UInt8]?
    do throws(Book.TooSmall) {
      if format == .pdf, let fonts = Printing.fonts {
        let made = try book.pdf(regular: fonts.regular, bold: fonts.bold)
        pdf = made?.file
        if let text = made?.unprintable {
          note(
            "sudoku: note: the font lacks characters of '\(text)': ? stands for them; --format html has them"
          )
        }
      }
      pages = pdf == nil ? try book.pages() : []
    } catch {
      throw CommandFailure(error.message, code: .usage)
    }
    if let pdf { return try Printing.write(pdf, to: output) }
    switch format {
    case .latex, .mergeTable: break
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

  private func puzzles() async throws -> [BookPuzzle] {
    guard let level else {
      let log = try DiagnosticLog(isQuiet: false, errorsTo: errors)
      let found = try Printing.puzzles(inputs, limit: 20_000, log)
      defer { try? log.finish(verb: "printed") }
      return try Self.bookPuzzles(found, log)
    }
    var seed = seed
    if seed == nil, series == nil {
      let drawn = UInt64.random(in: 0..<1 << 32)
      note("sudoku: seed \(drawn)")
      seed = drawn
    }
    return try await GeneratedBook(level, series: series, seed: seed).puzzles()
  }

  private static func bookPuzzles(
    _ found: [(source: String, record: PuzzleRecord)], _ log: DiagnosticLog
  ) throws -> [BookPuzzle] {
    let records = found.map(\.record)
    let scale = try ScaleRegistry.standard.scale(named: "level")
    let results = BatchSolver().solve(records.map(\.puzzle))
    var options = GradeOptions.withoutSteps
    options.assumesUniqueSolution = true
    return try zip(records, results).enumerated().map { index, pair in
      let (record, result) = pair
      guard result.isUnique, let solution = result.solution else {
        throw CommandFailure(
          "nothing is written: puzzle \(index + 1) (\(found[index].source):\(record.line)) doesn't have "
            + "exactly one solution",
          code: .badPuzzle)
      }
      if record.givesSolution, let message = record.mistake(inSolution: solution) {
        var texts: InputBlock.LineTexts?
        log.addNotes([
          InputError(wrongSolutionOf: record, message, from: found[index].source, &texts)
        ])
      }
      let grade = scale.grade(record.puzzle, options: options)
      let rating = grade.scoreTenths.map { grade.level?.score($0) ?? decimal(tenths: $0) }
      return BookPuzzle(
        record.puzzle, solution: solution, level: grade.level?.name ?? "", rating: rating ?? "",
        id: PuzzleID(record.puzzle).description,
        title: Self.title(of: record))
    }
  }
}

extension BookCommand {
  /// The names of the fields with a title, in any case; the first one that a puzzle has counts.
  private static let titleNames = ["title", "titel", "titre", "titolo", "name"]

  private static func title(of record: PuzzleRecord) -> String {
    let titles = titleNames.lazy.compactMap { name in
      record.fields.first { $0.name.lowercased() == name }
    }
    return titles.first?.value.text ?? ""
  }
}

extension Paper: ExpressibleByArgument {
  static let a4 = Paper(width: 595.3, height: 841.9)

  package init?(argument: String) { self.init(argument) }

  package var defaultValueDescription: String { "a4" }
}

extension SolutionPlace: ExpressibleByArgument {}
