#if Network
  import CoreMetrics
  import Metrics

  struct ServerMetrics: Sendable {
    private let factory: PrometheusFactory

    init() { factory = PrometheusFactory() }

    /// Counts a request that was answered, or refused.
    func count(kind: String, status: Int, duration: Duration) {
      Counter(
        label: "sudoku_store_requests_total",
        dimensions: [("kind", kind), ("status", String(status))], factory: factory
      ).increment()
      let (seconds, attoseconds) = duration.components
      Timer(
        label: "sudoku_store_request_seconds", dimensions: [("kind", kind)], factory: factory
      ).recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// Prometheus's text, with how much is open at the moment.
    func text(
      stores: Int, watches: Int, working: Int, failing: Int, setAside: Int, unread: Int
    ) -> String {
      let gauges = [
        ("sudoku_store_open_stores", stores), ("sudoku_store_watches", watches),
        ("sudoku_store_working_requests", working), ("sudoku_store_failing_stores", failing),
        ("sudoku_store_unread_bytes", unread),
        ("sudoku_store_damaged_stores_set_aside", setAside),
      ]
      for (label, value) in gauges { Meter(label: label, factory: factory).set(value) }
      return factory.text
    }
  }
#endif
