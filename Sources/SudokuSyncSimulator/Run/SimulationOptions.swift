import SudokuCore
import SudokuSync

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
  /// Whether the result lists all that happened.
  public var recordsTrace = false

  /// Creates the default options: 200 steps, 2 to 5 devices, no planted fault.
  public init() {}
}
