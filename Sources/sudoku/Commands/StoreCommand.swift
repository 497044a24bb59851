import ArgumentParser

/// `sudoku store`: what concerns stores, not the player's games.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Check and serve sync stores.",
    subcommands: [
      StoreCheckCommand.self, StoreServeCommand.self,
      StoreTokenCommand.self,
    ])
}
