import Foundation
import JSONCoding
import SudokuCore
import SudokuSession

extension PlayGame {
  private static let mainTitle = "New game"
  private static let levels = ["easy", "medium", "hard", "expert", "extreme"]

  func closeMenu() { (screen.overlay, menu, marked, chooser) = ([], [], nil, nil) }

  func openMenu() {
    showMenu([])
    ask("game.list", ["limit": 3, "status": "inProgress"]) { [weak self] list in
      // Meanwhile the player may have chosen.
      guard let self, !menu.isEmpty, menuTitle == Self.mainTitle else { return }
      let kept = marked
      showMenu(list["games"]?.array ?? [])
      marked = kept
      showChoices()
    }
  }

  func show(_ title: String, _ choices: [Choice]) {
    (menu, marked, chooser, menuTitle) = (choices, nil, nil, title)
    showChoices()
  }

  /// Draws the open menu; the arrow keys mark a choice.
  func showChoices() {
    let lines = menu.enumerated().map { index, choice in
      (marked == index ? "> " : marked == nil ? "" : "  ") + "\(choice.key)  \(choice.label)"
    }
    screen.overlay = [menuTitle] + lines
    screen.overlay.append(game == nil ? "\(keys.names(of: .quit)) quits" : "another key goes back")
  }

  private func showMenu(_ games: [JSONValue]) {
    var choices = zip("12345", Self.levels).map { key, level in
      Choice(key: key, label: level) { [weak self] in self?.begin(.level(level)) }
    }
    choices.append(
      Choice(key: "6", label: "today's puzzle") { [weak self] in self?.begin(.daily(nil)) })
    for (key, game) in zip("789", games) { choices += choice(key, game).map { [$0] } ?? [] }
    choices += [
      Choice(key: "r", label: "by rating") { [weak self] in
        self?.type("Rating (ER), such as 4.2 or 3.0...3.4") { self?.begin(rated: $0) }
      },
      Choice(key: "t", label: "by technique") { [weak self] in
        self?.chooseTechnique(forHints: false) { self?.begin(with: $0) }
      },
      Choice(key: "p", label: "practise a technique") { [weak self] in
        self?.chooseTechnique(forHints: true) {
          self?.practiceCount = 0
          self?.practise($0)
        }
      },
      Choice(key: "v", label: "type or paste a puzzle") { [weak self] in
        self?.type("81 characters, . for empty cells") { self?.begin(.puzzle($0)) }
      },
      Choice(key: "l", label: "all games") { [weak self] in self?.listGames(page: nil) },
      Choice(key: "s", label: "statistics") { [weak self] in self?.showStatistics() },
    ]
    show(Self.mainTitle, choices)
  }

  private func choice(_ key: Character, _ game: JSONValue) -> Choice? {
    guard let id = game["game"]?.string else { return nil }
    let clues = game["givens"]?.string.map { $0.count { $0 != "." } } ?? 0
    let filled = game["filledCells"]?.int ?? clues
    let (level, status) = (game["level"]?.string, game["status"]?.string ?? "")
    let parts = [
      level ?? "own",
      status == "inProgress" || status == "paused"
        ? GameWords.share(clues: clues, filled: filled) : GameWords.word(for: status, level: level),
      (game["elapsedMilliseconds"]?.int ?? 0).clockText,
      UTCTime(game["lastSaved"]?.string ?? "").map { GameWords.localDate($0.milliseconds) } ?? "",
    ]
    return Choice(key: key, label: parts.joined(separator: ", ")) { [weak self] in self?.open(id) }
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
      self?.countFound(page: nil, before: 0) { found in
        self?.showStatistics(statistics, found: found)
      }
    }
  }

  /// Counts the games that ended when the step to practise was found.
  private func countFound(page: String?, before count: Int, _ body: @escaping (Int) -> Void) {
    var request: JSONObject = ["limit": 500, "level": "practice", "status": "abandoned"]
    if let page { request["page"] = .string(page) }
    ask("game.list", request) { [weak self] list in
      let count = count + (list["games"]?.array?.count ?? 0)
      guard let next = list["nextPage"]?.string else { return body(count) }
      self?.countFound(page: next, before: count, body)
    }
  }

  private func showStatistics(_ statistics: JSONValue, found: Int) {
    let levels = statistics["levels"]?.object ?? [:]
    var lines = (Self.levels + ["unrated"]).compactMap { name -> String? in
      guard let level = levels[name], let games = level["games"]?.int else { return nil }
      let best = level["bestMilliseconds"]?.int.map { ", best \($0.clockText)" } ?? ""
      return "\(name): \(level["wins"]?.int ?? 0) of \(games) won\(best)"
    }
    if let practice = levels["practice"], let games = practice["games"]?.int {
      let count = found + (practice["wins"]?.int ?? 0)
      lines.append("practice: \(count) of \(games) found")
    }
    let streak = statistics["total"]?["streak"]?.int ?? 0
    (menu, chooser) = ([], nil)
    screen.overlay =
      ["Statistics", ""] + (lines.isEmpty ? ["No finished games yet."] : lines)
      + ["wins in a row: \(streak)", "", "any key goes back"]
  }

  private func begin(rated text: String) {
    guard let range = RatingRange(argument: text) else {
      screen.message = "'\(text)' is not a rating; give 4.2, or 3.0...3.4."
      return
    }
    screen.message = "Making a puzzle ... Esc stops."
    newGame([
      "generate": [
        "minRating": .double(Double(range.tenths.lowerBound) / 10),
        "maxRating": .double(Double(range.tenths.upperBound) / 10), "budget": 10_000,
      ]
    ])
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
