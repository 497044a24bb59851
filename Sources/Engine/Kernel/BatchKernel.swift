import CSudokuVectors

/// A node of the search that waits for a lane: 729 candidates as bits.
struct Node {
  /// Byte `n` holds the planes `8 * n` to `8 * n + 7` of one lane.
  var bits: (batch_bytes, batch_bytes, batch_bytes, batch_bytes, batch_bytes, batch_bytes)
  var puzzle: UInt32
  /// True if the puzzle is split by cells, see `splitCell`.
  var branchesByCell: Bool
  /// The node below it in the stack of the lane that made it.
  var older: UnsafeMutablePointer<Node>?
}

@inline(__always)
func allocatePlanes(_ count: Int) -> Planes {
  let planes = UnsafeMutableRawPointer.allocate(
    byteCount: count &* MemoryLayout<Lanes>.size, alignment: 64
  ).assumingMemoryBound(to: Lanes.self)
  for plane in 0..<count { planes[plane] = Lanes.none }
  return planes
}

/// Solves many boards at once: one bit of a vector for each board.
///
/// A block has as many lanes as a vector has bits. Each lane holds one node of some puzzle's search
/// as 729 bits in 729 planes, so every rule of elimination is a handful of logic operations for all
/// lanes at once. Lanes in which the eliminations come to a stop are served together: dead ones give
/// up their node, solved ones hand over their grid, stalled ones branch: the first child stays, the
/// second goes onto the stack of the lane. Free lanes take the latest node of their stack, or a new
/// puzzle. So a puzzle is searched depth first in one lane, and what happens to it depends on
/// nothing but itself: results and guesses are the same for every width.
///
/// When no new puzzle is left, free lanes steal the oldest nodes of other lanes (work stealing). A
/// puzzle with stolen nodes and several solutions is searched again at the end, alone in its lane,
/// so that the solutions found do not depend on the other boards in the batch.
///
/// A puzzle that takes very many guesses would, at the end, be at work in a few lanes or one, where a
/// guess costs as much as in all of them. So there is a guess budget: a search beyond it is given up,
/// and marked so in its count; a kernel for single boards is faster there (the fallback).
struct BatchKernel {
  let request: UnsafePointer<batch_request>
  /// Plane `digit * 81 + cell`: the lanes where the digit is a candidate of the cell.
  let state: Planes
  /// The same for the second children of a branching.
  let second: Planes
  let transposeBuffer: Planes
  /// 81 planes: the cells with one candidate.
  let singles: Planes
  /// 81 planes of one digit between its rows and its columns.
  let scratch: Planes
  /// 27 planes: the minirows where locked candidates of rows and blocks allow the digit.
  let locks: Planes
  /// 27 planes: the OR of the singles of each minicolumn.
  let columnSingles: Planes
  /// Plane `minirow * 9 + digit`: the digit has several places in row and block.
  let openMinirows: Planes
  /// Plane `column * 9 + digit`: the digit has several places in the column.
  let openColumns: Planes
  /// Tables of the branching rule.
  let branching: Planes
  /// Plane `cell * 4 + bit`: new puzzles as binary digits.
  let input: Planes
  /// New puzzles as candidates, where the request has candidates.
  let inputCandidates: Planes
  /// Plane `cell * 4 + bit`: solutions to be written.
  let output: Planes
  /// The address for the solution of each lane.
  let destinations: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>
  /// The address of the next puzzle of each lane.
  let sources: UnsafeMutablePointer<UnsafePointer<UInt8>>
  /// 32 rows for transposes; behind them an empty board and a place for unwanted grids.
  let rows: Planes
  let emptyBoard: UnsafePointer<UInt8>
  let unwantedGrid: UnsafeMutablePointer<UInt8>
  let puzzles: UnsafeMutablePointer<UInt32>
  let inputPuzzles: UnsafeMutablePointer<UInt32>
  /// Puzzles put back while the input is arranged again.
  let waiting: UnsafeMutablePointer<UInt32>
  /// The latest node of each lane's stack.
  let newest: UnsafeMutablePointer<UnsafeMutablePointer<Node>?>

  var occupied = Lanes.none
  /// The lanes whose puzzle is split by cells, see `splitCell`.
  var byCell = Lanes.none
  /// The lanes whose stack holds nodes.
  var stacked = Lanes.none
  var inputValid = Lanes.none
  var inputByCell = Lanes.none
  var outputValid = Lanes.none
  /// The nodes that are free, how many, and how many there are in all.
  var freeNodes: UnsafeMutablePointer<UnsafeMutablePointer<Node>>
  var freeCount = 0
  var nodeCount = 0
  /// The latest of the blocks that nodes come from.
  var chunks: UnsafeMutablePointer<Node>?
  /// The run of boards that is being handed out.
  var next = 0
  var end = 0
  var isExhausted = false
  /// Puzzles of which nodes were stolen by other lanes.
  var stolen: UnsafeMutablePointer<UInt32>
  var stolenCount = 0
  var stolenCapacity = 64
  /// True if the puzzles with stolen nodes are being searched again.
  var isRepeating = false

  init(_ request: UnsafePointer<batch_request>) {
    self.request = request
    let hasCandidates = request.pointee.candidates != nil
    let planes = allocatePlanes(PlaneLayout.size)
    state = planes + PlaneLayout.state
    second = planes + PlaneLayout.second
    transposeBuffer = planes + PlaneLayout.transposeBuffer
    singles = planes + PlaneLayout.singles
    scratch = planes + PlaneLayout.scratch
    locks = planes + PlaneLayout.locks
    columnSingles = planes + PlaneLayout.columnSingles
    openMinirows = planes + PlaneLayout.openMinirows
    openColumns = planes + PlaneLayout.openColumns
    branching = planes + PlaneLayout.branching
    input = planes + PlaneLayout.input
    output = planes + PlaneLayout.output
    inputCandidates = hasCandidates ? allocatePlanes(729) : state
    destinations = .allocate(capacity: Lanes.count)
    sources = .allocate(capacity: Lanes.count)
    let rowBytes = 32 &* MemoryLayout<Lanes>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: rowBytes &+ 256, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes &+ 256)
    rows = memory.assumingMemoryBound(to: Lanes.self)
    emptyBoard = UnsafePointer((memory + rowBytes).assumingMemoryBound(to: UInt8.self))
    unwantedGrid = (memory + rowBytes + 128).assumingMemoryBound(to: UInt8.self)
    puzzles = .allocate(capacity: Lanes.count)
    inputPuzzles = .allocate(capacity: Lanes.count)
    waiting = .allocate(capacity: Lanes.count)
    newest = .allocate(capacity: Lanes.count)
    freeNodes = .allocate(capacity: 1)
    stolen = .allocate(capacity: stolenCapacity)
    for lane in 0..<Lanes.count {
      puzzles[lane] = 0
      newest[lane] = nil
    }
  }

  func deallocate() {
    if inputCandidates != state { UnsafeMutableRawPointer(inputCandidates).deallocate() }
    UnsafeMutableRawPointer(state).deallocate()
    destinations.deallocate()
    sources.deallocate()
    UnsafeMutableRawPointer(rows).deallocate()
    puzzles.deallocate()
    inputPuzzles.deallocate()
    waiting.deallocate()
    newest.deallocate()
    freeNodes.deallocate()
    stolen.deallocate()
    var chunk = chunks
    while let nodes = chunk {
      chunk = nodes.pointee.older
      nodes.deallocate()
    }
  }

  /// Solves boards until the request has no more.
  mutating func run() {
    search()
    // Before the repetition, or a solution that still waits would be written over one found again.
    flushOutput()
    if prepareRepetition() {
      search()
      flushOutput()
    }
  }

  private mutating func search() {
    while true {
      fill()
      checkInvariants()
      let count = occupied.population
      if count == 0 { return }
      if isExhausted, request.pointee.gives_up_late, count &* 20 < Lanes.count {
        giveUpRest()
        return
      }
      // Serve the lanes when two in three have come to a stop.
      let enough = max(1, count &* 64 / 100)
      while true {
        let flags = sweep()
        let stopped = (flags.dead | flags.single | ~flags.changed) & occupied
        if stopped.population >= enough {
          serve(flags)
          break
        }
      }
    }
  }

  /// Ends dead and solved nodes, branches the stalled ones.
  private mutating func serve(_ flags: SweepFlags) {
    occupied = occupied.without(flags.dead)
    let complete = occupied & flags.single
    occupied = occupied.without(complete)
    if !complete.isEmpty {
      let solved = complete & correctGrids()
      if !solved.isEmpty { keepSolutions(solved) }
    }
    let stalled = occupied.without(flags.changed)
    if !stalled.isEmpty { branch(stalled) }
  }

  /// Marks, in a puzzle's number of guesses, that nodes of it were stolen.
  static var stolenMark: UInt32 { 0x8000_0000 }

  /// Collects the puzzles that must be searched again, see above.
  private mutating func prepareRepetition() -> Bool {
    let enough = min(request.pointee.limit, 2)
    var count = 0
    for index in 0..<stolenCount {
      let puzzle = Int(truncatingIfNeeded: stolen[index])
      guard let counts = request.pointee.counts, let guesses = request.pointee.guesses else {
        continue
      }
      guesses[puzzle] &= ~BatchKernel.stolenMark
      if counts[puzzle] >= enough {
        counts[puzzle] = 0
        guesses[puzzle] = 0
        stolen[count] = stolen[index]
        count &+= 1
      }
    }
    isRepeating = true
    isExhausted = false
    stolenCount = count
    next = 0
    end = count
    return count > 0
  }
}

/// Solves the boards of a request; several threads may do so at once with the same request.
///
/// - Parameter request: Points to a `batch_request`.
@inline(never)
package func runBatch(_ request: UnsafeRawPointer) {
  var kernel = BatchKernel(request.assumingMemoryBound(to: batch_request.self))
  if kernel.request.pointee.marks_singles { kernel.markSingles() } else { kernel.run() }
  kernel.deallocate()
}

extension BatchKernel {
  /// Stops the program where the bookkeeping of lanes and nodes contradicts itself.
  ///
  /// Checked between two rounds of the search where `SUDOKU_INVARIANTS` is defined: in debug builds,
  /// and so in the tests.
  @inline(__always)
  func checkInvariants() {
    #if SUDOKU_INVARIANTS
      precondition(freeCount >= 0 && freeCount <= nodeCount, "more free nodes than nodes")
      precondition(next <= end, "boards are handed out twice")
      precondition(stolenCount <= stolenCapacity, "stolen puzzles beyond their buffer")
      for lane in 0..<Lanes.count {
        let bit: UInt64 = 1 << UInt64(lane & 63)
        let isStacked = stacked.bits[lane &>> 6] & bit != 0
        precondition(isStacked == (newest[lane] != nil), "a stack and its mark differ")
      }
    #endif
  }
}

/// The places of a `BatchKernel`'s planes in its one block of memory.
///
/// One block, so that all planes share few pages and their distances are known when the code is
/// compiled. Computed properties, as stored ones would be globals that the kernels must not share.
/// Each region begins where the one before it ends; sizes are in planes.
enum PlaneLayout {
  /// 729 candidates, rounded up to whole bytes of a node: transposes read and write 8 at a time.
  static var boardSize: Int { 736 }
  /// 8 lanes x 6 parts of a node x 16 vectors: what the transposes of nodes read and write.
  static var transposeBufferSize: Int { 768 }

  static var state: Int { 0 }
  static var second: Int { state + boardSize }
  static var transposeBuffer: Int { second + boardSize }
  static var singles: Int { transposeBuffer + transposeBufferSize }
  static var scratch: Int { singles + 81 }
  static var locks: Int { scratch + 81 }
  static var columnSingles: Int { locks + 27 }
  static var openMinirows: Int { columnSingles + 27 }
  static var openColumns: Int { openMinirows + 243 }
  static var branching: Int { openColumns + 81 }
  static var input: Int { branching + Branching.size }
  static var output: Int { input + 324 }
  static var size: Int { output + 324 }

  /// The tables of the branching rule, for 54 lines: six bands and stacks with nine digits each.
  enum Branching {
    /// Nine planes for each line: its minirows that still hold the digit.
    static var places: Int { 0 }
    /// Three planes for each line: how many ways there are to place the digit, as a binary number.
    static var ways: Int { places + 54 * 9 }
    /// One plane for each line: whether it was chosen.
    static var chosen: Int { ways + 54 * 3 }
    /// 702 are in use.
    static var size: Int { 720 }
  }
}
