import ArgumentParser
import Foundation
import SudokuProtocol
import SudokuRating
import SudokuTechniques

/// `sudoku levels`: the levels of a scale.
struct LevelsCommand: ParsableCommand, WritesLines {
  static let configuration = CommandConfiguration(
    commandName: "levels",
    abstract: "List the levels of a scale, easiest first.",
    discussion: """
      Prints one line for each level: level, lowest score, highest score ('-' for the hardest level, \
      which has none), scale, version.

      EXAMPLES
        sudoku levels
        sudoku levels --scale hodoku --format csv
      """)

  static let lines: [Schema] = [.record(LevelRecord.self)]

  @Option(
    help: "The scale: \(ScaleArgument.names), or a file (default: level).", transform: parseScale)
  var scale = ScaleArgument.level

  @Option(help: "The output format: line, jsonl, csv or text.")
  var format: OutputFormat = .text

  func validate() throws {
    guard scale.scale.levels.isEmpty else { return }
    throw ValidationError(
      "the scale '\(scale.scale.name)' has no levels: those from easy to extreme are of the scale 'level'"
    )
  }

  func run() throws {
    let scale = scale.scale
    try writeList(
      scale.levels.map { LevelRow($0, of: scale) },
      columns: ["level", "from", "to", "scale", "version"], format: format)
  }
}

private struct LevelRow: OutputRow {
  let record: LevelRecord

  init(_ level: Level, of scale: any Scale) {
    record = LevelRecord(level, of: scale)
  }

  private func fields(withoutEnd: String) -> [String] {
    [
      record.level, String(record.from), record.to.map { String($0) } ?? withoutEnd, record.scale,
      record.version,
    ]
  }
  var fields: [String] { fields(withoutEnd: "-") }
  var columnFields: [String] { fields(withoutEnd: "") }
  var text: String {
    record.level.padding(toLength: 10, withPad: " ", startingAt: 0) + record.scores
  }
}

/// `sudoku techniques`: the catalogue of techniques.
struct TechniquesCommand: ParsableCommand, WritesLines {
  static let configuration = CommandConfiguration(
    commandName: "techniques",
    abstract: "List techniques with their names, aliases and ratings on a scale.",
    discussion: """
      Prints one line for each technique: id, name, family, base rating on the scale ('-' if the scale \
      lacks the technique), aliases.

      With names, lists only the techniques of these ids, names, aliases or families. Case, hyphens \
      and plurals are ignored.

      EXAMPLES
        sudoku techniques
        sudoku techniques "naked triplets" BUG+1 wing
        sudoku techniques --format csv > techniques.csv
        sudoku techniques --scale hodoku --as-scale > mine.json
        sudoku grade --scale mine.json puzzles.txt
      """)

  static let lines: [Schema] = [.record(TechniqueRecord.self)]

  @Argument(help: "Ids, names, aliases or families of techniques (default: all).")
  var names: [String] = []

  @Option(
    help: "The scale: \(ScaleArgument.names), or a file (default: se).", transform: parseScale)
  var scale = ScaleArgument.se

  @Flag(help: "Print the order and the scores of the scale as a file for --scale, to edit.")
  var asScale = false

  @Option(help: "The output format: line, jsonl, csv or text.")
  var format: OutputFormat = .text

  func run() throws {
    let scale = scale.scale
    if asScale {
      _ = try Output.standard.write(Array((ScaleFile.text(of: scale) + "\n").utf8))
      return
    }
    let wanted = try names.reduce(into: Set<Technique>()) { try $0.formUnion(parseTechniques($1)) }
    let entries = TechniqueCatalogue.all.filter { names.isEmpty || wanted.contains($0.technique) }
    try writeList(
      entries.map { TechniqueRow($0, on: scale) },
      columns: ["id", "name", "family", "rating", "aliases", "assumesUniqueness"], format: format)
  }
}

private struct TechniqueRow: OutputRow {
  let record: TechniqueRecord

  init(_ entry: Technique.Entry, on scale: any Scale) {
    record = TechniqueRecord(entry, on: scale)
  }

  private var rating: String { record.rating.map { String($0) } ?? "-" }
  private var names: String { record.aliases.joined(separator: "; ") }
  private var start: [String] { [record.id, record.name, record.family] }
  var fields: [String] { start + [rating, names.isEmpty ? "-" : names] }
  var columnFields: [String] {
    start + [record.rating == nil ? "" : rating, names, String(record.assumesUniqueness)]
  }
  var text: String {
    func padded(_ text: String, _ width: Int) -> String {
      text.padding(toLength: max(width, text.count + 1), withPad: " ", startingAt: 0)
    }
    return padded(rating, 6) + padded(record.id, 32) + padded(record.family, 18) + record.name
      + (names.isEmpty ? "" : " (\(names))")
  }
}

/// Writes a list that has no input.
func writeList(_ rows: [some OutputRow], columns: [String], format: OutputFormat) throws {
  try format.refuseArrow()
  var bytes = format.header(columns)
  for row in rows { format.append(row, to: &bytes) }
  _ = try Output.standard.write(bytes)
}

/// `sudoku schema`: the JSON Schemas of the program's JSON.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print JSON Schemas of the protocol and of JSON lines.",
    discussion: """
      Without a name, prints one document (draft 2020-12) with every schema under $defs. With a name, \
      prints that schema with the schemas it refers to.

      EXAMPLES
        sudoku schema line.grade           # a line of 'sudoku grade --format jsonl'
        sudoku schema puzzle.solve.params  # the parameters of a method of 'serve'
        sudoku schema --list               # all names
        sudoku schema --openrpc            # an OpenRPC document
      """)

  private static let book = SchemaBook(commands: Sudoku.commandLines)

  @Argument(help: "The name of a schema, such as line.solve, game.place.result or GameState.")
  var name: String?

  @Flag(help: "List the names of all schemas.")
  var list = false

  @Flag(name: .customLong("openrpc"), help: "Print the protocol as an OpenRPC 1.3 document.")
  var openRPC = false

  @Flag(help: "With --openrpc: as `serve --players` speaks it, with the player's name.")
  var players = false

  func validate() throws {
    if players, !openRPC { throw ValidationError("--players needs --openrpc") }
    guard let name, !list, Self.book.schema(named: name) == nil else { return }
    let meant = Self.book.suggestion(for: name).map { "; did you mean '\($0)'?" } ?? ""
    throw ValidationError("unknown schema '\(name)'\(meant) ('sudoku schema --list' lists all)")
  }

  func run() throws {
    let text: String
    if openRPC {
      text =
        OpenRPCDocument.document(
          version: Version.package, hasPlayers: players, commands: Sudoku.commandLines
        ).description
    } else if list {
      text = Self.book.names.joined(separator: "\n")
    } else if let name, let schema = Self.book.schema(named: name) {
      text = schema.description
    } else {
      text = Self.book.document.description
    }
    _ = try Output.standard.write(Array((text + "\n").utf8))
  }
}
