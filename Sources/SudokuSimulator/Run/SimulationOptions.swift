import SudokuCore
import SudokuSync

/// How a run is made.
public struct SimulationOptions: Sendable {
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
  /// The databases that some runs keep; `nil` for none.
  public var databases: SimulatedDatabases?
  /// Whether the result lists all that happened.
  public var recordsTrace = false

  /// Creates the default options: 200 steps, 2 to 5 devices, no planted fault.
  public init() {}
}
