import Foundation
import SudokuCore
import SudokuFormats

/// An error in an input and its place: a record that can't be read, or a whole file.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the input in messages.
  public let source: String
  /// The line, counted from 1; 0 where the whole input is meant.
  public let line: Int
  /// The column, counted from 1, in bytes.
  public let column: Int
  /// The message without the place.
  public let message: String
  package let kind: Kind
  /// The text of the record, where it is known.
  public let text: String?
  /// The record's other fields, which identify it.
  public let fields: [PuzzleField]
  /// The board, if it only breaks the rules: a player's digits may.
  public let board: Board?

  /// The kind of the error, for programs.
  package enum Kind: Sendable {
    case badInput, conflict, overlongLine, wrongSolution, improperPuzzle, unreadableFile
    case failedReading
  }

  package init(
    source: String, line: Int, column: Int, message: String, kind: Kind = .badInput,
    text: String? = nil, fields: [PuzzleField] = [], board: Board? = nil
  ) {
    (self.source, self.line, self.column) = (source, line, column)
    (self.message, self.kind, self.text) = (message, kind, text)
    (self.fields, self.board) = (fields, board)
  }

  /// An error of a whole input.
  init(source: String, _ message: String, _ kind: Kind = .unreadableFile) {
    self.init(source: source, line: 0, column: 0, message: message, kind: kind)
  }

  /// `FILE:LINE:COLUMN: error: MESSAGE`.
  public var description: String {
    line > 0 ? "\(source):\(line):\(column): error: \(message)" : "\(source): error: \(message)"
  }

  /// The text that is meant as the puzzle: its column, or the whole text.
  package var puzzleText: String {
    fields.first { $0.name == "puzzle" }?.value.text ?? board?.line ?? text ?? ""
  }
  /// The fields beside the puzzle.
  package var otherFields: [PuzzleField] { fields.filter { $0.name != "puzzle" } }
}

extension InputError {
  /// The error of an input that can't be opened; a long name is shortened.
  init(unopened name: String, _ message: String) {
    let isBlank = name.allSatisfy(\.isWhitespace)
    let shown = isBlank ? "'\(name)'" : name.utf8.count > 200 ? name.prefix(60) + "..." : name[...]
    self.init(source: String(shown), message)
  }

  /// The error of a record in a file; `text` is that of its line, if the reader has not kept it.
  init(
    _ error: BoardTextError, fields: [PuzzleField], source: String, text: String?
  ) {
    let kind: Kind =
      switch error.kind {
      case .conflict: .conflict
      case .overlongLine: .overlongLine
      default: .badInput
      }
    self.init(
      source: source, line: error.line, column: error.column, message: error.message, kind: kind,
      text: error.text ?? text, fields: fields, board: error.board)
  }
}

extension InputError: LocalizedError {
  /// Place and mistake.
  public var errorDescription: String? { description }
}
