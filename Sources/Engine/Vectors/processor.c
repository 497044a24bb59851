#include "SudokuSearch.h"

int32_t sudoku_best_isa(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  // x86-64-v3, then what the code generator uses of skylake-avx512 and of icelake-server.
  if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("popcnt"))) {
    return sudoku_isa_baseline;
  }
  if (!(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512cd"))) {
    return sudoku_isa_avx2;
  }
  if (!(__builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("avx512vbmi") &&
        __builtin_cpu_supports("avx512vbmi2") &&
        __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bitalg") &&
        __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("gfni") &&
        __builtin_cpu_supports("vaes") && __builtin_cpu_supports("vpclmulqdq"))) {
    return sudoku_isa_avx512;
  }
  return sudoku_isa_avx512_vbmi;
#else
  return sudoku_isa_baseline;
#endif
}

void sudoku_with_search(void (*body)(sudoku_search *, void *), void *context) {
  _Alignas(64) uint16_t nodes[SUDOKU_MAX_NODES * 96];
  sudoku_search search = {.nodes = nodes};
  body(&search, context);
}
