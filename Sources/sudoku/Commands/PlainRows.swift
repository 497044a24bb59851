/// The rows of boards that need no closer look: all of one length, with the board, the number of
/// solutions and the solution at fixed places.
struct PlainRows: Sendable {
  /// How the rows are written.
  let format: OutputFormat
  /// A row without its board: `.` where cells come, `0` for the number of solutions.
  let template: [UInt8]
  /// The offset of the puzzle's 81 cells.
  let puzzle: Int
  /// The offset of the digit that tells how many solutions there are.
  let count: Int
  /// The offset of the solution's 81 cells; `nil` where only the number is wanted.
  let solution: Int?
  /// Whether a row says that the search went to its end.
  let saysComplete: Bool

  /// The rows of a format; `nil` for formats whose rows have no fixed length.
  init?(_ format: OutputFormat, countsOnly: Bool) {
    self.format = format
    var template: [UInt8] = []
    let cells = [UInt8](repeating: UInt8(ascii: "."), count: 81)
    func add(_ text: String) { template.append(contentsOf: text.utf8) }
    func addCells() -> Int {
      template += cells
      return template.count - 81
    }
    saysComplete = format == .jsonl || countsOnly
    switch format {
    case .line, .csv:
      let separator = format == .csv ? "," : "\t"
      puzzle = addCells()
      add(separator)
      count = template.count
      add("0")
      if countsOnly {
        solution = nil
        add(format == .csv ? ",true\n" : "\n")
      } else {
        add(separator)
        solution = addCells()
        add("\n")
      }
    case .jsonl:
      add("{\"complete\":true,\"puzzle\":\"")
      puzzle = addCells()
      if countsOnly {
        solution = nil
      } else {
        add("\",\"solution\":\"")
        solution = addCells()
      }
      add("\",\"solutionCount\":")
      count = template.count
      add("0}\n")
    case .text: return nil
    }
    self.template = template
  }

  /// The length of a row.
  var stride: Int { template.count }
}
