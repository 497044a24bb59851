import CSudokuVectors
import SudokuCore
import SudokuKernel

#if SUDOKU_ALL_KERNELS
  import SudokuKernelAVX2
  import SudokuKernelAVX512
#endif

/// Boards and their solutions, to find the clues that can go.
struct SolvedBatch {
  let solver: BatchSolver
  /// 81 values for each board, 0 for an empty cell.
  let values: UnsafeBufferPointer<UInt8>
  /// 81 digits for each board, of its first solution.
  let solutions: UnsafeBufferPointer<UInt8>
  /// The number of solutions of each board, up to two.
  let counts: UnsafeBufferPointer<UInt32>

  /// With fewer boards each clue is a search of its own: neither the tables of unavoidable sets, which take
  /// milliseconds to make, nor the lanes of a batch are worth it.
  private static let fewestWithTables = 16
  /// The number of a board's clues that are tried in each round, when one answer can decide.
  private static let shares = [1, 1, 2, 3, 81]
  /// With fewer questions left than that, all are asked at once: they fill a batch together.
  private static let fewestQuestions = 4_096

  func redundantClues() -> [CellSet?] {
    redundantClues(of: counts.map { $0 == 1 }, stopsAtFirst: false)
  }

  /// True for the boards that need all of their clues.
  func minimality() -> [Bool?] {
    let hasSingle = boardsWithSingles()
    let isOpen = zip(counts, hasSingle).map { $0 == 1 && !$1 }
    return zip(redundantClues(of: isOpen, stopsAtFirst: true), hasSingle).map {
      redundant, hasSingle in
      redundant.map { $0.isEmpty && !hasSingle }
    }
  }

  /// The boards that have a clue which the others would place by one single: two in five of typical ones.
  func boardsWithSingles() -> [Bool] {
    var marks = [UInt32](repeating: 0, count: counts.count)
    guard counts.count >= Self.fewestWithTables else { return marks.map { _ in false } }
    marks.withUnsafeMutableBufferPointer { marks in
      let input = BatchInput(
        boards: values.baseAddress, stride: 81, candidates: nil, count: counts.count)
      guard
        var request = solver.request(input, limit: 1, BatchOutput(solutions: nil, counts: marks))
      else { return }
      request.marks_singles = true
      solver.run(request)
    }
    return marks.map { $0 != 0 }
  }

  /// The clues of some boards that can go.
  private func redundantClues(of isOpen: [Bool], stopsAtFirst: Bool) -> [CellSet?] {
    var redundant = counts.map { $0 == 1 ? CellSet() : nil }
    guard let values = values.baseAddress else { return redundant }
    let open = openClues(of: isOpen, inOrderOfLikelihood: stopsAtFirst)
    if counts.count < Self.fewestWithTables {
      for board in counts.indices where !open[board].isEmpty {
        redundant[board] = redundantClues(of: board, among: open[board], stopsAtFirst)
      }
      return redundant
    }
    var questions = ClueQuestions(solver: solver)
    var asked = 0
    var undecided = counts.indices.filter { !open[$0].isEmpty }
    for share in stopsAtFirst ? Self.shares : [81] where !undecided.isEmpty {
      let rest = undecided.reduce(0) { $0 + open[$1].count - asked }
      let share = rest < Self.fewestQuestions ? 81 : share
      for board in undecided {
        for cell in open[board].dropFirst(asked).prefix(share) {
          questions.ask(about: Int(cell), values + 81 * board, board, &redundant)
        }
      }
      questions.answer(&redundant)
      asked += share
      undecided.removeAll {
        open[$0].count <= asked || (stopsAtFirst && redundant[$0]?.isEmpty == false)
      }
    }
    return redundant
  }

  /// The clues of a board that can go, by a search for each.
  private func redundantClues(
    of board: Int, among open: ArraySlice<UInt8>, _ stopsAtFirst: Bool
  ) -> CellSet {
    let cells = 81 * board..<81 * board + 81
    guard let solution = Board(values: solutions[cells]) else { return CellSet() }
    let others = OtherSolutions(
      than: solution, solver: Solver(instructionSet: solver.instructionSet))
    let clues = CellSet((0..<81).filter { values[81 * board + $0] > 0 }.map { Cell(index: $0) })
    var redundant = CellSet()
    for cell in open.lazy.map({ Cell(unchecked: Int($0)) }) {
      // Each other solution has another digit there.
      if others.difference(clues: clues.subtracting([cell]), differingAt: cell) != nil { continue }
      redundant.insert(cell)
      if stopsAtFirst { break }
    }
    return redundant
  }

  /// The clues of which nothing is known yet.
  private func openClues(of isOpen: [Bool], inOrderOfLikelihood isSorted: Bool) -> OpenClues {
    let needed = neededClues(of: isOpen)
    var open = OpenClues()
    for board in counts.indices {
      if isOpen[board], let values = values.baseAddress {
        let clues = PuzzleClues(values + 81 * board)
        let words = (UInt128(needed[2 * board]), UInt128(needed[2 * board + 1]))
        let rest = clues.cells.subtracting(CellSet(rawValue: words.0 | words.1 << 64))
        if isSorted {
          open.append(rest) { clues.likelihood(of: $0) }
        } else {
          open.append(rest)
        }
      }
      open.endBoard()
    }
    return open
  }

  /// The clues that are proven to be needed without a search.
  private func neededClues(of isOpen: [Bool]) -> [UInt64] {
    var needed = [UInt64](repeating: 0, count: 2 * counts.count)
    guard counts.count >= Self.fewestWithTables else { return needed }
    // The kernel looks at the boards with one solution.
    let counts = isOpen.map { $0 ? 1 as UInt32 : 0 }
    counts.withUnsafeBufferPointer { counts in
      needed.withUnsafeMutableBufferPointer { needed in
        findNeededClues(
          batch_clue_request(
            tables: ChuteTables.shared.pointers, puzzles: values.baseAddress,
            solutions: solutions.baseAddress, counts: counts.baseAddress, count: counts.count,
            needed: needed.baseAddress))
      }
    }
    return needed
  }

  private func findNeededClues(_ request: batch_clue_request) {
    withUnsafePointer(to: request) { request in
      switch solver.instructionSet {
      case .baseline: SudokuKernel.findNeededClues(request)
      #if SUDOKU_ALL_KERNELS
        case .avx2: SudokuKernelAVX2.findNeededClues(request)
        case .avx512: SudokuKernelAVX512.findNeededClues(request)
      #else
        case .avx2, .avx512: SudokuKernel.findNeededClues(request)
      #endif
      }
    }
  }
}

/// A list of cells for each of many boards, in one array.
struct OpenClues {
  private var cells: [UInt8] = []
  private var starts = [0]

  subscript(board: Int) -> ArraySlice<UInt8> { cells[starts[board]..<starts[board + 1]] }

  mutating func append(_ set: CellSet) {
    for cell in set { cells.append(UInt8(truncatingIfNeeded: cell.index)) }
  }

  /// Adds cells to the last board, those with a high score first; of equals the first comes first.
  @inline(__always)
  mutating func append(_ set: CellSet, _ score: (Int) -> Int) {
    // Counting sort: a comparison of some ten scores would be guessed wrongly as often as not.
    var places = InlineArray<32, UInt8>(repeating: 0)
    var scores = InlineArray<81, UInt8>(repeating: 0)
    var count = 0
    for cell in set {
      let score = UInt8(truncatingIfNeeded: score(cell.index)) & 31
      scores[unchecked: count] = score
      places[unchecked: Int(score)] &+= 1
      count &+= 1
    }
    var place: UInt8 = 0
    for score in stride(from: 31, through: 0, by: -1) {
      let size = places[unchecked: score]
      places[unchecked: score] = place
      place &+= size
    }
    var sorted = InlineArray<81, UInt8>(repeating: 0)
    for (index, cell) in set.enumerated() {
      let score = Int(scores[unchecked: index])
      sorted[unchecked: Int(places[unchecked: score])] = UInt8(truncatingIfNeeded: cell.index)
      places[unchecked: score] &+= 1
    }
    for index in 0..<count { cells.append(sorted[unchecked: index]) }
  }

  /// Ends the list of the last board; the next one is another's.
  mutating func endBoard() { starts.append(cells.count) }
}

/// Questions whether a clue can go, kept until they fill a batch.
struct ClueQuestions {
  let solver: BatchSolver
  /// 81 values for each question: a board without the clue.
  private var boards: [UInt8] = []
  /// The candidate that each board may not have: the clue.
  private var excluded: [UInt16] = []
  /// The number of the board that each question is about.
  private var subjects: [Int] = []

  private static let most = 16_384

  init(solver: BatchSolver) { self.solver = solver }

  /// Asks for solutions of a board with another digit in the place of a clue.
  mutating func ask(
    about cell: Int, _ puzzle: UnsafePointer<UInt8>, _ board: Int, _ redundant: inout [CellSet?]
  ) {
    boards.append(contentsOf: UnsafeBufferPointer(start: puzzle, count: 81))
    boards[boards.count - 81 + cell] = 0
    excluded.append(UInt16(puzzle[cell] - 1) * 81 + UInt16(cell))
    subjects.append(board)
    if subjects.count == Self.most { answer(&redundant) }
  }

  /// Answers what has been asked: adds the clues that can go to the sets of their boards.
  mutating func answer(_ redundant: inout [CellSet?]) {
    var counts = [UInt32](repeating: 0, count: subjects.count)
    boards.withUnsafeBufferPointer { boards in
      excluded.withUnsafeBufferPointer { excluded in
        counts.withUnsafeMutableBufferPointer { counts in
          let input = BatchInput(
            boards: boards.baseAddress, stride: 81, candidates: nil,
            excluded: excluded.baseAddress, count: counts.count)
          solver.run(input, limit: 1, BatchOutput(solutions: nil, counts: counts))
        }
      }
    }
    for (question, count) in counts.enumerated() where count == 0 {
      redundant[subjects[question]]?.insert(Cell(unchecked: Int(excluded[question]) % 81))
    }
    boards.removeAll(keepingCapacity: true)
    excluded.removeAll(keepingCapacity: true)
    subjects.removeAll(keepingCapacity: true)
  }
}
