/// A point in time: a stamp for the order and a date for display.
///
/// A stamp is never before one that its device had seen, so a device whose clock is ahead moves the
/// stamps of all others. The date is that of the device's own clock.
package struct Moment: Hashable, Sendable {
  /// The stamp, which decides the order.
  package var stamp: Stamp
  /// The date, in milliseconds since 1970-01-01 00:00 UTC.
  package var milliseconds: Int64

  /// Creates a moment; without a date it is that of the stamp.
  package init(_ stamp: Stamp, milliseconds: Int64? = nil) {
    self.stamp = stamp
    self.milliseconds = milliseconds ?? stamp.milliseconds
  }

  /// The date if it differs from the stamp's, else `nil`.
  package var ownMilliseconds: Int64? {
    milliseconds == stamp.milliseconds ? nil : milliseconds
  }

  /// The moment, with a date no earlier than the given one.
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
  /// The operation's stamp and date.
  package var moment: Moment { Moment(stamp, milliseconds: wallMilliseconds) }
}

extension DocumentAction {
  /// True if the action only keeps the time played.
  ///
  /// All other actions count as the player's. The last of them decides the date of the last save,
  /// the order of lists and the current game.
  package var isTimekeeping: Bool {
    switch self {
    case .pause, .resume, .suspend, .tick: true
    default: false
    }
  }
}

extension GameState {
  /// The state as it is shown, with no date in the future.
  package func shown(at nowMilliseconds: Int64) -> GameState {
    var shown = self
    let now = UTCTime(milliseconds: nowMilliseconds)
    shown.lastSavedDate = min(lastSavedDate, now)
    shown.completionDate = completionDate.map { min($0, now) }
    return shown
  }
}
