import ArgumentParser
import Foundation
import SudokuProtocol
import SudokuRating

/// `sudoku levels`: the levels of a scale.
struct LevelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "levels",
    abstract: "List the levels of a scale, easiest first.",
    discussion: """
      Each line: level, lowest score, highest score ('-' for the hardest level, which is open \
      above), scale, version.

      EXAMPLES
        sudoku levels
        sudoku levels --scale level --format csv
      """)

  @Option(help: "The scale: \(ScaleArgument.names).")
  var scale = ScaleArgument.default

  @Option(help: "How to write the levels: line, jsonl, csv or text.")
  var format: OutputFormat = .text

  func run() throws {
    let scale = scale.scale
    try writeList(scale.levels.map { LevelRow($0, of: scale) }, format: format)
  }
}

/// A level of a scale.
private struct LevelRow: RecordRow {
  static let columns = ["level", "from", "to", "scale", "version"]
  let record: LevelRecord

  init(_ level: Level, of scale: any Scale) {
    let end = level.scoreTenths.upperBound
    record = LevelRecord(
      level: level.name, from: Double(level.scoreTenths.lowerBound) / 10,
      to: end == .max ? nil : Double(end - level.unitTenths) / 10, scores: level.scoresInWords,
      scale: scale.name, version: scale.version)
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
