import ArgumentParser
import Foundation
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
private struct LevelRow: OutputRow {
  static let columns = ["level", "from", "to", "scale", "version"]
  let level: String
  let from: Double
  /// `nil` where the level is open above.
  let to: Double?
  let scale: String
  let version: String
  private let scores: String

  init(_ level: Level, of scale: any Scale) {
    self.level = level.name
    from = Double(level.scoreTenths.lowerBound) / 10
    let end = level.scoreTenths.upperBound
    to = end == .max ? nil : Double(end - level.unitTenths) / 10
    scores = level.scoresInWords
    self.scale = scale.name
    version = scale.version
  }

  var fields: [String] { [level, String(from), to.map { String($0) } ?? "-", scale, version] }
  var columnFields: [String] { [level, String(from), to.map { String($0) } ?? "", scale, version] }
  var text: String {
    level.padding(toLength: 10, withPad: " ", startingAt: 0) + scores
  }
}
