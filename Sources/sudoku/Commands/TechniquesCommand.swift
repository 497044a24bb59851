import ArgumentParser
import Foundation
import SudokuProtocol
import SudokuRating
import SudokuTechniques

/// `sudoku techniques`: what techniques there are.
struct TechniquesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "techniques",
    abstract: "List techniques: names, other names, and ratings on a scale.",
    discussion: """
      Each line: id, name, family, rating on the scale before what a single step adds ('-' where \
      the scale lacks the technique), other names.

      With names, only what these stand for: ids, names, other names or families. Case, hyphens and plurals \
      don't count.

      EXAMPLES
        sudoku techniques
        sudoku techniques "naked triplets" BUG+1 wing
        sudoku techniques --format csv > techniques.csv
      """)

  @Argument(help: "Names of techniques; all techniques if omitted.")
  var names: [String] = []

  @Option(help: "The scale: \(ScaleArgument.names).")
  var scale = ScaleArgument.default

  @Option(help: "How to write the techniques: line, jsonl, csv or text.")
  var format: OutputFormat = .text

  func run() throws {
    let scale = scale.scale
    let wanted = try names.reduce(into: Set<Technique>()) { try $0.formUnion(parseTechniques($1)) }
    let entries = TechniqueCatalogue.all.filter { names.isEmpty || wanted.contains($0.technique) }
    try writeList(entries.map { TechniqueRow($0, on: scale) }, format: format)
  }
}

/// A technique of the catalogue.
private struct TechniqueRow: RecordRow {
  static let columns = ["id", "name", "family", "rating", "aliases", "assumesUniqueness"]
  let record: TechniqueRecord

  init(_ entry: Technique.Entry, on scale: any Scale) {
    record = TechniqueRecord(
      id: entry.technique.id, name: entry.name, family: entry.family.rawValue,
      rating: scale.baseTenths(of: entry.technique).map { Double($0) / 10 }, scale: scale.name,
      aliases: entry.aliases, assumesUniqueness: entry.assumesUniqueness)
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

/// Writes a list that does not come from an input.
///
/// - Parameters:
///   - rows: The records.
///   - format: How to write them.
/// - Throws: A `CommandFailure` if the output can't be written.
func writeList<Row: OutputRow>(_ rows: [Row], format: OutputFormat) throws {
  var bytes: [UInt8] = []
  if let header = format.header(for: Row.self) { bytes += Array(header.utf8) }
  for row in rows { format.append(row, to: &bytes) }
  _ = try Output.standard.write(bytes)
  try Output.standard.flush()
}
