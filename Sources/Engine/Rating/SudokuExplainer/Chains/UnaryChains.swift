/// A chain or cycle of single conclusions, without other assumptions.
struct UnaryHint {
  /// The links that a chain uses; the raw value orders equal hints.
  enum Kind: UInt8 {
    case single = 2
    case bivalue = 3
    case both = 4
  }

  var rating: Double
  var complexity: Int
  var kind: Kind
  var isCycle: Bool
  /// The start of the path in `UnaryChains.path`: the target first, the assumption last.
  var pathStart: Int
  /// The start of a cycle's eliminations in `UnaryChains.removals`.
  var removalStart: Int
  var removalCount: Int
  /// Place in the reference's order of discovery.
  var order: Int

  /// True if the hint comes before another one in Sudoku Explainer's order.
  @inline(__always)
  func precedes(_ other: UnaryHint) -> Bool {
    if rating != other.rating { return rating < other.rating }
    if complexity != other.complexity { return complexity < other.complexity }
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    return order < other.order
  }
}

/// Cycles and forcing chains: what follows from one candidate by links between two candidates.
///
/// Source: the rules of Sudoku Explainer 1.2.1 by Nicolas Juillerat, its forcing chains and
/// bidirectional cycles.
///
/// Invariants of its memory: candidate `c` has its weak links at `c * 32`, first those of the cell,
/// and its strong links at `c * 4`, first that of the cell; lists are valid for the grid handed to
/// `load` last.
final class UnaryChains {
  let tables = ChainTables.shared
  let meter: ChainMeter
  let weak = UnsafeMutablePointer<UInt16>.allocate(capacity: 729 * 32)
  let weakReason = UnsafeMutablePointer<UInt8>.allocate(capacity: 729 * 32)
  let weakCount = UnsafeMutablePointer<UInt8>.allocate(capacity: 729)
  let weakCellCount = UnsafeMutablePointer<UInt8>.allocate(capacity: 729)
  /// Those of a candidate's weak links of houses that lead to bivalue cells, at `c * 20`.
  let bivalueWeak = UnsafeMutablePointer<UInt16>.allocate(capacity: 729 * 20)
  let bivalueWeakReason = UnsafeMutablePointer<UInt8>.allocate(capacity: 729 * 20)
  let bivalueWeakCount = UnsafeMutablePointer<UInt8>.allocate(capacity: 729)
  let strong = UnsafeMutablePointer<UInt16>.allocate(capacity: 729 * 4)
  let strongReason = UnsafeMutablePointer<UInt8>.allocate(capacity: 729 * 4)
  let strongCount = UnsafeMutablePointer<UInt8>.allocate(capacity: 729)
  let strongCellCount = UnsafeMutablePointer<UInt8>.allocate(capacity: 729)
  /// The candidates of the grid, in order.
  let live = UnsafeMutablePointer<UInt16>.allocate(capacity: 729)
  let cellsOf = UnsafeMutablePointer<UInt128>.filled(9, with: 0)
  /// The cells where each digit excludes itself.
  let wrongCellsOf = UnsafeMutablePointer<UInt128>.filled(9, with: 0)
  let isBivalue = UnsafeMutablePointer<Bool>.allocate(capacity: 81)

  /// Literals of the search under way, as a tree.
  let literal = UnsafeMutablePointer<UInt16>.allocate(capacity: UnaryChains.nodeCapacity)
  let parent = UnsafeMutablePointer<UInt16>.allocate(capacity: UnaryChains.nodeCapacity)
  let reason = UnsafeMutablePointer<UInt8>.allocate(capacity: UnaryChains.nodeCapacity)
  let depth = UnsafeMutablePointer<UInt16>.allocate(capacity: UnaryChains.nodeCapacity)
  let visited = UnsafeMutablePointer<UInt32>.filled(ChainTrace.literals, with: 0)
  /// Stamps of a search that needs the ones in `visited` at the same time.
  let secondVisited = UnsafeMutablePointer<UInt32>.filled(ChainTrace.literals, with: 0)
  /// The distance of each visited literal from the start.
  let distance = UnsafeMutablePointer<UInt8>.filled(ChainTrace.literals, with: 0)
  /// True for the candidates that may lie on a cycle; cycles are searched from them.
  let isNear = UnsafeMutablePointer<Bool>.filled(729, with: false)
  let isStart = UnsafeMutablePointer<Bool>.filled(729, with: false)
  /// The number of live candidates, and the stamp of the search under way.
  let liveCount = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  let stamp = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)

  let bivalueCycles = BivalueCycles()

  /// True if the lists are those of the grid searched.
  var isLoaded = false
  /// The hints found: all of them, or the best one only.
  var hints: [UnaryHint] = []
  var keepsAll = false
  var path: [(literal: UInt16, reason: UInt8)] = []
  var removals: [UInt16] = []
  /// The rating, complexity and kind that a hint has to reach to matter.
  var bound: (rating: Double, complexity: Int, kind: UInt8)?

  /// Each "on" is expanded once, into at most 28 "off"s.
  static let nodeCapacity = 729 * 30

  init(meter: ChainMeter) {
    self.meter = meter
    liveCount.initialize(to: 0)
    stamp.initialize(to: 0)
  }

  deinit {
    deallocate(
      weak, weakReason, weakCount, weakCellCount, bivalueWeak, bivalueWeakReason, bivalueWeakCount,
      strong, strongReason, strongCount, strongCellCount, live, cellsOf, wrongCellsOf, isBivalue,
      literal, parent, reason, depth, visited, secondVisited, distance, isNear, isStart, liveCount,
      stamp)
  }

  /// Lists the links of a grid, in the order in which they are tried.
  func load(_ grid: ChainGrid) {
    listCandidates(grid)
    for number in 0..<liveCount.pointee {
      let candidate = Int(live[number])
      let cell = Int(tables.cellOf[candidate])
      listLinks(grid, cell, Int(tables.digitOf[candidate]), grid.digits(cell))
    }
    isLoaded = true
  }

  func listCandidates(_ grid: ChainGrid) {
    var end = 0
    cellsOf.update(repeating: 0, count: 9)
    for cell in 0..<81 {
      let digits = grid.digits(cell)
      (isBivalue + cell).initialize(to: tables.count[Int(digits)] == 2)
      var rest = digits
      while rest != 0 {
        let digit = rest.trailingZeroBitCount
        rest &= rest &- 1
        cellsOf[digit] |= 1 &<< UInt128(truncatingIfNeeded: cell)
        live[end] = UInt16(truncatingIfNeeded: cell &* 9 &+ digit)
        end &+= 1
      }
    }
    liveCount.pointee = end
  }

  private func listLinks(_ grid: ChainGrid, _ cell: Int, _ digit: Int, _ digits: UInt16) {
    let candidate = cell &* 9 &+ digit
    let weakList = weak + candidate &* 32
    let weakWhy = weakReason + candidate &* 32
    var weakEnd = 0
    var rest = digits & ~(1 &<< UInt16(truncatingIfNeeded: digit))
    var strongEnd = 0
    if rest != 0 && rest & (rest &- 1) == 0 {
      strong[candidate &* 4] = UInt16(
        truncatingIfNeeded: cell &* 9 &+ rest.trailingZeroBitCount)
      strongReason[candidate &* 4] = 0
      strongEnd = 1
    }
    strongCellCount[candidate] = UInt8(truncatingIfNeeded: strongEnd)
    while rest != 0 {
      weakList[weakEnd] = UInt16(truncatingIfNeeded: cell &* 9 &+ rest.trailingZeroBitCount)
      weakWhy[weakEnd] = 0
      weakEnd &+= 1
      rest &= rest &- 1
    }
    weakCellCount[candidate] = UInt8(truncatingIfNeeded: weakEnd)
    let block = tables.house[cell &* 4]
    for kind in 0..<3 {
      let house = Int(tables.house[cell &* 4 &+ kind])
      var places = grid.places(house, digit) & ~tables.bit[cell &* 4 &+ kind]
      let isPair = places != 0 && places & (places &- 1) == 0
      while places != 0 {
        let place = Int(tables.cell[house &* 9 &+ places.trailingZeroBitCount])
        places &= places &- 1
        let other = UInt16(truncatingIfNeeded: place &* 9 &+ digit)
        if kind == 0 || tables.house[place &* 4] != block {
          weakList[weakEnd] = other
          weakWhy[weakEnd] = UInt8(truncatingIfNeeded: kind &+ 1)
          weakEnd &+= 1
        }
        if isPair {
          let at = candidate &* 4
          var isNew = true
          for old in Int(strongCellCount[candidate])..<strongEnd where strong[at &+ old] == other {
            isNew = false
          }
          if isNew {
            strong[at &+ strongEnd] = other
            strongReason[at &+ strongEnd] = UInt8(truncatingIfNeeded: kind &+ 1)
            strongEnd &+= 1
          }
        }
      }
    }
    weakCount[candidate] = UInt8(truncatingIfNeeded: weakEnd)
    strongCount[candidate] = UInt8(truncatingIfNeeded: strongEnd)
  }
}
