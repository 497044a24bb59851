/// When something happened: the stamp that puts it in order, and the date that is shown.
///
/// A stamp is never before one that its device had seen, so a device whose clock is ahead moves the
/// stamps of all others. The date is what the device's own clock said.
package struct Moment: Hashable, Sendable {
  /// What decides the order.
  package var stamp: Stamp
  /// The date, in milliseconds since 1970-01-01 00:00 UTC.
  package var milliseconds: Int64

  /// Creates a moment; without a date it is that of the stamp.
  package init(_ stamp: Stamp, milliseconds: Int64? = nil) {
    self.stamp = stamp
    self.milliseconds = milliseconds ?? stamp.milliseconds
  }

  /// The date where it is not that of the stamp.
  package var ownMilliseconds: Int64? {
    milliseconds == stamp.milliseconds ? nil : milliseconds
  }

  /// The moment with a date that is not before another one.
  func notBefore(_ earliest: Int64) -> Moment {
    Moment(stamp, milliseconds: max(milliseconds, earliest))
  }
}

extension Moment: Comparable {
  /// Orders moments by stamp; of equal ones the earlier date counts more, as stamps run ahead of dates.
  package static func < (lhs: Moment, rhs: Moment) -> Bool {
    lhs.stamp != rhs.stamp ? lhs.stamp < rhs.stamp : lhs.milliseconds > rhs.milliseconds
  }
}

extension DocumentOperation {
  /// When it was made.
  package var moment: Moment { Moment(stamp, milliseconds: wallMilliseconds) }
}

extension DocumentAction {
  /// Whether it only keeps the time played.
  ///
  /// Everything else is something that a person did in the game. This decides when a game was saved
  /// last, the order of lists, and which game is the current one.
  package var isTimekeeping: Bool {
    switch self {
    case .pause, .resume, .suspend, .tick: true
    default: false
    }
  }
}

extension GameState {
  /// The state as it is shown: no date is in the future.
  package func shown(at nowMilliseconds: Int64) -> GameState {
    var shown = self
    let now = UTCTime(milliseconds: nowMilliseconds)
    shown.lastSavedDate = min(lastSavedDate, now)
    shown.completionDate = completionDate.map { min($0, now) }
    return shown
  }
}
