import ArgumentParser
import SudokuRating
import SudokuReading

struct ResumeArguments: ParsableArguments {
  @Flag(
    help: """
      Go on with the rows that an interrupted run with the same options has left of --output; input files \
      must be the same so far.
      """)
  var resume = false
}

/// A command whose interrupted output can be continued: its rows depend on its input files and options alone.
protocol ResumableCommand: FilterCommand {
  var resuming: ResumeArguments { get }
  /// The options that change rows, besides those of all filters.
  var rowOptions: [String: String] { get }
  /// The option that excludes an output in parts; `nil` if none is set.
  var undividedOption: String? { get }
  /// The option whose result would miss the rows of the run that is continued; `nil` if none is set.
  var wholeRunOption: String? { get }
}

extension FilterArguments {
  /// The format of an output file.
  var fileFormat: OutputFormat { chosenFormat ?? OutputFormat(named: output) ?? .line }

  var rowOptions: [String: String] {
    [
      // Objects of records that can't be read name their file.
      "the input's name": fileFormat == .jsonl ? inputs.joined(separator: " ") : "",
      "--format": fileFormat.rawValue, "--encoding": encoding?.name ?? "",
      "--board": board.joined(separator: ","),
      "--columns": table.columns.map { $0.joined(separator: ",") } ?? "",
      "--keep-names": String(table.keepNames), "--empty": table.empty?.rawValue ?? "",
      "--cells": String(table.cells), "--mark": String(table.mark),
    ]
  }
}

extension FilterArguments {
  var wholeRunOption: String? { errors == nil ? nil : "--errors" }
  var undividedOption: String? {
    if table.sort != nil { return "--sort" }
    return fileFormat == .arrow ? "--format arrow" : nil
  }
}

extension ResumableCommand {
  var wholeRunOption: String? { filter.wholeRunOption }
  var undividedOption: String? { filter.undividedOption }

  /// All options that change rows, by their names.
  var allRowOptions: [String: String] {
    filter.rowOptions.merging(rowOptions) { _, own in own }.filter { !$0.value.isEmpty }
  }
}
