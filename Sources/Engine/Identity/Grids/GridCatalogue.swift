import SudokuCore
import Synchronization

/// All 5,472,730,538 classes of full grids up to symmetry, each with a rank from 0.
///
/// The ranks order the smallest forms of the grids: by the top band; then by the digits in the columns
/// of rows 4 to 6, in the first, second and third stack; then by rows 4 to 6, and by rows 7 to 9. So
/// only grids of different top bands are in the order of their text. The order is part of the
/// catalogue's format: a rank always names the same class.
///
/// The catalogue itself is a table of how many classes there are with each top band and each run of
/// splits of labels; a `GridRanker` finds the classes of one run.
///
/// ```swift
/// let ranker = GridRanker(catalogue)
/// ranker.grid(rank: 0)?.line    // 123456789456789123789123456231564897…
/// ```
package final class GridCatalogue: Sendable {
  /// The number of classes.
  ///
  /// Source: E. Russell and F. Jarvis, "Mathematics of Sudoku II", 2006.
  package static let classCount = 5_472_730_538

  let classes: BandClasses
  /// The first rank of each top band, and the number of classes at the end.
  let firstRanks: [Int]
  private let data: [UInt8]
  private let entries: [GridCatalogueFormat.Entry]
  private let bands: Mutex<[RankedBand?]>

  /// Reads a catalogue that `GridCounter` made; `nil` if the data are none.
  package init?(_ data: [UInt8]) {
    guard let entries = GridCatalogueFormat.entries(of: data) else { return nil }
    self.data = data
    self.entries = entries
    classes = BandClasses()
    firstRanks = entries.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.classCount) }
    guard firstRanks.last == Self.classCount else { return nil }
    bands = Mutex(Array(repeating: nil, count: entries.count))
  }

  /// A top band, read at its first use.
  func band(_ index: Int) -> RankedBand? {
    if let band = bands.withLock({ $0[index] }) { return band }
    guard let counts = GridCatalogueFormat.counts(of: entries[index], in: data) else { return nil }
    let band = RankedBand(TopBand(index, classes), counts, entries[index].runLength, classes)
    bands.withLock { $0[index] = band }
    return band
  }
}

/// A top band, and where its classes begin by runs of splits.
final class RankedBand: Sendable {
  let top: TopBand
  /// The number of splits in a run, in the order of `splits`.
  let runLength: Int
  /// The number of classes before each run, and of all at the end.
  let starts: [UInt32]
  /// The splits of the first stack that put the first digit where it belongs.
  let firstSplits: [Int]

  init(_ top: TopBand, _ counts: [UInt32], _ runLength: Int, _ classes: BandClasses) {
    self.top = top
    self.runLength = runLength
    starts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] &+ $1) }
    firstSplits = classes.splits.indices.filter { top.accepts(firstSplit: classes.splits[$0]) }
  }

  /// The splits of the three stacks with a number below `splitCount`.
  func splits(_ number: Int) -> (Int, Int, Int) {
    (firstSplits[number / 3_136], number / 56 % 56, number % 56)
  }

  /// The number of the splits of the three stacks.
  func number(_ first: Int, _ second: Int, _ third: Int) -> Int? {
    firstSplits.firstIndex(of: first).map { $0 * 3_136 + second * 56 + third }
  }

  /// The number of splits of three stacks with a top band.
  static let splitCount = 28 * 56 * 56
}

/// Converts between grids and ranks; keeps its working memory, one for each thread.
///
/// - Complexity: Some 0.2 ms for a rank, a microsecond for the rank after it.
package struct GridRanker {
  private let catalogue: GridCatalogue
  private var form = GridForm()
  private var search: (band: RankedBand, search: GridSearch)?
  /// The splits that were listed last, and their grids.
  private var listed: (number: Int, grids: [(middle: Band, bottom: Band)]) = (-1, [])
  /// The run that was searched last, and how many grids each of its splits has, -1 for unknown.
  private var run: (number: Int, counts: [Int]) = (-1, [])
  /// The stacks for which `search` has begun.
  private var begun = -1

  package init(_ catalogue: GridCatalogue) { self.catalogue = catalogue }

  /// The smallest form of the grids of a rank; `nil` for a number that is none.
  package mutating func grid(rank: Int) -> Board? {
    guard (0..<GridCatalogue.classCount).contains(rank) else { return nil }
    let index = upperBound(catalogue.firstRanks, rank) - 1
    guard let band = catalogue.band(index) else { return nil }
    let rest = rank - catalogue.firstRanks[index]
    let run = upperBound(band.starts, UInt32(rest)) - 1
    enter(band, run)
    // From the nearer end of the run.
    var first = rest - Int(band.starts[run])
    var last = Int(band.starts[run + 1]) - rest
    if first < last {
      for place in 0..<band.runLength {
        let count = count(place)
        if first < count { return board(list(place)[first]) }
        first -= count
      }
    } else {
      for place in (0..<band.runLength).reversed() {
        let count = count(place)
        if last <= count { return board(list(place)[count - last]) }
        last -= count
      }
    }
    return nil
  }

  /// The rank of a solved grid's class; `nil` for other boards.
  package mutating func rank(of grid: Board) -> Int? {
    guard isSolvedGrid(grid) else { return nil }
    PackedBoard(grid).withLines { form.search($0) }
    let (top, middle, bottom) = (form.form.band(0), form.form.band(1), form.form.band(2))
    let index = catalogue.classes.classIndex(top)
    guard let band = catalogue.band(index) else { return nil }
    func split(_ stack: Int) -> Int {
      let labels = band.top.split(of: stack, in: middle)
      return catalogue.classes.split(labels.0, labels.1)
    }
    guard let number = band.number(split(0), split(1), split(2)) else { return nil }
    let (run, place) = number.quotientAndRemainder(dividingBy: band.runLength)
    enter(band, run)
    let grids = list(place)
    guard let offset = grids.firstIndex(where: { $0.middle == middle && $0.bottom == bottom })
    else { return nil }
    // From the nearer end of the run.
    let first = catalogue.firstRanks[index] + offset
    if place <= band.runLength / 2 {
      return (0..<place).reduce(first + Int(band.starts[run])) { $0 + count($1) }
    }
    return (place..<band.runLength).reduce(first + Int(band.starts[run + 1])) { $0 - count($1) }
  }

  /// The board of a grid of the current band.
  private func board(_ grid: (middle: Band, bottom: Band)) -> Board? {
    search.map { FormRows($0.band.top.band, grid.middle, grid.bottom).board }
  }

  /// Makes a run the current one.
  private mutating func enter(_ band: RankedBand, _ run: Int) {
    if search?.band !== band {
      search = (band, GridSearch(band.top, catalogue.classes))
      (begun, listed.number, self.run.number) = (-1, -1, -1)
    }
    if self.run.number != run { self.run = (run, Array(repeating: -1, count: band.runLength)) }
  }

  /// The number of grids with the splits at a place of the run.
  private mutating func count(_ place: Int) -> Int {
    if run.counts[place] < 0 { run.counts[place] = find(place) { _, _ in } }
    return run.counts[place]
  }

  /// The smallest forms with the splits at a place of the run, ascending.
  private mutating func list(_ place: Int) -> [(middle: Band, bottom: Band)] {
    let number = run.number * (search?.band.runLength ?? 0) + place
    if listed.number != number {
      var grids: [(middle: Band, bottom: Band)] = []
      _ = find(place, ascending: true) { grids.append(($0, $1)) }
      listed = (number, grids)
      run.counts[place] = grids.count
    }
    return listed.grids
  }

  private mutating func find(
    _ place: Int, ascending: Bool = false, _ body: (Band, Band) -> Void
  ) -> Int {
    guard let band = search?.band else { return 0 }
    let number = run.number * band.runLength + place
    let (first, second, third) = band.splits(number)
    if begun != number / 56 {
      search?.search.begin(first, second)
      begun = number / 56
    }
    return search?.search.search(third, ascending: ascending, body) ?? 0
  }
}

/// The first index of an ascending list whose element is above a value.
private func upperBound<Value: Comparable>(_ list: [Value], _ value: Value) -> Int {
  var (low, high) = (0, list.count)
  while low < high {
    let middle = (low + high) / 2
    if list[middle] > value { high = middle } else { low = middle + 1 }
  }
  return low
}
