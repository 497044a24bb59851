import SudokuCore
import SudokuIdentity
import SudokuSession

/// A device of a simulation: its replica, its player, its clock.
final class SimulatedDevice {
  let index: Int
  var replica: MemoryReplica
  var machine: SyncMachine
  var clock = HybridLogicalClock()
  /// What the device's wall clock reads more than virtual time, in milliseconds.
  var clockOffset: Int64 = 0
  var isPartitioned = false
  var isDiskFull = false
  /// The number of the request under way.
  var serial = 0
  /// What the step that began the running sync decides fates with.
  var fates = SeededRandom(seed: 0)
  var sessions: [DocumentID: GameSession] = [:]
  var backup: MemoryReplica?
  /// An answered move that is not yet written: only with the planted fault.
  var unwritten: [ReplicaEntry] = []

  // What the player has been told.
  var answered: [DocumentID: [String]] = [:]
  var shownElapsed: [DocumentID: Int] = [:]
  var shownCompletion: [DocumentID: Stamp] = [:]

  init(index: Int, device: DeviceID, seed: UInt64) {
    self.index = index
    replica = MemoryReplica(device: device)
    machine = SyncMachine(
      replica: replica, random: SeededRandom(seed: seed, stream: UInt64(index) + 100),
      backoff: Backoff(firstMilliseconds: 500, limitMilliseconds: 8_000))
  }

  /// The device's clocks at a moment of virtual time.
  func reading(_ time: Int64) -> ClockReading {
    ClockReading(
      wallMilliseconds: max(0, time + clockOffset), monotonicMilliseconds: time,
      storeOffsetMilliseconds: index.isMultiple(of: 2) ? -clockOffset : nil)
  }

  /// Starts again from what the replica holds, as after a crash.
  func restart(seed: UInt64) {
    sessions = [:]
    unwritten = []
    serial += 1
    shownElapsed = [:]
    clock = HybridLogicalClock()
    machine = SyncMachine(
      replica: replica, random: SeededRandom(seed: seed),
      backoff: Backoff(firstMilliseconds: 500, limitMilliseconds: 8_000))
  }
}

/// The boards that simulated players play, with a few cells left to fill.
struct SimulatedPuzzle: Sendable {
  let clues: Board
  let solution: Board

  /// A complete board with some cells emptied in a fixed manner.
  private init(_ solution: Board, without cells: [Int]) {
    var clues = solution
    for cell in cells { clues[Cell(cell)] = nil }
    self.clues = clues
    self.solution = solution
  }

  static let all: [SimulatedPuzzle] = {
    let solution = Board { cell in
      // The pattern grid: row r holds the digits shifted by 3 r + r / 3.
      Digit(index: (cell.column + 3 * cell.row + cell.row / 3) % 9)
    }
    return [
      SimulatedPuzzle(solution, without: [0, 10, 20, 30, 40, 50]),
      SimulatedPuzzle(solution, without: [3, 13, 23, 33, 43, 53, 63, 73, 8, 18]),
      SimulatedPuzzle(
        solution, without: [1, 5, 12, 16, 25, 28, 32, 39, 42, 47, 54, 58, 66, 70, 75, 80]),
    ]
  }()

  /// The game that begins on a puzzle in a slot; the same on every device.
  static func game(_ slot: Int) -> (id: GameID, puzzle: SimulatedPuzzle) {
    let puzzle = all[slot % all.count]
    let start = UnixTime(seconds: 1_795_176_000 + Int64(slot))
    return (GameID(initialBoard: puzzle.clues, startDate: start), puzzle)
  }

  /// The number of games that all players of a run choose from.
  static let slots = 6

  static let slotOfGame: [DocumentID: Int] = Dictionary(
    uniqueKeysWithValues: (0..<slots).map { (DocumentID(game($0).id), $0) })
}
