import SudokuCore
import SudokuSync

/// One thing that happens in a simulation.
///
/// A step carries its own seed, so that leaving other steps out does not change what it does: that
/// is what makes a failing run short.
public struct SimulationStep: Hashable, Sendable {
  /// What happens.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The player does something in the current game.
    case play
    /// The player begins or opens a game.
    case open
    /// The device syncs.
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
    /// A stranger leaves something in the store that nobody should ever write.
    case hostile
  }

  /// What happens.
  public let kind: Kind
  /// On which device, from 0.
  public let device: Int
  /// How long after the step before, in milliseconds.
  public let delayMilliseconds: Int64
  /// Where the step's own randomness begins.
  public let seed: UInt64

  /// How many of 1,000 steps are of each kind; the rest are moves.
  static let weights: [(Kind, Int)] = [
    (.sync, 225), (.open, 45), (.profile, 45), (.partition, 30), (.crash, 30), (.clock, 20),
    (.disk, 16), (.future, 15), (.backup, 15), (.compact, 12), (.clone, 5), (.wipe, 8),
  ]

  /// The same for what the product does not yet stand.
  static let harder: [(Kind, Int)] =
    [(.store, 10)] + (Gaps.noticesProcesses ? [(.process, 12)] : [])

  /// How often strangers write.
  static let hostile: [(Kind, Int)] = [(.hostile, 15)]

  /// Draws the steps of a run.
  ///
  /// - Parameters:
  ///   - seed: The run's seed.
  ///   - devices: The number of devices.
  ///   - options: How the run is made.
  /// - Returns: The steps.
  static func script(
    seed: UInt64, devices: Int, _ options: SimulationOptions
  ) -> [SimulationStep] {
    var random = SeededRandom(seed: seed, stream: 1)
    let weights =
      weights + (options.harmsStore ? harder : []) + (options.isHostile ? hostile : [])
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

/// A fault built into the simulated system on purpose, to see that the checks find it.
public enum PlantedBug: String, Hashable, Sendable, CaseIterable {
  /// The store keeps only the newest record of a game.
  case newestRecordWins
  /// The store adds up the times that devices report.
  case summedTotals
  /// The store drops what arrives when it holds something that the sender has not seen.
  case dropOnConflict
  /// A move is answered before it is on the device's disk.
  case acknowledgeBeforeWrite
  /// The store deletes a game when it is completed.
  case completionAsDeletion
}

/// How a run is made.
public struct SimulationOptions: Hashable, Sendable {
  /// The number of steps.
  public var steps = 200
  /// The number of devices; `nil` draws 2 to 5 from the seed.
  public var devices: Int?
  /// The fault built in.
  public var bug: PlantedBug?
  /// Whether stores get lost and other processes work on the same data.
  public var harmsStore = false
  /// Whether strangers write into the store.
  public var isHostile = false
  /// A folder in which some runs keep databases; `nil` for none.
  public var scratch: String?
  /// Whether the result tells all that happened.
  public var recordsTrace = false

  /// Creates the usual options: 200 steps, 2 to 5 devices, no planted fault.
  public init() {}
}

/// What became of a run.
public struct SimulationResult: Hashable, Sendable {
  /// The run's seed.
  public let seed: UInt64
  /// The first invariant that did not hold; `nil` if all did.
  public var failure: SimulationFailure?
  /// A hash over all that happened; the same for the same seed, everywhere.
  public var traceHash: UInt64 = 0
  /// All that happened, if asked for.
  public var trace: [String] = []
  /// How many operations were made.
  public var operations = 0
  /// How many requests reached the store.
  public var requests = 0
  /// How many games were completed.
  public var completions = 0
}

/// An invariant that did not hold.
public struct SimulationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the invariant: 1 to 21 of the design, 22 for the
  /// model, 23 for what is told, 24 for what stays on a device.
  public let invariant: Int
  /// What was seen.
  public let message: String

  /// The failure in one line.
  public var description: String { "invariant \(invariant): \(message)" }
}
