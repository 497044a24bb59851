import SudokuCore

/// The solutions of a board as a sequence: each is searched for when it is asked for.
///
/// ```swift
/// let ten = Array(Solver().solutions(of: board).prefix(10))
/// ```
///
/// Walking through it again starts a new search with the same order.
public struct Solutions: Sequence, Sendable {
  /// The digits that each cell may take.
  let candidates: InlineArray<81, UInt16>

  init(_ digits: (Cell) -> DigitSet) {
    candidates = InlineArray { digits(Cell($0)).rawValue }
  }

  /// Starts a search.
  public func makeIterator() -> Iterator { Iterator(candidates: candidates) }

  /// A search that stops at each solution.
  public struct Iterator: IteratorProtocol {
    private let candidates: InlineArray<81, UInt16>
    private var digits = InlineArray<81, UInt16>(repeating: 0)
    private var used = InlineArray<27, UInt16>(repeating: 0)
    private var path: [(cell: Int, rest: UInt16)] = []
    private var isStarted = false
    private var steps = 0
    /// The number of times the search had to split the board in cases so far.
    public private(set) var guesses = 0
    /// Whether the last call of `next(isCancelled:)` was cancelled.
    private(set) var wasCancelled = false

    init(candidates: InlineArray<81, UInt16>) { self.candidates = candidates }

    /// Returns the next solution, `nil` after the last one.
    public mutating func next() -> Board? { next { false } }

    /// Returns the next solution, `nil` after the last one or when cancelled.
    mutating func next(isCancelled: () -> Bool) -> Board? {
      wasCancelled = false
      if isStarted, !backtrack() { return nil }
      isStarted = true
      while true {
        steps += 1
        if steps % 4096 == 0, isCancelled() {
          wasCancelled = true
          return nil
        }
        let (cell, rest) = tightestCell()
        guard cell >= 0 else { return Board { DigitSet(rawValue: digits[$0.index]).first } }
        if rest & (rest &- 1) != 0 { guesses += 1 }
        path.append((cell, rest))
        if !backtrack() { return nil }
      }
    }

    /// The empty cell with the fewest digits left, -1 where there is none.
    private func tightestCell() -> (cell: Int, rest: UInt16) {
      var best = (cell: -1, rest: UInt16(0))
      var fewest = 10
      for cell in 0..<81 where digits[cell] == 0 {
        let rest = candidates[cell] & ~(used[row(cell)] | used[column(cell)] | used[block(cell)])
        if rest.nonzeroBitCount < fewest {
          fewest = rest.nonzeroBitCount
          best = (cell, rest)
          if fewest == 0 { break }
        }
      }
      return best
    }

    /// Takes the next digit of the last cell of the path that has one left.
    private mutating func backtrack() -> Bool {
      while let (cell, rest) = path.last {
        let old = digits[cell]
        let digit = rest & (0 &- rest)
        digits[cell] = digit
        for house in [row(cell), column(cell), block(cell)] { used[house] ^= old | digit }
        if digit != 0 {
          path[path.count - 1].rest = rest & ~digit
          return true
        }
        path.removeLast()
      }
      return false
    }

    private func row(_ cell: Int) -> Int { cell / 9 }
    private func column(_ cell: Int) -> Int { 9 + cell % 9 }
    private func block(_ cell: Int) -> Int { 18 + cell / 27 * 3 + cell % 9 / 3 }
  }
}
