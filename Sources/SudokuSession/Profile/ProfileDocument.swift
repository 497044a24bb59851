/// The player's profile: a grow-only set of operations, and a pure fold over it and the games.
///
/// ```swift
/// var profile = ProfileDocument()
/// profile.merge(operations)
/// let state = profile.state(games: summaries)
/// state.level
/// state.items["coins"]?.balance
/// ```
///
/// Points, level, statistics and most achievements are derived from the games. Coins and power-ups
/// are sums of operations, each counted once wherever it arrives. Unlocked content is a union,
/// stars and scores take the best, flags the last writer's value.
public struct ProfileDocument: Sendable {
  /// The operations.
  public private(set) var operations = OperationSet()

  /// Creates an empty profile.
  public init() {}

  /// Adds operations.
  ///
  /// - Parameter new: Operations of the profile, in any order; known ones change nothing.
  /// - Returns: The operations that were new.
  @discardableResult
  public mutating func merge(_ new: some Sequence<DocumentOperation>) -> [DocumentOperation] {
    operations.formUnion(new).inserted
  }

  /// What the player is and has.
  ///
  /// - Parameter games: The summaries of all games, in any order.
  /// - Returns: The state.
  /// - Complexity: O(n log n) for n operations and games.
  public func state(games: some Sequence<GameSummary>) -> ProfileState {
    var byID: [DocumentID: GameSummary] = [:]
    for game in games {
      if byID[game.id] == nil { byID[game.id] = game } else { byID[game.id]?.merge(game) }
    }
    return state(
      statistics: Statistics(of: byID.values),
      points: byID.values.reduce(0) { $0.addingClamped(Experience.points(of: $1)) })
  }

  /// What the player is and has, where the games are counted already.
  ///
  /// - Parameters:
  ///   - statistics: The statistics of all games.
  ///   - points: The experience points of all games.
  /// - Returns: The state.
  /// - Complexity: O(n log n) for n operations.
  public func state(statistics: Statistics, points: Int) -> ProfileState {
    var fold = ProfileFold(statistics)
    for operation in operations.ordered { fold.apply(operation) }
    fold.finish(points: points)
    var state = fold.state
    state.lastSaved = operations.lastStamp
    return state
  }

  /// Makes an operation of this device.
  ///
  /// - Parameters:
  ///   - intent: What happened or what the player wants.
  ///   - device: The device.
  ///   - wallMilliseconds: The wall clock, in milliseconds since 1970-01-01 00:00 UTC.
  ///   - clock: The device's stamps.
  ///   - opID: The client's ID of the request; the same one again makes no operation.
  /// - Returns: The operation, to be made durable; `nil` for a request carried out before.
  /// - Throws: `ProfileError`; nothing was changed then.
  public mutating func perform(
    _ intent: ProfileIntent, device: DeviceID, wallMilliseconds: Int64,
    clock: inout HybridLogicalClock, opID: String? = nil
  ) throws(ProfileError) -> DocumentOperation? {
    if let opID, let made = operations.action(ofRequest: opID, by: device) {
      guard intent.action == made else { throw .opIDReused(opID) }
      return nil
    }
    try check(intent)
    let action = intent.action
    guard action.hasValidName else { throw .illegalName }
    let reading = ClockReading(wallMilliseconds: wallMilliseconds)
    clock.observe(operations.lastStamp, at: reading)
    let operation = DocumentOperation(
      key: OperationKey(device: device, seq: operations.lastSeq(of: device) + 1),
      stamp: clock.next(at: reading), action: action, opID: opID,
      seen: operations.unsaid(by: device))
    operations.insert(operation)
    return operation
  }

  /// Refuses what can't happen now.
  private func check(_ intent: ProfileIntent) throws(ProfileError) {
    switch intent {
    case .earn(_, let amount):
      guard amount > 0 else { throw .illegalAmount }
    case .spend(let item, let amount):
      guard amount > 0 else { throw .illegalAmount }
      let balance = state(games: []).items[item]?.balance ?? 0
      guard balance >= amount else { throw .balanceTooLow(item: item, balance: balance) }
    case .progress(_, let amount), .record(_, _, let amount):
      guard amount >= 0 else { throw .illegalAmount }
    case .unlock, .set: break
    case .resolve(let conflict, let choice):
      let known = state(games: []).conflicts.first { $0.id == conflict }
      guard let known, known.versions.contains(where: { $0.operation == choice }) else {
        throw .unknownConflict(conflict)
      }
    }
  }
}

extension ProfileIntent {
  /// What it comes to.
  fileprivate var action: DocumentAction {
    switch self {
    case .earn(let item, let amount): .earn(item: item, amount: amount)
    case .spend(let item, let amount): .spend(item: item, amount: amount)
    case .unlock(let item): .unlock(item)
    case .progress(let achievement, let amount): .progress(achievement: achievement, amount: amount)
    case .record(let table, let key, let value): .record(table, key: key, value: value)
    case .set(let key, let value): .set(key: key, value: value)
    case .resolve(let conflict, let choice): .resolve(conflict: conflict, choice: choice)
    }
  }
}
