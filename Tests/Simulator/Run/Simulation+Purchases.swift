import SudokuPlayer
import SudokuSession
import SudokuSync

/// The epilogue of some runs: two devices spend the same coins, and the player chooses.
extension Simulation {
  /// Whatever the player chooses, every device shows what the rules say.
  mutating func checkPurchases() throws {
    guard seed % 4 == 1, options.bug == nil, !options.isHostile, !options.harmsStore else { return }
    let (one, two) = (devices[0], devices[1])
    try change(one, .earn(item: "coins", amount: 100))
    try syncInTurn([one, two])
    // Not the same amount: what a copied device does under the same stamp would be the same operation.
    for (device, left) in [(one, 0), (two, 1)] {
      guard let all = try state(of: device).items["coins"]?.balance, all > 1 else { return }
      try change(device, .spend(item: "coins", amount: all - left))
    }
    try syncInTurn([one, two, one])
    for device in [one, two] {
      try require(
        22, try !state(of: device).conflicts.isEmpty,
        "device \(device.index) does not ask about coins that were spent twice")
      try compareProfile(of: device)
    }
    guard let conflict = try state(of: two).conflicts.first,
      let choice = seed % 8 == 1 ? conflict.versions.first : conflict.versions.last
    else { return }
    try change(two, .resolve(conflict: conflict.id, choice: choice.operation))
    try syncInTurn([two, one])
    for device in [one, two] { try compareProfile(of: device) }
  }

  private mutating func syncInTurn(_ order: [SimulatedDevice]) throws {
    for device in order {
      try sync(device, .everything)
      try deliver(until: time + 10_000)
    }
  }

  private func state(of device: SimulatedDevice) throws -> ProfileState {
    do throws(PlayerError) { return try device.library.profile() } catch {
      throw SimulationFailure(
        invariant: 22, message: "the profile of device \(device.index): \(error)")
    }
  }

  private func change(_ device: SimulatedDevice, _ intent: ProfileIntent) throws {
    do throws(PlayerError) { try device.library.perform(intent) } catch {
      throw SimulationFailure(
        invariant: 22, message: "\(intent) is refused on device \(device.index): \(error)")
    }
  }

  private mutating func compareProfile(of device: SimulatedDevice) throws {
    var games: [ExpectedGame] = []
    for id in try device.replica.documentIDs() where id.isGame {
      if let game = try knowledge.expected(id, in: device.replica) { games.append(game) }
    }
    try checkProfile(of: device, games)
  }
}
