import Foundation

/// Measures wall time and the processor time of the whole process.
struct Stopwatch: Sendable {
  struct Reading: Sendable {
    let wallSeconds: Double
    let cpuSeconds: Double
    /// Rounded to the microsecond, as it is printed.
    var roundedWallSeconds: Double { (wallSeconds * 1e6).rounded() / 1e6 }
    var roundedCPUSeconds: Double { (cpuSeconds * 1e6).rounded() / 1e6 }
  }

  private let wallStart = Stopwatch.seconds(CLOCK_MONOTONIC)
  private let cpuStart = Stopwatch.seconds(CLOCK_PROCESS_CPUTIME_ID)

  var elapsed: Reading {
    Reading(
      wallSeconds: Stopwatch.seconds(CLOCK_MONOTONIC) - wallStart,
      cpuSeconds: Stopwatch.seconds(CLOCK_PROCESS_CPUTIME_ID) - cpuStart)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
