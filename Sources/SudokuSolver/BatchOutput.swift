/// Where a batch solver writes what it finds: buffers of the caller, an element for each board.
///
/// Only the numbers of solutions are needed; leave out what you don't want to know.
public struct BatchOutput {
  /// The first solution of each board, 81 bytes each, one after the other.
  ///
  /// The bytes of a board without a solution are left as they were.
  public var solutions: UnsafeMutableBufferPointer<UInt8>?
  /// Another solution of each board that has several, 81 bytes each.
  public var secondSolutions: UnsafeMutableBufferPointer<UInt8>?
  /// The number of solutions of each board, up to the limit.
  public var counts: UnsafeMutableBufferPointer<UInt32>
  /// The number of guesses for each board.
  ///
  /// Without solutions and guesses, boards may be solved in any order and by any kernel: this is the
  /// fastest way to count, above all with few boards.
  public var guesses: UnsafeMutableBufferPointer<UInt32>?
  /// What stands for the digit 0: 0 for grids of numbers, `UInt8(ascii: "0")` for characters.
  public var zero: UInt8
  /// How far one grid lies behind the other in bytes, at least 81.
  ///
  /// With 82 the byte behind each grid is left alone, for the end of a line.
  public var stride: Int

  /// Describes buffers.
  ///
  /// - Parameters:
  ///   - solutions: 81 bytes for each board, or `nil`.
  ///   - secondSolutions: The same for a second solution.
  ///   - counts: One element for each board.
  ///   - guesses: One element for each board, or `nil`.
  ///   - zero: What stands for the digit 0, usually 0 or `UInt8(ascii: "0")`.
  ///   - stride: How far one grid lies behind the other, at least 81.
  public init(
    solutions: UnsafeMutableBufferPointer<UInt8>?,
    secondSolutions: UnsafeMutableBufferPointer<UInt8>? = nil,
    counts: UnsafeMutableBufferPointer<UInt32>,
    guesses: UnsafeMutableBufferPointer<UInt32>? = nil, zero: UInt8 = 0, stride: Int = 81
  ) {
    self.solutions = solutions
    self.secondSolutions = secondSolutions
    self.counts = counts
    self.guesses = guesses
    self.zero = zero
    self.stride = stride
  }
}

extension BatchOutput {
  /// Whether nothing is wanted that depends on the way a board is solved.
  var isCountOnly: Bool {
    solutions == nil && secondSolutions == nil && guesses == nil
  }
}
