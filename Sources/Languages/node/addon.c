// The functions of the library for index.js, which alone calls them: Node calls C through an addon. This file has those
// for one board, jobs.c the others.
#include <stdio.h>

#include "values.h"

// Reads a board from a string or a Uint8Array of 81 bytes; false, with an exception, where it is none.
static bool board(napi_env env, napi_value value, uint8_t *cells) {
  napi_valuetype type = napi_undefined;
  size_t length = 0;
  napi_typeof(env, value, &type);
  if (type == napi_string) {
    // 81 characters take 81 bytes; a longer text, such as nine rows, is copied.
    char line[84], *copy = line;
    if (napi_get_value_string_utf8(env, value, line, sizeof line, &length) != napi_ok) return false;
    if (length >= 82 && !(copy = text(env, value, &length))) return false;
    sudoku_error error;
    int32_t status = sudoku_parse(copy, length, cells, &error);
    if (copy != line) free(copy);
    if (status != SUDOKU_OK) throw_error(env, &error);
    return status == SUDOKU_OK;
  }
  const char *expected = "a board is a string or a Uint8Array of 81 bytes";
  const uint8_t *start = bytes(env, value, &length, expected);
  if (start && length != 81) type_error(env, expected);
  if (!start || length != 81) return false;
  memcpy(cells, start, 81);
  return true;
}

// parse(text): a board.
static napi_value parse(napi_env env, napi_callback_info info) {
  size_t arguments = 1;
  napi_value argument;
  uint8_t cells[81];
  napi_get_cb_info(env, info, &arguments, &argument, NULL, NULL);
  return board(env, argument, cells) ? typed_array(env, napi_uint8_array, cells, 81, 1) : NULL;
}

// parseInto(board, boards, row)
static napi_value parse_into(napi_env env, napi_callback_info info) {
  size_t arguments = 3, length = 0;
  napi_value argument[3];
  uint8_t cells[81];
  uint32_t row;
  napi_get_cb_info(env, info, &arguments, argument, NULL, NULL);
  if (!board(env, argument[0], cells)) return NULL;
  uint8_t *boards = (uint8_t *)bytes(env, argument[1], &length, "a Uint8Array is expected");
  if (!boards) return NULL;
  if (napi_get_value_uint32(env, argument[2], &row) != napi_ok || row >= length / 81)
    return type_error(env, "a row is expected");
  memcpy(boards + (size_t)row * 81, cells, 81);
  return NULL;
}

// solve(board, limit): a solution's 81 digits, blanks where there is none, and the number of solutions, as one string:
// an object would take longer.
static napi_value solve(napi_env env, napi_callback_info info) {
  size_t arguments = 2;
  napi_value argument[2], result = NULL;
  uint8_t cells[81], solution[81];
  uint32_t limit = 0, count = 0;
  char found[100];
  sudoku_error error;
  napi_get_cb_info(env, info, &arguments, argument, NULL, NULL);
  if (!board(env, argument[0], cells)) return NULL;
  if (napi_get_value_uint32(env, argument[1], &limit) != napi_ok) return type_error(env, "numbers are expected");
  if (sudoku_solve(cells, 1, limit, 1, solution, &count, NULL, &error) != SUDOKU_OK) return throw_error(env, &error);
  for (int cell = 0; cell < 81; cell++) found[cell] = count > 0 ? (char)('0' + solution[cell]) : ' ';
  int length = 81 + snprintf(found + 81, sizeof found - 81, "%u", count);
  napi_create_string_latin1(env, found, (size_t)length, &result);
  return result;
}

// read(bytes): the boards of a text in any format.
static napi_value read_boards(napi_env env, napi_callback_info info) {
  size_t arguments = 1, length = 0;
  napi_value argument, result;
  sudoku_error error;
  napi_get_cb_info(env, info, &arguments, &argument, NULL, NULL);
  const uint8_t *start = bytes(env, argument, &length, "a Uint8Array is expected");
  if (!start) return NULL;
  for (size_t room = length / 81 + 1, count;; room = count) {
    uint8_t *boards = calloc(room, 81);
    if (!boards) return out_of_memory(env);
    count = room;
    int32_t status = sudoku_read((const char *)start, length, boards, &count, &error);
    bool fits = status != SUDOKU_OK || count <= room;
    result = status != SUDOKU_OK ? throw_error(env, &error)
             : fits              ? typed_array(env, napi_uint8_array, boards, count * 81, 1)
                                 : NULL;
    free(boards);
    if (fits) return result;
  }
}

// lines(boards): 82 characters for each board.
static napi_value write_lines(napi_env env, napi_callback_info info) {
  size_t arguments = 1, length = 0;
  napi_value argument, result = NULL;
  sudoku_error error;
  napi_get_cb_info(env, info, &arguments, &argument, NULL, NULL);
  const uint8_t *boards = bytes(env, argument, &length, "a Uint8Array is expected");
  if (!boards) return NULL;
  if (length % 81 != 0) return type_error(env, "81 bytes for each board are expected");
  char *lines = malloc(length / 81 * 82 + 1);
  if (!lines) return out_of_memory(env);
  if (sudoku_write_lines(boards, length / 81, '.', lines, &error) == SUDOKU_OK)
    napi_create_string_latin1(env, lines, length / 81 * 82, &result);
  else
    throw_error(env, &error);
  free(lines);
  return result;
}

// gameID(board, seconds since 1970 as a BigInt)
static napi_value game_id(napi_env env, napi_callback_info info) {
  size_t arguments = 2;
  napi_value argument[2], result = NULL;
  uint8_t cells[81];
  int64_t start = 0;
  bool is_exact = false;
  char id[SUDOKU_GAME_ID_LENGTH + 1] = {0};
  sudoku_error error;
  napi_get_cb_info(env, info, &arguments, argument, NULL, NULL);
  if (!board(env, argument[0], cells)) return NULL;
  if (napi_get_value_bigint_int64(env, argument[1], &start, &is_exact) != napi_ok || !is_exact)
    return type_error(env, "a BigInt of 64 bits is expected");
  if (sudoku_game_ids(cells, 1, &start, id, &error) != SUDOKU_OK) return throw_error(env, &error);
  napi_create_string_latin1(env, id, NAPI_AUTO_LENGTH, &result);
  return result;
}

static napi_value version(napi_env env, napi_callback_info info) {
  napi_value result = NULL;
  (void)info;
  napi_create_string_utf8(env, sudoku_version(), NAPI_AUTO_LENGTH, &result);
  return result;
}

NAPI_MODULE_INIT() {
  // A library of another ABI would read other arguments.
  if (sudoku_abi_version() != SUDOKU_ABI_VERSION) {
    napi_throw_error(env, NULL, "libsudoku has another ABI than this addon was built for");
    return NULL;
  }
  const struct {
    const char *name;
    napi_callback function;
  } functions[] = {
      {"batch", batch},       {"cancel", cancel}, {"close", close_player}, {"flag", make_flag},
      {"gameID", game_id},    {"generate", generate}, {"lines", write_lines}, {"open", open_player},
      {"parse", parse},       {"parseInto", parse_into}, {"read", read_boards}, {"request", request},
      {"solve", solve},       {"version", version},
  };
  for (size_t place = 0; place < sizeof functions / sizeof *functions; place++) {
    napi_value function;
    if (napi_create_function(env, functions[place].name, NAPI_AUTO_LENGTH, functions[place].function, NULL,
                             &function) != napi_ok)
      return NULL;
    napi_set_named_property(env, exports, functions[place].name, function);
  }
  return exports;
}
