// Where the digit-lane kernel keeps the lanes of each band and digit, and the moves between them.
//
// 27 of 32 lanes are in use, one for each band and digit; the pads in the others always hold
// 0x7777. With whole 512-bit registers a lane is `9 * band + digit`: any lane can move anywhere in
// one instruction. Elsewhere it is `8 * band + digit` for the first eight digits and `24 + band`
// for the ninth, so that most moves stay inside 128 bits.
#ifndef SUDOKU_DIGIT_LANES_H
#define SUDOKU_DIGIT_LANES_H

#include "SudokuVectors.h"

#pragma clang diagnostic ignored "-Wpsabi"

#if defined(__AVX512BW__) && defined(__AVX512VBMI__) && defined(__GFNI__)
#define SUDOKU_WIDE 1
#else
#define SUDOKU_WIDE 0
#endif

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#define SUDOKU_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)

/// The lane of a band and a digit, both from 0.
SUDOKU_INLINE int sudoku_lane(int band, int digit) {
#if SUDOKU_WIDE
  return 9 * band + digit;
#else
  return digit < 8 ? 8 * band + digit : 24 + band;
#endif
}

/// The nine bits of a band's digits in a word of 32 bits, one for each lane.
SUDOKU_INLINE uint32_t sudoku_band_bits(uint32_t bits, int band) {
#if SUDOKU_WIDE
  return bits >> (9 * band) & 0x1FF;
#else
  return (bits >> (8 * band) & 0xFF) | (bits >> (24 + band) & 1) << 8;
#endif
}

/// In each lane the lane of the next band with the same digit.
SUDOKU_INLINE sudoku_lanes sudoku_next_band(sudoku_lanes a) {
#if SUDOKU_WIDE
  return SUDOKU_SHUFFLE(a, a, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                        26, 0, 1, 2, 3, 4, 5, 6, 7, 8, 27, 28, 29, 30, 31);
#else
  return SUDOKU_SHUFFLE(a, a, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1,
                        2, 3, 4, 5, 6, 7, 25, 26, 24, 27, 28, 29, 30, 31);
#endif
}

/// In each lane the lane of the band after the next with the same digit.
SUDOKU_INLINE sudoku_lanes sudoku_second_band(sudoku_lanes a) {
#if SUDOKU_WIDE
  return SUDOKU_SHUFFLE(a, a, 18, 19, 20, 21, 22, 23, 24, 25, 26, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
                        10, 11, 12, 13, 14, 15, 16, 17, 27, 28, 29, 30, 31);
#else
  return SUDOKU_SHUFFLE(a, a, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
                        11, 12, 13, 14, 15, 26, 24, 25, 27, 28, 29, 30, 31);
#endif
}

#if SUDOKU_WIDE
// The digits of a band as a square of 3 x 3, digit = 3 * line + place: moves along its two axes.
SUDOKU_INLINE sudoku_lanes sudoku_next_place(sudoku_lanes a) {
  return SUDOKU_SHUFFLE(a, a, 1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11, 9, 13, 14, 12, 16, 17, 15, 19,
                        20, 18, 22, 23, 21, 25, 26, 24, 27, 28, 29, 30, 31);
}
SUDOKU_INLINE sudoku_lanes sudoku_second_place(sudoku_lanes a) {
  return SUDOKU_SHUFFLE(a, a, 2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9, 10, 14, 12, 13, 17, 15, 16, 20,
                        18, 19, 23, 21, 22, 26, 24, 25, 27, 28, 29, 30, 31);
}
SUDOKU_INLINE sudoku_lanes sudoku_next_line(sudoku_lanes a) {
  return SUDOKU_SHUFFLE(a, a, 3, 4, 5, 6, 7, 8, 0, 1, 2, 12, 13, 14, 15, 16, 17, 9, 10, 11, 21,
                        22, 23, 24, 25, 26, 18, 19, 20, 27, 28, 29, 30, 31);
}
SUDOKU_INLINE sudoku_lanes sudoku_second_line(sudoku_lanes a) {
  return SUDOKU_SHUFFLE(a, a, 6, 7, 8, 0, 1, 2, 3, 4, 5, 15, 16, 17, 9, 10, 11, 12, 13, 14, 24,
                        25, 26, 18, 19, 20, 21, 22, 23, 27, 28, 29, 30, 31);
}
#endif

/// In each lane all bits of the other eight digits of its band; pads are undefined.
SUDOKU_INLINE sudoku_lanes sudoku_others(sudoku_lanes a) {
#if SUDOKU_WIDE
  sudoku_lanes two = sudoku_next_place(a) | sudoku_second_place(a);
  sudoku_lanes line = a | two;
  return two | sudoku_next_line(line) | sudoku_second_line(line);
#else
  // Pairs, fours, eights, each with what the others of the group hold; then the ninth digit.
  sudoku_lanes o1 = SUDOKU_SHUFFLE(a, a, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11,
                                   20, 21, 22, 23, 16, 17, 18, 19, -1, -1, -1, -1, -1, -1, -1, -1);
  sudoku_lanes a1 = a | o1;
  sudoku_lanes o2 = SUDOKU_SHUFFLE(a1, a1, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13,
                                   18, 19, 16, 17, 22, 23, 20, 21, -1, -1, -1, -1, -1, -1, -1, -1);
  sudoku_lanes a2 = a1 | o2;
  sudoku_lanes o3 = SUDOKU_SHUFFLE(a2, a2, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14,
                                   17, 16, 19, 18, 21, 20, 23, 22, -1, -1, -1, -1, -1, -1, -1, -1);
  sudoku_lanes a3 = a2 | o3;
  sudoku_lanes ninth =
      SUDOKU_SHUFFLE(a, a, 24, 24, 24, 24, 24, 24, 24, 24, 25, 25, 25, 25, 25, 25, 25, 25, 26, 26,
                     26, 26, 26, 26, 26, 26, -1, -1, -1, -1, -1, -1, -1, -1);
  sudoku_lanes o = o1 | o2 | o3 | ninth;
  return SUDOKU_SHUFFLE(o, a3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
                        19, 20, 21, 22, 23, 32, 40, 48, -1, -1, -1, -1, -1);
#endif
}

/// In each lane the lane of its band with the given digit, the same for all: pads are undefined.
SUDOKU_INLINE sudoku_lanes sudoku_spread(sudoku_lanes a, int digit) {
#if SUDOKU_WIDE
  const sudoku_lanes first = {0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9,
                              9, 9, 18, 18, 18, 18, 18, 18, 18, 18, 18, 31, 31, 31, 31, 31};
  return (sudoku_lanes)_mm512_permutexvar_epi16((__m512i)(first + (uint16_t)digit), (__m512i)a);
#else
  return a;
#endif
}

/// `a` with each of its nibbles 0, 1, 2 replaced by the next one (0 follows 2), nibble 3 a copy of
/// nibble 0 before and after. Bit 3 of each nibble is right, others may be anything.
SUDOKU_INLINE sudoku_lanes sudoku_next_nibble(sudoku_lanes a) {
#if SUDOKU_WIDE
  const __m512i from = _mm512_set1_epi64(0x3034202410140004);
  return (sudoku_lanes)_mm512_multishift_epi64_epi8(from, (__m512i)a);
#else
  return (a >> 4) | ((a << 8) & 0xF000);
#endif
}
SUDOKU_INLINE sudoku_lanes sudoku_second_nibble(sudoku_lanes a) {
#if SUDOKU_WIDE
  const __m512i from = _mm512_set1_epi64(0x3438242814180408);
  return (sudoku_lanes)_mm512_multishift_epi64_epi8(from, (__m512i)a);
#else
  return (a >> 8) | ((a << 4) & 0xFF00);
#endif
}

/// In each nibble the bits 0, 1, 2 set where bit 3 is set in `a`.
SUDOKU_INLINE sudoku_lanes sudoku_spread_nibble(sudoku_lanes a) {
#if SUDOKU_WIDE
  // Row i of the matrix (from the highest byte) gives bit i of a byte.
  const __m512i matrix = _mm512_set1_epi64(0x0808080080808000);
  return (sudoku_lanes)_mm512_gf2p8affine_epi64_epi8((__m512i)a, matrix, 0);
#else
  a &= 0x8888;
  return a - (a >> 3);
#endif
}

/// In each nibble bits 0, 1, 2 replaced by the next one (0 follows 2); bit 3 is 0 before and after.
SUDOKU_INLINE sudoku_lanes sudoku_next_column(sudoku_lanes a) {
#if SUDOKU_WIDE
  const __m512i matrix = _mm512_set1_epi64(0x0204010020401000);
  return (sudoku_lanes)_mm512_gf2p8affine_epi64_epi8((__m512i)a, matrix, 0);
#else
  return ((a >> 1) & 0x3333) | ((a << 2) & 0x4444);
#endif
}
SUDOKU_INLINE sudoku_lanes sudoku_second_column(sudoku_lanes a) {
#if SUDOKU_WIDE
  const __m512i matrix = _mm512_set1_epi64(0x0401020040102000);
  return (sudoku_lanes)_mm512_gf2p8affine_epi64_epi8((__m512i)a, matrix, 0);
#else
  return ((a >> 2) & 0x1111) | ((a << 1) & 0x6666);
#endif
}

/// Each lane of `a` where at most one bit of 0x777 is set in it, else 0.
SUDOKU_INLINE sudoku_lanes sudoku_singles(sudoku_lanes a) {
  sudoku_lanes b = a & 0x777;
#if SUDOKU_WIDE
  return (sudoku_lanes)_mm512_maskz_mov_epi16(
      _mm512_testn_epi16_mask((__m512i)b, (__m512i)(b - 1)), (__m512i)a);
#else
  return (sudoku_lanes)((b & (b - 1)) == 0) & a;
#endif
}

/// Each lane of `a` where it isn't 0, else the lane of `b`.
SUDOKU_INLINE sudoku_lanes sudoku_or_else(sudoku_lanes a, sudoku_lanes b) {
#if SUDOKU_WIDE
  return (sudoku_lanes)_mm512_mask_mov_epi16(
      (__m512i)b, _mm512_test_epi16_mask((__m512i)a, (__m512i)a), (__m512i)a);
#else
  return a | ((sudoku_lanes)(a == 0) & b);
#endif
}

/// True if some lane isn't 0.
SUDOKU_INLINE _Bool sudoku_any(sudoku_lanes a) {
#if SUDOKU_WIDE
  return _mm512_test_epi16_mask((__m512i)a, (__m512i)a) != 0;
#elif defined(__AVX2__)
  __m256i low = (__m256i)__builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                                 13, 14, 15);
  __m256i high = (__m256i)__builtin_shufflevector(a, a, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
                                                  26, 27, 28, 29, 30, 31);
  __m256i both = _mm256_or_si256(low, high);
  return !_mm256_testz_si256(both, both);
#else
  typedef uint16_t eight __attribute__((ext_vector_type(8)));
  eight all = __builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7) |
              __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15) |
              __builtin_shufflevector(a, a, 16, 17, 18, 19, 20, 21, 22, 23) |
              __builtin_shufflevector(a, a, 24, 25, 26, 27, 28, 29, 30, 31);
#if defined(__x86_64__)
  return _mm_movemask_epi8(_mm_cmpeq_epi8((__m128i)all, _mm_setzero_si128())) != 0xFFFF;
#else
  typedef uint64_t two __attribute__((ext_vector_type(2)));
  two pair = (two)all;
  return (pair[0] | pair[1]) != 0;
#endif
#endif
}

/// One bit for each lane, set if the lane equals `value`.
SUDOKU_INLINE uint32_t sudoku_equal_bits(sudoku_lanes a, uint16_t value) {
#if SUDOKU_WIDE
  return _mm512_cmpeq_epi16_mask((__m512i)a, _mm512_set1_epi16((short)value));
#else
  typedef int8_t bytes __attribute__((ext_vector_type(32)));
  sudoku_lanes equal = (sudoku_lanes)(a == value);
#if defined(__AVX2__)
  bytes narrow = __builtin_convertvector(equal, bytes);
  return (uint32_t)_mm256_movemask_epi8((__m256i)narrow);
#elif defined(__x86_64__)
  typedef uint16_t eight __attribute__((ext_vector_type(8)));
  __m128i c0 = (__m128i)__builtin_shufflevector(equal, equal, 0, 1, 2, 3, 4, 5, 6, 7);
  __m128i c1 = (__m128i)__builtin_shufflevector(equal, equal, 8, 9, 10, 11, 12, 13, 14, 15);
  __m128i c2 = (__m128i)__builtin_shufflevector(equal, equal, 16, 17, 18, 19, 20, 21, 22, 23);
  __m128i c3 = (__m128i)__builtin_shufflevector(equal, equal, 24, 25, 26, 27, 28, 29, 30, 31);
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(c0, c1)) |
         (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(c2, c3)) << 16;
#else
  const sudoku_lanes bit = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384,
                            32768, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192,
                            16384, 32768};
  sudoku_lanes marked = equal & bit;
  uint32_t low = 0, high = 0;
  for (int i = 0; i < 16; i++) { low |= marked[i]; high |= marked[16 + i]; }
  return low | high << 16;
#endif
#endif
}

/// The number of bits set in each lane.
SUDOKU_INLINE sudoku_lanes sudoku_count(sudoku_lanes a) {
#if SUDOKU_WIDE
  return (sudoku_lanes)_mm512_popcnt_epi16((__m512i)a);
#else
  a = (a & 0x5555) + ((a >> 1) & 0x5555);
  a = (a & 0x3333) + ((a >> 2) & 0x3333);
  a = (a + (a >> 4)) & 0x0F0F;
  return (a + (a >> 8)) & 0xFF;
#endif
}

/// All bits in one lane, none in the others.
SUDOKU_INLINE sudoku_lanes sudoku_only_lane(int lane) {
#if SUDOKU_WIDE
  return (sudoku_lanes)_mm512_movm_epi16((__mmask32)1 << lane);
#else
  typedef uint16_t loose __attribute__((ext_vector_type(32), aligned(2)));
  static const uint16_t window[63] = {
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0xFFFF,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  return *(const loose *)(window + 31 - lane);
#endif
}

/// The sum over the nine digits of each band, each in at most 16 bits.
SUDOKU_INLINE void sudoku_band_sums(sudoku_lanes a, void *_Nonnull into) {
  uint32_t *sums = (uint32_t *)into;
#if SUDOKU_WIDE
  sudoku_lanes line = a + sudoku_next_place(a) + sudoku_second_place(a);
  sudoku_lanes sum = line + sudoku_next_line(line) + sudoku_second_line(line);
  sums[0] = sum[0];
  sums[1] = sum[9];
  sums[2] = sum[18];
#else
  sudoku_lanes b = a + SUDOKU_SHUFFLE(a, a, 4, 5, 6, 7, -1, -1, -1, -1, 12, 13, 14, 15, -1, -1,
                                      -1, -1, 20, 21, 22, 23, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                      -1, -1, -1);
  sudoku_lanes c = b + SUDOKU_SHUFFLE(b, b, 2, 3, -1, -1, -1, -1, -1, -1, 10, 11, -1, -1, -1, -1,
                                      -1, -1, 18, 19, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                      -1, -1, -1);
  sums[0] = (uint32_t)c[0] + c[1] + a[24];
  sums[1] = (uint32_t)c[8] + c[9] + a[25];
  sums[2] = (uint32_t)c[16] + c[17] + a[26];
#endif
}

/// The pads: 0x7777 in the lanes that stand for no band and digit.
SUDOKU_INLINE sudoku_lanes sudoku_pads(void) {
  const sudoku_lanes pads = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                             0, 0, 0, 0x7777, 0x7777, 0x7777, 0x7777, 0x7777};
  return pads;
}

/// The lanes with their pads filled again, where `sudoku_others` left them undefined.
SUDOKU_INLINE sudoku_lanes sudoku_keep_pads(sudoku_lanes a) {
#if SUDOKU_WIDE
  return a;
#else
  return a | sudoku_pads();
#endif
}

/// In the lanes of each band its own word; the pads hold 0.
SUDOKU_INLINE sudoku_lanes sudoku_by_band(uint16_t a, uint16_t b, uint16_t c) {
#if SUDOKU_WIDE
  const sudoku_lanes words = {a, a, a, a, a, a, a, a, a, b, b, b, b, b, b, b,
                              b, b, c, c, c, c, c, c, c, c, c, 0, 0, 0, 0, 0};
#else
  const sudoku_lanes words = {a, a, a, a, a, a, a, a, b, b, b, b, b, b, b, b,
                              c, c, c, c, c, c, c, c, a, b, c, 0, 0, 0, 0, 0};
#endif
  return words;
}

/// In the lanes of band `b` the three bits of stack `b`.
SUDOKU_INLINE sudoku_lanes sudoku_own_stack(void) {
#if SUDOKU_WIDE
  const sudoku_lanes own = {0x007, 0x007, 0x007, 0x007, 0x007, 0x007, 0x007, 0x007,
                            0x007, 0x070, 0x070, 0x070, 0x070, 0x070, 0x070, 0x070,
                            0x070, 0x070, 0x700, 0x700, 0x700, 0x700, 0x700, 0x700,
                            0x700, 0x700, 0x700, 0, 0, 0, 0, 0};
#else
  const sudoku_lanes own = {0x007, 0x007, 0x007, 0x007, 0x007, 0x007, 0x007, 0x007,
                            0x070, 0x070, 0x070, 0x070, 0x070, 0x070, 0x070, 0x070,
                            0x700, 0x700, 0x700, 0x700, 0x700, 0x700, 0x700, 0x700,
                            0x007, 0x070, 0x700, 0, 0, 0, 0, 0};
#endif
  return own;
}

#endif
