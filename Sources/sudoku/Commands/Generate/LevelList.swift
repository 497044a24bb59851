import ArgumentParser

/// Levels on the command line, each with a number of puzzles if need be: `hard`, `easy:20,hard:20`.
struct LevelList: ExpressibleByArgument {
  /// A level, and how many puzzles of it; `nil` for as many as `--count` says.
  struct Entry {
    let name: String
    let count: Int?
  }

  let entries: [Entry]

  init?(argument: String) {
    var entries: [Entry] = []
    for text in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard let name = parts.first?.lowercased(), !name.isEmpty, parts.count <= 2 else {
        return nil
      }
      if parts.count == 2 {
        guard let count = Int(parts[1]), count > 0 else { return nil }
        entries.append(Entry(name: name, count: count))
      } else {
        entries.append(Entry(name: name, count: nil))
      }
    }
    self.entries = entries
  }
}
