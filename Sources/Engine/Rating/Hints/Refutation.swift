import SudokuCore
import SudokuTechniques

/// Why a digit can't go in a cell, by the simplest reason, or that it can.
///
/// ```swift
/// let answer = position.refutation(of: Candidate(cell, digit))
/// print(answer.text)      // "r3c4 can't be 5: row 3 has its 5 in r3c7."
/// ```
package struct Refutation: Hashable, Sendable {
  /// The kind of reason.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The digit is the solution's.
    case possible
    /// The cell holds a clue, or a house has the digit already.
    case conflict
    /// One step excludes the digit.
    case step
    /// The digit leads to a contradiction.
    case contradiction
    /// Only trial and error excludes it.
    case trial
  }

  /// The digit and the cell.
  package let candidate: Candidate
  package let kind: Kind
  /// The technique of the step, where one step excludes the digit.
  package let technique: Technique?
  /// The reason in words, of at most 2,500 characters.
  package let text: String
  /// The conclusions of a contradiction, its end the last; empty for other reasons.
  package let lines: [String]
}

extension HintPosition {
  /// The reason that a digit can't go in a cell, or the statement that it can.
  ///
  /// The player's wrong digits do not count as reasons.
  ///
  /// - Parameter isCancelled: Polled; once it returns `true`, the search ends with its present
  ///   result.
  package func refutation(
    of candidate: Candidate, isCancelled: (@Sendable () -> Bool)? = nil
  ) -> Refutation {
    RefutationSearch(self, candidate, isCancelled).refutation
  }
}

/// The search for the simplest reason.
private struct RefutationSearch {
  private let candidate: Candidate
  private let position: HintPosition
  /// The clues and the right digits, without that of the cell.
  private let board: Board

  private let isCancelled: (@Sendable () -> Bool)?

  init(
    _ position: HintPosition, _ candidate: Candidate, _ isCancelled: (@Sendable () -> Bool)?
  ) {
    self.isCancelled = isCancelled
    self.candidate = candidate
    self.position = position
    var board = position.board
    for cell in position.wrongCells { board[cell] = nil }
    if position.clues[candidate.cell] == nil { board[candidate.cell] = nil }
    self.board = board
  }

  private var cell: Cell { candidate.cell }
  private var digit: Digit { candidate.digit }
  private var claim: String { "\(cell) can't be \(digit)" }

  private func answer(
    _ kind: Refutation.Kind, _ text: String, _ technique: Technique? = nil, lines: [String] = []
  ) -> Refutation {
    Refutation(
      candidate: candidate, kind: kind, technique: technique, text: text, lines: lines)
  }

  var refutation: Refutation {
    if position.solution[cell] == digit { return answer(.possible, possible) }
    if let clue = position.clues[cell] {
      return answer(.conflict, "\(claim): it holds the clue \(clue).")
    }
    for kind in [House.Kind.block, .row, .column] {
      let house = cell.house(kind)
      if let other = house.cells.first(where: { board[$0] == digit }) {
        return answer(.conflict, "\(claim): \(Phrase.house(house)) has its \(digit) in \(other).")
      }
    }
    let grid = CandidateGrid(board)
    if let step = excludingStep(in: grid, Self.simple) { return step }
    if let lines = contradiction(in: grid, searchers: []) { return refutation(by: lines) }
    if let step = excludingStep(in: grid, Self.patterns) { return step }
    if let lines = contradiction(in: grid, searchers: Self.patterns) ?? cases(in: grid) {
      return refutation(by: lines)
    }
    return answer(
      .trial,
      "\(claim): the clues leave no solution then. Only trial and error shows it; no short proof was "
        + "found.")
  }

  private var possible: String {
    let wrong = cell.peers.first { position.board[$0] == digit }
    let mistake = wrong.map { " The \(digit) in \($0) is the wrong one." } ?? ""
    return "\(cell) is \(digit) in the solution.\(mistake)"
  }

  /// Locked candidates, subsets and basic fish.
  private static let simple = Array(HintOrder.patterns.prefix(10))
  /// The searchers of patterns that are right whether or not the digit is.
  private static let patterns = HintOrder.patterns.filter { searcher in
    searcher.techniques.allSatisfy {
      !$0.assumesUniqueness && ![.exclusion, .severalBlocks, .almostLockedSet].contains($0.family)
    }
  }

  /// One step that places another digit there or the digit elsewhere, or that removes it.
  private func excludingStep(
    in grid: CandidateGrid, _ searchers: [any StepSearcher]
  ) -> Refutation? {
    var budget = SearchBudget(workLimit: 200_000, isCancelled: isCancelled)
    var found: Step?
    try? StepFinder(searchers: searchers).search(grid, budget: &budget) { step in
      let excludes =
        step.placement.map {
          $0 != candidate && ($0.cell == cell || ($0.digit == digit && $0.cell.sees(cell)))
        } ?? step.eliminations.contains(candidate)
      if excludes, step.agrees(with: position.solution) { found = step }
      return found == nil
    }
    guard var step = found else { return nil }
    if !step.placesDigit { step.eliminations = [candidate] }
    let words = step.withCauses(on: position.board).explanation.text
    guard words.count < 2_000 else { return nil }
    return answer(
      .step, "\(claim), by \(Phrase.withArticle(step.name)). \(words)",
      step.technique)
  }

  /// The contradiction that follows from the digit; `nil` if none is found.
  private func contradiction(
    in grid: CandidateGrid, searchers: [any StepSearcher]
  ) -> [String]? {
    guard let story = Supposition(candidate, in: grid, searchers).story else { return nil }
    return story.conclusions + [story.clash]
  }

  /// Supposes the digit, then each of two cases, with a contradiction in both; the shortest of these proofs.
  private func cases(in grid: CandidateGrid) -> [String]? {
    let first = Supposition(candidate, in: grid, Self.patterns)
    var best: [String]?
    for cell in first.grid.bivalueCells where isCancelled?() != true {
      let cases = Array(first.grid[cell]).map { Candidate(cell, $0) }
      let stories = cases.compactMap { Supposition(first, and: $0, Self.patterns).story }
      guard stories.count == 2 else { continue }
      let lines = zip(cases, stories).flatMap { supposed, story in
        ["case \(supposed.cell) is \(supposed.digit)"] + story.conclusions + [story.clash]
      }
      if lines.count < best?.count ?? .max { best = lines }
    }
    return best
  }

  /// A contradiction in numbered conclusions, or its end alone where they are too many to follow.
  private func refutation(by lines: [String]) -> Refutation {
    let end = lines[lines.count - 1]
    guard lines.count > Refutation.mostLines else {
      return answer(
        .contradiction, "\(claim). Suppose it is: \(Refutation.numbered(lines))", lines: lines)
    }
    return answer(
      .contradiction,
      "\(claim), but there is no simple reason: it takes \(lines.count - 1) conclusions. \(end)",
      lines: lines)
  }
}

extension Refutation {
  /// The most conclusions that somebody can follow.
  package static let mostLines = 8

  /// The conclusions in one line.
  fileprivate static func numbered(_ lines: [String]) -> String {
    lines.enumerated().map { index, line in
      "\(index + 1). \(line)\(line.hasSuffix(".") ? "" : ".")"
    }.joined(separator: " ")
  }
}
