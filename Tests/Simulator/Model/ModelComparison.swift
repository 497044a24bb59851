import SudokuCore
import SudokuSession

/// A property in which a replica differs from the model.
struct ModelDifference: CustomStringConvertible {
  let property: String
  let shown: String
  let expected: String

  var description: String { "\(property) is \(shown) instead of \(expected)" }
}

struct ModelComparison {
  private(set) var differences: [ModelDifference] = []

  mutating func expect<T: Equatable>(_ property: String, _ shown: T, _ expected: T) {
    guard shown != expected else { return }
    differences.append(
      ModelDifference(property: property, shown: "\(shown)", expected: "\(expected)"))
  }

  mutating func expect(_ property: String, _ shown: Int, in range: ClosedRange<Int>) {
    guard !(range ~= shown) else { return }
    differences.append(
      ModelDifference(property: property, shown: "\(shown)", expected: "\(range)"))
  }
}

extension ExpectedGame {
  /// Compares what a replica shows of a game.
  func differences(from state: GameState) -> [ModelDifference] {
    var comparison = ModelComparison()
    comparison.expect("board", state.board.line, board.line)
    comparison.expect("notes", state.notes.candidates, notes.candidates)
    comparison.expect("corner notes", state.corners.candidates, corners.candidates)
    comparison.expect("status", state.status, status)
    comparison.expect("mistakes", state.mistakes, mistakes)
    comparison.expect("hints used", state.hintsUsed, hintsUsed)
    comparison.expect("number of operations", state.rev, operations.count)
    comparison.expect("completion", state.completed, completed)
    comparison.expect("time", state.elapsedMilliseconds, elapsedMilliseconds)
    if completed == nil {
      comparison.expect("time", state.elapsedMilliseconds, in: elapsedBounds)
    }
    comparison.expect("selected cell", state.selected, selected)
    comparison.expect("options", state.options, options)
    comparison.expect(
      "bookmarks", state.bookmarks.map { GameModel.Bookmark(id: $0.id, name: $0.name) }, bookmarks)
    comparison.expect("last saved", state.lastSaved, lastSaved)
    comparison.expect(
      "date of last save", state.lastSavedDate, UTCTime(milliseconds: lastSavedDate))
    comparison.expect(
      "completion date", state.completionDate, completionDate.map { UTCTime(milliseconds: $0) })
    let shown = state.conflicts.map { conflict in
      GameModel.DigitConflict(
        cell: conflict.cell.flatMap { Cell(parsing: $0) } ?? Cell(index: 0),
        versions: Set(conflict.versions.map(\.operation)))
    }
    comparison.expect("conflicts", Set(shown), conflicts)
    return comparison.differences
  }

  /// Compares what a list shows of a game.
  func differences(from summary: GameSummary) -> [ModelDifference] {
    var comparison = ModelComparison()
    comparison.expect("listed clues", summary.clues, model.clues)
    comparison.expect("listed level", summary.level, level)
    comparison.expect("listed completion", summary.completed, completed)
    comparison.expect("listed time", summary.elapsedMilliseconds, elapsedMilliseconds)
    comparison.expect("listed mistakes", summary.mistakes, mistakes)
    comparison.expect("listed hints", summary.hintsUsed, hintsUsed)
    comparison.expect("listed loss", summary.isLost, isLost)
    comparison.expect("listed abandoned", summary.isAbandoned, isAbandoned)
    comparison.expect("listed last saved", summary.lastSaved, lastSaved)
    comparison.expect("listed date of last save", summary.saved.milliseconds, lastSavedDate)
    comparison.expect("listed completion date", summary.completion?.milliseconds, completionDate)
    return comparison.differences
  }
}

extension ProfileModel {
  /// Compares what a replica shows of the profile.
  func differences(from state: ProfileState) -> [ModelDifference] {
    var comparison = ModelComparison()
    for item in Set(items.keys).union(state.items.keys) {
      let (shown, expected) = (state.items[item], items[item] ?? Balance())
      comparison.expect("\(item) earned", shown?.earned ?? 0, expected.earned)
      comparison.expect("\(item) spent", shown?.spent ?? 0, expected.spent)
      comparison.expect("\(item)", shown?.balance ?? 0, expected.rest)
    }
    comparison.expect("unlocked", Set(state.unlocked), unlocked)
    for (name, progress) in achievements {
      comparison.expect("achievement \(name)", state.achievements[name]?.progress ?? 0, progress)
    }
    comparison.expect("scores", state.scores, records(of: .score))
    comparison.expect("stars", state.stars, records(of: .stars))
    comparison.expect("XP", state.xp, experience)
    comparison.expect("level", state.level, level)
    let shown = state.conflicts.map { conflict in
      Overspending(
        item: conflict.item ?? "", second: conflict.versions.last?.operation,
        first: conflict.versions.count > 1 ? conflict.versions.first?.operation : nil)
    }
    comparison.expect("overspending", Set(shown), conflicts)
    let values = state.values.filter { $0.value != .null }
    comparison.expect("values", values, self.values)
    comparison.expect("premium", state.premium, self.values["premium"] == .bool(true))
    compare(state.statistics.total, statistics.total, "all games", &comparison)
    for level in Set(state.statistics.levels.keys).union(statistics.levels.keys) {
      compare(
        state.statistics.levels[level] ?? LevelStatistics(),
        statistics.levels[level] ?? StatisticsModel.Row(), level, &comparison)
    }
    let daily = state.statistics.daily
    comparison.expect("daily wins", daily.wins, statistics.days.count)
    comparison.expect("daily streak", daily.streak, statistics.dailyStreak)
    comparison.expect("best daily streak", daily.bestStreak, statistics.bestDailyStreak)
    return comparison.differences
  }

  private func compare(
    _ shown: LevelStatistics, _ expected: StatisticsModel.Row, _ name: String,
    _ comparison: inout ModelComparison
  ) {
    comparison.expect("games of \(name)", shown.games, expected.games)
    comparison.expect("wins of \(name)", shown.wins, expected.wins)
    comparison.expect("losses of \(name)", shown.losses, expected.losses)
    comparison.expect("best time of \(name)", shown.bestMilliseconds, expected.best)
    comparison.expect("time of \(name)", shown.totalMilliseconds, expected.totalMilliseconds)
    comparison.expect("streak of \(name)", shown.streak, expected.streak)
    comparison.expect("best streak of \(name)", shown.bestStreak, expected.bestStreak)
    comparison.expect("mistakes of \(name)", shown.mistakes, expected.mistakes)
    comparison.expect("hints of \(name)", shown.hintsUsed, expected.hintsUsed)
    comparison.expect("flawless wins of \(name)", shown.flawlessWins, expected.flawlessWins)
  }
}
