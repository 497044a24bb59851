import Foundation

/// How the C library keeps memory: blocks of a mebibyte come and go with every part of a stream.
enum HeapSettings {
  /// Keeps large freed blocks for the next part.
  ///
  /// By default glibc maps each from the system and gives it back, and the system clears all of its
  /// pages every time: half of the time of `solve`. Elsewhere the C library does well by itself.
  static func keepLargeBlocks() {
    #if os(Linux)
      // Swift's import of the C library lacks `mallopt`; musl has none.
      guard let symbol = dlsym(nil, "mallopt") else { return }
      typealias Setter = @convention(c) (Int32, Int32) -> Int32
      let set = unsafeBitCast(symbol, to: Setter.self)
      let (trimThreshold, topPad, mapThreshold): (Int32, Int32, Int32) = (-1, -2, -3)
      // The largest threshold that glibc takes.
      _ = set(mapThreshold, 32 << 20)
      _ = set(trimThreshold, 1 << 30)
      _ = set(topPad, 4 << 20)
    #endif
  }
}
