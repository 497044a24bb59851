/// The limits of a play server for its callers.
package struct PlayServerLimits: Hashable, Sendable {
  /// The greatest length of a message, in bytes; that of a line of the protocol.
  package var messageBytes = 1 << 20
  /// The greatest number of frames of a message.
  package var framesPerMessage = 1_024
  /// The longest time for the handshake, and for a message from its first frame to its last, in milliseconds.
  package var arrivalMilliseconds = 10_000
  /// The number of connections that may play at once; each has a thread and opens the player's games.
  package var connections = 256
  /// The number of connections that one address may have, those that do not play yet among them.
  ///
  /// `nil` allows somewhat more than may play.
  package var connectionsPerAddress: Int?
  /// The number of connections that one player may have.
  package var connectionsPerPlayer = 4
  /// The average number of control frames, such as pings and pongs, that a connection may send in a second.
  package var controlFramesPerSecond = 10
  /// The milliseconds without a frame after which the server pings a client.
  ///
  /// The server closes the connection after as many more.
  package var heartbeatMilliseconds = 20_000
  /// The longest time that sessions may take to end when the server is stopped, in milliseconds.
  package var shutdownMilliseconds = 3_800

  package init() {}
}
