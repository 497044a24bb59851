import Foundation

/// What to say beyond the argument parser's own words when a command line is wrong.
enum UsageAdvice {
  /// What options take, where the parser only says that a value is invalid.
  private static let valid: [(option: String, text: String)] = [
    ("--clues", "a number of clues from 17 to 81, or a range from low to high: 24, 24...28, 24-28"),
    (
      "--rating",
      "a rating with one decimal at most, or a range from low to high: 7.1, 6.5...7.2, 6.5-7.2"
    ),
    ("--ep", "a rating from 0.0 to 20.0, or a range from low to high: 7.1, 6.5...7.2, 6.5-7.2"),
    ("--ed", "a rating from 0.0 to 20.0, or a range from low to high: 7.1, 6.5...7.2, 6.5-7.2"),
    ("--at-least", "a rating from 0.0 to 20.0, with one decimal at most: 10.5"),
    ("--at-most", "a rating from 0.0 to 20.0, with one decimal at most: 10.5"),
    ("--jewel", "pearl (ER = EP) or diamond (ER = EP = ED)"),
    ("--budget", "a length of time: 500ms, 60s, 5m, 2h"),
    ("--shard", "a part of the work: 3/64 is the third of 64"),
    ("--level", "a level, or several with commas between them: hard, easy,hard, easy:20,hard:20"),
    ("--givens", "a board: 81 characters, digits and full stops"),
    ("--limit", "a whole number from 1"),
    ("--depth", "a whole number from 1 to 5"),
    ("--seed", "a whole number from 0 to \(UInt64.max)"),
  ]

  /// The arguments as the parser wants them: `-j1` and `-c3` are cut in two, `-V` means `--version`.
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

  /// What is wrong with the name of a command; `nil` if it is one.
  static func aboutCommand(_ arguments: [String], commands: [String]) -> String? {
    let names = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let name = names.first, !name.hasPrefix("-"), name != "help", !commands.contains(name)
    else {
      return nil
    }
    let shown = name.count > 60 ? name.prefix(60) + "..." : name[...]
    let near = commands.map { (name: $0, distance: distance(name.lowercased(), $0)) }
      .min { $0.distance < $1.distance }
    let advice =
      if let near, near.distance <= 2 { "did you mean '\(near.name)'?" } else {
        "'sudoku help' lists the commands"
      }
    return "sudoku: error: '\(shown)' is not a command; \(advice)"
  }

  /// What values an option takes, for the parser's message about an invalid one.
  static func aboutValue(in message: String) -> String? {
    if message.contains("'json' is invalid for '--format") {
      return "jsonl is one JSON object a line; 'sudoku convert --to json' writes an array"
    }
    return valid.first { message.contains("invalid for '\($0.option) ") }.map {
      "Valid is \($0.text)."
    }
  }

  /// How many letters must be changed, added, taken out or exchanged to make one word of the other.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (a, b) = (Array(first), Array(second))
    guard a.count < 40 else { return .max }
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
