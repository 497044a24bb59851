import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// A device of a simulation: its replica, its player, its clock.
final class SimulatedDevice {
  let index: Int
  var replica: MemoryReplica {
    didSet {
      checkedChangeCount = nil
      openedChangeCount = nil
    }
  }
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

  /// The replica's count of changes when what it shows was last checked, and when all its games
  /// were last opened: what has not changed since need not be looked at again.
  var checkedChangeCount: Int?
  var openedChangeCount: Int?

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
