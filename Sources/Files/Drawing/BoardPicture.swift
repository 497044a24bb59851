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
    /// A member of a group: one of them is true.
    case group
  }

  /// An end of an arrow: a candidate, or a digit in a group of cells.
  package struct Node: Hashable, Sendable {
    package var cells: CellSet
    package var digit: Digit

    package init(_ cells: CellSet, _ digit: Digit) { (self.cells, self.digit) = (cells, digit) }

    init(_ candidate: Candidate) { self.init(CellSet(candidate.cell), candidate.digit) }
  }

  /// A conclusion of a chain.
  package struct Link: Hashable, Sendable {
    /// The reason of a conclusion.
    package enum Kind: CaseIterable, Hashable, Sendable {
      /// The next one is true: nothing else is left.
      case strong
      /// The next one is false: it sees the one before.
      case weak
      /// A technique or a chain inside the chain, so the ends need not see each other.
      case inside
    }

    package var from: Node
    package var to: Node
    package var kind: Kind
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
  /// The conclusions of the chains, each once: from the one that comes directly before.
  package var links: [Link] = []
  /// The assumptions with which chains begin.
  package var starts: Set<Candidate> = []
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
    for branch in pattern.branches {
      for link in branch.links { add(link) }
      add(branch.assumption)
      starts.insert(branch.assumption.candidate)
    }
    for candidate in pattern.candidates where candidates[candidate] == nil {
      candidates[candidate] = .pattern
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
    for literal in link.premises + [link.conclusion] { add(literal) }
    guard var from = link.premises.first.map({ Node($0.candidate) }) else { return }
    func draw(to: Node, isOn: Bool, isInside: Bool = false) {
      let drawn = Link(from: from, to: to, kind: isInside ? .inside : isOn ? .strong : .weak)
      if from != to, !links.contains(drawn) { links.append(drawn) }
      from = to
    }
    for group in link.groups {
      for cell in group.cells {
        let candidate = Candidate(cell, group.digit)
        if candidates[candidate] == nil { candidates[candidate] = group.isOn ? .group : .off }
      }
      draw(to: Node(group.cells, group.digit), isOn: group.isOn)
    }
    let isInside =
      switch link.reason {
      case .cell, .house: false
      case .technique, .nested: true
      }
    draw(to: Node(link.conclusion.candidate), isOn: link.conclusion.isOn, isInside: isInside)
  }
}
