extension UInt16 {
  /// Calls a closure with the number of each bit that is set, in order.
  @inline(__always)
  func forEachBit(_ body: (Int) -> Void) {
    var rest = self
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }
}
