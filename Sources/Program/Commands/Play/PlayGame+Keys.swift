import JSONCoding
import SudokuCore

extension PlayGame {
  func handle(_ event: Terminal.Event) {
    switch event {
    case .hangUp: isOver = true
    case .resize:
      terminal.forget()
      showChooser()
    case _ where prompt != nil: handleInPrompt(event)
    case _ where chooser != nil: handleInChooser(event)
    case _ where !screen.overlay.isEmpty: handleInMenu(event)
    case .up: move(-1, 0)
    case .down: move(1, 0)
    case .left: move(0, -1)
    case .right: move(0, 1)
    case .backspace: act("game.clear", ["cell": picked])
    case .enter: switchMode(.notes)
    case .escape: leave()
    case .click(let column, let row):
      if let cell = PlayScreen.cell(column: column, row: row, size: terminal.size) {
        screen.picked = cell
      }
    case .character(let character): handle(character)
    case .pageUp, .pageDown, .home, .end, .scroll: break
    }
  }

  /// Leaves a search, a hint, a question for a digit, or the look back.
  private func leave() {
    if search != nil || isMaking {
      stopSearch()
      screen.message = "Stopped."
      return
    }
    clearHint()
    digitUse = .entry
    screen.message = ""
    guard review != nil else { return }
    review = nil
    refresh()
  }

  private func handleInMenu(_ event: Terminal.Event) {
    switch event {
    case .up where !menu.isEmpty: mark(-1)
    case .down where !menu.isEmpty: mark(1)
    case .scroll, .home, .end: break
    case .click(_, let row) where menu.indices ~= row - 2:
      let index = row - 2
      choose { $0.key == menu[index].key }
    case .pageDown: choose { $0.key == "n" }
    case .enter where marked != nil: choose { $0.key == menu[min(marked ?? 0, menu.count - 1)].key }
    case .character(let character) where menu.contains { $0.key == character }:
      choose { $0.key == character }
    case .character(let character) where keys.actions[character] == .quit && game == nil:
      isOver = true
    default: closeMenu()
    }
  }

  /// Takes a choice of the menu, if it is there.
  private func choose(_ isMeant: (Choice) -> Bool) {
    guard let choice = menu.first(where: isMeant) else { return }
    closeMenu()
    choice.body()
  }

  /// Marks another choice of the menu; the first follows the last.
  private func mark(_ change: Int) {
    marked =
      marked.map { ($0 + change + menu.count) % menu.count } ?? (change > 0 ? 0 : menu.count - 1)
    showChoices()
  }

  private var picked: JSONValue { .string(screen.picked.description) }

  private func move(_ rows: Int, _ columns: Int) {
    screen.picked = Cell(
      row: (screen.picked.row + rows + 9) % 9, column: (screen.picked.column + columns + 9) % 9)
  }

  /// The characters of Shift and a digit on an American keyboard note it.
  private static let shifted = Array("!@#$%^&*(")

  private func handle(_ character: Character) {
    if let digit = character.wholeNumberValue, 1...9 ~= digit { return take(digit) }
    if let action = keys.actions[character] { return perform(action) }
    if let index = Self.shifted.firstIndex(of: character) {
      put(index + 1, screen.mode == .digits ? .notes : .digits)
    }
  }

  private func perform(_ action: PlayAction) {
    // An unanswered question ends.
    if digitUse != .entry { screen.message = "" }
    digitUse = .entry
    switch action {
    case .left: move(0, -1)
    case .down: move(1, 0)
    case .up: move(-1, 0)
    case .right: move(0, 1)
    case .notes: switchMode(.notes)
    case .corners: switchMode(.corners)
    case .clear: act("game.clear", ["cell": picked])
    case .undo: act("game.undo")
    case .redo: act("game.redo")
    case .undoMistake: act("game.undoToMistake")
    case .autoNotes: act("game.autoNotes")
    case .autoDigit: ask(for: .autoNotes, "Notes for which digit? 1-9")
    case .why: ask(for: .why, "Why can't a digit go in \(screen.picked)? 1-9")
    case .check: act("game.check")
    case .pause where game != nil && status != "inProgress" && status != "paused":
      screen.message = PlayWords.over(status, menu: keys.names(of: .menu))
    case .pause: act(screen.isPaused ? "game.resume" : "game.pause")
    case .hint: hint()
    case .back: look(-1)
    case .forward: look(1)
    case .clock: switchClock()
    case .theme: switchTheme()
    case .menu: openMenu()
    case .help: help()
    case .quit: isOver = true
    }
  }

  private func ask(for use: DigitUse, _ question: String) {
    guard !screen.isPaused else { return sayPaused() }
    digitUse = use
    screen.message = question
  }

  private func take(_ digit: Int) {
    let use = digitUse
    digitUse = .entry
    switch use {
    case .entry: put(digit, screen.mode)
    case .why: why(digit)
    case .autoNotes: noteEverywhere(digit)
    }
  }

  private func switchMode(_ mode: PlayScreen.Mode) {
    screen.mode = screen.mode == mode ? .digits : mode
  }

  private func put(_ digit: Int, _ mode: PlayScreen.Mode) {
    // Also about clues, which a covered board must not reveal.
    guard !screen.isPaused else { return sayPaused() }
    guard screen.givens[screen.picked] == nil else {
      screen.message = "\(screen.picked) is a clue."
      return
    }
    var request: JSONObject = ["cell": picked, "digit": JSONValue(digit)]
    if mode != .digits {
      if mode == .corners { request["corner"] = true }
      act("game.note", request)
    } else if screen.board[screen.picked]?.rawValue == UInt8(digit) {
      act("game.clear", ["cell": picked])
    } else {
      act("game.place", request)
    }
  }

  private func why(_ digit: Int) {
    guard let game else { return }
    if screen.isPaused { return sayPaused() }
    guard review == nil else { return sayReview() }
    clearHint()
    let cell = screen.picked
    ask("game.why", ["game": .string(game), "cell": picked, "digit": JSONValue(digit)]) {
      [weak self] answer in
      guard let self, self.game == game else { return }
      screen.hint.cells = [cell: .pattern]
      screen.message = answer["reason"]?["text"]?.string ?? ""
    }
  }

  /// Notes a digit in every cell that allows it, and nowhere else.
  private func noteEverywhere(_ number: Int) {
    guard let digit = Digit(number) else { return }
    screen.message = ""
    let grid = CandidateGrid(screen.board)
    let operations: [JSONValue] = grid.emptyCells.compactMap { cell in
      let isNoted = screen.notes[cell]?.contains(digit) == true
      let shouldBeNoted = grid[cell].contains(digit)
      if isNoted == shouldBeNoted { return nil }
      return [
        "op": "note", "cell": .string(cell.description), "digit": JSONValue(number),
        "on": .bool(shouldBeNoted),
      ]
    }
    if operations.isEmpty {
      screen.message = "All notes of \(number) are there."
    } else {
      act("game.apply", ["operations": .array(operations)])
    }
  }

  private func switchTheme() {
    let names = PlayTheme.Name.allCases
    let next = (names.firstIndex(of: screen.theme.name) ?? 0) + 1
    screen.theme = PlayTheme(name: names[next % names.count])
    terminal.forget()
  }

  /// Shows the game one change earlier or later, without playing.
  private func look(_ change: Int) {
    guard let game else { return }
    if screen.isPaused { return sayPaused() }
    clearHint()
    var request: JSONObject = ["game": .string(game)]
    if let review { request["step"] = JSONValue(min(max(review.step + change, 0), review.last)) }
    ask("game.review", request) { [weak self] state in
      guard let self, let step = state["step"]?.int, let last = state["lastStep"]?.int else {
        return
      }
      let isFirst = review == nil
      review = (step, last)
      show(state, "Step \(step) of \(last). Esc returns to the game.")
      if isFirst, change < 0, step > 0 { look(change) }
    }
  }
}
