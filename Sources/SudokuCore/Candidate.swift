/// A digit in a cell: one of the 729 statements a Sudoku is made of.
///
/// ```swift
/// let candidate = Candidate(Cell(row: 3, column: 6), Digit(5)!)
/// "\(candidate)"    // "r4c7=5"
/// ```
@frozen
public struct Candidate: Hashable, Comparable, Sendable {
  /// The number `cell * 9 + digit - 1`, in `0..<729`.
  @usableFromInline
  let rawIndex: UInt16

  /// Creates the candidate for a digit in a cell.
  @inlinable
  public init(_ cell: Cell, _ digit: Digit) {
    rawIndex = UInt16(truncatingIfNeeded: cell.index &* 9 &+ digit.index)
  }

  /// Creates a candidate from its number.
  ///
  /// - Parameter index: `cell * 9 + digit - 1`, in `0..<729`; anything else is a programming error.
  @inlinable
  public init(index: Int) {
    precondition(0..<729 ~= index, "a candidate's index lies in 0..<729")
    rawIndex = UInt16(truncatingIfNeeded: index)
  }

  /// The number `cell * 9 + digit - 1`, in `0..<729`.
  @inlinable
  public var index: Int { Int(rawIndex) }

  /// The cell.
  @inlinable
  public var cell: Cell { Cell(index: Int(rawIndex / 9)) }

  /// The digit.
  @inlinable
  public var digit: Digit { Digit(index: Int(rawIndex % 9)) }

  /// Orders candidates by cell, then by digit.
  @inlinable
  public static func < (lhs: Candidate, rhs: Candidate) -> Bool { lhs.rawIndex < rhs.rawIndex }
}

extension Candidate: CustomStringConvertible {
  /// The candidate in standard notation, as in `"r4c7=5"`.
  public var description: String { "\(cell)=\(digit)" }
}
