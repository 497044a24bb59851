import SudokuCore

/// The candidates that a file notes in the cells of a board.
///
/// ```swift
/// var marks = PencilMarks()
/// marks[Cell(row: 0, column: 2)] = [Digit(1)!, Digit(4)!]
/// marks.text    // ". . 14 . ..."
/// ```
public struct PencilMarks: Hashable, Sendable {
  private var sets: [DigitSet]

  /// Creates marks without any candidate.
  public init() { sets = [DigitSet](repeating: .none, count: 81) }

  /// The candidates noted in a cell.
  public subscript(cell: Cell) -> DigitSet {
    get { sets[cell.index] }
    set { sets[cell.index] = newValue }
  }

  /// Whether no cell has a candidate.
  public var isEmpty: Bool { sets.allSatisfy(\.isEmpty) }

  /// The digits that the rules leave to each empty cell of a board.
  public init(legalFor board: Board) {
    self.init()
    for cell in CellSet.all where board[cell] == nil {
      var digits = DigitSet.all
      for peer in cell.peers {
        if let digit = board[peer] { digits.remove(digit) }
      }
      self[cell] = digits
    }
  }

  /// 81 words separated by spaces: the candidates of each cell, `.` where there are none.
  public var text: String {
    sets.map { $0.isEmpty ? "." : $0.map(\.description).joined() }.joined(separator: " ")
  }

  /// Reads what `text` writes; `nil` for anything else.
  public init?(text: some StringProtocol) {
    let words = text.utf8.split(separator: UInt8(ascii: " "))
    guard words.count == 81 else { return nil }
    self.init()
    for (index, word) in words.enumerated() {
      guard let digits = Notation.candidates(word) else { return nil }
      sets[index] = digits
    }
  }
}
