/// What a store server lets its callers do at most.
package struct StoreServerLimits: Hashable, Sendable {
  /// How long the body of a request may be, in bytes.
  package var bodyBytes = 8 << 20
  /// How long the body of a query may be, in bytes; only an `append` may be longer.
  package var queryBytes = 128 << 10
  /// How many bytes of bodies may be in memory at once.
  package var bodyBytesAtOnce = 40 << 20
  /// How long an answer may be, in bytes.
  package var answerBytes = 24 << 20
  /// How many bytes of long answers one player may leave unread at once.
  package var answerBytesPerPlayer = 24 << 20
  /// How many bytes of long answers all players may leave unread at once.
  package var answerBytesAtOnce = 64 << 20
  /// How long a request may take to arrive, in milliseconds, from its connection's begin for the
  /// head, from the head for the body; and for how long a caller may take nothing of an answer.
  package var arrivalMilliseconds = 10_000
  /// How long the store may take for a request, in milliseconds; a request may ask for less.
  package var requestMilliseconds = 30_000
  /// For how long a connection may be idle between requests, in milliseconds.
  package var idleMilliseconds = 75_000
  /// How many requests a player may make in a second, on average; 0 for any number.
  package var requestsPerSecond = 50
  /// How many requests a player may make at once after a pause.
  package var burst = 200
  /// How many bytes a player may send in a day; 0 for any number.
  package var bytesPerDay = 256 << 20
  /// How many games a player may have; 0 for any number.
  package var games = 100_000
  /// How many connections may be open; others wait in the system's queue.
  package var connections = 10_000
  /// How many of them one address may have; `nil` for half.
  package var connectionsPerAddress: Int?
  /// How many requests the stores work at once.
  package var concurrentRequests = 64
  /// How many of one player's.
  package var concurrentRequestsPerPlayer = 4
  /// How many more may wait for their turn.
  package var waitingRequests = 1_024
  /// How many players' stores stay open without anybody using them.
  package var openStores = 256
  /// How many watches may be open.
  package var watches = 8_000
  /// How many of them may be one player's.
  package var watchesPerPlayer = 16
  /// How often a watch gets a sign of life, in milliseconds; a device that hears none for five seconds
  /// asks by itself.
  package var heartbeatMilliseconds = 3_000
  /// How many rows a page may have, whatever is asked for.
  package var pageRows = 1_000
  /// How long requests under way may take to end when the server is asked to, in milliseconds.
  package var shutdownMilliseconds = 4_000

  package init() {}
}
