import ArgumentParser

/// The laboratory: tests and measurements of the engine, which are not part of it.
@main
struct Lab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sudoku-lab",
    abstract: "Simulate, fuzz, soak and measure the Sudoku engine.",
    subcommands: [
      SimulateCommand.self, StepsCommand.self, ReadersCommand.self, SessionBenchCommand.self,
      StoreBenchCommand.self, StoreLoadCommand.self, HostileCommand.self, LiesCommand.self,
      ChaosCommand.self, LyingStoreCommand.self, GridCatalogueCommand.self,
    ])
}
