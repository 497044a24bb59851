import CSudokuVectors

/// The vector that the kernels compute with: 32 lanes of 16 bits.
///
/// The operators below replace the standard library's, which fall back to loops over the lanes
/// inside large functions. They stay internal: a kernel module exports plain functions only, no
/// generics and no arrays, so that none of its code can be shared with a module compiled for a
/// smaller instruction set.
typealias Lanes = sudoku_lanes

@inline(__always)
func & (a: Lanes, b: Lanes) -> Lanes { sudoku_and(a, b) }
@inline(__always)
func | (a: Lanes, b: Lanes) -> Lanes { sudoku_or(a, b) }
@inline(__always)
func ^ (a: Lanes, b: Lanes) -> Lanes { sudoku_xor(a, b) }
@inline(__always)
prefix func ~ (a: Lanes) -> Lanes { sudoku_not(a) }
@inline(__always)
func &+ (a: Lanes, b: Lanes) -> Lanes { sudoku_add(a, b) }
@inline(__always)
func &- (a: Lanes, b: Lanes) -> Lanes { sudoku_sub(a, b) }
@inline(__always)
func &<< (a: Lanes, count: Int32) -> Lanes { sudoku_shl(a, count) }
@inline(__always)
func &>> (a: Lanes, count: Int32) -> Lanes { sudoku_shr(a, count) }
@inline(__always)
func all(_ value: UInt16) -> Lanes { sudoku_splat(value) }
