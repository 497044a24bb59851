import SudokuCore
import SudokuGenerator
import SudokuSolver
import TestSupport
import Testing

@Suite struct AutomorphismGroupTests {
  /// The grid with the most symmetries: 648.
  static let most =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

  @Test func theMostSymmetricGrid() throws {
    let grid = try Board(line: Self.most)
    let group = try #require(AutomorphismGroup(of: grid))
    #expect(group.order == 648)
    #expect(group.elements.allSatisfy { $0.applied(to: grid) == grid })
    #expect(Set(group.elements).count == 648)
    #expect(!group.generators.isEmpty && group.generators.count <= 10)
    #expect(Self.closure(of: group.generators) == Set(group.elements))
  }

  @Test func puzzlesHaveThoseOfTheirSolutionThatKeepThem() throws {
    let grid = try Board(line: Self.most)
    var puzzle = grid
    var random = SeededRandom(seed: 5)
    while let cell = Array(puzzle.filledCells).randomElement(using: &random) {
      var fewer = puzzle
      fewer[cell] = nil
      guard Solver().solve(fewer).isUnique else { break }
      puzzle = fewer
    }
    let group = try #require(AutomorphismGroup(of: puzzle))
    #expect(648 % group.order == 0)
    #expect(group.elements.allSatisfy { $0.applied(to: puzzle) == puzzle })
  }

  /// What the generator calls automorphic has a symmetry of its own, found without knowing it.
  @Test func generatedAutomorphicPuzzlesHaveSymmetries() throws {
    var options = GeneratorOptions()
    options.isAutomorphic = true
    let generator = try Generator(seed: 3, options: options)
    var orders: Set<Int> = []
    for index in 0..<30 {
      let puzzle = try #require(generator.puzzle(at: index).puzzle)
      let group = try #require(AutomorphismGroup(of: puzzle.board))
      orders.insert(group.order)
    }
    #expect(!orders.contains(1))
    #expect(orders.isSuperset(of: [2, 3, 4]), "\(orders)")
  }

  /// By the theorem of Lagrange a grid has as many distinct images as there are symmetries for each of
  /// its own; that number is counted by trying all of them.
  @Test(arguments: [
    (most, 648),
    ("123456789456789123789123456214365897365897214897214365531642978642978531978531642", 3),
    ("123456789457893612986217354274538196531964827698721435342685971715349268869172543", 72),
  ])
  func ordersAreThoseOfBruteForce(line: String, order: Int) throws {
    let grid = try Board(line: line)
    var random = SeededRandom(seed: 11)
    let other = Transformation.random(using: &random).applied(to: grid)
    #expect(SlowAutomorphisms.count(of: other) == order)
    #expect(AutomorphismGroup(of: other)?.order == order)
  }

  @Test func ordersOfOrdinaryGridsAreThoseOfBruteForce() throws {
    for puzzle in try DataSets.boards("puzzles/few-clues.txt").prefix(4) {
      let grid = try #require(Solver().uniqueSolution(of: puzzle))
      #expect(SlowAutomorphisms.count(of: grid) == AutomorphismGroup(of: grid)?.order)
    }
  }

  @Test func othersHaveNone() throws {
    #expect(AutomorphismGroup(of: Board()) == nil)
    let puzzle = try #require(try DataSets.boards("puzzles/few-clues.txt").first)
    #expect(AutomorphismGroup(of: puzzle)?.order == 1)
    #expect(AutomorphismGroup(of: puzzle)?.generators.isEmpty == true)
  }

  private static func closure(of generators: [Transformation]) -> Set<Transformation> {
    var known: Set<Transformation> = [.identity]
    var size = 0
    while known.count > size {
      size = known.count
      for element in known {
        for generator in generators { known.insert(generator.followed(by: element)) }
      }
    }
    return known
  }
}
