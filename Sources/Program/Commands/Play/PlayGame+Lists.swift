import JSONCoding
import SudokuCore
import SudokuTechniques

/// Typed lines, and the list of techniques.
extension PlayGame {
  func type(_ question: String, _ body: @escaping (String) -> Void) {
    closeMenu()
    prompt = (question, "", body)
    showPrompt()
  }

  /// Shows the typed text.
  func showPrompt() {
    guard let prompt else { return }
    screen.overlay = [
      prompt.question, "", "> " + String(prompt.text.suffix(30)), "",
      "Enter continues, Esc goes back",
    ]
  }

  func handleInPrompt(_ event: Terminal.Event) {
    switch event {
    case .escape:
      prompt = nil
      closeMenu()
    case .backspace: if prompt?.text.isEmpty == false { prompt?.text.removeLast() }
    case .character(let character):
      if prompt?.text.count ?? 0 < 2_000 { prompt?.text.append(character) }
    case .enter:
      let asked = prompt
      prompt = nil
      closeMenu()
      if let asked, !asked.text.isEmpty { asked.body(asked.text) }
    default: break
    }
    if prompt != nil { showPrompt() }
  }

  /// Lets the player choose a technique; every line of the list leads to a game.
  func chooseTechnique(forHints: Bool, _ body: @escaping (Technique) -> Void) {
    let techniques = PracticeSource.techniques(forHints: forHints)
    closeMenu()
    let entries = techniques.map {
      PlayList.Entry(
        heading: $0.family.heading, label: $0.listLabel, aliases: $0.aliases + [$0.name])
    }
    chooser = (
      PlayList(entries),
      { name in
        if let technique = techniques.first(where: { $0.listLabel == name }) { body(technique) }
      }
    )
    showChooser()
  }

  /// Draws the open list for the size of the window.
  func showChooser() {
    guard let list = chooser?.list else { return }
    screen.overlay =
      ["Technique: type a part of its name", "> " + list.filter]
      + list.lines(rows: PlayScreen.listRows(for: terminal.size))
      + ["Arrows, Enter chooses, Esc goes back"]
  }

  func handleInChooser(_ event: Terminal.Event) {
    let page = max(1, PlayScreen.listRows(for: terminal.size) - 4)
    switch event {
    case .escape: return closeMenu()
    case .enter:
      guard let chosen = chooser, let name = chosen.list.choice else { return }
      closeMenu()
      return chosen.body(name)
    case .up: chooser?.list.move(by: -1)
    case .down: chooser?.list.move(by: 1)
    case .scroll(let lines): chooser?.list.move(by: lines)
    case .pageUp: chooser?.list.move(by: -page)
    case .pageDown: chooser?.list.move(by: page)
    case .home: chooser?.list.move(by: .min)
    case .end: chooser?.list.move(by: .max)
    case .backspace: chooser?.list.erase()
    case .character(let character): chooser?.list.type(character)
    default: break
    }
    showChooser()
  }
}

extension Technique {
  /// The name as a line of the list has room for it.
  var listLabel: String {
    guard let start = name.firstIndex(of: "(") else { return name }
    return String(name[..<start]) + name[start...].replacing("Forcing Chains", with: "FC")
  }
}

extension Technique.Family {
  /// The heading over the family's techniques.
  var heading: String {
    switch self {
    case .single: "Singles"
    case .lockedCandidates: "Locked candidates"
    case .subset: "Pairs, triples, quads"
    case .fish: "Fish"
    case .singleDigit: "One digit"
    case .coloring: "Colouring"
    case .almostLockedSet: "Almost locked sets"
    case .wing: "Wings"
    case .uniqueness: "Uniqueness"
    case .exclusion: "Exclusion"
    case .severalBlocks: "Several blocks"
    case .chain: "Chains"
    case .net: "Nets"
    }
  }
}
