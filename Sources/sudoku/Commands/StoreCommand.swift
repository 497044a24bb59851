import ArgumentParser

/// `sudoku store`: what concerns stores, not the player's games.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Check, measure and serve sync stores.",
    subcommands: [
      StoreCheckCommand.self, StoreMeasureCommand.self, StoreServeCommand.self,
      StoreTokenCommand.self,
    ])
}
