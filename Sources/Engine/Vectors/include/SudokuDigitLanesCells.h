// The way of boards into the digit lanes and of grids out of them.
#ifndef SUDOKU_DIGIT_LANES_CELLS_H
#define SUDOKU_DIGIT_LANES_CELLS_H

#include "SudokuDigitLanes.h"

#pragma clang diagnostic ignored "-Wpsabi"

/// The bit of a column in a row's word: three nibbles, one for each stack.
SUDOKU_INLINE uint16_t sudoku_column_bit(int column) {
  return (uint16_t)(1 << (column / 3 * 4 + column % 3));
}
/// The same with the copy of the first stack in the fourth nibble.
SUDOKU_INLINE uint16_t sudoku_column_bits(int column) {
  return (uint16_t)(sudoku_column_bit(column) * (column < 3 ? 0x1001 : 1));
}

#if SUDOKU_WIDE
/// Turns words of nine digits for each (band, column) into words of columns for each (band, digit).
SUDOKU_INLINE sudoku_lanes sudoku_turn_cells(sudoku_lanes cells) {
  const sudoku_lanes digit = {
      1, 2, 4, 8, 16, 32, 64, 128, 256,
      1, 2, 4, 8, 16, 32, 64, 128, 256,
      1, 2, 4, 8, 16, 32, 64, 128, 256,
      0, 0, 0, 0, 0};
  sudoku_lanes a = sudoku_pads();
#pragma clang loop unroll(full)
  for (int column = 0; column < 9; column++) {
    __mmask32 here =
        _mm512_test_epi16_mask((__m512i)sudoku_spread(cells, column), (__m512i)digit);
    a = (sudoku_lanes)_mm512_mask_mov_epi16((__m512i)a, here,
                                            (__m512i)(a | sudoku_column_bits(column)));
  }
  return a;
}

/// The digit, from 1, for each (band, column); the row's words have one column each.
SUDOKU_INLINE sudoku_lanes sudoku_row_digits(sudoku_lanes a) {
  const sudoku_lanes column = {
      1, 2, 4, 16, 32, 64, 256, 512, 1024,
      1, 2, 4, 16, 32, 64, 256, 512, 1024,
      1, 2, 4, 16, 32, 64, 256, 512, 1024,
      0, 0, 0, 0, 0};
  __m512i digits = _mm512_setzero_si512();
#pragma clang loop unroll(full)
  for (int digit = 0; digit < 9; digit++) {
    __mmask32 here = _mm512_test_epi16_mask((__m512i)sudoku_spread(a, digit), (__m512i)column);
    digits = _mm512_mask_mov_epi16(digits, here, _mm512_set1_epi16((short)(digit + 1)));
  }
  return (sudoku_lanes)digits;
}
#endif

/// Loads 81 values, 0 for an empty cell, else the digit, as the lanes of rows 0, 1 and 2 of the
/// bands.
SUDOKU_INLINE void sudoku_load_values(const uint8_t *_Nonnull values, void *_Nonnull node) {
  sudoku_lanes *rows = (sudoku_lanes *)node;
#if SUDOKU_WIDE
  const sudoku_lanes cell = {
      0x7F00, 0x7F01, 0x7F02, 0x7F03, 0x7F04, 0x7F05, 0x7F06, 0x7F07, 0x7F08,
      0x7F1B, 0x7F1C, 0x7F1D, 0x7F1E, 0x7F1F, 0x7F20, 0x7F21, 0x7F22, 0x7F23,
      0x7F36, 0x7F37, 0x7F38, 0x7F39, 0x7F3A, 0x7F3B, 0x7F3C, 0x7F3D, 0x7F3E,
      0x7F7F, 0x7F7F, 0x7F7F, 0x7F7F, 0x7F7F};
  const sudoku_lanes digits = {
      511, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  __m512i low = _mm512_loadu_si512(values);
  __m512i high = _mm512_maskz_loadu_epi8(0x1FFFF, values + 64);
#pragma clang loop unroll(full)
  for (int row = 0; row < 3; row++) {
    __m512i numbers =
        _mm512_permutex2var_epi8(low, (__m512i)(cell + (uint16_t)(9 * row)), high);
    rows[row] = sudoku_turn_cells(
        (sudoku_lanes)_mm512_permutexvar_epi16(numbers, (__m512i)digits));
  }
#else
  for (int row = 0; row < 3; row++) rows[row] = sudoku_pads();
  uint16_t *words = (uint16_t *)rows;
  for (int row = 0; row < 9; row++) {
    uint16_t columns[10] = {0};
    for (int column = 0; column < 9; column++) {
      columns[values[9 * row + column]] |= sudoku_column_bits(column);
    }
    for (int digit = 0; digit < 9; digit++) {
      words[row % 3 * 32 + sudoku_lane(row / 3, digit)] = columns[0] | columns[digit + 1];
    }
  }
#endif
}

/// Loads 81 words with the digits of each cell in bits 0 to 8.
SUDOKU_INLINE void sudoku_load_masks(const uint16_t *_Nonnull masks, void *_Nonnull node) {
  sudoku_lanes *rows = (sudoku_lanes *)node;
#if SUDOKU_WIDE
  const sudoku_lanes cell = {
      0, 1, 2, 3, 4, 5, 6, 7, 8,
      27, 28, 29, 30, 31, 32, 33, 34, 35,
      54, 55, 56, 57, 58, 59, 60, 61, 62,
      0, 0, 0, 0, 0};
  __m512i first = _mm512_loadu_si512(masks);
  __m512i second = _mm512_loadu_si512(masks + 32);
  __m512i third = _mm512_maskz_loadu_epi16(0x1FFFF, masks + 64);
#pragma clang loop unroll(full)
  for (int row = 0; row < 3; row++) {
    __m512i from = (__m512i)(cell + (uint16_t)(9 * row));
    __m512i digits = _mm512_mask_permutexvar_epi16(
        _mm512_permutex2var_epi16(first, from, second),
        _mm512_test_epi16_mask(from, _mm512_set1_epi16(64)), from, third);
    rows[row] = sudoku_turn_cells((sudoku_lanes)digits);
  }
#else
  for (int row = 0; row < 3; row++) rows[row] = sudoku_pads();
  uint16_t *words = (uint16_t *)rows;
  for (int cell = 0; cell < 81; cell++) {
    int row = cell / 9;
    for (int digit = 0; digit < 9; digit++) {
      if (masks[cell] >> digit & 1) {
        words[row % 3 * 32 + sudoku_lane(row / 3, digit)] |= sudoku_column_bits(cell % 9);
      }
    }
  }
#endif
}

/// Writes the 81 digits of a solved board.
SUDOKU_INLINE void sudoku_write_grid(sudoku_lanes row0, sudoku_lanes row1, sudoku_lanes row2,
                                     uint8_t *_Nonnull grid) {
#if SUDOKU_WIDE
  static const uint8_t place[128] __attribute__((aligned(64))) = {
      0, 2, 4, 6, 8, 10, 12, 14, 16, 1, 3, 5, 7, 9, 11, 13,
      15, 17, 64, 66, 68, 70, 72, 74, 76, 78, 80, 18, 20, 22, 24, 26,
      28, 30, 32, 34, 19, 21, 23, 25, 27, 29, 31, 33, 35, 82, 84, 86,
      88, 90, 92, 94, 96, 98, 36, 38, 40, 42, 44, 46, 48, 50, 52, 37,
      39, 41, 43, 45, 47, 49, 51, 53, 100, 102, 104, 106, 108, 110, 112, 114,
      116, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127,
      127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127,
      127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127};
  sudoku_lanes d0 = sudoku_row_digits(row0);
  sudoku_lanes d1 = sudoku_row_digits(row1);
  __m512i two = (__m512i)(d0 | (d1 << 8));
  __m512i third = (__m512i)sudoku_row_digits(row2);
  _mm512_storeu_si512(
      grid, _mm512_permutex2var_epi8(two, _mm512_load_si512(place), third));
  _mm512_mask_storeu_epi8(
      grid + 64, 0x1FFFF,
      _mm512_permutex2var_epi8(two, _mm512_load_si512(place + 64), third));
#else
  sudoku_lanes rows[3] = {row0, row1, row2};
  const uint16_t *words = (const uint16_t *)rows;
  for (int row = 0; row < 9; row++) {
    for (int digit = 0; digit < 9; digit++) {
      int bit = __builtin_ctz(words[row % 3 * 32 + sudoku_lane(row / 3, digit)] | 0x400);
      grid[9 * row + bit - (bit >> 2)] = (uint8_t)(digit + 1);
    }
  }
#endif
}

#endif
