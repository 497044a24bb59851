import Foundation
import JSONCoding
import SudokuCore

extension PlayGame {
  private static let levels = ["easy", "medium", "hard", "expert", "extreme"]

  func closeMenu() { (screen.overlay, menu) = ([], []) }

  func openMenu() {
    ask("game.list", ["limit": 3, "status": "inProgress"]) { [weak self] list in
      self?.showMenu(list["games"]?.array ?? [])
    }
    showMenu([])
  }

  private func show(_ title: String, _ choices: [Choice]) {
    menu = choices
    screen.overlay = [title] + choices.map { "\($0.key)  \($0.label)" }
    screen.overlay.append(game == nil ? "\(keys.names(of: .quit)) quits" : "another key goes back")
  }

  private func showMenu(_ games: [JSONValue]) {
    guard prompt == nil else { return }
    var choices = zip("12345", Self.levels).map { key, level in
      Choice(key: key, label: level) { [weak self] in self?.begin(.level(level)) }
    }
    choices.append(
      Choice(key: "6", label: "today's puzzle") { [weak self] in self?.begin(.daily(nil)) })
    for (key, game) in zip("789", games) { choices += choice(key, game).map { [$0] } ?? [] }
    choices += [
      Choice(key: "r", label: "by rating") { [weak self] in
        self?.type("Rating (ER), such as 4.2 or 3.0...3.4") { self?.beginRated($0) }
      },
      Choice(key: "t", label: "by technique") { [weak self] in
        self?.chooseTechnique { name, scale in
          self?.screen.message = "Making a puzzle ..."
          self?.newGame(["generate": ["needs": .array([.string(name)]), "scale": .string(scale)]])
        }
      },
      Choice(key: "p", label: "practise a technique") { [weak self] in
        self?.chooseTechnique { name, _ in
          self?.practiceCount = 0
          self?.practise(name)
        }
      },
      Choice(key: "v", label: "type or paste a puzzle") { [weak self] in
        self?.type("81 characters, . for empty cells") { self?.begin(.puzzle($0)) }
      },
      Choice(key: "l", label: "all games") { [weak self] in self?.listGames(page: nil) },
      Choice(key: "s", label: "statistics") { [weak self] in self?.showStatistics() },
    ]
    show("New game", choices)
  }

  private func choice(_ key: Character, _ game: JSONValue) -> Choice? {
    guard let id = game["game"]?.string else { return nil }
    let clues = game["givens"]?.string.map { $0.count { $0 != "." } } ?? 0
    let filled = game["filledCells"]?.int ?? clues
    let words = ["completed": "solved", "gameOver": "lost", "abandoned": "given up"]
    let share = "\(100 * max(0, filled - clues) / max(1, 81 - clues)) %"
    let parts = [
      game["level"]?.string ?? "own", words[game["status"]?.string ?? ""] ?? share,
      (game["elapsedMilliseconds"]?.int ?? 0).clockText,
      Self.date(game["lastSaved"]?.string ?? ""),
    ]
    return Choice(key: key, label: parts.joined(separator: ", ")) { [weak self] in self?.open(id) }
  }

  /// Day and time here, as in `11-27 18:05`.
  private static func date(_ text: String) -> String {
    let numbers = text.split { !$0.isNumber }.compactMap { Int32($0) }
    guard numbers.count > 4 else { return text }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1_900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min) = (numbers[3], numbers[4])
    var time = timegm(&parts)
    localtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  /// The games, the last ones first; a finished game is reviewed with the keys of `back` and `forward`.
  private func listGames(page: String?) {
    var request: JSONObject = ["limit": 8]
    if let page { request["page"] = .string(page) }
    ask("game.list", request) { [weak self] list in
      guard let self else { return }
      var choices = zip("12345678", list["games"]?.array ?? []).compactMap { key, game in
        self.choice(key, game)
      }
      if let next = list["nextPage"]?.string {
        choices.append(
          Choice(key: "n", label: "older games") { [weak self] in
            self?.listGames(page: next)
          })
      }
      show(choices.isEmpty ? "No games yet" : "Games", choices)
    }
  }

  private func showStatistics() {
    ask("stats.get") { [weak self] statistics in
      guard let self else { return }
      let levels = statistics["levels"]?.object ?? [:]
      let lines = (Self.levels + ["unrated", "practice"]).compactMap { name -> String? in
        guard let level = levels[name], let games = level["games"]?.int else { return nil }
        let best = level["bestMilliseconds"]?.int.map { ", best \($0.clockText)" } ?? ""
        return "\(name): \(level["wins"]?.int ?? 0) of \(games) won\(best)"
      }
      let streak = statistics["total"]?["streak"]?.int ?? 0
      screen.overlay =
        ["Statistics", ""] + (lines.isEmpty ? ["No finished games yet."] : lines)
        + ["wins in a row: \(streak)", "", "any key goes back"]
    }
  }

  // MARK: Typing

  private func type(
    _ question: String, words: [String] = [], _ body: @escaping (String) -> Void
  ) {
    menu = []
    prompt = ("", words, body)
    screen.overlay = [question]
    showPrompt()
  }

  /// Shows the typed text, and the words that it may become.
  func showPrompt() {
    guard let prompt else { return }
    let words = fitting(prompt)
    let shown = words.prefix(10).map { "  " + $0 }
    screen.overlay =
      [screen.overlay.first ?? "", "", "> " + String(prompt.text.suffix(30)), ""] + shown
      + (words.count > shown.count ? ["  and \(words.count - shown.count) more"] : [])
      + (words.isEmpty ? [] : [""]) + ["Enter continues, Esc goes back"]
  }

  /// The words with all that was typed; those that begin with it come first.
  func fitting(_ prompt: (text: String, words: [String], body: (String) -> Void)) -> [String] {
    let text = prompt.text.lowercased()
    let found = prompt.words.filter { text.isEmpty || $0.lowercased().contains(text) }
    return found.filter { $0.lowercased().hasPrefix(text) }
      + found.filter { !$0.lowercased().hasPrefix(text) }
  }

  /// Lets the player choose one of the techniques that a scale rates, and names that scale.
  private func chooseTechnique(_ body: @escaping (String, String) -> Void) {
    var scales: [String: String] = [:]
    var names: [String] = []
    for scale in ["se", "hodoku", "level"] {
      ask("engine.techniques", ["scale": .string(scale)]) { [weak self] answer in
        for technique in answer["techniques"]?.array ?? [] {
          guard technique["rating"] != nil, let name = technique["name"]?.string,
            scales[name.lowercased()] == nil
          else { continue }
          names.append(name)
          scales[name.lowercased()] = scale
        }
        guard scale == "level" else { return }
        self?.type("Technique: type a part of its name", words: names) {
          body($0, scales[$0.lowercased()] ?? "se")
        }
      }
    }
  }

  private func beginRated(_ text: String) {
    guard let range = RatingRange(argument: text) else {
      screen.message = "'\(text)' is not a rating; give 4.2, or 3.0...3.4."
      return
    }
    newGame([
      "generate": [
        "minRating": .double(Double(range.tenths.lowerBound) / 10),
        "maxRating": .double(Double(range.tenths.upperBound) / 10),
      ]
    ])
  }

  /// Begins a game in a position whose next step is the technique.
  private func practise(_ technique: String) {
    screen.message = "Searching for a position ..."
    ask("puzzle.practice", ["techniques": .array([.string(technique)])]) { [weak self] answer in
      guard let self, let position = answer["positions"]?[0],
        let clues = position["clues"]?.string.flatMap({ Board($0) }),
        let board = position["board"]?.string.flatMap({ Board($0) })
      else {
        self?.screen.message = "No position was found."
        return
      }
      var operations: [JSONValue] = board.filledCells.subtracting(clues.filledCells).map { cell in
        [
          "op": "place", "cell": .string(cell.description),
          "digit": JSONValue(Int(board[cell]?.rawValue ?? 0)),
        ]
      }
      operations.append(["op": "autoNotes"])
      let grid = CandidateGrid(board)
      for cell in grid.emptyCells {
        let left = position["notes"]?[cell.description]?.array?.compactMap(\.int) ?? []
        for digit in grid[cell] where !left.contains(Int(digit.rawValue)) {
          operations.append([
            "op": "note", "cell": .string(cell.description),
            "digit": JSONValue(Int(digit.rawValue)), "on": false,
          ])
        }
      }
      newGame(
        ["puzzle": .string(clues.line), "practice": true], then: operations,
        practise: technique, position["step"] ?? .null)
    }
  }

  /// Says that the practised step was made, and offers the next one.
  func checkPractice() {
    guard let (id, technique, step) = practice, id == game else { return }
    let goals = (step["eliminations"]?.array ?? []).compactMap { Candidate($0) }
    let isLeft = goals.contains { candidate in
      screen.board[candidate.cell] == nil
        && screen.notes[candidate.cell]?.contains(candidate.digit) ?? false
    }
    let placement = step["placement"].flatMap { Candidate($0) }
    let isPlaced = placement.map { screen.board[$0.cell] == $0.digit } ?? true
    guard !isLeft, isPlaced else { return }
    practice = nil
    practiceCount += 1
    screen.message = ""
    show(
      "Right: that was the \(step["name"]?.string ?? technique).",
      [
        Choice(key: "n", label: "next (\(practiceCount) so far)") { [weak self] in
          self?.practise(technique)
        },
        Choice(key: "r", label: "another technique") { [weak self] in
          self?.chooseTechnique { name, _ in self?.practise(name) }
        },
      ])
  }

  private func newGame(
    _ request: JSONObject, then operations: [JSONValue],
    practise technique: String, _ step: JSONValue
  ) {
    ask("game.new", request) { [weak self] state in
      guard let self, let id = state["game"]?.string else { return }
      review = nil
      show(state, "Find the step, and make it in the notes; \(keys.names(of: .hint)) helps.")
      for start in stride(from: 0, to: operations.count, by: 200) {
        let part = Array(operations[start..<min(start + 200, operations.count)])
        ask("game.apply", ["game": .string(id), "operations": .array(part)]) { _ in }
      }
      ask("game.state", ["game": .string(id)]) { [weak self] state in
        self?.show(state, nil)
        self?.practice = (id, technique, step)
      }
    }
  }

  // MARK: Help

  func help() {
    menu = []
    let moves: [PlayAction] = [.left, .down, .up, .right]
    var lines = [("arrows " + moves.map { keys.names(of: $0) }.joined(), "move")]
    lines += [("1-9", "place; again clears"), ("Shift 1-9", "note")]
    let pairs: [[PlayAction]] = [
      [.notes], [.corners], [.autoNotes], [.autoDigit], [.clear], [.undo, .redo],
      [.undoMistake], [.check], [.hint], [.why], [.back, .forward], [.pause], [.clock, .theme],
      [.menu, .quit],
    ]
    lines += pairs.map { actions in
      (
        actions.map { keys.names(of: $0) }.joined(separator: " "),
        actions.map(\.summary).reduce("") { $0 == $1 ? $0 : $0.isEmpty ? $1 : $0 + "; " + $1 }
      )
    }
    screen.overlay = lines.map { key, text in
      key + String(repeating: " ", count: max(1, 12 - key.count)) + text
    }
  }
}
