// Values of JavaScript in C, and the functions that the files of the addon share.

#ifndef VALUES_H
#define VALUES_H

#define NAPI_VERSION 8
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#include "sudoku.h"

// jobs.c
napi_value make_flag(napi_env env, napi_callback_info info);
napi_value cancel(napi_env env, napi_callback_info info);
napi_value batch(napi_env env, napi_callback_info info);
napi_value generate(napi_env env, napi_callback_info info);
napi_value open_player(napi_env env, napi_callback_info info);
napi_value request(napi_env env, napi_callback_info info);
napi_value close_player(napi_env env, napi_callback_info info);

static inline napi_value type_error(napi_env env, const char *text) {
  napi_throw_type_error(env, NULL, text);
  return NULL;
}

static inline napi_value number(napi_env env, double value) {
  napi_value result = NULL;
  napi_create_double(env, value, &result);
  return result;
}

// An Error with the library's sentence and the members `status` and `row`.
static inline napi_value made_error(napi_env env, const sudoku_error *error) {
  napi_value text, result = NULL;
  if (napi_create_string_utf8(env, error->text, NAPI_AUTO_LENGTH, &text) != napi_ok ||
      napi_create_error(env, NULL, text, &result) != napi_ok)
    return NULL;
  napi_set_named_property(env, result, "status", number(env, error->status));
  napi_set_named_property(env, result, "row", number(env, (double)error->row));
  return result;
}

static inline napi_value throw_error(napi_env env, const sudoku_error *error) {
  napi_value value = made_error(env, error);
  if (value) napi_throw(env, value);
  return NULL;
}

static inline napi_value out_of_memory(napi_env env) {
  napi_throw_range_error(env, NULL, "the memory does not suffice");
  return NULL;
}

// The bytes of a Uint8Array; NULL, with the exception `text`, for another value. An empty one has some address, too.
static inline const uint8_t *bytes(napi_env env, napi_value value, size_t *length, const char *text) {
  static const uint8_t none;
  bool is_array = false;
  napi_typedarray_type type = napi_int8_array;
  void *start = NULL;
  if (napi_is_typedarray(env, value, &is_array) != napi_ok || !is_array ||
      napi_get_typedarray_info(env, value, &type, length, &start, NULL, NULL) != napi_ok || type != napi_uint8_array) {
    type_error(env, text);
    return NULL;
  }
  return *length > 0 && start ? start : &none;
}

// A copy of a string in UTF-8, ended by a zero byte, to be freed; NULL, with an exception, for another value.
static inline char *text(napi_env env, napi_value value, size_t *length) {
  if (napi_get_value_string_utf8(env, value, NULL, 0, length) != napi_ok) {
    type_error(env, "a string is expected");
    return NULL;
  }
  char *copy = malloc(*length + 1);
  if (!copy) {
    out_of_memory(env);
    return NULL;
  }
  napi_get_value_string_utf8(env, value, copy, *length + 1, length);
  return copy;
}

// A BigInt of 0 to 2^64 - 1.
static inline bool whole(napi_env env, napi_value value, uint64_t *number) {
  bool is_exact = false;
  if (napi_get_value_bigint_uint64(env, value, number, &is_exact) == napi_ok && is_exact) return true;
  type_error(env, "a BigInt of 0 to 2^64 - 1 is expected");
  return false;
}

static inline napi_value typed_array(napi_env env, napi_typedarray_type type, const void *start, size_t size, size_t width) {
  void *data = NULL;
  napi_value buffer, result = NULL;
  if (napi_create_arraybuffer(env, size, &data, &buffer) != napi_ok) return NULL;
  if (size > 0) memcpy(data, start, size);
  napi_create_typedarray(env, type, size / width, buffer, 0, &result);
  return result;
}

#endif
