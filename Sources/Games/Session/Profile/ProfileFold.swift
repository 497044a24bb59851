/// The fold from a profile's operations to its state, one operation after the other.
///
/// Old saves bring values `imported.xp`, `imported.level` and `imported.item.NAME`: numbers of which the
/// highest counts, because several saves are snapshots of one player. Points and items are added to
/// what was earned since; the level never falls below the imported one.
struct ProfileFold {
  private(set) var state: ProfileState
  private var times: [String: Int] = [:]
  private var progress: [String: Int] = [:]
  private var unlocked: Set<String> = []
  /// Earning and spending in order, by item.
  private var ledger: [String: [Entry]] = [:]
  private var picks: [String: OperationKey] = [:]
  /// The numbers that old saves brought, by name.
  private var imported: [String: Entry] = [:]

  private struct Entry {
    var key: OperationKey
    var stamp: Stamp
    /// Above 0 for what was earned, below for what was spent.
    var amount: Int
  }

  init(_ statistics: Statistics) { state = ProfileState(statistics: statistics) }

  mutating func apply(_ operation: DocumentOperation) {
    state.rev += 1
    guard operation.action.hasValidName else { return }
    switch operation.action {
    case .earn(let item, let amount): enter(amount, of: item, operation)
    case .spend(let item, let amount): enter(-amount, of: item, operation)
    case .unlock(let item): unlocked.insert(item)
    case .progress(let achievement, let amount):
      progress[achievement] = max(progress[achievement] ?? 0, amount)
    case .record(let table, let key, let value): record(table, key, value)
    case .set(let key, let value):
      if key == "premium" { state.premium = value == .bool(true) }
      if key.hasPrefix(ProfileState.importPrefix), let amount = value.intValue, amount >= 0 {
        guard amount > imported[key]?.amount ?? -1 else { break }
        imported[key] = Entry(key: operation.key, stamp: operation.stamp, amount: amount)
      }
      state.values[key] = value
    case .resolve(let conflict, let choice): picks[conflict] = choice
    default: break
    }
  }

  private mutating func enter(_ amount: Int, of item: String, _ operation: DocumentOperation) {
    ledger[item, default: []].append(
      Entry(key: operation.key, stamp: operation.stamp, amount: amount))
  }

  private mutating func record(_ table: RecordTable, _ key: String, _ value: Int) {
    switch table {
    case .score: state.scores[key] = state.scores[key].map { table.better($0, value) } ?? value
    case .stars: state.stars[key] = state.stars[key].map { table.better($0, value) } ?? value
    case .time: times[key] = times[key].map { table.better($0, value) } ?? value
    }
  }

  /// Derives what depends on all operations and on the games.
  mutating func finish(points: Int) {
    state.statistics.takeIn(bestTimes: times)
    state.unlocked = unlocked.sorted()
    let itemPrefix = ProfileState.importedItem("")
    for (key, entry) in imported where key.hasPrefix(itemPrefix) {
      ledger[String(key.dropFirst(itemPrefix.count)), default: []].insert(entry, at: 0)
    }
    for (item, entries) in ledger { settle(item, entries) }
    state.conflicts.sort { $0.id < $1.id }
    for achievement in Achievement.catalogue {
      let reached = max(progress[achievement.id] ?? 0, achievement.derived(state.statistics))
      state.achievements[achievement.id] = ProfileState.Progress(
        progress: reached, target: achievement.target, isAchieved: reached >= achievement.target)
    }
    for (id, reached) in progress where state.achievements[id] == nil {
      state.achievements[id] = ProfileState.Progress(
        progress: reached, target: nil, isAchieved: false)
    }
    let achieved = state.achievements.values.filter(\.isAchieved).count
    state.xp = points.addingClamped(achieved * Experience.pointsOfAchievement)
      .addingClamped(imported[ProfileState.importedXP]?.amount ?? 0)
    state.level = max(
      Experience.level(points: state.xp),
      min(imported[ProfileState.importedLevel]?.amount ?? 0, 1_000_000))
    state.nextLevelXP = Experience.points(forLevel: state.level + 1)
  }

  /// Adds up an item; overspending on devices that were apart is a conflict until one purchase is
  /// picked, and the other one is taken back.
  private mutating func settle(_ item: String, _ entries: [Entry]) {
    var entries = entries
    var conflicts: [Conflict] = []
    var index = 0
    var running = 0
    while index < entries.count {
      running = running.addingClamped(entries[index].amount)
      defer { index += 1 }
      guard running < 0, entries[index].amount < 0 else { continue }
      let second = entries[index]
      let other = entries[..<index].lastIndex {
        $0.amount < 0 && $0.key.device != second.key.device
      }
      let id = "balance.\(item).\(second.key)"
      if let pick = picks[id] {
        let dropped = pick == second.key ? other : index
        if let dropped {
          running -= entries[dropped].amount
          entries[dropped].amount = 0
        }
      } else {
        conflicts.append(conflict(id, item, other.map { entries[$0] }, second))
      }
    }
    let earned = entries.reduce(0) { $1.amount > 0 ? $0.addingClamped($1.amount) : $0 }
    let spent = entries.reduce(0) { $1.amount < 0 ? $0.addingClamped(-$1.amount) : $0 }
    state.items[item] = ProfileState.Balance(
      earned: earned, spent: spent, balance: earned.subtractingClamped(spent))
    // What was earned since may have filled the hole.
    if earned < spent { state.conflicts += conflicts }
  }

  private func conflict(_ id: String, _ item: String, _ first: Entry?, _ second: Entry) -> Conflict
  {
    Conflict(
      id: id, kind: .balance, item: item,
      versions: [first, second].compactMap(\.self).map {
        Conflict.Version(
          operation: $0.key, stamp: $0.stamp, value: .int(Int64(-$0.amount)), isShown: true)
      })
  }
}
