import JSONCoding
import SudokuSession
import SudokuSync

/// The statistics of many games, updated game by game.
///
/// Ended games are counted in the order of their ends; a game that ends after all others is added
/// at the end. The numbers of unfinished games do not depend on an order. They are kept by game, so
/// that they can be subtracted. All games are counted again only if an ended game changes, or one
/// ends before the last end counted.
struct StatisticsLedger {
  /// The counts of an unfinished game.
  private struct Unfinished {
    var level: String
    var mistakes: Int
    var hintsUsed: Int
  }

  /// The counts of an ended game, kept to detect a change.
  private struct Finished: Equatable {
    var end: Stamp
    var level: String
    var elapsedMilliseconds: Int
    var mistakes: Int
    var hintsUsed: Int
    var isCompleted: Bool

    init(_ game: GameSummary) {
      end = game.end
      level = game.level ?? Statistics.unratedLevel
      elapsedMilliseconds = game.elapsedMilliseconds
      mistakes = game.mistakes
      hintsUsed = game.hintsUsed
      isCompleted = game.isCompleted
    }
  }

  private var base: Statistics
  private var unfinished: [DocumentID: Unfinished] = [:]
  private var finished: [DocumentID: Finished] = [:]
  private var sums: [String: Statistics.UnfinishedGames] = [:]
  private var lastEnd = Stamp.zero
  private(set) var points = 0
  /// True once all games must be counted again.
  private(set) var isStale = false

  init(_ replica: any Replica) throws(SyncError) {
    var over: [GameSummary] = []
    var open: [GameSummary] = []
    var page: PageToken?
    repeat {
      let next = try replica.summaries(.games, limit: 1_000, before: page)
      for game in next.summaries.lazy.compactMap(\.game).map({ replica.plausible($0) }) {
        if game.isOver { over.append(game) } else { open.append(game) }
      }
      page = next.next
    } while page != nil
    base = Statistics(of: over)
    for game in over { enter(game) }
    for game in open { count(game) }
  }

  private mutating func enter(_ game: GameSummary) {
    finished[game.id] = Finished(game)
    lastEnd = max(lastEnd, game.end)
    points += Experience.points(of: game)
  }

  private mutating func count(_ game: GameSummary) {
    let entry = Unfinished(
      level: game.level ?? Statistics.unratedLevel, mistakes: game.mistakes,
      hintsUsed: game.hintsUsed)
    unfinished[game.id] = entry
    sums[entry.level, default: .init()].add(
      games: 1, mistakes: entry.mistakes, hintsUsed: entry.hintsUsed)
  }

  mutating func take(_ game: GameSummary) {
    guard !isStale else { return }
    if let known = finished[game.id] {
      if known != Finished(game) || !game.isOver { isStale = true }
      return
    }
    if let old = unfinished.removeValue(forKey: game.id) {
      sums[old.level]?.add(games: -1, mistakes: -old.mistakes, hintsUsed: -old.hintsUsed)
    }
    guard game.isOver else { return count(game) }
    guard game.end > lastEnd else {
      isStale = true
      return
    }
    base.append(game)
    enter(game)
  }

  var statistics: Statistics {
    var all = base
    for (level, sum) in sums where sum.games > 0 { all.add(sum, level: level) }
    return all
  }
}

extension Replica {
  /// The summary of a game with a plausible time.
  ///
  /// A time above the limit, from an earlier version, is computed again from the operations.
  func plausible(_ game: GameSummary) -> GameSummary {
    guard game.elapsedMilliseconds > GameSummary.plausibleMilliseconds,
      let again = try? makeSummary(of: game.id)
    else { return game }
    return again.game ?? game
  }
}

extension GameSummary {
  fileprivate var isOver: Bool { isCompleted || isLost }

  fileprivate var end: Stamp { completed ?? lastSaved }
}

/// The statistics with the replica's change mark, stored with the replica.
///
/// So they are known right after a launch, before a hundred thousand games are counted again.
struct StatisticsSnapshot: Codable {
  /// The `Replica.changeMark()` for which the statistics are valid.
  var mark: Int64
  /// The statistics, for display only.
  var statistics: Statistics
  var points: Int

  private static let version = 2
  private static let key = ReplicaKey("statistics.\(version)")

  /// The snapshot that a replica keeps, if it is still valid.
  static func current(of replica: any Replica) -> StatisticsSnapshot? {
    guard let text = (try? replica.value(for: key)) ?? nil,
      let snapshot = try? StrictJSONDecoder().decode(StatisticsSnapshot.self, from: text),
      snapshot.holds(in: replica)
    else { return nil }
    return snapshot
  }

  func holds(in replica: any Replica) -> Bool { ((try? replica.changeMark()) ?? nil) == mark }

  /// Stores the snapshot with the replica; a failure only costs time at the next launch.
  func keep(in replica: any Replica) {
    guard let text = try? CanonicalJSONEncoder().encodeText(self) else { return }
    try? replica.setValue(text, for: Self.key)
  }
}
