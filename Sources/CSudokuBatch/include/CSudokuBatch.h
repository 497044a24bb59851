#ifndef CSUDOKU_BATCH_H
#define CSUDOKU_BATCH_H

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
typedef uint16_t batch_halves __attribute__((ext_vector_type(8)));

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
// What becomes of `a` and of `b` when bits of `a` change places with the bits of `b` that lie `n`
// places lower, where `mask` is set: by choosing where that is one instruction, else by differences.
#if defined(BATCH_TERNARY_LOGIC)
BATCH_INLINE batch_lanes batch_exchange_a(batch_lanes a, batch_lanes b, uint64_t n, uint64_t mask) {
  return batch_select((batch_lanes)(mask << n), b << n, a);
}
BATCH_INLINE batch_lanes batch_exchange_b(batch_lanes a, batch_lanes b, uint64_t n, uint64_t mask) {
  return batch_select((batch_lanes)(mask), a >> n, b);
}
#else
BATCH_INLINE batch_lanes batch_exchange_a(batch_lanes a, batch_lanes b, uint64_t n, uint64_t mask) {
  return a ^ ((((a >> n) ^ b) & (batch_lanes)(mask)) << n);
}
BATCH_INLINE batch_lanes batch_exchange_b(batch_lanes a, batch_lanes b, uint64_t n, uint64_t mask) {
  return b ^ (((a >> n) ^ b) & (batch_lanes)(mask));
}
#endif

BATCH_INLINE batch_bytes batch_bytes_load(const void *p) {
  batch_bytes r;
  __builtin_memcpy(&r, p, 16);
  return r;
}
// Has the line that holds `p` brought to the cache, to be written.
BATCH_INLINE void batch_prefetch_to_write(const void *p) { __builtin_prefetch(p, 1); }
// Has the line that holds `p` brought to the second cache, to be read soon.
BATCH_INLINE void batch_prefetch_to_read(const void *p) { __builtin_prefetch(p, 0, 2); }
BATCH_INLINE void batch_bytes_store(void *p, batch_bytes a) { __builtin_memcpy(p, &a, 16); }
BATCH_INLINE batch_bytes batch_bytes_low(batch_bytes a, batch_bytes b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
BATCH_INLINE batch_bytes batch_bytes_high(batch_bytes a, batch_bytes b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}
// Exchanges bits of `*a` with the bits of `*b` that lie `shift` places lower, where `mask` is set.
#define BATCH_SWAP(name, shift, mask)                                                          \
  BATCH_INLINE void name(batch_bytes *a, batch_bytes *b) {                                   \
    batch_halves x = (batch_halves)*a, y = (batch_halves)*b;                                 \
    batch_halves t = ((x >> shift) ^ y) & (uint16_t)mask;                                      \
    *b = (batch_bytes)(y ^ t);                                                                 \
    *a = (batch_bytes)(x ^ (t << shift));                                                      \
  }
BATCH_SWAP(batch_swap_pairs, 2, 0x3333)
BATCH_SWAP(batch_swap_bits, 1, 0x5555)
// The low nibbles of `a` beside the low nibbles of `b` as high ones, and back.
BATCH_INLINE batch_bytes batch_nibbles_join(batch_bytes a, batch_bytes b) {
  return (batch_bytes)(((batch_halves)a & (uint16_t)0x0F0F)
                        | (((batch_halves)b & (uint16_t)0x0F0F) << 4));
}
BATCH_INLINE batch_bytes batch_nibbles_low(batch_bytes a, uint8_t base) {
  return (a & (uint8_t)0x0F) | base;
}
BATCH_INLINE batch_bytes batch_nibbles_high(batch_bytes a, uint8_t base) {
  return ((batch_bytes)((batch_halves)a >> 4) & (uint8_t)0x0F) | base;
}
BATCH_INLINE batch_bytes batch_words_pair(uint64_t low, uint64_t high) {
  typedef uint64_t pair __attribute__((ext_vector_type(2)));
  pair p = {low, high};
  return (batch_bytes)p;
}
BATCH_INLINE uint64_t batch_word_low(batch_bytes a) {
  typedef uint64_t pair __attribute__((ext_vector_type(2)));
  return ((pair)a)[0];
}
BATCH_INLINE uint64_t batch_word_high(batch_bytes a) {
  typedef uint64_t pair __attribute__((ext_vector_type(2)));
  return ((pair)a)[1];
}

// The count of a board whose search was given up, see `most_guesses`.
#define BATCH_GIVEN_UP UINT32_MAX

// What one call of the batch kernel works on. Several threads may share one request.
typedef struct {
  // Boards of 81 bytes each, `stride` apart: digits as 1...9 or as characters, all else is empty.
  const uint8_t *boards;
  intptr_t stride;
  // Candidates of 81 cells for each board instead of characters (bit 0 is digit 1), or NULL.
  const uint16_t *candidates;
  // Solutions to look for in each board before its search ends.
  uint32_t limit;
  // What is added to a digit in the grids: 0 or '0'.
  uint8_t base;
  // 81 bytes for each board: its first and its second solution. May be NULL.
  uint8_t *first;
  uint8_t *second;
  intptr_t grid_stride;
  // For each board, 0 at the start: solutions found, and guesses made (may be NULL).
  uint32_t *counts;
  uint32_t *guesses;
  // After how many guesses the search in a board is given up, below 2^31.
  uint32_t most_guesses;
  // Whether to give up all boards that are left when few lanes are still at work.
  bool gives_up_late;
  // Hands out the boards: the start of the next run of `chunk` boards, or a number beyond `count`.
  intptr_t (*claim)(void *context, intptr_t chunk);
  void *context;
  intptr_t count;
} batch_request;

#endif
