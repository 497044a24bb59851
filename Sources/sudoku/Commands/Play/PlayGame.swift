import Foundation
import JSONCoding
import SudokuCore

/// The loop of a game in the terminal: keys become requests, answers become the screen.
///
/// The server keeps the game. This only remembers what is picked and how deep the hint went.
final class PlayGame {
  /// What to begin with, besides the last game.
  enum Start {
    case level(String)
    case daily(String?)
    case puzzle(String)
  }

  private let client: PlayClient
  private let terminal: Terminal
  private var screen: PlayScreen
  private var game: String?
  private var status = ""
  private var elapsed = 0
  private var shownAt = ContinuousClock.now
  private var hintDepth = 0
  private var isOver = false
  /// What digits mean while a menu is open.
  private var menu: [() -> Void] = []

  init(_ client: PlayClient, _ terminal: Terminal, _ screen: PlayScreen) {
    (self.client, self.terminal, self.screen) = (client, terminal, screen)
  }

  func run(first: Start?) {
    client.onNotification = { [weak self] method, parameters in
      self?.hear(method, parameters)
    }
    ask("subscribe", ["topics": ["*"]]) { _ in }
    if let first { begin(first) } else { continueLast() }
    while !isOver {
      terminal.show(screen(at: .now).lines(for: terminal.size))
      // The clock is all that moves without a key.
      let ticks = status == "inProgress" && screen.overlay.isEmpty
      let (events, hasAnswer) = terminal.wait(
        with: client.descriptor, milliseconds: ticks ? 1_000 : -1)
      if hasAnswer, !client.receive() { return }
      for event in events { handle(event) }
    }
  }

  private func screen(at now: ContinuousClock.Instant) -> PlayScreen {
    var screen = screen
    let running = status == "inProgress" && !screen.isPaused ? shownAt.duration(to: now) : .zero
    let seconds = elapsed / 1_000 + Int(running.components.seconds)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    screen.clock =
      seconds >= 3_600
      ? "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
      : "\(seconds / 60):\(two(seconds % 60))"
    return screen
  }

  // MARK: Requests

  private func ask(
    _ method: String, _ parameters: JSONObject = [:], _ body: @escaping (JSONValue) -> Void
  ) {
    client.request(method, parameters) { [weak self] result in
      switch result {
      case .success(let value): body(value)
      case .failure(let failure): self?.screen.message = failure.message
      }
    }
  }

  private func begin(_ start: Start) {
    screen.message = "Making a puzzle ..."
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
      ask("game.daily", request) { [weak self] in self?.show($0, "") }
    }
  }

  private func newGame(_ request: JSONObject) {
    ask("game.new", request) { [weak self] in self?.show($0, "") }
  }

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

  private func open(_ id: String) {
    ask("game.open", ["game": .string(id)]) { [weak self] in self?.show($0, "Welcome back.") }
  }

  /// Sends a move and fetches the state that it leads to.
  private func act(_ method: String, _ parameters: JSONObject = [:]) {
    guard let game, !screen.isPaused || method == "game.resume" else { return }
    clearHint()
    var request = parameters
    request["game"] = .string(game)
    ask(method, request) { [weak self] outcome in
      if outcome["completed"]?.bool == true {
        self?.screen.message = "Solved! Press g for another game."
      }
    }
    refresh()
  }

  private func refresh() {
    guard let game else { return }
    ask("game.state", ["game": .string(game)]) { [weak self] in self?.show($0, nil) }
  }

  private func hear(_ method: String, _ parameters: JSONValue) {
    guard let game, parameters["game"]?.string == game else { return }
    if method == "game.changed", parameters["origin"]?.string == "local" { return }
    if method == "sync.merged" { screen.message = "Another device has played in this game." }
    refresh()
  }

  // MARK: State

  private func show(_ state: JSONValue, _ message: String?) {
    game = state["game"]?.string
    status = state["status"]?.string ?? ""
    elapsed = state["elapsedMilliseconds"]?.int ?? 0
    shownAt = .now
    screen.givens = board(state["givens"])
    screen.board = board(state["board"])
    screen.notes = [:]
    for member in state["notes"]?.object ?? [:] {
      guard let cell = Cell(parsing: member.key) else { continue }
      let digits = member.value.array?.compactMap { $0.int.flatMap { Digit($0) } } ?? []
      screen.notes[cell] = DigitSet(digits)
    }
    screen.wrong = []
    for name in ["wrongCells", "repeatedCells", "conflicts"] {
      for value in state[name]?.array ?? [] {
        if let cell = value.string.flatMap({ Cell(parsing: $0) }) { screen.wrong.insert(cell) }
      }
    }
    screen.isPaused = status == "paused"
    let mistakes = state["mistakes"]?.int ?? 0
    screen.facts = [
      state["level"]?.string, status == "inProgress" ? nil : status, "mistakes \(mistakes)",
    ].compactMap { $0 }.joined(separator: "  ")
    if let message { screen.message = message }
  }

  private func board(_ value: JSONValue?) -> Board {
    value?.string.flatMap { Board($0) } ?? Board()
  }

  // MARK: Keys

  private func handle(_ event: Terminal.Event) {
    switch event {
    case .end: isOver = true
    case .resize: terminal.forget()
    case _ where !screen.overlay.isEmpty: handleInMenu(event)
    case .up: move(-1, 0)
    case .down: move(1, 0)
    case .left: move(0, -1)
    case .right: move(0, 1)
    case .backspace: act("game.clear", ["cell": picked])
    case .enter: screen.isNoting.toggle()
    case .escape: clearHint()
    case .click(let column, let row):
      if let cell = PlayScreen.cell(column: column, row: row, size: terminal.size) {
        screen.picked = cell
      }
    case .character(let character): handle(character)
    }
  }

  private func handleInMenu(_ event: Terminal.Event) {
    if case .character(let character) = event, let number = character.wholeNumberValue,
      1...max(menu.count, 1) ~= number, number <= menu.count
    {
      let body = menu[number - 1]
      closeMenu()
      body()
    } else if case .character("q") = event, game == nil {
      isOver = true
    } else {
      closeMenu()
    }
  }

  private func closeMenu() { (screen.overlay, menu) = ([], []) }

  private var picked: JSONValue { .string(screen.picked.description) }

  private func move(_ rows: Int, _ columns: Int) {
    screen.picked = Cell(
      row: (screen.picked.row + rows + 9) % 9, column: (screen.picked.column + columns + 9) % 9)
  }

  /// The characters of Shift and a digit on an American keyboard note it.
  private static let shifted = Array("!@#$%^&*(")

  private func handle(_ character: Character) {
    if let digit = character.wholeNumberValue, 1...9 ~= digit {
      return put(digit, isNote: screen.isNoting)
    }
    if let index = Self.shifted.firstIndex(of: character) {
      return put(index + 1, isNote: !screen.isNoting)
    }
    switch character {
    case "h": move(0, -1)
    case "j": move(1, 0)
    case "k": move(-1, 0)
    case "l": move(0, 1)
    case "n", " ": screen.isNoting.toggle()
    case "0", "x", ".": act("game.clear", ["cell": picked])
    case "u": act("game.undo")
    case "r": act("game.redo")
    case "U": act("game.undoToMistake")
    case "a": act("game.autoNotes")
    case "c": act("game.check")
    case "p": act(screen.isPaused ? "game.resume" : "game.pause")
    case "H": hint()
    case "t": switchTheme()
    case "g": openMenu()
    case "?": help()
    case "q": isOver = true
    default: break
    }
  }

  private func put(_ digit: Int, isNote: Bool) {
    guard screen.givens[screen.picked] == nil else {
      screen.message = "\(screen.picked) is a clue."
      return
    }
    let request: JSONObject = ["cell": picked, "digit": JSONValue(digit)]
    if isNote {
      act("game.note", request)
    } else if screen.board[screen.picked]?.rawValue == UInt8(digit) {
      act("game.clear", ["cell": picked])
    } else {
      act("game.place", request)
    }
  }

  private func switchTheme() {
    let names = PlayTheme.Name.allCases
    let next = (names.firstIndex(of: screen.theme.name) ?? 0) + 1
    screen.theme = PlayTheme(name: names[next % names.count])
    terminal.forget()
  }

  // MARK: Hints

  private func clearHint() {
    hintDepth = 0
    (screen.pattern, screen.removed, screen.added) = ([], [], [])
  }

  /// Asks for a hint; each further press says more.
  private func hint() {
    guard let game, !screen.isPaused else { return }
    let depth = min(hintDepth == 0 ? 2 : hintDepth + 1, 5)
    ask("game.hint", ["game": .string(game), "depth": JSONValue(depth)]) { [weak self] outcome in
      guard let self, let hint = outcome["hint"] else { return }
      clearHint()
      hintDepth = depth
      screen.message = hint["text"]?.string ?? ""
      let step = hint["steps"]?[0]
      let cells =
        (step?["cells"]?.array ?? []) + (hint["wrongCells"]?.array ?? []) + [hint["cell"] ?? .null]
      screen.pattern = Set(cells.compactMap { $0.string.flatMap { Cell(parsing: $0) } })
      screen.removed = candidates(step?["eliminations"])
      screen.added = candidates(step?["candidates"])
      if let placement = step?["placement"] { screen.added.formUnion(candidates([placement])) }
      screen.added.subtract(screen.removed)
    }
  }

  private func candidates(_ value: JSONValue?) -> Set<Candidate> {
    Set(
      (value?.array ?? []).compactMap { value in
        guard let cell = value["cell"]?.string.flatMap({ Cell(parsing: $0) }),
          let digit = value["digit"]?.int.flatMap({ Digit($0) })
        else { return nil }
        return Candidate(cell, digit)
      })
  }

  // MARK: Menus

  private func openMenu() {
    ask("game.list", ["limit": 3, "status": "inProgress"]) { [weak self] list in
      self?.showMenu(list["games"]?.array ?? [])
    }
    showMenu([])
  }

  private func showMenu(_ games: [JSONValue]) {
    let levels = ["easy", "medium", "hard", "expert", "extreme"]
    menu = levels.map { level in { [weak self] in self?.begin(.level(level)) } }
    menu.append { [weak self] in self?.begin(.daily(nil)) }
    screen.overlay = ["New game", ""] + levels.enumerated().map { "\($0 + 1)  \($1)" }
    screen.overlay.append("6  today's puzzle")
    for game in games.prefix(3) {
      guard let id = game["game"]?.string else { continue }
      menu.append { [weak self] in self?.open(id) }
      let date = game["lastSaved"]?.string?.prefix(10) ?? ""
      screen.overlay.append(
        "\(menu.count)  continue: \(game["level"]?.string ?? "game") of \(date)")
    }
    screen.overlay += ["", game == nil ? "q quits" : "another key goes back"]
  }

  private func help() {
    menu = []
    screen.overlay = [
      "arrows hjkl mouse  move",
      "1-9   place; again clears",
      "n     notes on and off",
      "!@#.. (Shift 1-9) note",
      "x 0   clear",
      "u r   undo, redo",
      "U     undo to a mistake",
      "a     notes for all cells",
      "c     check",
      "H     hint; again says more",
      "p     pause",
      "t     colours",
      "g     another game",
      "q     quit; it is stored",
    ]
  }
}
