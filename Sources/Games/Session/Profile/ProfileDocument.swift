/// The player's profile: a grow-only set of operations, and a pure fold over it and the games.
///
/// Points, level, statistics and most achievements are derived from the games. Coins and power-ups
/// are sums of operations, each counted once wherever it arrives. Unlocked content is a union,
/// stars and scores take the best, flags the last writer's value.
package struct ProfileDocument: Sendable {
  package private(set) var operations = OperationSet()

  package init() {}

  @discardableResult
  package mutating func merge(_ new: some Sequence<DocumentOperation>) -> [DocumentOperation] {
    operations.formUnion(new).inserted
  }

  /// The profile's state, with statistics and points of the given games.
  ///
  /// - Complexity: O(n log n) for n operations and games.
  package func state(games: some Sequence<GameSummary>) -> ProfileState {
    var byID: [DocumentID: GameSummary] = [:]
    for game in games {
      if byID[game.id] == nil { byID[game.id] = game } else { byID[game.id]?.merge(game) }
    }
    return state(
      statistics: Statistics(of: byID.values),
      points: byID.values.reduce(0) { $0.addingClamped(Experience.points(of: $1)) })
  }

  /// The profile's state, with statistics and points that are already computed.
  ///
  /// - Complexity: O(n log n) for n operations.
  package func state(statistics: Statistics, points: Int) -> ProfileState {
    var fold = ProfileFold(statistics)
    for operation in operations.ordered { fold.apply(operation) }
    fold.finish(points: points)
    var state = fold.state
    state.lastSaved = operations.lastStamp
    return state
  }

  package mutating func perform(
    _ intent: ProfileIntent, device: DeviceID, wallMilliseconds: Int64,
    clock: inout HybridLogicalClock, opID: String? = nil
  ) throws(ProfileError) -> ProfileChange {
    let action = intent.action
    if let known = try operations.answer(again: action, device: device, opID: opID) { return known }
    try check(intent)
    guard action.hasValidName else { throw .illegalName }
    var isChange = true
    if case .set(let key, let value) = intent { isChange = self.value(of: key) != value }
    return operations.perform(
      action, isChange: isChange, device: device, wallMilliseconds: wallMilliseconds,
      clock: &clock, opID: opID)
  }

  /// The last value of a flag, `null` for none.
  private func value(of key: String) -> OpaqueValue {
    for operation in operations.ordered.reversed() {
      if case .set(key, let value) = operation.action { return value }
    }
    return .null
  }

  /// Refuses an intent that is impossible in the present state.
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

/// A change that a client requests of a profile.
public enum ProfileIntent: Hashable, Sendable {
  /// Coins or power-ups are earned.
  case earn(item: String, amount: Int)
  /// Coins or power-ups are spent.
  case spend(item: String, amount: Int)
  /// A theme or other content is unlocked.
  case unlock(String)
  /// An achievement reached this amount.
  case progress(achievement: String, amount: Int)
  /// A best value, made here or imported from elsewhere.
  case record(RecordTable, key: String, value: Int)
  /// A flag or value, `premium` among them.
  case set(key: String, value: OpaqueValue)
  /// The player picks a version of a conflict: the purchase that stands.
  case resolve(conflict: String, choice: OperationKey)
}

/// An error that prevents a change of a profile.
public enum ProfileError: Error, Hashable, Sendable {
  /// An amount is not above 0, or a value is negative.
  case illegalAmount
  /// The balance is less than the amount to be spent.
  case balanceTooLow(item: String, balance: Int)
  /// No conflict has this name, or the conflict has no such version.
  case unknownConflict(String)
  /// A name that is not valid (`ProfileName`).
  case illegalName
  /// The request's ID belongs to another request of this device.
  case opIDReused(String)

  /// The error as a sentence for the user.
  public var message: String {
    switch self {
    case .illegalAmount: "the amount is out of range"
    case .balanceTooLow(let item, let balance): "there are only \(balance) of '\(item)'"
    case .unknownConflict(let name): "unknown conflict '\(name)', or it has no such version"
    case .illegalName: "a name can't hold a NUL character"
    case .opIDReused(let opID): "the opId '\(opID)' belongs to an earlier, different request"
    }
  }
}

/// Names of items, achievements, tables and settings: the keys of a profile in JSON.
package enum ProfileName {
  /// True if a name can be such a key: it contains no NUL character.
  package static func isValid(_ name: String) -> Bool { !name.utf8.contains(0) }
}

extension DocumentAction {
  /// True if the action's name is valid; operations of older versions may have invalid ones.
  var hasValidName: Bool {
    switch self {
    case .earn(let name, _), .spend(let name, _), .progress(let name, _), .record(_, let name, _),
      .set(let name, _), .unlock(let name):
      ProfileName.isValid(name)
    default: true
    }
  }
}
