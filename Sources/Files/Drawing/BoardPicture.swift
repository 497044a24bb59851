import SudokuCore
import SudokuTechniques

/// A board to draw: its digits and notes, and what to point at.
///
/// It holds what is drawn and why; `SVGBoard` and `TextBoard` decide on its looks.
///
/// ```swift
/// let picture = BoardPicture(of: step, clues: clues, in: grid)
/// SVGBoard(picture).svg
/// ```
package struct BoardPicture: Hashable, Sendable {
  /// The part that a cell has.
  package enum CellRole: Hashable, Sendable {
    /// A cell of the pattern.
    case pattern
    /// A pivot, a fin, a cell with extra digits, a cell of the second colour.
    case special
    /// A cell of a linked set: 0 is set A.
    case set(Int)
    /// A wrong digit.
    case mistake
  }

  /// The part that a candidate has.
  package enum CandidateRole: String, CaseIterable, Hashable, Sendable {
    case pattern, placement, elimination
    /// True in the chain.
    case on
    /// False in the chain.
    case off
  }

  /// A conclusion of a chain.
  package struct Link: Hashable, Sendable {
    package var from: Candidate
    package var to: Candidate
    package var isStrong: Bool
  }

  /// The digits that the puzzle gives.
  package var clues: Board
  /// All digits, clues among them.
  package var board: Board
  /// The candidates to show in empty cells.
  package var notes: [Cell: DigitSet] = [:]
  package var cells: [Cell: CellRole] = [:]
  package var candidates: [Candidate: CandidateRole] = [:]
  /// The houses of the pattern.
  package var houses: [House] = []
  /// The houses in which the pattern acts, where they are others.
  package var coverHouses: [House] = []
  /// The conclusions of the chains, each pair of candidates once.
  package var links: [Link] = []
  /// The text under the board.
  package var caption = ""

  /// A board without notes.
  package init(clues: Board, board: Board? = nil) {
    self.clues = clues
    self.board = board ?? clues
  }

  /// A step in the grid in which it was found.
  package init(of step: Step, clues: Board, in grid: CandidateGrid) {
    self.init(clues: clues, board: grid.board)
    for cell in grid.emptyCells { notes[cell] = grid[cell] }
    let pattern = step.pattern
    for cell in pattern.cells { cells[cell] = .pattern }
    for (index, set) in pattern.sets.enumerated() {
      for cell in set.cells { cells[cell] = .set(index) }
    }
    for cell in pattern.specialCells { cells[cell] = .special }
    for candidate in pattern.candidates { candidates[candidate] = .pattern }
    for branch in pattern.branches {
      add(branch.assumption)
      for link in branch.links { add(link) }
    }
    for candidate in step.eliminations { candidates[candidate] = .elimination }
    if let placement = step.placement { candidates[placement] = .placement }
    houses = Array(pattern.houses)
    coverHouses = Array(pattern.coverHouses)
    caption = step.description
  }

  private mutating func add(_ literal: Literal) {
    if candidates[literal.candidate] == nil {
      candidates[literal.candidate] = literal.isOn ? .on : .off
    }
  }

  private mutating func add(_ link: ChainLink) {
    add(link.conclusion)
    for premise in link.premises {
      add(premise)
      guard premise.candidate != link.conclusion.candidate else { continue }
      let drawn = Link(
        from: premise.candidate, to: link.conclusion.candidate, isStrong: link.conclusion.isOn)
      if !links.contains(drawn) { links.append(drawn) }
    }
  }
}
