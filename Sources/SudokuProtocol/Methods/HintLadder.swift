import JSONCoding
import SudokuCore
import SudokuSolver
import SudokuTechniques

/// A hint in five depths, each telling a little more: is there a mistake, which region, which cell,
/// which technique, the whole step.
enum HintLadder {
  /// What a hint is made from.
  struct Position {
    /// Clues and the player's digits.
    var board: Board
    /// The clues and the only solution.
    var solution: Board
    /// The player's eliminations; `nil` where none are known.
    var pencilmarks: [Cell: DigitSet]?
  }

  /// Makes a hint.
  ///
  /// - Parameters:
  ///   - position: The board as it is.
  ///   - depth: How much to tell, in `1...5`.
  ///   - isCancelled: Asked now and then whether to give up.
  /// - Returns: The hint.
  /// - Throws: `cancelled`; `gameIsOver` for a full board.
  static func hint(
    _ position: Position, depth: Int, isCancelled: (@Sendable () -> Bool)? = nil
  ) throws(RPCError) -> JSONObject {
    var hint: JSONObject = ["depth": JSONValue(depth)]
    let board = position.board
    let wrong = CellSet(board.filledCells.filter { board[$0] != position.solution[$0] })
    hint["mistake"] = .bool(!wrong.isEmpty)
    if !wrong.isEmpty {
      hint["text"] = "There is a mistake on the board."
      if depth >= 2 { hint["mistakes"] = Shape.cells(wrong) }
      return hint
    }
    guard !board.isFull else {
      hint["text"] = "The board is complete."
      return hint
    }
    let (step, notesAreWrong) = try nextStep(position, isCancelled)
    if notesAreWrong { hint["notesAreWrong"] = true }
    guard let step else {
      hint["text"] = "There is no mistake; no technique known here goes on."
      return hint
    }
    describe(step, depth, &hint)
    return hint
  }

  private static func describe(_ step: Step, _ depth: Int, _ hint: inout JSONObject) {
    let target = step.placement ?? step.eliminations.first
    let house =
      step.pattern.houses.first ?? target.map { $0.cell.house(.block) } ?? House(.block, 0)
    hint["text"] = "There is no mistake so far."
    guard depth >= 2 else { return }
    hint["region"] = Shape.house(house)
    hint["text"] = .string("Look at \(Shape.house(house).string ?? "").")
    guard depth >= 3, let target else { return }
    hint["cell"] = .string(target.cell.description)
    hint["text"] = .string("Look at \(target.cell).")
    guard depth >= 4 else { return }
    hint["technique"] = .string(step.technique.id)
    hint["name"] = .string(step.technique.name)
    hint["text"] = .string("Look for a \(step.technique.name) at \(target.cell).")
    guard depth >= 5 else { return }
    hint["step"] = Shape.step(step)
    hint["text"] = .string(step.explanation.text)
  }

  /// The next step from the player's notes if they hold the solution, else from the bare board.
  private static func nextStep(
    _ position: Position, _ isCancelled: (@Sendable () -> Bool)?
  ) throws(RPCError) -> (Step?, notesAreWrong: Bool) {
    var grid = CandidateGrid(position.board)
    var notesAreWrong = false
    if let pencilmarks = position.pencilmarks {
      notesAreWrong = pencilmarks.contains { cell, digits in
        guard position.board[cell] == nil, let digit = position.solution[cell] else { return false }
        return !digits.contains(digit)
      }
      if !notesAreWrong {
        for (cell, digits) in pencilmarks {
          for digit in grid[cell].subtracting(digits) { grid.remove(digit, from: cell) }
        }
      }
    }
    var context = SearchContext(isCancelled: isCancelled)
    do throws(SearchInterruption) {
      return (try StepFinder().firstStep(in: grid, context: &context), notesAreWrong)
    } catch {
      throw RPCError(.cancelled, "the request was cancelled")
    }
  }

  /// The schema of a hint.
  static let schema: [String: Schema] = [
    "cell": .string("From depth 3: the cell."), "depth": .integer(minimum: 1, maximum: 5),
    "mistake": .boolean("Whether a digit on the board is wrong."),
    "mistakes": Shape.cellList.described("From depth 2: the cells with wrong digits."),
    "name": .string("From depth 4: the technique's name."),
    "notesAreWrong": .boolean("The notes leave out a digit of the solution; they were not used."),
    "region": .string("From depth 2: the house."), "step": Shape.stepSchema,
    "technique": .string("From depth 4: the technique's ID."),
    "text": .string("The hint in a sentence."),
  ]
}
