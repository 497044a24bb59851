import ArgumentParser
import Foundation
import SudokuPlayer
import SudokuStores

/// `sudoku store`: commands about stores, not about the player's games.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Check and serve sync stores.",
    subcommands: [StoreCheckCommand.self, StoreServeCommand.self, StoreTokenCommand.self])
}

extension StoreRegistry {
  /// Every store kind of this build, with the token of the environment variable `SUDOKU_TOKEN`.
  static func program(report: (@Sendable (String) -> Void)? = nil) -> StoreRegistry {
    .all(token: ProcessInfo.processInfo.environment["SUDOKU_TOKEN"], report: report)
  }
}
