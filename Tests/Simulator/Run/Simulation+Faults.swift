import SudokuCore
import SudokuIdentity
import SudokuPlayer
import SudokuSession
import SudokuSync

extension Simulation {
  mutating func perform(_ step: SimulationStep) throws {
    let device = devices[step.device]
    var random = SeededRandom(seed: step.seed)
    note(step.device, step.kind.rawValue, 1)
    try device.lookForOthers()
    switch step.kind {
    case .play: try play(device, &random)
    case .open: try open(device, random.next(below: SimulatedGame.count))
    case .profile: try playProfile(device, &random)
    case .sync:
      let goals: [SyncGoal] = [.now, .now, .now, .push, .discover, .everything, .everything]
      let goal = goals[random.next(below: goals.count)]
      if !device.machine.isRunning { device.faultRandom = SeededRandom(seed: random.next()) }
      try sync(device, goal)
    case .partition: device.isPartitioned.toggle()
    case .crash: try crash(device, &random)
    case .clock: turnClock(of: device, &random)
    case .disk: device.replica.isDiskFull.toggle()
    case .future: try writeFuture(device, &random)
    case .compact:
      if random.next(below: 2) == 0 { store.compact() } else { device.replica.compact() }
    case .backup: try backUpOrRestore(device, &random)
    case .clone: try clone(device, from: devices[random.next(below: devices.count)])
    case .wipe: try wipe(device)
    case .process: try syncBeside(device, seed: random.next())
    case .store: try harmStore(&random)
    case .hostile: try writeHostile(&random)
    }
  }

  private mutating func turnClock(of device: SimulatedDevice, _ random: inout SeededRandom) {
    let reach: [Int64] = [5_000, 3_600_000, 86_400_000, 315_360_000_000]
    let limit = reach[random.next(below: reach.count)]
    device.clock.offset = Int64(random.next(below: Int(2 * limit + 1))) - limit
    note(device.index, "clock is off by \(device.clock.offset) ms", device.clock.offset)
  }

  private mutating func crash(_ device: SimulatedDevice, _ random: inout SeededRandom) throws {
    // A move that is written but was never answered, or not even that.
    if random.next(below: 2) == 0 { try play(device, &random) }
    device.disk.crash(using: &random)
    try device.restart(seed: random.next())
    try checkAfterRestart(device)
  }

  /// A newer version ran on the device for a while and wrote what this one does not know.
  private mutating func writeFuture(
    _ device: SimulatedDevice, _ random: inout SeededRandom
  ) throws {
    try commit(device)
    guard !device.machine.isRunning else { return }
    let id = random.next(below: 2) == 0 ? device.library.current ?? .profile : .profile
    let replica = device.replica
    guard var summary = try replica.summary(of: id) ?? (id == .profile ? .init(id: id) : nil)
    else { return }
    let held = try knowledge.operations(of: id, in: replica)
    let stamp = max(
      Stamp(milliseconds: device.clock.wallMilliseconds),
      (held.map(\.stamp).max() ?? .zero).successor)
    let seq = (try replica.heads(of: id)[replica.device]?.seq ?? 0) + 1
    let key = OperationKey(device: replica.device, seq: seq)
    let extra: [String: OpaqueValue] = [
      "to": .int(Int64(random.next(below: 81))), "why": ["deep": [true, "ü"]],
    ]
    // Or a version that was wrong: it claims a completion that is none.
    let isClaim = id.isGame && random.next(below: 3) == 0
    let claim = Completion(
      board: SimulatedGame.wrongSolution, elapsedMilliseconds: 1, mistakes: 0, hintsUsed: 0)
    let operation = DocumentOperation(
      key: key, stamp: stamp, action: isClaim ? .complete(claim) : .unknown(kind: "teleport"),
      extra: isClaim ? [:] : extra)
    summary.lastStamp = max(summary.lastStamp, stamp)
    summary.game?.lastSaved = summary.lastStamp
    if let game = GameID(id.rawValue) {
      let creations = held.filter { $0.action.kind == "create" }.map(\.moment.milliseconds)
      let begun = creations.reduce(game.startDate.seconds * 1_000, min)
      summary.game?.saved.milliseconds = max(summary.lastStamp.milliseconds, begun)
    }
    do throws(SyncError) {
      try replica.append([try ReplicaEntry([operation], in: id, summary: summary)])
    } catch {
      return try refused(.sync(error), on: device)
    }
    if !isClaim { knowledge.unknown[key, default: []].insert(extra) }
    operations += 1
    try device.restart(seed: random.next())
  }

  /// Makes a real backup, or brings a real one back: a merge, and a new identity where the backup knows
  /// more of the device than the device does, as after an older image of its disk was put back.
  private mutating func backUpOrRestore(
    _ device: SimulatedDevice, _ random: inout SeededRandom
  ) throws {
    try commit(device)
    // Numbers of their own: what else happens is the same with and without images.
    var copy = random
    var luck = SeededRandom(seed: copy.next(), stream: 7)
    try takeOrPutBackImage(of: device, &luck)
    let before = try holdings(of: device.replica)
    do throws(PlayerError) {
      try backUpOrRestore(on: device, &random)
    } catch {
      try refused(error, on: device)
    }
    try require(
      16, !device.hasOldName, "device \(device.index) restored a backup and kept its identity")
    try checkAcknowledged(device)
    for (id, heads) in before {
      let now = try device.replica.heads(of: id)
      for (writer, head) in heads
      where now[writer]?.seq ?? 0 < head.seq
        || (now[writer]?.seq == head.seq && now[writer]?.hash != head.hash)
      {
        throw SimulationFailure(
          invariant: 16, message: "a restored backup changed \(id) on device \(device.index)")
      }
    }
  }

  private mutating func backUpOrRestore(
    on device: SimulatedDevice, _ random: inout SeededRandom
  ) throws(PlayerError) {
    let names: [String]
    let folder = BackupFolder("/backups", disk: device.disk)
    do throws(SyncError) { names = try folder.names() } catch {
      throw .sync(error)
    }
    if names.isEmpty || random.next(below: 2) == 0 {
      let name: String
      do throws(SyncError) {
        name = try folder.backUp(
          device.replica, at: device.clock.wallMilliseconds, localOffsetMilliseconds: 0)
      } catch {
        throw .sync(error)
      }
      note(device.index, "makes the backup \(name)", 40)
    } else {
      let name = names[random.next(below: names.count)]
      let identity = device.replica.device
      let knewAll = try knowsItself(device, as: name, in: folder)
      _ = try device.library.restoreBackup(name)
      device.hasOldName = !knewAll && device.replica.device == identity
      note(device.index, "restores the backup \(name)", 41)
      device.opened = []
      device.shownElapsed = [:]
      do throws(SyncError) { try device.noteCompleted() } catch { throw .sync(error) }
    }
  }

  /// Keeps an image of a device's disk, or puts back the one that was kept.
  private mutating func takeOrPutBackImage(
    of device: SimulatedDevice, _ random: inout SeededRandom
  ) throws {
    switch random.next(below: 4) {
    case 0: device.image = try device.replica.copy(in: scratch)
    case 1:
      guard let image = device.image else { return }
      excuse(device)
      nextIdentity += 1
      try device.replace(try image.copy(in: scratch), seed: nextIdentity)
      hasCopies = true
      note(device.index, "is what it was when an image of its disk was made", 47)
    default: break
    }
  }

  /// True if a device holds all of its own operations that a backup has.
  private func knowsItself(
    _ device: SimulatedDevice, as name: String, in folder: BackupFolder
  ) throws(PlayerError) -> Bool {
    do throws(SyncError) {
      for document in try folder.backup(name).documents {
        let count = document.chunks.filter { $0.device == device.replica.device }
          .reduce(0) { $0 + $1.count }
        let held = try device.replica.heads(of: document.id)[device.replica.device]?.seq ?? 0
        if held < count { return false }
      }
      return true
    } catch {
      throw .sync(error)
    }
  }

  private mutating func clone(_ device: SimulatedDevice, from other: SimulatedDevice) throws {
    guard device !== other else { return }
    excuse(device)
    // No two devices ever draw the same numbers, copies neither.
    nextIdentity += 1
    try device.replace(try other.replica.copy(in: scratch), seed: nextIdentity)
    hasCopies = true
    note(device.index, "is now a copy of device \(other.index)", 42)
  }

  private mutating func wipe(_ device: SimulatedDevice) throws {
    excuse(device)
    try device.replace(try freshReplica(device.index), seed: nextIdentity)
    note(device.index, "is replaced by an empty one", 43)
  }

  /// Takes away what only this device knew.
  private mutating func excuse(_ device: SimulatedDevice) {
    for list in device.answered.values { excused.formUnion(list) }
    device.answered = [:]
  }

  /// The store loses everything, or becomes what it was some time ago, or its files are harmed, which
  /// has more ways than the others.
  private mutating func harmStore(_ random: inout SeededRandom) throws {
    switch random.next(below: store.isFolder ? 10 : 4) {
    case 0:
      try store.wipe()
      note(0, "the store is deleted", 44)
    case 1:
      try store.keepImage()
    case 2:
      if try store.rollBack() {
        if store.kind == .directory || store.kind == .place { hasOldLists = true }
        note(0, "the store becomes what it was", 45)
      }
    default:
      if let what = store.damage(&random) {
        hasOldLists = true
        note(0, "the store \(what)", 46)
      }
    }
    acknowledged = [:]
  }
}
