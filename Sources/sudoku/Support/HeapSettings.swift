import Foundation

/// How the C library keeps memory: blocks of a mebibyte come and go with every part of a stream.
enum HeapSettings {
  /// Keeps large freed blocks for the next part.
  ///
  /// By default glibc maps each from the system and gives it back, and the system clears all of its
  /// pages every time: half of the time of `solve`. Elsewhere the C library does well by itself.
  static func keepLargeBlocks() {
    #if canImport(Glibc)
      // The largest threshold that glibc takes.
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
      _ = mallopt(M_TRIM_THRESHOLD, 1 << 30)
      _ = mallopt(M_TOP_PAD, 4 << 20)
    #endif
  }
}
