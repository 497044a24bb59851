import SudokuCore

/// One thing that happens in a simulation.
///
/// A step carries its own seed, so that leaving other steps out does not change what it does: that
/// is what makes a failing run short.
package struct SimulationStep: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The player does something in the current game.
    case play
    /// The player begins or opens a game.
    case open
    case sync
    /// The device loses or regains its network.
    case partition
    /// The device loses power in the middle of a move and starts again.
    case crash
    /// The device's clock jumps.
    case clock
    /// The device's disk runs full or gets room again.
    case disk
    /// A newer version writes an operation that this one does not know.
    case future
    /// Streams are put together, in the store or on the device.
    case compact
    /// The device takes a backup, or restores its last one.
    case backup
    /// The device is replaced by a copy of another, identity and all.
    case clone
    /// The device is replaced by an empty one.
    case wipe
    /// The player earns, spends, unlocks, or sets something.
    case profile
    /// Another process syncs on the device's data.
    case process
    /// The store loses everything or a part, or becomes what it was some time ago.
    case store
    /// A foreign device writes invalid data into the store.
    case hostile
  }

  package let kind: Kind
  /// On which device, from 0.
  package let device: Int
  /// The time since the step before, in milliseconds.
  package let delayMilliseconds: Int64
  /// Where the step's own randomness begins.
  package let seed: UInt64

  /// The number of each kind in 1,000 steps; the rest are moves.
  static let weights: [(Kind, Int)] = [
    (.sync, 225), (.open, 45), (.profile, 45), (.partition, 30), (.crash, 30), (.clock, 20),
    (.disk, 16), (.future, 15), (.backup, 15), (.compact, 12), (.process, 12), (.clone, 5),
    (.wipe, 8),
  ]

  /// The number of steps in 1,000 in which the store loses something.
  static let harm: [(Kind, Int)] = [(.store, 10)]

  /// The number of steps in 1,000 in which foreign devices write.
  static let hostile: [(Kind, Int)] = [(.hostile, 15)]

  static func script(
    seed: UInt64, devices: Int, _ options: SimulationOptions
  ) -> [SimulationStep] {
    var random = SeededRandom(seed: seed, stream: 1)
    let weights =
      weights + (options.harmsStore ? harm : []) + (options.isHostile ? hostile : [])
    return (0..<options.steps).map { _ in
      var ticket = random.next(below: 1_000)
      var kind = Kind.play
      for (candidate, weight) in weights {
        if ticket < weight {
          kind = candidate
          break
        }
        ticket -= weight
      }
      return SimulationStep(
        kind: kind, device: random.next(below: devices),
        delayMilliseconds: Int64(random.next(below: 3_000)), seed: random.next())
    }
  }
}
