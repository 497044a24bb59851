import SudokuCore
import SudokuRating
import SudokuSession

extension GameLibrary {
  /// The position to search for a hint, after a check that the game allows hints.
  ///
  /// - Throws: `PlayerError`.
  public func hint(for request: PlayRequest) throws(PlayerError) -> PendingHint {
    try hint(for: request, notes: nil)
  }

  /// The position to search for a hint, with a reading of the notes; `nil` for the player's setting.
  package func hint(
    for request: PlayRequest, notes: NotesReading?
  ) throws(PlayerError) -> PendingHint {
    let game = try game(for: request)
    let document: GameDocument
    do throws(GameError) {
      document = try game.session.documentForHint(opID: request.opID, ifRev: request.ifRev)
    } catch {
      throw .game(error)
    }
    let rev = document.operations.count
    do throws(HintError) {
      let position = try HintPosition(
        clues: document.clues, board: document.board, notes: document.notes,
        as: notes ?? (try? notesReading()) ?? .auto, remembered: game.marksAfterHints(upTo: rev),
        knownSolution: document.solution)
      return PendingHint(
        game: game.id, position: position, rev: rev, techniques: try? knownTechniques())
    } catch {
      // A game's board always holds its clues.
      throw .game(.noSolution)
    }
  }

  /// Records that a hint was given.
  ///
  /// - Returns: The game and the answer, which is valid once `commit()` has succeeded.
  /// - Throws: `PlayerError`; nothing was changed.
  public func give(
    _ hint: Hint, _ pending: PendingHint, _ request: PlayRequest
  ) throws(PlayerError) -> (game: OpenGame, outcome: Outcome) {
    let (game, outcome) = try countHint(depth: hint.depth, pending, request)
    if let step = hint.step, !outcome.isDuplicate {
      for candidate in step.eliminations where game.hintedEliminations[candidate] == nil {
        game.hintedEliminations[candidate] = outcome.rev
      }
    }
    return (game, outcome)
  }

  /// Records a hint of a given depth, without its eliminations.
  package func countHint(
    depth: Int, _ pending: PendingHint, _ request: PlayRequest
  ) throws(PlayerError) -> (game: OpenGame, outcome: Outcome) {
    var request = request
    request.game = pending.game
    request.ifRev = nil
    return try perform(.hint(depth: depth), request)
  }
}

extension OpenGame {
  /// The candidates left in each cell after the eliminations of earlier hints.
  ///
  /// For players without complete notes they make the next hint the next step.
  func marksAfterHints(upTo rev: Int) -> [Cell: DigitSet] {
    var marks: [Cell: DigitSet] = [:]
    for (candidate, hintRev) in hintedEliminations where hintRev <= rev {
      marks[candidate.cell, default: .all].remove(candidate.digit)
    }
    return marks
  }
}

extension GameDocument {
  /// The player's notes, by cell.
  var notes: [Cell: DigitSet] {
    var marks: [Cell: DigitSet] = [:]
    for cell in CellSet.all where digit(at: cell) == nil { marks[cell] = notes(in: cell) }
    return marks
  }
}
