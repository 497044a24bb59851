import SudokuCore
import SudokuGenerator
import SudokuSolver
import TestSupport
import Testing

@Suite struct NeighborhoodTests {
  private static func found(_ neighborhood: Neighborhood, _ puzzle: Board) -> [Board] {
    var found: [Board] = []
    neighborhood.forEachNeighbor(of: puzzle) {
      found.append($0)
      return true
    }
    return found
  }

  /// Every neighbour by trying out all changes, one by one.
  private static func slow(removing: Int, adding: Int, _ puzzle: Board) -> Set<Board> {
    var bases: Set<Board> = [puzzle]
    for _ in 0..<removing {
      bases = Set(
        bases.flatMap { base in
          base.filledCells.map { cell in
            var fewer = base
            fewer[cell] = nil
            return fewer
          }
        })
    }
    var boards = bases
    for _ in 0..<adding {
      boards = Set(
        boards.flatMap { board in
          CellSet.all.subtracting(board.filledCells).flatMap { cell in
            DigitSet.all.filter { puzzle[cell] != $0 }.map { digit in
              var more = board
              more[cell] = digit
              return more
            }
          }
        })
    }
    return boards.filter { Solver().solve($0).isUnique }
  }

  @Test(arguments: [(1, 0), (0, 1), (1, 1), (2, 1)].prefix(sized(3, full: 4)))
  func allAreFoundOnce(removing: Int, adding: Int) throws {
    for path in ["puzzles/few-clues.txt", "puzzles/hardest.txt"] {
      let puzzle = try #require(try DataSets.boards(path).first)
      let found = Self.found(Neighborhood(removing: removing, adding: adding), puzzle)
      #expect(Set(found).count == found.count)
      #expect(Set(found) == Self.slow(removing: removing, adding: adding, puzzle))
    }
  }

  @Test func twoCluesMayCome() throws {
    // With many clues, so that trying out all changes is quick.
    let puzzle = try #require(try DataSets.boards("puzzles/easy.txt").first)
    let found = Self.found(Neighborhood(removing: 0, adding: 2), puzzle)
    #expect(Set(found).count == found.count)
    #expect(Set(found) == Self.slow(removing: 0, adding: 2, puzzle))
  }

  @Test func twinsKeepThePattern() throws {
    let puzzle = try #require(try DataSets.boards("puzzles/hardest.txt").first)
    let twins = Self.found(.twins(changing: 1), puzzle) + Self.found(.twins(changing: 2), puzzle)
    let slow = Self.slow(removing: 1, adding: 1, puzzle)
      .filter { $0.filledCells == puzzle.filledCells }
    #expect(slow.isSubset(of: Set(twins)))
    for twin in twins {
      #expect(twin.filledCells == puzzle.filledCells && twin != puzzle)
      #expect(Solver().solve(twin).isUnique)
    }
  }

  @Test func minimalNeighborsAreMinimal() throws {
    var count = 0
    for puzzle in try DataSets.boards("puzzles/hardest.txt").prefix(6) {
      var neighborhood = Neighborhood(removing: 1, adding: 1)
      let all = Self.found(neighborhood, puzzle)
      neighborhood.isMinimal = true
      let found = Self.found(neighborhood, puzzle)
      let minimal = zip(all, BatchSolver().redundantClues(of: all)).filter { $1?.isEmpty == true }
      #expect(Set(found) == Set(minimal.map(\.0)))
      count += found.count
    }
    #expect(count > 0)
  }

  @Test func stopsWhenTold() throws {
    let puzzle = try #require(try DataSets.boards("puzzles/typical.txt").first)
    var count = 0
    let end = Neighborhood(removing: 1, adding: 1).forEachNeighbor(of: puzzle) { _ in
      count += 1
      return count < 3
    }
    #expect(end == .stopped && count == 3)
  }

  @Test func stopsAtItsBudget() throws {
    let puzzle = try #require(try DataSets.boards("puzzles/typical.txt").first)
    var neighborhood = Neighborhood(removing: 1, adding: 1)
    #expect(neighborhood.forEachNeighbor(of: puzzle) { _ in true } == .complete)
    neighborhood.budget = 10
    #expect(neighborhood.forEachNeighbor(of: puzzle) { _ in true } == .outOfBudget)
  }
}
