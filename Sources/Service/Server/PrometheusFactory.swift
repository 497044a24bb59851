#if Network
  import CoreMetrics
  import Synchronization

  /// Metrics that are read as a text in Prometheus's exposition format 0.0.4.
  ///
  /// Counters, gauges, and histograms of seconds; labels come from few values, so that memory is
  /// bounded.
  final class PrometheusFactory: MetricsFactory {
    private let cells = Mutex<[Name: any PrometheusCell]>([:])

    private struct Name: Hashable {
      let label: String
      let dimensions: String
    }

    private func cell<Cell: PrometheusCell>(
      _ label: String, _ dimensions: [(String, String)], _ make: () -> Cell
    ) -> Cell {
      var text = ""
      for (name, value) in dimensions {
        if !text.isEmpty { text += "," }
        text += "\(name)=\"\(Self.escaped(value))\""
      }
      return cells.withLock { cells in
        let name = Name(label: label, dimensions: text)
        if let cell = cells[name] as? Cell { return cell }
        let cell = make()
        cells[name] = cell
        return cell
      }
    }

    private static func escaped(_ text: String) -> String {
      // Most names have nothing to escape.
      guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
        return text
      }
      return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n")
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
      cell(label, dimensions) { PrometheusCounter() }
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
      cell(label, dimensions) { PrometheusGauge() }
    }

    func makeRecorder(
      label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler { cell(label, dimensions) { PrometheusGauge() } }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
      cell(label, dimensions) { PrometheusHistogram() }
    }

    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    /// All metrics, by name.
    var text: String {
      let all = cells.withLock { $0 }
      var text = ""
      for (label, cells) in Dictionary(grouping: all, by: \.key.label).sorted(by: {
        $0.key < $1.key
      }) {
        text += "# TYPE \(label) \(cells.first?.value.type ?? "untyped")\n"
        for (name, cell) in cells.sorted(by: { $0.key.dimensions < $1.key.dimensions }) {
          text += cell.lines(label, name.dimensions)
        }
      }
      return text
    }
  }

  /// A metric with one set of labels.
  protocol PrometheusCell: Sendable {
    var type: String { get }
    func lines(_ label: String, _ dimensions: String) -> String
  }

  extension PrometheusCell {
    func line(_ label: String, _ dimensions: [String], _ value: String) -> String {
      let dimensions = dimensions.filter { !$0.isEmpty }.joined(separator: ",")
      return dimensions.isEmpty ? "\(label) \(value)\n" : "\(label){\(dimensions)} \(value)\n"
    }
  }

  private final class PrometheusCounter: CounterHandler, PrometheusCell {
    private let value = Atomic<Int64>(0)
    var type: String { "counter" }
    func increment(by amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }

    func lines(_ label: String, _ dimensions: String) -> String {
      line(label, [dimensions], String(value.load(ordering: .relaxed)))
    }
  }

  private final class PrometheusGauge: MeterHandler, RecorderHandler, PrometheusCell {
    private let value = Mutex(0.0)
    var type: String { "gauge" }
    func set(_ new: Int64) { set(Double(new)) }
    func set(_ new: Double) { value.withLock { $0 = new } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ new: Int64) { set(Double(new)) }
    func record(_ new: Double) { set(new) }

    func lines(_ label: String, _ dimensions: String) -> String {
      line(label, [dimensions], "\(value.withLock { $0 })")
    }
  }

  private final class PrometheusHistogram: TimerHandler, PrometheusCell {
    /// The upper bounds of the buckets, in seconds.
    private static let bounds = [
      0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10,
    ]
    private let state = Mutex(
      (counts: [Int](repeating: 0, count: bounds.count + 1), seconds: 0.0))
    var type: String { "histogram" }

    func recordNanoseconds(_ duration: Int64) {
      let seconds = Double(duration) / 1e9
      let place = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
      state.withLock { state in
        state.counts[place] += 1
        state.seconds += seconds
      }
    }

    func lines(_ label: String, _ dimensions: String) -> String {
      let (counts, seconds) = state.withLock { $0 }
      var (text, sum) = ("", 0)
      for (count, bound) in zip(counts, Self.bounds.map { "\($0)" } + ["+Inf"]) {
        sum += count
        text += line("\(label)_bucket", [dimensions, "le=\"\(bound)\""], String(sum))
      }
      text += line("\(label)_sum", [dimensions], "\(seconds)")
      return text + line("\(label)_count", [dimensions], String(sum))
    }
  }
#endif
