#if Network
  import CoreMetrics
  import Metrics

  /// The metrics of a play server for its operator.
  final class PlayMetrics: Sendable {
    private let factory = PrometheusFactory()

    /// Counts a message of a client, or one to a client.
    func countMessage(isReceived: Bool, bytes: Int) {
      let direction = [("direction", isReceived ? "received" : "sent")]
      Counter(label: "sudoku_play_messages_total", dimensions: direction, factory: factory)
        .increment()
      Counter(label: "sudoku_play_message_bytes_total", dimensions: direction, factory: factory)
        .increment(by: bytes)
    }

    /// Counts a handshake by the status of its answer.
    func countHandshake(status: Int) {
      Counter(
        label: "sudoku_play_handshakes_total", dimensions: [("status", String(status))],
        factory: factory
      ).increment()
    }

    /// Counts a connection that can't play, because the player's games can't be opened for example.
    func countFailure() {
      Counter(label: "sudoku_play_failed_connections_total", factory: factory).increment()
    }

    /// Notes the time that the first answer to a connection took.
    func noteFirstAnswer(after duration: Duration) {
      let (seconds, attoseconds) = duration.components
      Timer(label: "sudoku_play_first_answer_seconds", factory: factory)
        .recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// The metrics in Prometheus's format, with the current numbers.
    func text(connections: Int, players: Int, searches: SearchPool.Load) -> String {
      let gauges = [
        ("sudoku_play_connections", connections), ("sudoku_play_players", players),
        ("sudoku_play_running_searches", searches.running),
        ("sudoku_play_waiting_searches", searches.waiting),
      ]
      for (label, value) in gauges { Meter(label: label, factory: factory).set(value) }
      return factory.text
    }
  }
#endif
