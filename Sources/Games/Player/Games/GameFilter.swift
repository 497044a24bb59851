import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuSync

/// The conditions, besides the status, for games in a list: dates, level, puzzle and order.
///
/// ```swift
/// var filter = GameFilter()
/// filter.completed = firstOfMay...lastOfMay
/// let page = try library.games(.completed, filter)
/// ```
public struct GameFilter: Hashable, Sendable {
  /// The range of start dates, in milliseconds since 1970; `nil` for any.
  public var started: ClosedRange<Int64>?
  /// The range of dates of the last save, in milliseconds since 1970; `nil` for any.
  public var saved: ClosedRange<Int64>?
  /// The range of completion dates, in milliseconds since 1970; `nil` for any or none.
  public var completed: ClosedRange<Int64>?

  /// The only game to list; `nil` for any.
  package var game: DocumentID?
  /// The name of the puzzle's level; `nil` for any.
  package var level: String?
  /// The puzzle; `nil` for any.
  package var puzzle: Board?
  /// True for daily games only, false for other games only; `nil` for both.
  package var isDaily: Bool?
  /// The tag of the daily series; `nil` for any or none.
  package var series: String?
  /// The order of the list.
  package var order = GameOrder.lastSaved
  /// True if the smallest value comes first.
  package var isAscending = false

  /// Creates a filter that accepts all games.
  public init() {}

  var isOpen: Bool { self == GameFilter() }

  /// True if all games must be read and sorted to make the list.
  private var isSorted: Bool { order != .lastSaved || isAscending }

  /// True if a text is a valid page token of a list with this filter.
  package func accepts(_ page: String) -> Bool {
    isSorted ? (Int(page) ?? -1) >= 0 : PageToken(page).place != nil
  }

  /// True if a game passes the filter; its dates count as they are shown.
  package func includes(_ game: GameSummary) -> Bool {
    if let only = self.game, game.id != only { return false }
    if let level, game.level != level { return false }
    if let puzzle, game.clues != puzzle { return false }
    if let isDaily, isDaily != game.isDaily { return false }
    if let series, series != game.grade?.series { return false }
    if let saved, !saved.contains(game.saved.milliseconds) { return false }
    if let completed {
      guard let date = game.completion?.milliseconds, completed.contains(date) else { return false }
    }
    if let started {
      guard let id = GameID(game.id.rawValue),
        started.contains(id.startDate.seconds.multipliedClamped(by: 1_000))
      else { return false }
    }
    return true
  }

  /// The greatest distance from a stamp to its date, in milliseconds: two days.
  ///
  /// One day is the clock's greatest lead, the other the difference to the store's clock.
  private static let margin = 2 * HybridLogicalClock.maximumLeadMilliseconds

  /// The stamp, in milliseconds, at which the search can stop.
  ///
  /// Lists run from the game saved last to the one saved first. No game is completed after its last save.
  package var earliest: Int64 {
    max(saved?.lowerBound ?? .min, completed?.lowerBound ?? .min).subtractingClamped(Self.margin)
  }

  /// The page token to begin the search at; `nil` to begin at the newest game.
  package var first: PageToken? {
    guard let last = saved?.upperBound.addingClamped(Self.margin), last < 1 << 48 - 1, last >= 0
    else { return nil }
    // The first summary at or before this moment.
    return PageToken(before: Stamp(milliseconds: last + 1))
  }
}

extension GameLibrary {
  /// The most summaries that one page reads, so that a filter with few matches answers soon.
  private static let scanLimit = 20_000

  /// Lists games, the one saved last first.
  ///
  /// - Throws: `PlayerError`.
  public func games(
    _ status: DocumentStatus = .games, _ filter: GameFilter = GameFilter(), limit: Int = 50,
    page: PageToken? = nil
  ) throws(PlayerError) -> SummaryPage {
    do throws(SyncError) {
      var page =
        filter.isOpen
        ? try replica.summaries(status, limit: limit, before: page)
        : filter.game != nil
          ? try only(status, filter)
          : filter.order != .lastSaved || filter.isAscending
            ? try sorted(status, filter, limit: max(limit, 1), page: page)
            : try filtered(status, filter, limit: max(limit, 1), page: page)
      page.summaries = page.summaries.map(shown)
      return page
    } catch {
      throw .sync(error)
    }
  }

  /// A summary as it is shown: its game has no date in the future.
  private func shown(_ summary: DocumentSummary) -> DocumentSummary {
    var summary = summary
    summary.game = summary.game.map { replica.plausible($0).shown(at: presentMilliseconds) }
    return summary
  }

  /// The one game that the filter names, if it exists and passes the filter.
  private func only(
    _ status: DocumentStatus, _ filter: GameFilter
  ) throws(SyncError) -> SummaryPage {
    guard let id = filter.game, let summary = try replica.summary(of: id),
      status.includes(summary), let game = shown(summary).game, filter.includes(game)
    else { return SummaryPage(summaries: []) }
    return SummaryPage(summaries: [summary])
  }

  /// All games that the filter accepts, sorted; a page token is the number of games before it.
  private func sorted(
    _ status: DocumentStatus, _ filter: GameFilter, limit: Int, page: PageToken?
  ) throws(SyncError) -> SummaryPage {
    var all: [DocumentSummary] = []
    var token: PageToken?
    repeat {
      let next = try replica.summaries(status, limit: 1_000, before: token)
      all += next.summaries.map(shown).filter { $0.game.map(filter.includes) ?? false }
      token = next.next
    } while token != nil
    let isAscending = filter.isAscending
    let keys = all.map { $0.game.map(filter.order.key) ?? 0 }
    // Equal games stay in the order of their last save.
    let order = all.indices.sorted {
      keys[$0] == keys[$1] ? $0 < $1 : (keys[$0] < keys[$1]) == isAscending
    }
    let first = min(max(page.flatMap { Int($0.rawValue) } ?? 0, 0), order.count)
    let last = min(first.addingClamped(limit), order.count)
    var result = SummaryPage(summaries: order[first..<last].map { all[$0] })
    if last < order.count { result.next = PageToken(String(last)) }
    return result
  }

  /// A game of this puzzle that is in progress, the one saved last.
  package func gameInProgress(of puzzle: Board) throws(PlayerError) -> DocumentID? {
    let open = table.openGames.filter {
      $0.session.document.clues == puzzle && $0.session.document.status.isPlayable
    }
    if let latest = open.max(by: { $0.session.document.lastPlay < $1.session.document.lastPlay }) {
      return latest.id
    }
    var filter = GameFilter()
    filter.puzzle = puzzle
    return try games(.inProgress, filter, limit: 1).summaries.first?.id
  }

  private func filtered(
    _ status: DocumentStatus, _ filter: GameFilter, limit: Int, page: PageToken?
  ) throws(SyncError) -> SummaryPage {
    var result = SummaryPage(summaries: [])
    var token = page ?? filter.first
    var seen = 0
    while true {
      let next = try replica.summaries(status, limit: 1_000, before: token)
      for summary in next.summaries {
        if summary.lastStamp.milliseconds < filter.earliest { return result }
        seen += 1
        guard let game = shown(summary).game, filter.includes(game) else { continue }
        result.summaries.append(summary)
        if result.summaries.count == limit {
          result.next = PageToken(after: summary)
          return result
        }
      }
      guard let more = next.next else { return result }
      token = more
      if seen >= Self.scanLimit {
        result.next = more
        return result
      }
    }
  }
}

/// The order of a list of games.
package enum GameOrder: String, CaseIterable, Sendable {
  case lastSaved, startDate, completionDate, elapsedMilliseconds, filledCells, hintsUsed, mistakes
  case rating

  /// The value by which the list is sorted.
  func key(_ game: GameSummary) -> Int64 {
    switch self {
    case .lastSaved: game.saved.milliseconds
    case .startDate: GameID(game.id.rawValue)?.startDate.seconds ?? 0
    case .completionDate: game.completion?.milliseconds ?? 0
    case .elapsedMilliseconds: Int64(game.elapsedMilliseconds)
    case .filledCells: Int64(game.isCompleted ? 81 : game.filledCells ?? 0)
    case .hintsUsed: Int64(game.hintsUsed)
    case .mistakes: Int64(game.mistakes)
    case .rating: Int64(game.grade?.scoreTenths ?? 0)
    }
  }
}

extension GameSummary {
  /// True if the game began at 00:00 UTC, as daily puzzles do.
  package var isDaily: Bool {
    GameID(id.rawValue).map { $0.startDate == $0.startDate.startOfDay } ?? false
  }
}
