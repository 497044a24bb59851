import CSudokuVectors

/// The vector that the kernels compute with: 32 lanes of 16 bits.
///
/// The operators below replace the standard library's, which fall back to loops over the lanes
/// inside large functions. They stay internal: a kernel module exports plain functions only, no
/// generics and no arrays, so that none of its code can be shared with a module compiled for a
/// smaller instruction set.
typealias DigitVector = sudoku_lanes

@inline(__always)
func & (a: DigitVector, b: DigitVector) -> DigitVector { sudoku_and(a, b) }
@inline(__always)
func | (a: DigitVector, b: DigitVector) -> DigitVector { sudoku_or(a, b) }
@inline(__always)
func ^ (a: DigitVector, b: DigitVector) -> DigitVector { sudoku_xor(a, b) }
@inline(__always)
prefix func ~ (a: DigitVector) -> DigitVector { sudoku_not(a) }
@inline(__always)
func &+ (a: DigitVector, b: DigitVector) -> DigitVector { sudoku_add(a, b) }
@inline(__always)
func &- (a: DigitVector, b: DigitVector) -> DigitVector { sudoku_sub(a, b) }
@inline(__always)
func &<< (a: DigitVector, count: Int32) -> DigitVector { sudoku_shl(a, count) }
@inline(__always)
func &>> (a: DigitVector, count: Int32) -> DigitVector { sudoku_shr(a, count) }
@inline(__always)
func all(_ value: UInt16) -> DigitVector { sudoku_splat(value) }
