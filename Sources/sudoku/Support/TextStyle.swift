import Foundation
import SudokuCore
import SudokuFormats

/// How text for people looks: with colours on a terminal, plain elsewhere.
struct TextStyle: Sendable {
  let hasColour: Bool

  /// For standard output: colours on a terminal, unless `NO_COLOR` is set (no-color.org).
  static let standardOutput = TextStyle(
    hasColour: Output.standard.isTerminal
      && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
      && ProcessInfo.processInfo.environment["TERM"] != "dumb")

  func bold(_ text: String) -> String { hasColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  func green(_ text: String) -> String { hasColour ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
  func red(_ text: String) -> String { hasColour ? "\u{1B}[31m\(text)\u{1B}[0m" : text }

  /// A board drawn with lines: on a terminal with Unicode's, clues in bold; elsewhere in ASCII.
  ///
  /// - Parameters:
  ///   - board: What to draw.
  ///   - clues: Which of its digits are clues.
  /// - Returns: The lines.
  func drawn(_ board: Board, clues: Board? = nil) -> String {
    guard Output.standard.isTerminal else { return board.grid }
    var cell = -1
    return String(
      board.unicodeGrid.map { String($0) }.map { sign -> String in
        guard sign == "·" || sign.first?.isNumber == true else { return sign }
        cell += 1
        let isClue = clues.map { $0[Cell(index: cell)] != nil } ?? false
        return isClue ? bold(sign) : sign
      }.joined())
  }
}
