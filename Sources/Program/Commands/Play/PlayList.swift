/// A list on the screen: entries under headings, of which one is marked; it scrolls and can be narrowed.
struct PlayList: Equatable {
  struct Entry: Equatable {
    /// The heading that the entry stands under; empty for none.
    let heading: String
    let label: String
    /// Other names under which it is found.
    var aliases: [String] = []
  }

  let entries: [Entry]
  /// The text that entries must contain; those that begin with it come first.
  private(set) var filter = ""
  /// The place of the marked entry among those that fit.
  private(set) var marked = 0

  init(_ entries: [Entry]) { self.entries = entries }

  /// The entries with all that was typed.
  var fitting: [Entry] {
    guard !filter.isEmpty else { return entries }
    let text = filter.lowercased()
    let found = entries.filter { entry in
      ([entry.label] + entry.aliases).contains { $0.lowercased().contains(text) }
    }
    return found.filter { $0.label.lowercased().hasPrefix(text) }
      + found.filter { !$0.label.lowercased().hasPrefix(text) }
  }

  /// The label that Enter chooses; `nil` where nothing fits.
  var choice: String? {
    let fitting = fitting
    return fitting.isEmpty ? nil : fitting[min(marked, fitting.count - 1)].label
  }

  mutating func type(_ character: Character) {
    guard filter.count < 40 else { return }
    filter.append(character)
    marked = 0
  }

  mutating func erase() {
    if !filter.isEmpty { filter.removeLast() }
    marked = 0
  }

  /// Marks another entry; stops at both ends.
  mutating func move(by count: Int) {
    let last = max(fitting.count - 1, 0)
    // A large step must not overflow.
    marked = min(max(marked + min(max(count, -entries.count), entries.count), 0), last)
  }

  /// The lines of a window of so many rows: the marked entry is among them.
  func lines(rows: Int) -> [String] {
    let fitting = fitting
    guard !fitting.isEmpty else { return ["  nothing has this name"] }
    var lines: [String] = []
    var place = 0
    var heading = ""
    // The best fits of a typed text come first, whatever their family.
    let hasHeadings = filter.isEmpty
    for (index, entry) in fitting.enumerated() {
      if hasHeadings, entry.heading != heading {
        heading = entry.heading
        lines.append(heading.uppercased())
      }
      if index == min(marked, fitting.count - 1) { place = lines.count }
      lines.append((index == marked ? "> " : "  ") + entry.label)
    }
    guard lines.count > rows else { return lines }
    // A row above and one below say that the list goes on.
    let room = max(1, rows - 2)
    let top = min(max(place - room / 2, 0), lines.count - room)
    let more = "\(min(top + room, lines.count)) of \(lines.count) lines"
    return [top > 0 ? "  ^" : ""] + lines[top..<top + room]
      + [top + room < lines.count ? "  v  (\(more))" : ""]
  }
}
