import CSudokuGrids
import SudokuCore
import TestSupport
import Testing

@testable import SudokuIdentity

@Suite struct GridCatalogueTests {
  private static let data: [UInt8] = {
    var size = 0
    return [UInt8](UnsafeBufferPointer(start: sudoku_grid_catalogue(&size), count: size))
  }()

  /// Read once: that takes plain code a second.
  private static let shared = GridCatalogue(data)

  private func catalogue() throws -> GridCatalogue { try #require(Self.shared) }

  /// The classes with the first band: a figure of published lists of all grids.
  @Test func sizes() throws {
    let catalogue = try catalogue()
    #expect(catalogue.firstRanks.count == 417)
    #expect(catalogue.firstRanks[1] == 1_007_170)
    #expect(catalogue.firstRanks[416] == 5_472_730_538)
    #expect(Self.data.count < 5_000_000)
  }

  @Test func bandsAreTheSmallestOfTheirClasses() throws {
    let classes = BandClasses()
    #expect(classes.bands.count == 416)
    #expect(zip(classes.bands, classes.bands.dropFirst()).allSatisfy { $0 < $1 })
    for (index, band) in classes.bands.enumerated() {
      #expect(band.rows[0] == 0x1_2345_6789)
      #expect(classes.classIndex(band) == index)
      // Rows, blocks and columns in another order, and other names.
      let moved = Band(shuffled(band.rows[2]), shuffled(band.rows[0]), shuffled(band.rows[1]))
      #expect(classes.classIndex(moved) == index)
    }
  }

  private func shuffled(_ row: UInt64) -> UInt64 {
    [7, 6, 8, 1, 2, 0, 3, 5, 4].reduce(0) { $0 << 4 | UInt64(10 - Band.digit(row, $1)) }
  }

  @Test func ranksAndGrids() throws {
    var ranker = GridRanker(try catalogue())
    var canonicalizer = Canonicalizer()
    var random = SeededRandom(seed: 12)
    var ranks = [0, 1, 1_007_169, 1_007_170, 5_472_730_536, 5_472_730_537]
    for _ in 0..<sized(8, full: 400) { ranks.append(random.next(below: GridCatalogue.classCount)) }
    for rank in ranks {
      let found = ranker.grid(rank: rank)
      let grid = try #require(found)
      let form = canonicalizer.form(.minlex, of: grid)
      #expect(form?.board == grid)
      let moved = Transformation.random(using: &random).applied(to: grid)
      let rankOfMoved = ranker.rank(of: moved)
      #expect(rankOfMoved == rank)
    }
    let last = ranker.grid(rank: 5_472_730_537)
    #expect(last?.line == CanonicalFormTests.maximumGrid)
    let minimum = try Board(line: CanonicalFormTests.minimumGrid)
    let rank = ranker.rank(of: minimum)
    let grid = ranker.grid(rank: rank ?? -1)
    #expect(grid == minimum)
  }

  @Test func neighboursInARow() throws {
    var ranker = GridRanker(try catalogue())
    let count = sized(6, full: 300)
    for start in [0, 1_007_169 - count / 2, 2_736_365_000, 5_472_730_538 - count] {
      let grids = (start..<(start + count)).compactMap { ranker.grid(rank: $0) }
      #expect(Set(grids).count == count)
      // Backwards, and each by a ranker of its own.
      let backwards = (start..<(start + count)).reversed().map { ranker.grid(rank: $0) }
      #expect(backwards.reversed() == grids)
      for offset in [0, count / 2, count - 1].sized(1) {
        var other = GridRanker(try catalogue())
        let (grid, rank) = (other.grid(rank: start + offset), other.rank(of: grids[offset]))
        #expect(grid == grids[offset] && rank == start + offset)
      }
    }
  }

  /// What `sudoku-lab grid-catalogue` counts for all bands.
  @Test(arguments: TestSize.isFull ? [213, 400, 415] : [0]) func countsOfABand(index: Int) throws {
    let catalogue = try catalogue()
    let band = try #require(catalogue.band(index))
    let counts = GridCounter().counts(index, first: sized(8 * band.runLength, full: .max))
    let runs = stride(from: 0, to: counts.count, by: band.runLength).map {
      counts[$0..<($0 + band.runLength)].reduce(0, +)
    }
    let expected = zip(band.starts, band.starts.dropFirst()).prefix(runs.count).map { $1 - $0 }
    #expect(expected == runs && runs.contains { $0 > 0 })
    #expect(!TestSize.isFull || runs.count == band.starts.count - 1)
  }

  @Test func noGrids() throws {
    var ranker = GridRanker(try catalogue())
    let beyond = (ranker.grid(rank: -1), ranker.grid(rank: 5_472_730_538))
    #expect(beyond.0 == nil && beyond.1 == nil)
    let empty = ranker.rank(of: Board())
    #expect(empty == nil)
    var invalid = try Board(line: CanonicalFormTests.minimumGrid)
    let cells = Array(CellSet.all)
    (invalid[cells[0]], invalid[cells[1]]) = (invalid[cells[1]], invalid[cells[0]])
    let rank = ranker.rank(of: invalid)
    #expect(rank == nil)
  }

  @Test func damagedData() {
    #expect(GridCatalogue([]) == nil)
    #expect(GridCatalogue(Array(Self.data.dropLast())) == nil)
    #expect(GridCatalogue(Self.data + [0]) == nil)
    for place in [0, 4, 8, 10, 4_163].sized(3) {
      var data = Self.data
      data[place] ^= 0x41
      #expect(GridCatalogue(data) == nil)
    }
    // Where only the counts of a band are damaged, that band has no grids.
    var data = Self.data
    data[5_000] ^= 0x01
    if let catalogue = GridCatalogue(data) {
      var ranker = GridRanker(catalogue)
      let (first, last) = (ranker.grid(rank: 0), ranker.grid(rank: 5_472_730_537))
      #expect(first == nil && last != nil)
    } else {
      Issue.record("the header is not damaged")
    }
  }
}
