import Foundation
import JSONCoding
import SudokuCore
import SudokuGenerator

/// The loop of a game in the terminal: keys become requests, answers become the screen.
///
/// The server keeps the game. This type only remembers the picked cell and the depth of the hint.
final class PlayGame {
  /// The first game, in place of the last one.
  enum Start {
    case level(String)
    case daily(String?)
    case puzzle(String)
  }

  /// A choice of a menu and its key.
  struct Choice {
    let key: Character
    let label: String
    let body: () -> Void
  }

  /// The purpose of the next digit.
  enum DigitUse { case entry, why, autoNotes }

  private let client: PlayClient
  let terminal: Terminal
  let keys: PlayKeys
  var screen: PlayScreen
  private(set) var game: String?
  private(set) var status = ""
  private var level: String?
  private var elapsed = 0
  private var shownAt = ContinuousClock.now
  private var hintDepth = 0
  private var hasClock = true
  var isOver = false
  var digitUse = DigitUse.entry
  /// The choices of the open menu; empty without one.
  var menu: [Choice] = []
  var menuTitle = ""
  /// The choice that the arrow keys have marked.
  var marked: Int?
  /// A line that is being typed: the question, the text, and the function that takes it.
  var prompt: (question: String, text: String, body: (String) -> Void)?
  /// The open list, and the function that takes the chosen entry.
  var chooser: (list: PlayList, body: (String) -> Void)?
  /// The game in which a step is practised, and the number of steps that were found.
  var practice: (game: String, step: PlayPractice)?
  var practiceCount = 0
  /// A search beside the game, and the function that takes what it finds.
  var search: (search: PlaySearch, body: (PracticePosition) -> Void)?
  /// The request for a puzzle that is being made.
  private var making: Int?
  /// The step of the game's history that is shown, and the last one; `nil` for the game itself.
  var review: (step: Int, last: Int)?

  init(_ client: PlayClient, _ terminal: Terminal, _ screen: PlayScreen, _ keys: PlayKeys) {
    (self.client, self.terminal, self.screen, self.keys) = (client, terminal, screen, keys)
    func first(_ action: PlayAction) -> String {
      keys.names(of: action).split(separator: " ").first.map { String($0) } ?? ""
    }
    self.screen.keyNames = (first(.notes), first(.hint), first(.help), first(.quit))
  }

  func run(first: Start?) {
    client.onNotification = { [weak self] method, parameters in
      self?.hear(method, parameters)
    }
    ask("subscribe", ["topics": ["*"]]) { _ in }
    if let first { begin(first) } else { continueLast() }
    while !isOver {
      // Without a game there is nothing else to do.
      if game == nil, screen.overlay.isEmpty, client.isIdle, search == nil { openMenu() }
      terminal.show(
        screen(at: .now).lines(for: terminal.size), background: screen.theme.code(.text))
      // Only the clock changes without a key.
      let ticks = status == "inProgress" && screen.overlay.isEmpty && hasClock && review == nil
      let (events, hasAnswer) = terminal.wait(
        with: client.descriptor, milliseconds: search != nil ? 50 : ticks ? 1_000 : -1)
      if hasAnswer, !client.receive() { return }
      for event in events { handle(event) }
      takeSearch()
    }
    stopSearch()
  }

  private func screen(at now: ContinuousClock.Instant) -> PlayScreen {
    var screen = screen
    let running = status == "inProgress" && !screen.isPaused ? shownAt.duration(to: now) : .zero
    let seconds = elapsed / 1_000 + Int(running.components.seconds)
    let clock = hasClock && game != nil ? (seconds * 1_000).clockText : ""
    let word = status == "inProgress" ? "" : GameWords.word(for: status, level: level)
    screen.clock = [clock, word].filter { !$0.isEmpty }.joined(separator: "  ")
    return screen
  }

  // MARK: Requests

  func ask(
    _ method: String, _ parameters: JSONObject = [:], _ body: @escaping (JSONValue) -> Void
  ) {
    client.request(method, parameters) { [weak self] result in
      switch result {
      case .success(let value): body(value)
      case .failure(let failure): self?.report(failure)
      }
    }
  }

  private func report(_ failure: PlayClient.Failure) {
    screen.message = PlayWords.text(
      for: failure.kind, failure.details, undo: String(keys.names(of: .undo).prefix(1)),
      menu: keys.names(of: .menu))
  }

  /// Asks for a game whose puzzle may take a while to make; Esc stops it.
  ///
  /// - Parameter recover: Takes an error; returns false to have it reported.
  func make(
    _ method: String, _ parameters: JSONObject,
    orElse recover: @escaping (PlayClient.Failure) -> Bool = { _ in false }
  ) {
    var id = 0
    id = client.request(method, parameters) { [weak self] result in
      guard let self else { return }
      if making == id { making = nil }
      switch result {
      case .success(let state):
        review = nil
        show(state, "")
      case .failure(let failure):
        // The player stopped it, and may be waiting for another one.
        if failure.kind != "cancelled", !recover(failure) { report(failure) }
      }
    }
    making = id
  }

  var isMaking: Bool { making != nil }

  /// Stops the making of a puzzle.
  func stopMaking() {
    guard let making else { return }
    self.making = nil
    client.request("cancel", ["id": JSONValue(making)]) { _ in }
  }

  func begin(_ start: Start) {
    stopSearch()
    screen.message = "Making a puzzle ... Esc stops."
    switch start {
    case .level(let level): newGame(["generate": ["level": .string(level)]])
    case .puzzle(let puzzle): newGame(["puzzle": .string(puzzle)])
    case .daily(let level):
      var now = time(nil)
      var parts = tm()
      localtime_r(&now, &parts)
      func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
      var request: JSONObject = [
        "date": .string("\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))")
      ]
      if let level { request["level"] = .string(level) }
      make("game.daily", request)
    }
  }

  func newGame(_ request: JSONObject) { make("game.new", request) }

  private func continueLast() {
    ask("game.list", ["limit": 1]) { [weak self] list in
      let last = list["games"]?.array?.first
      if let id = last?["game"]?.string, last?["status"]?.string == "inProgress" {
        self?.open(id)
      } else {
        self?.openMenu()
      }
    }
  }

  func open(_ id: String) {
    ask("game.open", ["game": .string(id)]) { [weak self] in
      self?.review = nil
      self?.show($0, "Welcome back.")
      self?.resumePractice(of: id)
    }
  }

  /// Sends a move and fetches the state that it leads to.
  func act(_ method: String, _ parameters: JSONObject = [:]) {
    guard let game else { return }
    if screen.isPaused, method != "game.resume" { return sayPaused() }
    if review != nil {
      return sayReview()
    }
    clearHint()
    screen.message = ""
    var request = parameters
    request["game"] = .string(game)
    ask(method, request) { [weak self] outcome in
      self?.comment(on: method, parameters, outcome)
    }
    refresh()
  }

  /// Names a mistake, the result of a check, and the end.
  private func comment(on method: String, _ parameters: JSONObject, _ outcome: JSONValue) {
    let wrong = (outcome["wrongCells"]?.array ?? []).compactMap(\.string)
    let undo = keys.names(of: .undo).prefix(1)
    switch method {
    case _ where outcome["completed"]?.bool == true: reportEnd()
    case _ where outcome["status"]?.string == "gameOver":
      screen.message = "Too many mistakes: the game is over."
    case "game.place":
      guard let cell = parameters["cell"]?.string, wrong.contains(cell),
        let digit = parameters["digit"]?.int
      else { return }
      screen.message = "\(digit) is wrong in \(cell); \(undo) takes it back."
    case "game.check":
      screen.message =
        wrong.isEmpty ? "No mistakes." : "Wrong: " + wrong.joined(separator: ", ") + "."
    default: break
    }
  }

  /// Names the time, the best one of the level, and the wins in a row.
  private func reportEnd() {
    ask("stats.get") { [weak self] statistics in
      guard let self else { return }
      let best = statistics["levels"]?[level ?? ""]?["bestMilliseconds"]?.int
      var lines = ["Solved in \(elapsed.clockText)!"]
      if let level, let best {
        lines.append(
          elapsed <= best ? "Your best of \(level)." : "Best of \(level): \(best.clockText).")
      }
      let streak = statistics["total"]?["streak"]?.int ?? 0
      if streak > 1 { lines.append("\(streak) wins in a row.") }
      lines.append("\(keys.names(of: .menu)): another game")
      screen.message = lines.joined(separator: "\n")
    }
  }

  func sayReview() { screen.message = "You are looking back: Esc returns to the game." }

  /// Says why nothing happens; a covered board must not answer.
  func sayPaused() { screen.message = "The game is paused; \(keys.names(of: .pause)) goes on." }

  func refresh() {
    guard let game, review == nil else { return }
    ask("game.state", ["game": .string(game)]) { [weak self] in self?.show($0, nil) }
  }

  private func hear(_ method: String, _ parameters: JSONValue) {
    guard let game, parameters["game"]?.string == game else { return }
    if method == "game.changed", parameters["origin"]?.string == "local" { return }
    if method == "sync.merged" { screen.message = "Another device has played in this game." }
    refresh()
  }

  // MARK: State

  func show(_ state: JSONValue, _ message: String?) {
    // The hint, and the question, of another game.
    if game != state["game"]?.string {
      (hintDepth, screen.hint, digitUse) = (0, PlayHint(), .entry)
    }
    game = state["game"]?.string
    (status, level) = (state["status"]?.string ?? "", state["level"]?.string)
    elapsed = state["elapsedMilliseconds"]?.int ?? 0
    shownAt = .now
    screen.givens = board(state["givens"])
    screen.board = board(state["board"])
    (screen.notes, screen.corners) = (notes(state["notes"]), notes(state["corners"]))
    screen.wrong = []
    for name in ["wrongCells", "repeatedCells", "conflicts"] {
      for value in state[name]?.array ?? [] {
        if let cell = value.string.flatMap({ Cell(parsing: $0) }) { screen.wrong.insert(cell) }
      }
    }
    screen.isPaused = status == "paused"
    let mistakes = state["mistakes"]?.int ?? 0
    screen.facts = [level, "mistakes \(mistakes)"].compactMap { $0 }
      .joined(separator: "  ")
    if let message { screen.message = message }
    if review == nil { checkPractice() }
  }

  private func board(_ value: JSONValue?) -> Board {
    value?.string.flatMap { Board($0) } ?? Board()
  }

  private func notes(_ value: JSONValue?) -> [Cell: DigitSet] {
    var notes: [Cell: DigitSet] = [:]
    for member in value?.object ?? [:] {
      guard let cell = Cell(parsing: member.key) else { continue }
      let digits = member.value.array?.compactMap { $0.int.flatMap { Digit($0) } } ?? []
      notes[cell] = DigitSet(digits)
    }
    return notes
  }

  // MARK: Hints

  /// Shows or hides the clock.
  func switchClock() { hasClock.toggle() }

  func clearHint() {
    hintDepth = 0
    screen.hint = PlayHint()
  }

  /// Turns to the next page of a long text, or asks for a hint; each further press gives more of it.
  func hint() {
    guard let game else { return }
    if screen.isPaused { return sayPaused() }
    guard review == nil else { return sayReview() }
    if hintDepth == 5 || screen.hasMore(for: terminal.size) {
      screen.page += 1
      return
    }
    let depth = min(hintDepth == 0 ? 2 : hintDepth + 1, 5)
    var request: JSONObject = ["game": .string(game), "depth": JSONValue(depth)]
    // Of the steps of a position, the one to practise.
    if let practice, practice.game == game {
      request["techniques"] = [.string(practice.step.technique.id)]
    }
    ask("game.hint", request) { [weak self] outcome in
      guard let self, self.game == game, let hint = outcome["hint"] else { return }
      clearHint()
      hintDepth = depth
      screen.hint = PlayHint(hint)
      let text = hint["text"]?.string ?? ""
      screen.message = ([text] + screen.hint.chains).joined(separator: "\n")
    }
  }
}
