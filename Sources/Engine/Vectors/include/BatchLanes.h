#ifndef BATCH_LANES_H
#define BATCH_LANES_H

// Vector operations of the batch kernel.
//
// `batch_lanes` holds one bit for each puzzle of a block, in the widest register that the target
// has: 512 bits with AVX-512, 256 with AVX2, 128 elsewhere (SSE2, NEON). `batch_bytes` are 16
// characters. Everything here is inlined into the Swift code that calls it.

#include <stdbool.h>
#include <stdint.h>

#define BATCH_INLINE static inline __attribute__((always_inline, unused))

#if defined(__AVX512F__) && defined(__AVX512BW__)
#define BATCH_LANE_WORDS 8
#elif defined(__AVX2__)
#define BATCH_LANE_WORDS 4
#else
#define BATCH_LANE_WORDS 2
#endif

typedef uint64_t batch_lanes __attribute__((ext_vector_type(BATCH_LANE_WORDS)));
typedef uint8_t batch_bytes __attribute__((ext_vector_type(16)));

// The function of three inputs whose value for (a, b, c) is bit 4a + 2b + c of `table`.
#if BATCH_LANE_WORDS == 8
#define BATCH_TERNARY_LOGIC __builtin_ia32_pternlogq512_mask
typedef long long batch_lanes_signed __attribute__((vector_size(BATCH_LANE_WORDS * 8)));
#define BATCH_TERNARY(name, table, expression)                                                 \
  BATCH_INLINE batch_lanes name(batch_lanes a, batch_lanes b, batch_lanes c) {             \
    return (batch_lanes)BATCH_TERNARY_LOGIC(                                                   \
        (batch_lanes_signed)a, (batch_lanes_signed)b, (batch_lanes_signed)c, table,          \
        (uint8_t)-1);                                                                           \
  }
#else
#define BATCH_TERNARY(name, table, expression)                                                 \
  BATCH_INLINE batch_lanes name(batch_lanes a, batch_lanes b, batch_lanes c) {             \
    return expression;                                                                          \
  }
#endif

BATCH_TERNARY(batch_or3, 0xFE, a | b | c)
BATCH_TERNARY(batch_and3, 0x80, a & b & c)
BATCH_TERNARY(batch_xor3, 0x96, a ^ b ^ c)
BATCH_TERNARY(batch_majority, 0xE8, (a & b) | (c & (a | b)))
BATCH_TERNARY(batch_or_and, 0xF8, a | (b & c))
BATCH_TERNARY(batch_or_and_not, 0xF4, a | (b & ~c))
BATCH_TERNARY(batch_or_xor, 0xF6, a | (b ^ c))
BATCH_TERNARY(batch_and_not_both, 0x70, a & ~(b & c))
BATCH_TERNARY(batch_and_neither, 0x10, a & ~(b | c))
BATCH_TERNARY(batch_and_or_not, 0xD0, a & (b | ~c))
BATCH_TERNARY(batch_select, 0xCA, c ^ (a & (b ^ c)))

BATCH_INLINE batch_lanes batch_and(batch_lanes a, batch_lanes b) { return a & b; }
BATCH_INLINE batch_lanes batch_or(batch_lanes a, batch_lanes b) { return a | b; }
BATCH_INLINE batch_lanes batch_xor(batch_lanes a, batch_lanes b) { return a ^ b; }
BATCH_INLINE batch_lanes batch_not(batch_lanes a) { return ~a; }
BATCH_INLINE batch_lanes batch_and_not(batch_lanes a, batch_lanes b) { return a & ~b; }
BATCH_INLINE batch_lanes batch_zero(void) { return (batch_lanes)(0); }

#define BATCH_COUNT_16(n)                                                                      \
  n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, n + 10, n + 11, n + 12, n + 13, \
      n + 14, n + 15
#define BATCH_COUNT_32(n) BATCH_COUNT_16(n), BATCH_COUNT_16(n + 16)

// Interleaves the low or the high eight bytes of each 16 bytes of two vectors.
typedef uint8_t batch_lane_bytes __attribute__((ext_vector_type(BATCH_LANE_WORDS * 8)));
#define BATCH_PAIRS(o, n)                                                                      \
  o, o + n, o + 1, o + 1 + n, o + 2, o + 2 + n, o + 3, o + 3 + n, o + 4, o + 4 + n, o + 5,      \
      o + 5 + n, o + 6, o + 6 + n, o + 7, o + 7 + n
#if BATCH_LANE_WORDS == 8
#define BATCH_INTERLEAVE(o)                                                                    \
  BATCH_PAIRS(o, 64), BATCH_PAIRS(o + 16, 64), BATCH_PAIRS(o + 32, 64), BATCH_PAIRS(o + 48, 64)
#elif BATCH_LANE_WORDS == 4
#define BATCH_INTERLEAVE(o) BATCH_PAIRS(o, 32), BATCH_PAIRS(o + 16, 32)
#else
#define BATCH_INTERLEAVE(o) BATCH_PAIRS(o, 16)
#endif
BATCH_INLINE batch_lanes batch_interleave_low(batch_lanes a, batch_lanes b) {
  return (batch_lanes)__builtin_shufflevector((batch_lane_bytes)a, (batch_lane_bytes)b,
                                               BATCH_INTERLEAVE(0));
}
BATCH_INLINE batch_lanes batch_interleave_high(batch_lanes a, batch_lanes b) {
  return (batch_lanes)__builtin_shufflevector((batch_lane_bytes)a, (batch_lane_bytes)b,
                                               BATCH_INTERLEAVE(8));
}
// The values of `a` and of `b` after bits of `a` change places with the bits of `b` that lie `n`
// places lower, where `mask` is set: by choosing where that is one instruction, else by differences.
#if defined(BATCH_TERNARY_LOGIC)
BATCH_INLINE batch_lanes batch_delta_swap_a(batch_lanes a, batch_lanes b, uint64_t n, uint64_t mask) {
  return batch_select((batch_lanes)(mask << n), b << n, a);
}
BATCH_INLINE batch_lanes batch_delta_swap_b(batch_lanes a, batch_lanes b, uint64_t n, uint64_t mask) {
  return batch_select((batch_lanes)(mask), a >> n, b);
}
#else
BATCH_INLINE batch_lanes batch_delta_swap_a(batch_lanes a, batch_lanes b, uint64_t n, uint64_t mask) {
  return a ^ ((((a >> n) ^ b) & (batch_lanes)(mask)) << n);
}
BATCH_INLINE batch_lanes batch_delta_swap_b(batch_lanes a, batch_lanes b, uint64_t n, uint64_t mask) {
  return b ^ (((a >> n) ^ b) & (batch_lanes)(mask));
}
#endif

// A vector as row: pieces of 16 bytes from as many boards, which lie 64 lanes apart.
#define BATCH_PIECES (BATCH_LANE_WORDS / 2)

// Has the line that holds `p` brought to the second cache, to be read soon.
BATCH_INLINE void batch_prefetch_to_read(const void *p) { __builtin_prefetch(p, 0, 2); }
// Has the line that holds `p` brought to the cache, to be written.
BATCH_INLINE void batch_prefetch_to_write(const void *p) { __builtin_prefetch(p, 1); }

BATCH_INLINE batch_bytes batch_bytes_load(const void *p) {
  batch_bytes r;
  __builtin_memcpy(&r, p, 16);
  return r;
}
BATCH_INLINE void batch_bytes_store(void *p, batch_bytes a) { __builtin_memcpy(p, &a, 16); }

// The 16 bytes at an offset from every 64th of some places, an array of pointers.
BATCH_INLINE batch_lanes batch_row_load(const void *places, intptr_t offset) {
  const uint8_t *const *p = (const uint8_t *const *)places;
#if BATCH_LANE_WORDS == 8
  return (batch_lanes)__builtin_shufflevector(
      __builtin_shufflevector(batch_bytes_load(p[0] + offset), batch_bytes_load(p[64] + offset),
                              BATCH_COUNT_32(0)),
      __builtin_shufflevector(batch_bytes_load(p[128] + offset), batch_bytes_load(p[192] + offset),
                              BATCH_COUNT_32(0)),
      BATCH_COUNT_32(0), BATCH_COUNT_32(32));
#elif BATCH_LANE_WORDS == 4
  return (batch_lanes)__builtin_shufflevector(
      batch_bytes_load(p[0] + offset), batch_bytes_load(p[64] + offset), BATCH_COUNT_32(0));
#else
  return (batch_lanes)batch_bytes_load(p[0] + offset);
#endif
}
BATCH_INLINE void batch_row_store(const void *places, intptr_t offset, batch_lanes row) {
  uint8_t *const *p = (uint8_t *const *)places;
  batch_lane_bytes a = (batch_lane_bytes)row;
  batch_bytes_store(p[0] + offset, __builtin_shufflevector(a, a, BATCH_COUNT_16(0)));
#if BATCH_LANE_WORDS >= 4
  batch_bytes_store(p[64] + offset, __builtin_shufflevector(a, a, BATCH_COUNT_16(16)));
#endif
#if BATCH_LANE_WORDS == 8
  batch_bytes_store(p[128] + offset, __builtin_shufflevector(a, a, BATCH_COUNT_16(32)));
  batch_bytes_store(p[192] + offset, __builtin_shufflevector(a, a, BATCH_COUNT_16(48)));
#endif
}

// The low nibbles of `a` beside the low nibbles of `b` as high ones, and back to bytes over `base`.
BATCH_INLINE batch_lanes batch_nibbles_join(batch_lanes a, batch_lanes b) {
  return (a & 0x0F0F0F0F0F0F0F0F) | ((b & 0x0F0F0F0F0F0F0F0F) << 4);
}
BATCH_INLINE batch_lanes batch_nibbles_low(batch_lanes a, uint8_t base) {
  return (a & 0x0F0F0F0F0F0F0F0F) | base * 0x0101010101010101u;
}
BATCH_INLINE batch_lanes batch_nibbles_high(batch_lanes a, uint8_t base) {
  return ((a >> 4) & 0x0F0F0F0F0F0F0F0F) | base * 0x0101010101010101u;
}

// The words of 64 bits with even and with odd numbers, and back.
#if BATCH_LANE_WORDS == 8
typedef uint64_t batch_row_half __attribute__((ext_vector_type(4)));
#define BATCH_EVEN 0, 2, 4, 6
#define BATCH_ODD 1, 3, 5, 7
#define BATCH_ZIP 0, 4, 1, 5, 2, 6, 3, 7
#elif BATCH_LANE_WORDS == 4
typedef uint64_t batch_row_half __attribute__((ext_vector_type(2)));
#define BATCH_EVEN 0, 2
#define BATCH_ODD 1, 3
#define BATCH_ZIP 0, 2, 1, 3
#else
typedef uint64_t batch_row_half __attribute__((ext_vector_type(1)));
#define BATCH_EVEN 0
#define BATCH_ODD 1
#define BATCH_ZIP 0, 1
#endif
BATCH_INLINE void batch_row_unzip(batch_lanes a, uint64_t *even, uint64_t *odd) {
  batch_row_half x = __builtin_shufflevector(a, a, BATCH_EVEN);
  batch_row_half y = __builtin_shufflevector(a, a, BATCH_ODD);
  __builtin_memcpy(even, &x, sizeof x);
  __builtin_memcpy(odd, &y, sizeof y);
}
BATCH_INLINE batch_lanes batch_row_zip(const uint64_t *even, const uint64_t *odd) {
  batch_row_half x, y;
  __builtin_memcpy(&x, even, sizeof x);
  __builtin_memcpy(&y, odd, sizeof y);
  return (batch_lanes)__builtin_shufflevector(x, y, BATCH_ZIP);
}

// The count of a board whose search was given up, see `most_guesses`.
#define BATCH_GIVEN_UP UINT32_MAX

// The data of one call of the batch kernel. Several threads may share one request.
typedef struct {
  // Boards of 81 bytes each, `stride` apart: digits as 1...9 or as characters, all else is empty.
  const uint8_t *boards;
  intptr_t stride;
  // Candidates of 81 cells for each board instead of characters (bit 0 is digit 1), or NULL.
  const uint16_t *candidates;
  // A candidate of each board that it may not have, 81 * (digit - 1) + cell, or NULL. Only with boards.
  const uint16_t *excluded;
  // Solutions to look for in each board before its search ends.
  uint32_t limit;
  // The number to add to a digit in the grids: 0 or '0'.
  uint8_t base;
  // 81 bytes for each board: its first and its second solution. May be NULL.
  uint8_t *first;
  uint8_t *second;
  intptr_t grid_stride;
  // For each board, 0 at the start: solutions found, and guesses made (may be NULL).
  uint32_t *counts;
  uint32_t *guesses;
  // The number of guesses after which the search in a board is given up, below 2^31.
  uint32_t most_guesses;
  // True to give up all boards that are left when few lanes are still at work.
  bool gives_up_late;
  // True to leave each board in its lane. Pays where boards with stolen nodes would be searched again.
  bool never_steals;
  // True to search nothing, and only to set the counts of boards to 1 in which a clue would be a naked
  // or hidden single of the others.
  bool marks_singles;
  // Hands out the boards: the start of the next run of `chunk` boards, or a number beyond `count`.
  intptr_t (*claim)(void *context, intptr_t chunk);
  void *context;
  intptr_t count;
} batch_request;

#include "BatchClues.h"

#endif
