import SudokuCore
import SudokuExplainer
import SudokuTechniques

/// A hint, told as far as the player asked for.
///
/// The ladder: 1 is there a mistake? 2 which region? 3 which cell? 4 which technique? 5 the full
/// explanation. A hint about a mistake names the wrong cells instead of a step.
///
/// ```swift
/// let outcome = try session.perform(.hint(depth: 3), at: reading, clock: &clock)
/// outcome.hint?.cell           // r4c7
/// outcome.hint?.text           // "Look at r4c7."
/// ```
///
/// Where the player keeps complete notes, the next step starts from them. Else it starts from the
/// digits alone, and the steps go on until one places a digit.
public struct Hint: Hashable, Sendable {
  /// What a hint is about.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Something the player entered is wrong.
    case mistake
    /// The next step.
    case step
  }

  /// How much is told, in `1...5`.
  public var depth: Int
  /// What it is about.
  public var kind: Kind
  /// The region to look at, from depth 2 on.
  public var house: House?
  /// The cell to look at, from depth 3 on.
  public var cell: Cell?
  /// The cells with something wrong, from depth 3 on; empty for a step.
  public var wrongCells: CellSet = []
  /// The technique of the step that matters, from depth 4 on.
  public var technique: Technique?
  /// The digit that can be placed, at depth 5.
  public var digit: Digit?
  /// The steps, at depth 5: eliminations first, a placement last.
  public var steps: [Step] = []
  /// The hint in a sentence or several.
  public var text: String

  /// Makes a hint for a game.
  ///
  /// - Parameters:
  ///   - document: The game, not completed.
  ///   - depth: How much to tell; what lies outside `1...5` is brought to the nearest end.
  public init(for document: GameDocument, depth: Int) {
    let depth = min(max(depth, 1), 5)
    let wrong = document.wrongCells
    let misnoted = document.misnotedCells
    if let cell = wrong.first ?? misnoted.first {
      self.init(
        mistakeIn: cell, among: wrong.isEmpty ? misnoted : wrong, isNote: wrong.isEmpty,
        depth: depth)
    } else {
      self.init(nextStepOf: document, depth: depth)
    }
  }

  private init(mistakeIn cell: Cell, among cells: CellSet, isNote: Bool, depth: Int) {
    self.depth = depth
    kind = .mistake
    let what = isNote ? "notes" : "digit"
    var sentences = [
      isNote ? "Notes are missing a digit they need." : "There is a wrong digit on the board."
    ]
    if depth >= 2 {
      house = cell.house(.block)
      sentences = ["Something is wrong in \(Self.name(of: cell.house(.block)))."]
    }
    if depth >= 3 {
      self.cell = cell
      wrongCells = cells
      sentences = ["The \(what) in \(cell) can't be right."]
    }
    if depth >= 4, cells.count > 1 {
      sentences.append("The same is true of \(cells.subtracting([cell])).")
    }
    if depth >= 5 {
      sentences.append(isNote ? "Note the cell again." : "Take it back and look again.")
    }
    text = sentences.joined(separator: " ")
  }

  private init(nextStepOf document: GameDocument, depth: Int) {
    self.depth = depth
    kind = .step
    let path = document.nextSteps()
    let placement = path.last?.placement ?? document.simplestPlacement()
    let focus = path.last?.placement?.cell ?? path.last?.eliminations.first?.cell ?? placement.cell
    let order = SEScale.techniques
    let key = path.max {
      (order.firstIndex(of: $0.technique) ?? 0) < (order.firstIndex(of: $1.technique) ?? 0)
    }
    let region = path.last?.pattern.houses.first ?? focus.house(.block)
    text = "There is no mistake. A step can be found."
    if depth >= 2 {
      house = region
      text = "Look at \(Self.name(of: region))."
    }
    if depth >= 3 {
      cell = focus
      text = "Look at \(focus)."
    }
    if depth >= 4 {
      technique = key?.technique
      text += key.map { " There is: \($0.technique.name)." } ?? " Only trying helps here."
    }
    guard depth >= 5 else { return }
    steps = path
    digit = path.isEmpty ? placement.digit : path.last?.placement?.digit
    text =
      path.isEmpty
      ? "No technique finds a step. \(placement.cell) is \(placement.digit)."
      : path.map(\.explanation.text).joined(separator: " ")
  }

  /// A house in words.
  private static func name(of house: House) -> String {
    switch house.kind {
    case .block: "block \(house.number + 1)"
    case .row: "row \(house.number + 1)"
    case .column: "column \(house.number + 1)"
    }
  }
}

extension GameDocument {
  /// The empty cells whose notes lack the right digit.
  var misnotedCells: CellSet {
    var cells = CellSet()
    for cell in fold.notes.cells where digit(at: cell) == nil {
      if let right = solution[cell], !fold.notes[cell].contains(right) { cells.insert(cell) }
    }
    return cells
  }

  /// The steps up to a placement, or the first one where the player keeps complete notes.
  func nextSteps() -> [Step] {
    let board = board
    var grid = CandidateGrid(board)
    let empty = grid.emptyCells
    let keepsNotes = empty.allSatisfy { !fold.notes[$0].isEmpty }
    if keepsNotes {
      for cell in empty {
        for digit in grid[cell].subtracting(fold.notes[cell]) { grid.remove(digit, from: cell) }
      }
    }
    let finder = SEStepFinder()
    var steps: [Step] = []
    while let step = finder.firstStep(in: grid), step.agrees(with: solution) {
      steps.append(step)
      if step.placesDigit || keepsNotes { return steps }
      step.apply(to: &grid)
    }
    return []
  }

  /// The right digit of the empty cell with the fewest candidates.
  func simplestPlacement() -> Candidate {
    let grid = CandidateGrid(board)
    let cell = grid.emptyCells.min { grid[$0].count < grid[$1].count } ?? Cell(0)
    return Candidate(cell, solution[cell] ?? Digit(index: 0))
  }
}
