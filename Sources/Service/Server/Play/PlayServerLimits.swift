/// What a play server lets its callers do at most.
package struct PlayServerLimits: Hashable, Sendable {
  /// How long a message may be, in bytes; that of a line of the protocol.
  package var messageBytes = 1 << 20
  /// In how many frames a message may come.
  package var framesPerMessage = 1_024
  /// How long the handshake may take, and a message from its first frame to its last, in
  /// milliseconds.
  package var arrivalMilliseconds = 10_000
  /// How many connections may play at once; each has a thread and opens the player's games.
  package var connections = 256
  /// How many connections one address may have, those that do not play yet among them; `nil` for
  /// somewhat more than may play.
  package var connectionsPerAddress: Int?
  /// How many of them may be one player's.
  package var connectionsPerPlayer = 4
  /// How many pings, pongs and the like a connection may send in a second, on average.
  package var controlFramesPerSecond = 10
  /// After how many milliseconds without a frame a client is asked whether it is there; it is given
  /// up after as many more.
  package var heartbeatMilliseconds = 20_000
  /// How long players may take to end when the server is asked to, in milliseconds.
  package var shutdownMilliseconds = 3_800

  package init() {}
}
