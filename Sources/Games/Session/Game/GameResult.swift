/// A player's result of a game, with the facts that make results of different players comparable.
package struct GameResult: Sendable {
  /// The game in short: time, mistakes, hints, completion.
  package let summary: GameSummary
  /// The options that the game has, `locked` among them.
  package let options: GameOptions
  /// The earliest moment at which a device began the game, by that device's clock.
  package let firstOpened: UTCTime?
  /// The number of times that the clock was stopped before the completion.
  package let pauses: Int
  package let checksUsed: Int
  /// The device that completed the game, or else made the last operation.
  package let device: DeviceID?
  /// True if a part of the game comes from another program's save.
  package let isImported: Bool
}

extension GameDocument {
  /// The game's result.
  package var result: GameResult {
    var pauses = 0
    for operation in operations.ordered {
      if operation.key == fold.completion?.key { break }
      switch operation.action {
      case .pause, .suspend: pauses += 1
      default: break
      }
    }
    return GameResult(
      summary: summary, options: fold.options,
      firstOpened: fold.createdMilliseconds.map { UTCTime(milliseconds: $0) }, pauses: pauses,
      checksUsed: fold.checksUsed,
      device: fold.completion?.key.device ?? operations.ordered.last?.device,
      isImported: !fold.importedDevices.isEmpty)
  }
}
