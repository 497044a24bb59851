#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine's clock, for stores that are not handed another one.
public enum SystemClock {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  public static let wallMilliseconds: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Milliseconds of a clock that never runs backwards.
  public static let monotonicMilliseconds: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
