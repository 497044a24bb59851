import Synchronization

/// Many runs of the simulation at the same time.
package enum SimulationSoak {
  /// The result of many runs.
  package struct Results: Sendable {
    package var runs = 0
    package var operations = 0
    /// The number of requests that reached a store.
    package var requests = 0
    /// The number of games completed.
    package var completions = 0
    /// The seeds of the runs that failed, in order.
    package var failures: [UInt64] = []
  }

  /// Makes runs on several threads; the results do not depend on their number.
  package static func run(
    _ seeds: Range<UInt64>, jobs: Int, options: SimulationOptions = SimulationOptions()
  ) async -> Results {
    let counter = Counter(seeds.lowerBound)
    return await withTaskGroup(of: Results.self) { group in
      for _ in 0..<max(jobs, 1) {
        group.addTask {
          var results = Results()
          while true {
            let seed = counter.next()
            guard seed < seeds.upperBound else { return results }
            let result = Simulation.run(seed: seed, options: options)
            results.runs += 1
            results.operations += result.operations
            results.requests += result.requests
            results.completions += result.completions
            if result.failure != nil { results.failures.append(seed) }
          }
        }
      }
      var total = Results()
      for await part in group {
        total.runs += part.runs
        total.operations += part.operations
        total.requests += part.requests
        total.completions += part.completions
        total.failures += part.failures
      }
      total.failures.sort()
      return total
    }
  }

  /// Hands out numbers.
  private final class Counter: Sendable {
    private let value: Atomic<UInt64>

    init(_ first: UInt64) { value = Atomic(first) }

    func next() -> UInt64 { value.add(1, ordering: .relaxed).oldValue }
  }
}
