// Elementary operations on vectors of 32 x uint16_t.
//
// Swift imports `sudoku_lanes` as `SIMD32<UInt16>`. Every function is inlined into the Swift code
// that calls it and compiled for the instruction set of that module (`-Xcc -march=...`): one
// 512-bit register, two of 256 bits or four of 128.
#ifndef SUDOKU_VECTORS_H
#define SUDOKU_VECTORS_H

#include <stdint.h>

typedef uint16_t sudoku_lanes __attribute__((ext_vector_type(32), aligned(64)));

// Everything is inlined: no vector ever crosses a call.
#pragma clang diagnostic ignored "-Wpsabi"

#define SUDOKU_INLINE static inline __attribute__((always_inline))

SUDOKU_INLINE sudoku_lanes sudoku_load(const void *_Nonnull p) {
  return *(const sudoku_lanes *)p;
}
/// The same from any address.
SUDOKU_INLINE sudoku_lanes sudoku_load_loose(const void *_Nonnull p) {
  typedef uint16_t loose __attribute__((ext_vector_type(32), aligned(2)));
  return *(const loose *)p;
}
SUDOKU_INLINE void sudoku_store(void *_Nonnull p, sudoku_lanes a) { *(sudoku_lanes *)p = a; }
SUDOKU_INLINE sudoku_lanes sudoku_splat(uint16_t a) { return (sudoku_lanes)a; }
SUDOKU_INLINE sudoku_lanes sudoku_and(sudoku_lanes a, sudoku_lanes b) { return a & b; }
SUDOKU_INLINE sudoku_lanes sudoku_or(sudoku_lanes a, sudoku_lanes b) { return a | b; }
SUDOKU_INLINE sudoku_lanes sudoku_xor(sudoku_lanes a, sudoku_lanes b) { return a ^ b; }
SUDOKU_INLINE sudoku_lanes sudoku_not(sudoku_lanes a) { return ~a; }
SUDOKU_INLINE sudoku_lanes sudoku_add(sudoku_lanes a, sudoku_lanes b) { return a + b; }
SUDOKU_INLINE sudoku_lanes sudoku_sub(sudoku_lanes a, sudoku_lanes b) { return a - b; }
SUDOKU_INLINE sudoku_lanes sudoku_shl(sudoku_lanes a, int n) { return a << (uint16_t)n; }
SUDOKU_INLINE sudoku_lanes sudoku_shr(sudoku_lanes a, int n) { return a >> (uint16_t)n; }

#endif
