import ArgumentParser
import Foundation

/// The action of a key in `sudoku play`.
enum PlayAction: String, CaseIterable {
  case left, right, up, down
  case clear, undo, redo, undoMistake
  case notes, corners, autoNotes, autoDigit
  case check, hint, why, pause
  case back, forward
  case clock, theme, menu, help, quit

  /// The action's description in the help.
  var summary: String {
    switch self {
    case .left, .right, .up, .down: "move"
    case .clear: "clear"
    case .undo: "undo"
    case .redo: "redo"
    case .undoMistake: "undo to a mistake"
    case .notes: "notes on and off"
    case .corners: "corner notes on and off"
    case .autoNotes: "notes for all cells"
    case .autoDigit: "notes for a digit"
    case .check: "check"
    case .hint: "hint; again says more"
    case .why: "why not a digit"
    case .pause: "pause"
    case .back, .forward: "look back and forward"
    case .clock: "clock"
    case .theme: "colours"
    case .menu: "games"
    case .help: "this help"
    case .quit: "quit"
    }
  }
}

/// The actions of characters: a preset, or a preset that a file changes.
///
/// A line of the file is an action and its keys, such as `undo u z`; `preset wasd` comes first, if at all.
struct PlayKeys: Equatable {
  private(set) var actions: [Character: PlayAction]

  /// Keys of a preset; `nil` for an unknown one.
  init?(preset: String) {
    let moves: [PlayAction: String]
    switch preset {
    case "standard":
      moves = [.left: "h", .down: "j", .up: "k", .right: "l", .autoNotes: "a", .why: "w"]
    case "wasd":
      moves = [.left: "a", .down: "s", .up: "w", .right: "d", .autoNotes: "A", .why: "W"]
    default: return nil
    }
    let others: [PlayAction: String] = [
      .clear: "0x.", .undo: "uz", .redo: "r", .undoMistake: "U", .notes: "n ", .corners: "v",
      .autoDigit: "e", .check: "c", .hint: "H", .pause: "p", .back: "[<", .forward: "]>",
      .clock: "T", .theme: "t", .menu: "g", .help: "?", .quit: "q",
    ]
    actions = [:]
    for (action, keys) in moves.merging(others, uniquingKeysWith: { first, _ in first }) {
      for key in keys { actions[key] = action }
    }
  }

  /// Reads a file of keys; an error names the line.
  init(file text: String) throws(Mistake) {
    guard var keys = PlayKeys(preset: "standard") else { throw Mistake(line: 0, message: "") }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let name = words.first, !name.hasPrefix("#") else { continue }
      if name == "preset" {
        guard words.count == 2, let preset = PlayKeys(preset: String(words[1])) else {
          throw Mistake(line: index + 1, message: "the presets are standard and wasd")
        }
        keys = preset
        continue
      }
      guard let action = PlayAction(rawValue: String(name)) else {
        let names = PlayAction.allCases.map(\.rawValue).joined(separator: ", ")
        throw Mistake(line: index + 1, message: "unknown action '\(name)'; valid actions: \(names)")
      }
      let given = words.dropFirst().map { $0 == "space" ? " " : String($0) }
      for key in given {
        guard let character = key.first, key.count == 1 else {
          throw Mistake(
            line: index + 1, message: "'\(key)' is not a key; give one character, or 'space'")
        }
        guard !"123456789".contains(character) else {
          throw Mistake(line: index + 1, message: "the keys 1 to 9 are the digits")
        }
      }
      keys.actions = keys.actions.filter { $0.value != action }
      for key in given { key.first.map { keys.actions[$0] = action } }
    }
    self = keys
    guard actions.values.contains(.quit) else {
      throw Mistake(line: 0, message: "no key is left for 'quit'")
    }
  }

  struct Mistake: Error {
    /// The line counted from 1; 0 for the whole file.
    let line: Int
    let message: String
  }

  /// The keys of an action, as help shows them.
  func names(of action: PlayAction) -> String {
    let keys = actions.filter { $0.value == action }.map {
      $0.key == " " ? "space" : String($0.key)
    }
    return keys.sorted { ($0.count, $0) < ($1.count, $1) }.joined(separator: " ")
  }
}

extension PlayKeys {
  /// The keys that `--keys` names: a preset or a file.
  init(argument: String) throws {
    if let preset = PlayKeys(preset: argument) {
      self = preset
      return
    }
    guard let data = FileManager.default.contents(atPath: argument) else {
      throw ValidationError("--keys: '\(argument)' is neither standard nor wasd nor a file")
    }
    do throws(Mistake) { try self.init(file: String(decoding: data, as: UTF8.self)) } catch {
      let place = error.line > 0 ? "\(argument):\(error.line)" : argument
      throw ValidationError("--keys: \(place): \(error.message)")
    }
  }
}
