/// The limits of a store server for its callers.
package struct StoreServerLimits: Hashable, Sendable {
  /// The greatest length of a request's body, in bytes.
  package var bodyBytes = 8 << 20
  /// The greatest length of a query's body, in bytes; only an `append` may be longer.
  package var queryBytes = 128 << 10
  /// The bytes of bodies that may be in memory at once.
  package var bodyBytesAtOnce = 40 << 20
  /// The greatest length of an answer, in bytes.
  package var answerBytes = 24 << 20
  /// The bytes of long answers that one player may leave unread at once.
  package var answerBytesPerPlayer = 24 << 20
  /// The bytes of long answers that all players may leave unread at once.
  package var answerBytesAtOnce = 64 << 20
  /// The longest time that a request may take to arrive, in milliseconds.
  ///
  /// The head counts from the start of its connection, the body from the head. It also limits the time for which a
  /// caller may take nothing of an answer.
  package var arrivalMilliseconds = 10_000
  /// The longest time that the store may take for a request, in milliseconds; a request may ask for less.
  package var requestMilliseconds = 30_000
  /// The longest time that a connection may be idle between requests, in milliseconds.
  package var idleMilliseconds = 75_000
  /// The average number of requests that a player may make in a second; 0 for any number.
  package var requestsPerSecond = 50
  /// The number of requests that a player may make at once after a pause.
  package var burst = 200
  /// The bytes that a player may send in a day; 0 for any number.
  package var bytesPerDay = 256 << 20
  /// The number of games that a player may have; 0 for any number.
  package var games = 100_000
  /// The number of connections that may be open; others wait in the system's queue.
  package var connections = 10_000
  /// The number of connections that one address may have; `nil` for half of all.
  package var connectionsPerAddress: Int?
  /// The number of requests that the stores work on at once.
  package var concurrentRequests = 64
  /// The number of one player's requests that the stores work on at once.
  package var concurrentRequestsPerPlayer = 2
  /// The number of further requests that may wait for their turn.
  package var waitingRequests = 1_024
  /// The number of open stores above which unused ones are closed.
  package var openStores = 256
  /// The number of watches that may be open.
  package var watches = 8_000
  /// The number of watches that one player may have open.
  package var watchesPerPlayer = 16
  /// The interval of a watch's heartbeats, in milliseconds.
  ///
  /// A device that receives none for five seconds asks by itself.
  package var heartbeatMilliseconds = 3_000
  /// The greatest number of rows in a page, whatever the request asks for.
  package var pageRows = 1_000
  /// The longest time that open requests may take to end when the server is stopped, in milliseconds.
  package var shutdownMilliseconds = 4_000

  package init() {}
}
