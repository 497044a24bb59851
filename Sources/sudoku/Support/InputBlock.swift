import SudokuFormats

/// A run of whole lines of one input, the unit of work of the filters.
struct InputBlock: Sendable {
  /// What messages call the input.
  let source: String
  /// Reads the lines: of a format with a record on each line.
  let reader: BoardReader
  /// The number of the first line, counted from 1.
  let firstLine: Int
  /// The lines with their line ends; the last one may lack it.
  let bytes: [UInt8]

  /// The format.
  var format: PuzzleFormat? { reader.format }
}

/// What the reader hands to the workers.
enum InputPart: Sendable {
  /// Whole lines, still to be read.
  case block(InputBlock)
  /// Records that were read already: of formats whose records span lines.
  case records([InputRecord])
  /// The same, where they are nothing but boards.
  case boards(BoardRun, source: String)
  /// A replacement for input: an unreadable file, an overlong line.
  case fault(Diagnostic, isRecord: Bool)
}

/// A mistake in the input and its place.
struct Diagnostic: Sendable, Hashable {
  /// What messages call the input.
  var source: String
  /// Counted from 1; 0 where the whole input is meant.
  var line: Int
  /// Counted from 1, in bytes.
  var column: Int
  /// What is wrong.
  var message: String
  /// The exit code that it leads to.
  var code: CommandFailure.Code = .badPuzzle

  /// `FILE:LINE:COLUMN: error: what is wrong`.
  var text: String {
    line > 0 ? "\(source):\(line):\(column): error: \(message)" : "\(source): error: \(message)"
  }
}
