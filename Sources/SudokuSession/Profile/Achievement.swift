/// Something to achieve: a name, how far one has to get, and how far a player has got by his games.
///
/// Progress is derived from the games; operations may add progress that games don't show. The
/// highest counts.
public struct Achievement: Hashable, Sendable {
  /// The stable name.
  public let id: String
  /// How far one has to get.
  public let target: Int
  /// How far the games have got.
  let derived: @Sendable (Statistics) -> Int

  /// Whether two achievements have the same name.
  public static func == (lhs: Achievement, rhs: Achievement) -> Bool { lhs.id == rhs.id }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// What can be achieved.
  public static let catalogue: [Achievement] = [
    Achievement(id: "firstWin", target: 1) { $0.total.wins },
    Achievement(id: "tenWins", target: 10) { $0.total.wins },
    Achievement(id: "hundredWins", target: 100) { $0.total.wins },
    Achievement(id: "thousandWins", target: 1_000) { $0.total.wins },
    Achievement(id: "flawless", target: 1) { $0.total.flawlessWins },
    Achievement(id: "flawlessTen", target: 10) { $0.total.flawlessWins },
    Achievement(id: "streakOfTen", target: 10) { $0.total.bestStreak },
    Achievement(id: "hardWin", target: 1) { $0.levels["hard"]?.wins ?? 0 },
    Achievement(id: "expertWin", target: 1) { $0.levels["expert"]?.wins ?? 0 },
    Achievement(id: "extremeWin", target: 1) { $0.levels["extreme"]?.wins ?? 0 },
    Achievement(id: "dailyWeek", target: 7) { $0.daily.bestStreak },
    Achievement(id: "dailyMonth", target: 30) { $0.daily.bestStreak },
  ]
}
