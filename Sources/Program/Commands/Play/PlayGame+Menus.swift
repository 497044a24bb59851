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
    for (key, game) in zip("789", games) {
      choices += choice(key, game, "continue: ").map { [$0] } ?? []
    }
    choices += [
      Choice(key: "r", label: "by rating") { [weak self] in
        self?.type("Rating (ER), such as 4.2 or 3.0...3.4") { self?.beginRated($0) }
      },
      Choice(key: "t", label: "by technique") { [weak self] in
        self?.type("Technique, such as x-wing") {
          self?.newGame(["generate": ["needs": .array([.string($0)])]])
        }
      },
      Choice(key: "p", label: "practise a technique") { [weak self] in
        self?.type("Technique, such as x-wing") { self?.practise($0) }
      },
      Choice(key: "v", label: "type or paste a puzzle") { [weak self] in
        self?.type("81 characters, . for empty cells") { self?.begin(.puzzle($0)) }
      },
      Choice(key: "l", label: "all games") { [weak self] in self?.listGames(page: nil) },
      Choice(key: "s", label: "statistics") { [weak self] in self?.showStatistics() },
    ]
    show("New game", choices)
  }

  private func choice(_ key: Character, _ game: JSONValue, _ verb: String) -> Choice? {
    guard let id = game["game"]?.string else { return nil }
    let date = game["lastSaved"]?.string?.prefix(10) ?? ""
    let status = game["status"]?.string ?? ""
    let end = status == "inProgress" || status == "paused" ? "" : ", " + status
    return Choice(key: key, label: "\(verb)\(game["level"]?.string ?? "game") of \(date)\(end)") {
      [weak self] in self?.open(id)
    }
  }

  /// The games, the last ones first; a finished game is reviewed with the keys of `back` and `forward`.
  private func listGames(page: String?) {
    var request: JSONObject = ["limit": 8]
    if let page { request["page"] = .string(page) }
    ask("game.list", request) { [weak self] list in
      guard let self else { return }
      var choices = zip("12345678", list["games"]?.array ?? []).compactMap { key, game in
        self.choice(key, game, "")
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
      let lines = (Self.levels + ["unrated"]).compactMap { name -> String? in
        guard let level = levels[name], let games = level["games"]?.int else { return nil }
        let best = level["bestMilliseconds"]?.int.map { ", best \(Self.time($0))" } ?? ""
        return "\(name): \(level["wins"]?.int ?? 0) of \(games) won\(best)"
      }
      let streak = statistics["total"]?["streak"]?.int ?? 0
      screen.overlay =
        ["Statistics", ""] + (lines.isEmpty ? ["No finished games yet."] : lines)
        + ["wins in a row: \(streak)", "", "any key goes back"]
    }
  }

  private static func time(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1_000
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }

  // MARK: Typing

  private func type(_ question: String, _ body: @escaping (String) -> Void) {
    menu = []
    prompt = ("", body)
    screen.overlay = [question, "", "> ", "", "Enter continues, Esc goes back"]
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
      newGame(["puzzle": .string(clues.line)], then: operations)
    }
  }

  private func newGame(_ request: JSONObject, then operations: [JSONValue]) {
    ask("game.new", request) { [weak self] state in
      guard let self, let id = state["game"]?.string else { return }
      review = nil
      show(state, "Find the step; the hint key helps.")
      for start in stride(from: 0, to: operations.count, by: 200) {
        let part = Array(operations[start..<min(start + 200, operations.count)])
        ask("game.apply", ["game": .string(id), "operations": .array(part)]) { _ in }
      }
      refresh()
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
