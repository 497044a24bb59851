/// A number below 64 for each of the three stacks, all in one word: cheap to copy right after a change.
struct PerStack: BitwiseCopyable {
  private var word: Int

  /// The same number for each stack.
  init(repeating number: Int) { word = number &* 0o10101 }

  /// The number of a stack, in `0..<3`.
  @inline(__always)
  subscript(stack: Int) -> Int {
    get { word &>> (stack &* 6) & 63 }
    set { word = word & ~(63 &<< (stack &* 6)) | newValue &<< (stack &* 6) }
  }
}
