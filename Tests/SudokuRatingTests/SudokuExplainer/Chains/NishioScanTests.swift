import SudokuCore
import TestSupport
import Testing

@testable import SudokuRating
@testable import SudokuTechniques

/// What the scan rules out leads to no contradiction inside its digit.
@Suite struct NishioScanTests {
  @Test
  func scanFindsWhatChainsFind() throws {
    let boards = try DataSets.boards("puzzles/hard.txt")
    let seed: UInt64 = 1505
    var random = SeededRandom(seed: seed)
    let engine = ChainEngine(meter: ChainMeter())
    var scan = NishioScan()
    var (found, suspected) = (0, 0)
    for number in stride(from: 2, to: boards.count, by: DataSets.figure(own: 20, public: 60)) {
      var grid = CandidateGrid(boards[number])
      var context = SEContext()
      OrderFreeSolver.applyBasics(to: &grid, context: &context)
      // The same grid with ever fewer candidates: the scan keeps what it knows of the others.
      for _ in 0..<4 {
        engine.load(grid)
        engine.beginSearch()
        let any = scan.update(engine.base, engine.tables)
        for literal in 0..<ChainTrace.literals
        where engine.base.contains(literal >> 1, engine.tables) {
          let isSuspected = scan.mayContradict(literal, engine.tables)
          let isWrong = engine.trace(literal, .nishio).hasContradiction
          #expect(isSuspected || !isWrong, "\(seed) \(number) \(literal)")
          #expect(any || !isSuspected)
          found += isWrong ? 1 : 0
          suspected += isSuspected ? 1 : 0
        }
        let cell = Cell(index: random.next(below: 81))
        if let digit = grid[cell].first { grid.remove(digit, from: cell) }
      }
    }
    #expect(found > 10 && suspected < 3 * found, "\(found) \(suspected)")
  }
}
