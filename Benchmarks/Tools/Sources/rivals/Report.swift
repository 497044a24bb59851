import Foundation
import SudokuSolver

/// The figures of a run, as a table for people and as JSON.
struct Report {
  static let batch = "ours, batch"
  static let single = "ours, one call per board"

  /// The figures of one set of boards.
  struct Row {
    var set: String
    var boards: Int
    /// CPU seconds by solver.
    var seconds: [String: Double]
    /// Boards for which a solver's number of solutions differs from our batch solver's.
    var differing: [String: Int]
  }

  var options: Options
  var rows: [Row] = []

  mutating func add(_ row: Row) { rows.append(row) }

  private var names: [String] { [Report.batch, Report.single] + options.rivals.map(\.name) }

  /// The fastest rival of a row.
  private func best(_ row: Row) -> (name: String, seconds: Double)? {
    options.rivals.compactMap { rival in row.seconds[rival.name].map { (rival.name, $0) } }
      .min { $0.1 < $1.1 }
  }

  private static var processor: String {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown"
  }

  private static var date: String {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate]
    return formatter.string(from: Date())
  }

  /// The report as Markdown.
  var markdown: String {
    var text = "# \(options.title)\n\n"
    text += "Processor: \(Report.processor); \(Report.date); our kernel: "
    text += "\(options.instructionSet.rawValue), threads: \(options.threads); "
    text += "limit \(options.limit); medians of \(options.rounds) rounds, solvers in turn.\n"
    text +=
      "Boards per second of CPU time. Ours write every grid and prove uniqueness in one call.\n\n"
    text += "| set | boards |" + names.map { " \($0) |" }.joined()
    text += " best rival | batch / best rival | single / best rival |\n"
    text += "|---|---|" + names.map { _ in "---|" }.joined() + "---|---|---|\n"
    for row in rows {
      text += "| \(row.set) | \(row.boards) |"
      for name in names {
        let rate = row.seconds[name].map { Report.rate(Double(row.boards) / $0) } ?? "-"
        let differing = row.differing[name] ?? 0
        text += " \(rate)\(differing > 0 ? " (\(differing) other counts)" : "") |"
      }
      if let best = best(row), let ours = row.seconds[Report.batch],
        let single = row.seconds[Report.single]
      {
        text += " \(best.name) | \(Report.ratio(best.seconds / ours)) |"
        text += " \(Report.ratio(best.seconds / single)) |\n"
      } else {
        text += " - | - | - |\n"
      }
    }
    return text
  }

  private static func rate(_ value: Double) -> String {
    value >= 1e6 ? String(format: "%.2f M", value / 1e6) : String(format: "%.1f k", value / 1e3)
  }

  private static func ratio(_ value: Double) -> String { String(format: "%.2f", value) }

  /// The report as JSON.
  func json() throws -> Data {
    let sets = rows.map { row -> [String: Any] in
      [
        "set": row.set, "boards": row.boards, "cpuSeconds": row.seconds,
        "differingCounts": row.differing,
      ]
    }
    let object: [String: Any] = [
      "processor": Report.processor, "date": Report.date, "limit": options.limit,
      "rounds": options.rounds, "threads": options.threads,
      "instructionSet": options.instructionSet.rawValue, "sets": sets,
    ]
    return try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
  }
}
