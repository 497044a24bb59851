#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension PlayerEnvironment {
  /// The clocks, the time zone and the randomness of this machine: what an app uses.
  ///
  /// ```swift
  /// let player = try Player(replica: replica)     // with this environment
  /// ```
  public static var system: PlayerEnvironment {
    var environment = PlayerEnvironment()
    let origin = milliseconds(CLOCK_REALTIME) - milliseconds(CLOCK_MONOTONIC)
    environment.wallMilliseconds = { milliseconds(CLOCK_REALTIME) }
    environment.monotonicMilliseconds = { origin + milliseconds(CLOCK_MONOTONIC) }
    environment.drawSeed = {
      var random = SystemRandomNumberGenerator()
      return random.next()
    }
    environment.localOffsetMilliseconds = {
      var now = time(nil)
      var parts = tm()
      return localtime_r(&now, &parts) == nil ? 0 : Int64(parts.tm_gmtoff) * 1_000
    }
    return environment
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
