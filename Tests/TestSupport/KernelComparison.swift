import SudokuCore
import SudokuSolver

/// Asks every kernel of this machine the same questions and reports each difference.
///
/// For one board at a time and for batches, on every instruction set: equal counts everywhere, equal
/// solutions and guesses on all instruction sets, solutions that obey the rules and the clues, two
/// different ones where there are several; on a sample the same count as the oracle.
package struct KernelComparison: Sendable {
  /// The instruction sets compared.
  package let instructionSets: [InstructionSet] = InstructionSet.allCases.filter(\.isAvailable)
  /// After how many solutions a search stops.
  package let limit: Int
  /// Every how many questions the oracle is asked, who passes on those that take it too long.
  package let oraclePeriod: Int

  /// Creates a comparison.
  package init(limit: Int = 3, oraclePeriod: Int = 50) {
    self.limit = limit
    self.oraclePeriod = oraclePeriod
  }

  /// Compares the answers to some questions.
  package func compare(
    _ questions: [RandomCases.Question]
  ) -> (differences: [String], results: [SolveResult]) {
    var differences: [String] = []
    func report(_ index: Int, _ what: String) {
      differences.append("\(what): limit \(limit), \(questions[index].text)")
    }
    var expected: [SolveResult] = []
    for instructionSet in instructionSets {
      let solver = Solver(instructionSet: instructionSet)
      for (index, question) in questions.enumerated() {
        let result =
          switch question {
          case .board(let board): solver.solve(board, limit: limit)
          case .grid: solver.solve(question.candidates, limit: limit)
          }
        if expected.count == index {
          expected.append(result)
          if !isRight(result, for: question) { report(index, "wrong solutions") }
        } else if expected[index] != result {
          report(index, "\(instructionSet) differs from \(instructionSets[0])")
        }
      }
    }
    compareBatches(questions, expected, report)
    for index in stride(from: 0, to: questions.count, by: oraclePeriod) {
      let count = Oracle.solutionCount(
        of: questions[index].candidates, limit: limit, mostSteps: 20_000)
      if let count, count != expected[index].solutionCount {
        report(index, "\(expected[index].solutionCount) solutions, the oracle finds \(count)")
      }
    }
    return (differences, expected)
  }

  private func compareBatches(
    _ questions: [RandomCases.Question], _ expected: [SolveResult],
    _ report: (Int, String) -> Void
  ) {
    var first: [SolveResult] = []
    for solver in Self.batchSolvers {
      let results = batchResults(of: questions, solver)
      let name = solver.instructionSet
      for index in questions.indices {
        if results[index].solutionCount != expected[index].solutionCount {
          report(
            index,
            "\(results[index].solutionCount) solutions in a batch (\(name)), "
              + "\(expected[index].solutionCount) alone")
        } else if !first.isEmpty, first[index] != results[index] {
          report(index, "\(name) differs from \(instructionSets[0]) in a batch")
        } else if first.isEmpty, !isRight(results[index], for: questions[index]) {
          report(index, "wrong solutions in a batch (\(name))")
        }
      }
      if first.isEmpty { first = results }
    }
  }

  /// A batch solver for each kernel of this machine.
  package static let batchSolvers: [BatchSolver] = InstructionSet.allCases.filter(\.isAvailable)
    .map { BatchSolver(instructionSet: $0) }

  /// The results of one batch of all boards and one of all pencilmarks, in the order of the questions.
  private func batchResults(
    of questions: [RandomCases.Question], _ solver: BatchSolver
  ) -> [SolveResult] {
    var boards: [Board] = []
    var grids: [CandidateGrid] = []
    for question in questions {
      switch question {
      case .board(let board): boards.append(board)
      case .grid: grids.append(question.candidates)
      }
    }
    var ofBoards = solver.solve(boards, limit: limit).makeIterator()
    var ofGrids = solver.solve(grids, limit: limit).makeIterator()
    return questions.compactMap { question in
      switch question {
      case .board: ofBoards.next()
      case .grid: ofGrids.next()
      }
    }
  }

  private func isRight(
    _ result: SolveResult, for question: RandomCases.Question
  ) -> Bool {
    let fits = { (solution: Board?) in
      switch question {
      case .board(let board): Oracle.accepts(solution, for: board)
      case .grid(let masks):
        Oracle.accepts(solution, for: Board())
          && (0..<81).allSatisfy { index in
            guard let value = solution?.value(at: Cell(index: index)), value > 0 else {
              return false
            }
            return masks[index] >> UInt16(value - 1) & 1 == 1
          }
      }
    }
    switch result.solutionCount {
    case 0: return result.solution == nil && result.secondSolution == nil
    case 1: return fits(result.solution) && result.secondSolution == nil
    default:
      return fits(result.solution) && fits(result.secondSolution)
        && result.solution != result.secondSolution
    }
  }
}
