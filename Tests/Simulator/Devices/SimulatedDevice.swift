import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync

/// The subject of a look at a game.
struct CheckedGame: Hashable {
  var heads: StreamHeads
  /// The number of operations in memory; `nil` where it is not open.
  var operations: Int?
  var summary: DocumentSummary?
}

/// A device of a simulation: the library, replica and backups that ship, and what was reported
/// to its player.
final class SimulatedDevice {
  let index: Int
  let clock: SimulatedClock
  /// Where its backups lie.
  let disk = SimulatedDisk()
  var replica: SimulatedReplica
  var library: GameLibrary
  var machine: SyncMachine
  var isPartitioned = false
  /// The number of the request under way.
  var serial = 0
  /// The random numbers for faults of the step that began the running sync.
  var faultRandom = SeededRandom(seed: 0)
  /// The goal of the sync that follows the running one.
  var nextGoal: SyncGoal?

  /// Requests that are carried out and not answered before the next commit.
  var unanswered: [(document: DocumentID, request: String)] = []
  /// Requests that the player knows to be done.
  var answered: [DocumentID: [String]] = [:]
  /// The game in which the player has done something and not left it since.
  var playing: DocumentID?
  /// The game that the player has chosen, and the newest stamp that was known then.
  var chosen: DocumentID?
  var known = Stamp.zero
  /// The games that the player has opened since the start.
  var opened: Set<DocumentID> = []
  var shownElapsed: [DocumentID: Int] = [:]
  var shownCompletion: [DocumentID: Stamp] = [:]
  /// Games reported as completed elsewhere, or completed here.
  var toldCompletions: Set<DocumentID> = []
  /// Games that were completed before the library was opened, or that the player knows to be.
  var completedBefore: Set<DocumentID> = []
  /// True if a setting of this device was missing right after it was set.
  var hasLostSetting = false
  var image: SimulatedReplica?
  /// True if a restored backup left the device its identity.
  var hasOldName = false
  var checkedChangeCount: Int?
  /// The content last compared with the model; it is compared again once it changes.
  var checkedGames: [DocumentID: CheckedGame] = [:]
  /// True if another process has written something that the library has not looked for yet.
  var hasNewsOfOthers = false

  init(
    index: Int, replica: SimulatedReplica, time: VirtualTime, seed: UInt64
  ) throws(SyncError) {
    self.index = index
    self.replica = replica
    clock = SimulatedClock(time, seed: seed &* 31 &+ UInt64(index))
    library = try GameLibrary(replica: replica, environment: clock.environment)
    machine = Self.machine(replica, seed: seed &+ UInt64(index))
    prepare()
    try noteCompleted()
  }

  /// Takes note that the player sees what is completed now.
  func noteCompleted(but exceptions: Set<DocumentID> = []) throws(SyncError) {
    let games = try replica.summaries(.games, limit: .max, before: nil).summaries
    completedBefore.formUnion(games.lazy.filter(\.isCompleted).map(\.id))
    completedBefore.subtract(exceptions)
  }

  private static func machine(_ replica: SimulatedReplica, seed: UInt64) -> SyncMachine {
    SyncMachine(
      replica: replica, random: SeededRandom(seed: seed, stream: 100),
      backoff: Backoff(firstMilliseconds: 500, limitMilliseconds: 8_000))
  }

  private func prepare() {
    library.keepBackups(in: BackupFolder("/backups", disk: disk))
    library.onEvent = { [unowned self] event in
      switch event {
      case .completed(let id, _, _), .completedElsewhere(let id, _): toldCompletions.insert(id)
      default: break
      }
    }
  }

  /// Takes note of what the player has done in a game.
  func noteAttention(to id: DocumentID, _ intent: Intent, _ new: [DocumentOperation]) {
    switch intent {
    case .pause, .suspend, .close, .abandon: if playing == id { playing = nil }
    case .tick, .resume: break
    default: if !new.isEmpty { playing = id }
    }
  }

  /// Looks for what other processes have written, as a server does before each piece of input.
  func lookForOthers() throws(SyncError) {
    guard hasNewsOfOthers, library.canLookForOthers else { return }
    hasNewsOfOthers = false
    library.lookForOthers()
    // The other process has reported games that are not in memory.
    try noteCompleted(but: opened.subtracting(completedBefore))
  }

  /// Starts again from what the replica holds, as after a crash.
  func restart(seed: UInt64) throws(SyncError) {
    replica.crash()
    unanswered = []
    opened = []
    (playing, chosen, known) = (nil, nil, .zero)
    nextGoal = nil
    serial += 1
    shownElapsed = [:]
    checkedChangeCount = nil
    checkedGames = [:]
    hasNewsOfOthers = false
    library = try GameLibrary(replica: replica, environment: clock.environment)
    machine = Self.machine(replica, seed: seed)
    prepare()
    try noteCompleted()
  }

  /// Takes another replica, as a device does that is replaced.
  func replace(_ replica: SimulatedReplica, seed: UInt64) throws(SyncError) {
    self.replica = replica
    shownCompletion = [:]
    toldCompletions = []
    completedBefore = []
    try restart(seed: seed)
  }
}
