import SudokuCore
import SudokuRating

/// Hints for positions, of puzzles and of games.
enum PositionHint {
  /// The position of a puzzle in play.
  ///
  /// - Parameters:
  ///   - board: Clues and the player's digits.
  ///   - givens: The clues.
  ///   - pencilmarks: The digits that the player still allows, by cell.
  /// - Returns: The position.
  /// - Throws: What is wrong with the clues, or `cellIsGiven` where the board contradicts them.
  static func position(
    board: Board, givens: Board, pencilmarks: [Cell: DigitSet]
  ) throws(RPCError) -> HintPosition {
    let solution = try ProperPuzzle.solution(of: givens)
    do throws(HintError) {
      return try HintPosition(
        clues: givens, board: board, pencilmarks: pencilmarks, knownSolution: solution)
    } catch {
      guard case .clueChanged(let cell) = error else {
        throw RPCError(.noSolution, "the puzzle has no solution")
      }
      throw RPCError(.cellIsGiven, "\(cell) holds a clue", ["cell": .string(cell.description)])
    }
  }

  /// The hint for a position, within the limit of work, until the job is cancelled.
  ///
  /// - Throws: `cancelled`.
  static func hint(
    for position: HintPosition, depth: Int, by maker: HintMaker, _ job: Job
  ) throws(RPCError) -> Hint {
    do throws(HintError) {
      return try maker.ladder(for: position) { job.isCancelled }.hint(depth: depth)
    } catch {
      throw RPCError(.cancelled, "the request was cancelled")
    }
  }

  /// All steps of a position, within the limit of work, until the job is cancelled.
  ///
  /// - Throws: `cancelled`.
  static func steps(
    of position: HintPosition, limit: Int, by maker: HintMaker, _ job: Job
  ) throws(RPCError) -> StepList {
    do throws(HintError) {
      return try maker.allSteps(for: position, limit: limit) { job.isCancelled }
    } catch {
      throw RPCError(.cancelled, "the request was cancelled")
    }
  }
}
