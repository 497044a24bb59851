import ArgumentParser
import SudokuGenerator
import SudokuProtocol

/// Advice on a wrong command line beyond the argument parser's own message.
enum UsageAdvice {
  /// The values of options where the parser only says that a value is invalid.
  private static let ratings =
    "a rating from 0.0 to 14.0, or a range from low to high: 7.1, 6.5...7.2, 6.5..7.2, 6.5-7.2"
  private static let valid: [(option: String, text: String)] = [
    (
      "--clues",
      "a number of clues from 17 to 81, or a range from low to high: 24, 24...28, 24..28, 24-28"
    ),
    (
      "--rating",
      "a rating with one decimal at most, or a range from low to high: 7.1, 6.5...7.2, 6.5..7.2, 6.5-7.2"
    ),
    ("--ep", ratings),
    ("--ed", ratings),
    ("--at-least", "a rating from 0.0 to 20.0, with one decimal at most: 10.5"),
    ("--at-most", "a rating from 0.0 to 20.0, with one decimal at most: 10.5"),
    ("--jewel", "pearl (ER = EP) or diamond (ER = EP = ED)"),
    ("--budget", "a length of time: 500ms, 60s, 5m, 2h"),
    ("--shard", "a part of the work: 3/64 is the third of 64"),
    ("--level", "a level, or several with commas between them: hard, easy,hard, easy:20,hard:20"),
    ("--givens", "a board: 81 characters, digits and full stops"),
    ("--limit", "a whole number from 1"),
    ("--depth", "a whole number from 1 to 5"),
    ("--symmetry", "a symmetry: \(Symmetry.allCases.map(\.rawValue).joined(separator: ", "))"),
    (
      "--scale",
      "a scale: \(ScaleArgument.names); or a file: mine.json; for grade also several: level,se"
    ),
    ("--rule", "a rule: daily-1 or daily-2"),
    ("--seed", "a whole number from 0 to \(UInt64.max)"),
  ]

  /// The arguments in the parser's form: `-j1` and `-c3` are split, `-V` becomes `--version`.
  static func normalized(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var isOptions = true
    for argument in arguments {
      if argument == "--" { isOptions = false }
      let parts = Array(argument)
      if isOptions, parts.count > 2, parts[0] == "-", parts[1] == "c" || parts[1] == "j",
        parts[2...].allSatisfy(\.isNumber)
      {
        result += [String(parts[..<2]), String(parts[2...])]
      } else {
        result.append(isOptions && result.isEmpty && argument == "-V" ? "--version" : argument)
      }
    }
    return result
  }

  /// The first option whose `=` has nothing behind it.
  static func emptyOption(in arguments: [String]) -> String? {
    arguments.prefix { $0 != "--" }
      .first { $0.hasPrefix("--") && $0.firstIndex(of: "=") == $0.indices.last }
      .map { String($0.dropLast()) }
  }

  /// The command that a command line names, and the first word that is not a subcommand of it.
  private static func command(
    in arguments: [String]
  ) -> (path: [String], type: any ParsableCommand.Type, unknown: String?) {
    var path = [Sudoku._commandName]
    var type: any ParsableCommand.Type = Sudoku.self
    for word in arguments.first == "help" ? arguments.dropFirst() : arguments[...] {
      let subcommands = type.configuration.subcommands
      if subcommands.isEmpty || word.hasPrefix("-") { break }
      let next = subcommands.first {
        $0._commandName == word || $0.configuration.aliases.contains(word)
      }
      guard let next else { return (path, type, word) }
      path.append(next._commandName)
      type = next
    }
    return (path, type, nil)
  }

  /// The fault in the name of a command or subcommand, with advice; `nil` if there is none.
  static func aboutCommand(_ arguments: [String]) -> String? {
    let (path, type, unknown) = command(in: arguments)
    guard let unknown, unknown != "help" else { return nil }
    let shown = unknown.count > 60 ? unknown.prefix(60) + "..." : unknown[...]
    let names = type.configuration.subcommands.map { $0._commandName }
    let parent = path.joined(separator: " ")
    let place = path.count > 1 ? " of '\(parent)'" : ""
    let advice =
      Suggestion.nearest(to: unknown, among: names).map { "did you mean '\($0)'?" }
      ?? (path.count > 1
        ? "available: \(names.joined(separator: ", "))" : "'sudoku help' lists the commands")
    return "unknown command '\(shown)'\(place); \(advice)"
  }

  /// Options that people try, and their names in this program.
  private static let aliases = [
    "-n": ["--count"], "--amount": ["--count"], "--difficulty": ["--level"], "--num": ["--count"],
    "--number": ["--count"], "--out": ["--output"], "--csv": ["--format"], "--json": ["--format"],
    "--to": ["--to", "--format"], "--threads": ["--jobs"], "--date": ["--daily"],
    "--min-clues": ["--clues"], "--max-clues": ["--clues"], "--givens": ["--clues"],
    "--duplicates": ["--show-repeats"], "--offset": ["--skip"], "--resume": ["--skip"],
    "--start": ["--skip"], "--timeout": ["--budget"], "--time": ["--budget"],
  ]

  /// Options that people try in place of an argument.
  private static let arguments = [
    "--input": "give the names of files without an option",
    "--file": "give the names of files without an option",
  ]

  /// The first unknown option of a refused command line.
  ///
  /// The parser checks a command's other values first, so it may blame the value of a misspelt option.
  static func aboutOption(in arguments: [String]) -> String? {
    let known = options(of: command(in: arguments).type)
    for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("-") {
      let isLong = argument.hasPrefix("--")
      let name = String(isLong ? argument.prefix { $0 != "=" } : argument.prefix(2))
      if known.contains(name) || !isLong && name.last?.isLetter != true { continue }
      if let advice = Self.arguments[name] { return "Unknown option '\(name)': \(advice)." }
      let alias = aliases[name]?.first(where: known.contains)
      let long = known.filter { $0.hasPrefix("--") }
      let near = alias ?? (isLong ? Suggestion.nearest(to: name, among: long) : nil)
      return "Unknown option '\(name)'." + (near.map { " Did you mean '\($0)'?" } ?? "")
    }
    return nil
  }

  /// The options of a command, as its help lists them.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    let help = Sudoku.helpMessage(for: command, columns: 1_000)
    return help.split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap { line in
      let names = line.dropFirst(2).firstRange(of: "  ").map { line[..<$0.lowerBound] } ?? line
      return names.matches(of: /--?[a-zA-Z0-9][a-z0-9-]*/).map { String($0.output) }
    }
  }

  /// The values that an option takes, for the parser's message about an invalid one.
  static func aboutValue(in message: String) -> String? {
    if message.contains("Missing value for '--solution ") {
      return "--solution takes a board; --solutions prints the solutions."
    }
    if message.contains("'json' is invalid for '--format") {
      return "jsonl is one JSON object a line; 'sudoku convert --to json' writes an array"
    }
    if ["svg", "html", "png", "pdf"].contains(where: {
      message.contains("'\($0)' is invalid for '--format")
    }) {
      return "'sudoku render' draws puzzles, and with --path the steps of a solution."
    }
    // The parser of the value has explained it.
    if message.contains("give a whole number") { return nil }
    if message.contains("'--scale "), !message.contains("unknown scale") { return nil }
    return valid.first { message.contains("invalid for '\($0.option) ") }.map {
      "Valid is \($0.text)."
    }
  }
}
