import SudokuIdentity
import SudokuSession
import SudokuSync

/// Which games a list shows, besides their status: by when they began, were saved, were completed.
///
/// ```swift
/// var filter = GameFilter()
/// filter.completed = firstOfMay...lastOfMay
/// let page = try library.games(.completed, filter)
/// ```
public struct GameFilter: Hashable, Sendable {
  /// When the game began, in milliseconds since 1970; `nil` for any time.
  public var started: ClosedRange<Int64>?
  /// When it was saved last, in milliseconds since 1970; `nil` for any time.
  public var saved: ClosedRange<Int64>?
  /// When it was completed, in milliseconds since 1970; `nil` for any time or never.
  public var completed: ClosedRange<Int64>?

  /// Creates a filter that accepts all games.
  public init() {}

  var isOpen: Bool { started == nil && saved == nil && completed == nil }

  func includes(_ game: GameSummary) -> Bool {
    if let saved, !saved.contains(game.lastSaved.milliseconds) { return false }
    if let completed {
      guard let stamp = game.completed, completed.contains(stamp.milliseconds) else { return false }
    }
    if let started {
      guard let id = GameID(game.id.rawValue), id.startDate.seconds <= Int64.max / 1_000,
        started.contains(id.startDate.seconds * 1_000)
      else { return false }
    }
    return true
  }

  /// Before which nothing has to be looked for, as lists go from the game saved last to the one
  /// saved first, and a game is completed before it is saved for the last time.
  var earliest: Int64 { max(saved?.lowerBound ?? .min, completed?.lowerBound ?? .min) }

  /// Where the list has to begin; `nil` for at its beginning.
  var first: PageToken? {
    guard let last = saved?.upperBound, last < 1 << 48 - 1, last >= 0 else { return nil }
    // The first summary at or before this moment.
    return PageToken("\(Stamp(milliseconds: last + 1).rawValue):0")
  }
}

extension GameLibrary {
  /// The most summaries that one page looks at, so that a filter few games pass answers soon.
  private static let scanLimit = 20_000

  /// Lists games, the one saved last first.
  ///
  /// - Throws: `PlayerError`.
  public func games(
    _ status: DocumentStatus = .games, _ filter: GameFilter = GameFilter(), limit: Int = 50,
    page: PageToken? = nil
  ) throws(PlayerError) -> SummaryPage {
    do throws(SyncError) {
      if filter.isOpen { return try replica.summaries(status, limit: limit, before: page) }
      return try filtered(status, filter, limit: max(limit, 1), page: page)
    } catch {
      throw .sync(error)
    }
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
        guard let game = summary.game, filter.includes(game) else { continue }
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
