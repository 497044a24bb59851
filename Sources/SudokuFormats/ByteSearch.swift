#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ArraySlice<UInt8> {
  /// The first place of a byte, found by the system's fast search.
  @inline(__always)
  func firstPlace(of byte: UInt8) -> Int? {
    withUnsafeBufferPointer { bytes -> Int? in
      guard let base = bytes.baseAddress, let hit = memchr(base, Int32(byte), bytes.count) else {
        return nil
      }
      return startIndex + (UnsafeRawPointer(hit) - UnsafeRawPointer(base))
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The first place of a byte, found by the system's fast search.
  @inline(__always)
  func firstPlace(of byte: UInt8) -> Int? {
    guard let base = baseAddress, count > 0, let hit = memchr(base, Int32(byte), count) else {
      return nil
    }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
  }
}
