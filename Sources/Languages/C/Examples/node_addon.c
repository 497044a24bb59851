// Node calls C through an addon alone: this one offers five functions of the library to example.js.
// Scripts/check-c-examples compiles it against Node's own header; boards are a Buffer of 81 bytes each.
#include <node_api.h>
#include <stdio.h>
#include <string.h>

#include "sudoku.h"

enum { MAX_TEXT = 10000 };

// Throws the error that the library reports; true if there is one.
static int failed(napi_env env, int32_t status, const sudoku_error *error) {
  if (status == SUDOKU_OK) return 0;
  char text[300];
  snprintf(text, sizeof text, "row %lld: %s", (long long)error->row, error->text);
  napi_throw_error(env, NULL, error->row < 0 ? error->text : text);
  return 1;
}

// Copies a text and its length; true if it is a text that fits.
static int text(napi_env env, napi_value value, char *buffer, size_t *length) {
  if (napi_get_value_string_utf8(env, value, NULL, 0, length) == napi_ok && *length < MAX_TEXT)
    return napi_get_value_string_utf8(env, value, buffer, MAX_TEXT, length) == napi_ok;
  napi_throw_type_error(env, NULL, "a text of less than 10000 bytes is needed");
  return 0;
}

// The number of boards of a buffer; 0, with an exception, where it holds none.
static size_t boards(napi_env env, napi_value value, uint8_t **bytes) {
  size_t length = 0;
  bool is_buffer = false;
  napi_is_buffer(env, value, &is_buffer);
  if (is_buffer) napi_get_buffer_info(env, value, (void **)bytes, &length);
  if (length == 0 || length % 81 != 0) {
    napi_throw_type_error(env, NULL, "a Buffer of 81 bytes for each board is needed");
    return 0;
  }
  return length / 81;
}

// parse(text): a board.
static napi_value parse(napi_env env, napi_callback_info info) {
  size_t arguments = 1, length;
  napi_value argument, result = NULL;
  char line[MAX_TEXT];
  uint8_t *board;
  sudoku_error error;
  napi_get_cb_info(env, info, &arguments, &argument, NULL, NULL);
  if (!text(env, argument, line, &length)) return NULL;
  napi_create_buffer(env, 81, (void **)&board, &result);
  return failed(env, sudoku_parse(line, length, board, &error), &error) ? NULL : result;
}

// write(boards): lines of 81 characters.
static napi_value write_lines(napi_env env, napi_callback_info info) {
  size_t arguments = 1, count;
  napi_value argument, result = NULL;
  uint8_t *bytes;
  char *lines;
  sudoku_error error;
  napi_get_cb_info(env, info, &arguments, &argument, NULL, NULL);
  if ((count = boards(env, argument, &bytes)) == 0) return NULL;
  napi_create_buffer(env, count * 82, (void **)&lines, &result);
  return failed(env, sudoku_write_lines(bytes, count, '.', lines, &error), &error) ? NULL : result;
}

// solve(boards, counts): the solutions; a Uint32Array gets the number of solutions of each board, 2 for several.
static napi_value solve(napi_env env, napi_callback_info info) {
  size_t arguments = 2, count, capacity = 0;
  napi_value argument[2], result = NULL;
  uint8_t *bytes, *solutions;
  uint32_t *counts = NULL;
  napi_typedarray_type type = napi_int8_array;
  sudoku_error error;
  napi_get_cb_info(env, info, &arguments, argument, NULL, NULL);
  if ((count = boards(env, argument[0], &bytes)) == 0) return NULL;
  napi_get_typedarray_info(env, argument[1], &type, &capacity, (void **)&counts, NULL, NULL);
  if (type != napi_uint32_array || capacity < count) {
    napi_throw_type_error(env, NULL, "an Uint32Array with a place for each board is needed");
    return NULL;
  }
  napi_create_buffer(env, count * 81, (void **)&solutions, &result);
  return failed(env, sudoku_solve(bytes, count, 2, 1, solutions, counts, NULL, &error), &error) ? NULL : result;
}

// rate(board): the board's ER, in tenths; 0 where it has none.
static napi_value rate(napi_env env, napi_callback_info info) {
  size_t arguments = 1;
  napi_value argument, result = NULL;
  uint8_t *bytes, level, status;
  int32_t figures[3];
  sudoku_error error;
  napi_get_cb_info(env, info, &arguments, &argument, NULL, NULL);
  if (boards(env, argument, &bytes) == 0) return NULL;
  if (failed(env, sudoku_grade(bytes, 1, "se", 0, 1, NULL, figures, &level, &status, &error), &error)) return NULL;
  napi_create_int32(env, figures[0], &result);
  return result;
}

// generate(options, seed): a puzzle.
static napi_value generate(napi_env env, napi_callback_info info) {
  size_t arguments = 2;
  napi_value argument[2], result = NULL;
  char options[MAX_TEXT];
  size_t length;
  int64_t seed;
  uint8_t *puzzle;
  sudoku_error error;
  napi_get_cb_info(env, info, &arguments, argument, NULL, NULL);
  if (!text(env, argument[0], options, &length)) return NULL;
  if (napi_get_value_int64(env, argument[1], &seed) != napi_ok) {
    napi_throw_type_error(env, NULL, "the seed is not a number");
    return NULL;
  }
  napi_create_buffer(env, 81, (void **)&puzzle, &result);
  int32_t status = sudoku_generate(options, (uint64_t)seed, 0, 1, 1, NULL, puzzle, NULL, NULL, &error);
  return failed(env, status, &error) ? NULL : result;
}

NAPI_MODULE_INIT() {
  napi_property_descriptor functions[] = {
      {"parse", NULL, parse, NULL, NULL, NULL, napi_default, NULL},
      {"write", NULL, write_lines, NULL, NULL, NULL, napi_default, NULL},
      {"solve", NULL, solve, NULL, NULL, NULL, napi_default, NULL},
      {"rate", NULL, rate, NULL, NULL, NULL, napi_default, NULL},
      {"generate", NULL, generate, NULL, NULL, NULL, napi_default, NULL},
  };
  napi_define_properties(env, exports, sizeof functions / sizeof *functions, functions);
  return exports;
}
