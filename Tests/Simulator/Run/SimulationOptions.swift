package struct SimulationOptions: Sendable {
  package var steps = 200
  /// The number of devices; `nil` draws 2 to 5 from the seed.
  package var devices: Int?
  /// The fault built in.
  package var bug: PlantedBug?
  /// True if stores get lost and other processes work on the same data.
  package var harmsStore = false
  /// True if foreign devices write into the store.
  package var isHostile = false
  /// True if the store lies in a place that only keeps values, and each device has its own view of it.
  package var usesPlace = false
  /// The databases that some runs keep; `nil` for none.
  package var databases: SimulatedDatabases?
  /// True if the result lists all that happened.
  package var recordsTrace = false

  /// Creates the default options: 200 steps, 2 to 5 devices, no planted fault.
  package init() {}
}
