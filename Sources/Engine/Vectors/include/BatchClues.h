#ifndef SUDOKU_BATCH_CLUES_H
#define SUDOKU_BATCH_CLUES_H

// The data of the search for clues that a puzzle needs, and its vector operations. Included by
// BatchLanes.h.

// 16 sets of up to 32 elements.
typedef uint32_t batch_sets __attribute__((ext_vector_type(16)));

BATCH_INLINE batch_sets batch_sets_load(const void *p) {
  batch_sets r;
  __builtin_memcpy(&r, p, sizeof r);
  return r;
}
BATCH_INLINE batch_sets batch_sets_repeat(uint32_t set) { return (batch_sets)(set); }
BATCH_INLINE batch_sets batch_sets_neither(batch_sets a, batch_sets b) { return ~(a | b); }
// `lone`, and where `clues` has one element outside of three intersections, that element.
BATCH_INLINE batch_sets batch_sets_add_lone(batch_sets lone, batch_sets clues, batch_sets a, batch_sets x,
                                            batch_sets b, batch_sets y, batch_sets c, batch_sets z) {
  batch_sets rest = clues & ~((a & x) | (b & y) | (c & z));
  return lone | (rest & (batch_sets)((rest & (rest - 1)) == 0));
}
BATCH_INLINE uint32_t batch_sets_union(batch_sets a) { return __builtin_reduce_or(a); }

// Several rows of 16 bytes in one vector.
#define BATCH_ROWS (BATCH_LANE_WORDS / 2)
BATCH_INLINE batch_lane_bytes batch_rows_load(const void *p) {
  batch_lane_bytes r;
  __builtin_memcpy(&r, p, sizeof r);
  return r;
}
BATCH_INLINE void batch_rows_store(void *p, batch_lane_bytes a) { __builtin_memcpy(p, &a, sizeof a); }
// The same row everywhere.
BATCH_INLINE batch_lane_bytes batch_rows_repeat(const void *p) {
  batch_bytes row = batch_bytes_load(p);
#if BATCH_LANE_WORDS == 8
  return __builtin_shufflevector(row, row, BATCH_COUNT_16(0), BATCH_COUNT_16(0), BATCH_COUNT_16(0),
                                 BATCH_COUNT_16(0));
#elif BATCH_LANE_WORDS == 4
  return __builtin_shufflevector(row, row, BATCH_COUNT_16(0), BATCH_COUNT_16(0));
#else
  return row;
#endif
}
BATCH_INLINE batch_lane_bytes batch_rows_or(batch_lane_bytes a, batch_lane_bytes b) { return a | b; }
// `found`, and the bytes of `a` that are the same in `b`.
BATCH_INLINE batch_lane_bytes batch_rows_add_equal(batch_lane_bytes found, batch_lane_bytes a,
                                                   batch_lane_bytes b) {
  return found | (a & (batch_lane_bytes)(a == b));
}

// True if a byte of each row can be looked up in one instruction.
#if BATCH_LANE_WORDS >= 4
BATCH_INLINE bool batch_rows_has_look_up(void) { return true; }
#else
BATCH_INLINE bool batch_rows_has_look_up(void) { return false; }
#endif
// The bytes of each row of `table` at the places in the same row of `places`, 0 to 15.
BATCH_INLINE batch_lane_bytes batch_rows_look_up(batch_lane_bytes table, batch_lane_bytes places) {
  typedef char batch_lane_chars __attribute__((vector_size(BATCH_LANE_WORDS * 8)));
#if BATCH_LANE_WORDS == 8
  return (batch_lane_bytes)__builtin_ia32_pshufb512((batch_lane_chars)table, (batch_lane_chars)places);
#elif BATCH_LANE_WORDS == 4
  return (batch_lane_bytes)__builtin_ia32_pshufb256((batch_lane_chars)table, (batch_lane_chars)places);
#else
  batch_lane_bytes r = table;
  for (int i = 0; i < 16; i++) r[i] = table[places[i] & 15];
  return r;
#endif
}

// Tables of the ways to put the digits of a chute in lines; see `ChuteTables` in Swift. Digits and
// names are 1 to 9, and bits 1 to 9 of sets.
typedef struct {
  // The number of a partition by the product of its three triples, each with bit 0 set: times the
  // factor, then the upper bits from `shift` on.
  uint32_t factor;
  uint32_t shift;
  const uint16_t *partitions;
  // 16 bytes for each first partition: the names of its digits.
  const uint8_t *first_names;
  // For each first and second partition the second under those names.
  const uint16_t *seconds;
  // 16 bytes for each such second partition: its type, then new names for the names.
  const uint8_t *second_names;
  // For each type and third partition, numbered again: where its list begins and how long it is, in
  // pairs of vectors.
  const uint32_t *ranges;
  // The first and the second line of 16 arrangements in turn, as places: 9 * block + name.
  const uint32_t *lines;
} batch_chute_tables;

// Puzzles and their solutions, and where to write the clues that are found to be needed.
typedef struct {
  batch_chute_tables tables;
  // 81 values for each board: 1 to 9, or 0 where there is no clue.
  const uint8_t *puzzles;
  const uint8_t *solutions;
  // For each board the number of its solutions: only those with one are looked at.
  const uint32_t *counts;
  intptr_t count;
  // For each board two words with a bit for each cell, 0 at the start.
  uint64_t *needed;
} batch_clue_request;

#endif
