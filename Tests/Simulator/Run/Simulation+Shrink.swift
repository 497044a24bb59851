extension Simulation {
  /// Finds a short run that breaks the same invariant as a seed's.
  ///
  /// Steps are omitted in ever smaller groups as long as the run still fails (A. Zeller's delta
  /// debugging, 1999).
  package static func shrink(
    seed: UInt64, options: SimulationOptions = SimulationOptions(), limit: Int = 2_000
  ) -> (steps: [SimulationStep], result: SimulationResult)? {
    var script = SimulationStep.script(
      seed: seed, devices: deviceCount(seed: seed, options), options)
    guard let failure = run(script, seed: seed, options: options).failure else { return nil }
    var runs = 0
    var size = max(script.count / 2, 1)
    while true {
      var index = 0
      var hasShrunk = false
      while index < script.count, runs < limit {
        var shorter = script
        shorter.removeSubrange(index..<min(index + size, script.count))
        runs += 1
        if run(shorter, seed: seed, options: options).failure?.invariant == failure.invariant {
          script = shorter
          hasShrunk = true
        } else {
          index += size
        }
      }
      if runs >= limit || size == 1 && !hasShrunk { break }
      size = max(size / 2, 1)
    }
    var options = options
    options.recordsTrace = true
    return (script, run(script, seed: seed, options: options))
  }
}
