import SudokuSession

/// The expected profile of a player, from its operations and all games, by the rows of the
/// table alone.
struct ProfileModel {
  private let operations: [DocumentOperation]
  let statistics: StatisticsModel

  init(_ set: [DocumentOperation], games: [StatisticsModel.Game]) {
    operations = ModelOrder(set).operations
    var times: [String: Int] = [:]
    for case .record(.time, let level, let value) in operations.map(\.action) {
      times[level] = min(times[level] ?? value, value)
    }
    statistics = StatisticsModel(games, importedTimes: times)
  }

  /// The amounts of an item that were earned, and that were spent and not taken back.
  struct Balance: Hashable {
    var earned = 0
    var spent = 0
    var rest: Int { earned - spent }
  }

  private struct Line {
    let operation: DocumentOperation
    /// Above 0 for what was earned, below for what was spent.
    var amount: Int
  }

  /// A purchase that made the balance negative, and the one of another device before it.
  struct Overspending: Hashable {
    let item: String
    let second: OperationKey?
    let first: OperationKey?
  }

  /// The account of an item, in order, after all choices, and what nobody has chosen about yet.
  ///
  /// Whenever a purchase makes the balance negative, it stands against the last purchase of another
  /// device before it; the player's choice takes the other one back.
  private func account(of item: String) -> (lines: [Line], open: [Overspending]) {
    var lines: [Line] = operations.compactMap { operation in
      switch operation.action {
      case .earn(item, let amount): Line(operation: operation, amount: amount)
      case .spend(item, let amount): Line(operation: operation, amount: -amount)
      default: nil
      }
    }
    var open: [Overspending] = []
    for place in lines.indices where lines[place].amount < 0 {
      guard lines[...place].reduce(0, { $0 + $1.amount }) < 0 else { continue }
      let second = lines[place].operation
      let other = lines[..<place].lastIndex {
        $0.amount < 0 && $0.operation.device != second.device
      }
      let choices = operations.compactMap { operation -> OperationKey? in
        guard case .resolve("balance.\(item).\(second.key)", let choice) = operation.action
        else { return nil }
        return choice
      }
      if let choice = choices.last {
        if choice != second.key {
          lines[place].amount = 0
        } else if let other {
          lines[other].amount = 0
        }
      } else {
        let first = other.map { lines[$0].operation.key }
        open.append(Overspending(item: item, second: second.key, first: first))
      }
    }
    return (lines, open)
  }

  private var itemNames: Set<String> {
    Set(
      operations.compactMap { operation in
        switch operation.action {
        case .earn(let item, _), .spend(let item, _): item
        default: nil
        }
      })
  }

  /// Coins and power-ups: each amount counts once, whichever device wrote it.
  var items: [String: Balance] {
    var items: [String: Balance] = [:]
    for item in itemNames {
      let amounts = account(of: item).lines.map(\.amount)
      items[item] = Balance(
        earned: amounts.filter { $0 > 0 }.reduce(0, +),
        spent: -amounts.filter { $0 < 0 }.reduce(0, +))
    }
    return items
  }

  /// The player's open decisions; there are some only while a balance is below zero.
  var conflicts: Set<Overspending> {
    Set(itemNames.filter { items[$0]?.rest ?? 0 < 0 }.flatMap { account(of: $0).open })
  }

  /// Themes and other content: a union.
  var unlocked: Set<String> {
    Set(operations.compactMap { if case .unlock(let name) = $0.action { name } else { nil } })
  }

  /// The progress of achievements: the highest of the reported value and what the games show.
  var achievements: [String: Int] {
    var progress = statistics.achievements
    for case .progress(let name, let amount) in operations.map(\.action) {
      progress[name] = max(progress[name] ?? 0, amount)
    }
    return progress
  }

  /// The best values of a table: the larger, for times the smaller.
  func records(of table: RecordTable) -> [String: Int] {
    var records: [String: Int] = [:]
    for case .record(table, let key, let value) in operations.map(\.action) {
      records[key] =
        table == .time ? min(records[key] ?? value, value) : max(records[key] ?? value, value)
    }
    return records
  }

  /// Flags and values: the last writer wins; `null` takes the value away.
  var values: [String: OpaqueValue] {
    var values: [String: OpaqueValue] = [:]
    for case .set(let key, let value) in operations.map(\.action) {
      values[key] = value == .null ? nil : value
    }
    return values
  }

  /// Experience: the games' points and 50 for each achievement that is reached.
  var experience: Int {
    let reached = achievements.count { name, progress in
      StatisticsModel.targets[name].map { progress >= $0 } ?? false
    }
    return statistics.points + 50 * reached
  }

  /// The player's level: level n begins at 50 n (n - 1) points.
  var level: Int {
    var level = 1
    while 50 * (level + 1) * level <= experience { level += 1 }
    return level
  }
}
