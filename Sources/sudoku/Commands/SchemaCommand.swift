import ArgumentParser
import SudokuProtocol

/// `sudoku schema`: the JSON Schemas of everything that the program writes as JSON.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schemas of the protocol and of the JSON lines.",
    discussion: """
      Without a name: one document (draft 2020-12) with every schema under $defs. With a name: that \
      schema alone, with what it refers to.

      EXAMPLES
        sudoku schema line.grade           # a line of 'sudoku grade --format jsonl'
        sudoku schema puzzle.solve.params  # the parameters of a method of 'serve'
        sudoku schema --list               # all names
      """)

  @Argument(help: "The name of a schema, as 'line.solve', 'game.place.result' or 'GameState'.")
  var name: String?

  @Flag(help: "Print the names instead.")
  var list = false

  func validate() throws {
    guard let name, !list, SchemaBook.schema(named: name) == nil else { return }
    let meant = SchemaBook.suggestion(for: name).map { ": did you mean '\($0)'?" } ?? ""
    throw ValidationError("there is no schema '\(name)'\(meant) (sudoku schema --list shows all)")
  }

  func run() throws {
    let text: String
    if list {
      text = SchemaBook.names.joined(separator: "\n")
    } else if let name, let schema = SchemaBook.schema(named: name) {
      text = schema.description
    } else {
      text = SchemaBook.document.description
    }
    _ = try Output.standard.write(Array((text + "\n").utf8))
    try Output.standard.flush()
  }
}
