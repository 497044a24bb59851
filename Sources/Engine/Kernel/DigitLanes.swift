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

/// A node of the search: the candidates of a board with one lane for each band and digit.
///
/// ```text
/// r0, r1, r2: rows of a band; a lane for each band b and digit d, both from 0; 27 to 31 are unused
/// lane            0 ..... 8     9 ..... 17    18 ..... 26
/// AVX-512         band 0        band 1        band 2         9b + d
/// lane            0 ..... 7     8 ..... 15    16 ..... 23    24 25 26
/// elsewhere       band 0        band 1        band 2         d = 8 of bands 0, 1, 2; else 8b + d
///
/// one lane of a row, set bits = columns where the digit may go:
/// bit        15 14 13 12   11 10  9  8    7  6  5  4    3  2  1  0
/// column      -  2  1  0    -  8  7  6    -  5  4  3    -  2  1  0
///            copy of it    stack 2       stack 1       stack 0
/// ```
///
/// `sudoku_lane` in SudokuDigitLanes.h has the order; AVX-512 counts only with VBMI and GFNI.
///
/// The bits marked `-` are 0: adding 7 carries into them if the nibble isn't empty. Unused lanes hold
/// 0x7777, which no rule ever changes.
///
/// One round applies all rules to all bands and digits at once, without a branch: candidates
/// locked in rows, columns and blocks, hidden and naked singles. The representation by band and
/// digit is the one of the band solvers by "champagne" and "zhouyundong_2012" (New Sudoku
/// Players' Forum, 2012) and of tdoku (Tom Dillon, 2019), here with columns beside rows.
///
/// It is a tuple because a type would bring code along, for its copies and metadata, that the linker
/// may share with modules for other instruction sets.
typealias DigitLanes = (r0: DigitVector, r1: DigitVector, r2: DigitVector)

/// Loads a node of 96 words, aligned to 64 bytes.
@inline(__always)
func loadNode(_ node: UnsafePointer<UInt16>) -> DigitLanes {
  (sudoku_load(node), sudoku_load(node + 32), sudoku_load(node + 64))
}

/// Stores a node as 96 words, aligned to 64 bytes.
@inline(__always)
func storeNode(_ lanes: DigitLanes, _ node: UnsafeMutablePointer<UInt16>) {
  sudoku_store(node, lanes.r0)
  sudoku_store(node + 32, lanes.r1)
  sudoku_store(node + 64, lanes.r2)
}

/// Applies every rule once.
///
/// `sudoku_changed` means that the singles changed something: only then another round is worth it. The
/// state of a stalled node may still be open to the other rules. That does no harm: the search
/// splits on whether a digit lies in a part of its row, and those cases never share a solution,
/// and `sudoku_all_placed` is returned only after a complete check.
@inline(__always)
func applyRules(_ node: inout DigitLanes) -> sudoku_finding {
  lockMinirows(&node)
  var (r0, r1, r2) = node
  // Columns: the digit's three columns of a stack belong to the three bands in some order.
  let columns = r0 | r1 | r2
  let next = sudoku_next_column(columns)
  let second = sudoku_second_column(columns)
  let locked =
    columns
    & ((sudoku_next_band(next) & sudoku_second_band(second))
      | (sudoku_next_band(second) & sudoku_second_band(next)))
  r0 = r0 & locked
  r1 = r1 & locked
  r2 = r2 & locked
  // Each block needs the digit (bit 3 of the nibbles), each cell a digit (bits 0 to 2).
  let others0 = sudoku_others(r0)
  let others1 = sudoku_others(r1)
  let others2 = sudoku_others(r2)
  let cells = (r0 | others0) & (r1 | others1) & (r2 | others2)
  let fine = ((locked &+ all(0x7777)) & all(0x8888)) | (cells & all(0x7777))
  if sudoku_any(~fine) { return sudoku_contradiction }

  let taken0 = sudoku_others(sudoku_singles(r0))
  let taken1 = sudoku_others(sudoku_singles(r1))
  let taken2 = sudoku_others(sudoku_singles(r2))
  let before = (r0, r1, r2)
  r0 = sudoku_keep_pads(sudoku_or_else(r0 & ~others0, r0) & ~taken0)
  r1 = sudoku_keep_pads(sudoku_or_else(r1 & ~others1, r1) & ~taken1)
  r2 = sudoku_keep_pads(sudoku_or_else(r2 & ~others2, r2) & ~taken2)
  node = (r0, r1, r2)
  let several = manyColumns(r0) | manyColumns(r1) | manyColumns(r2)
  if !sudoku_any(several & ~sudoku_pads()) {
    return isSolution(node) ? sudoku_all_placed : sudoku_contradiction
  }
  let change = (r0 ^ before.0) | (r1 ^ before.1) | (r2 ^ before.2)
  if sudoku_any(change) { return sudoku_changed }
  // A digit that is alone in two cells of a row; no rule sees it where those are in two blocks.
  let twice =
    manyColumns(r0 & ~others0) | manyColumns(r1 & ~others1) | manyColumns(r2 & ~others2)
  return sudoku_any(twice & ~sudoku_pads()) ? sudoku_contradiction : sudoku_stalled
}

/// Rows and blocks: the digit's minirows in a band form one of six permutations.
@inline(__always)
func lockMinirows(_ node: inout DigitLanes) {
  let (r0, r1, r2) = node
  let m0 = r0 &+ all(0x7777)
  let m1 = r1 &+ all(0x7777)
  let m2 = r2 &+ all(0x7777)
  let a0 = sudoku_next_nibble(m0)
  let a1 = sudoku_next_nibble(m1)
  let a2 = sudoku_next_nibble(m2)
  let b0 = sudoku_second_nibble(m0)
  let b1 = sudoku_second_nibble(m1)
  let b2 = sudoku_second_nibble(m2)
  node.r0 = r0 & sudoku_spread_nibble(m0 & ((a1 & b2) | (b1 & a2)))
  node.r1 = r1 & sudoku_spread_nibble(m1 & ((a2 & b0) | (b2 & a0)))
  node.r2 = r2 & sudoku_spread_nibble(m2 & ((a0 & b1) | (b0 & a1)))
}

/// Not 0 where the row has more than one column for the digit.
@inline(__always)
func manyColumns(_ row: DigitVector) -> DigitVector {
  let columns = row & all(0x777)
  return columns & (columns &- all(1))
}

/// True if a board with at most one column in each row, for each digit, obeys the rules.
@inline(__always)
func isSolution(_ node: DigitLanes) -> Bool {
  let (r0, r1, r2) = node
  let seven = all(0x7777)
  let blocks = (r0 &+ seven) | (r1 &+ seven) | (r2 &+ seven)
  let columns = r0 | r1 | r2
  let columnsOfAll = columns | sudoku_next_band(columns) | sudoku_second_band(columns)
  let cells =
    (r0 | sudoku_others(r0)) & (r1 | sudoku_others(r1)) & (r2 | sudoku_others(r2)) & columnsOfAll
  return !sudoku_any(~((blocks & all(0x8888)) | (cells & seven)))
}
