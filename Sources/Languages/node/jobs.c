// Batches and players. A batch is a job: it copies its boards, so that nothing of JavaScript is read on another thread,
// runs at once or on a thread of Node's pool, and then becomes typed arrays.
#include "values.h"

// MARK: Boxes: a flag or a player, shared by JavaScript and by jobs. Only the thread of JavaScript counts.

typedef struct {
  int uses;
  volatile int32_t flag;
  sudoku_player *player;
} box;

static const napi_type_tag box_tag = {0x7375646f6b752d62, 0x6f782d6b65726e65};

static void release(box *shared) {
  if (!shared || --shared->uses > 0) return;
  sudoku_player_close(shared->player);
  free(shared);
}

static void finalize_box(napi_env env, void *data, void *hint) {
  (void)env, (void)hint;
  release(data);
}

static napi_value boxed(napi_env env, sudoku_player *player) {
  napi_value result = NULL;
  box *shared = calloc(1, sizeof *shared);
  if (!shared) {
    sudoku_player_close(player);
    return out_of_memory(env);
  }
  shared->uses = 1;
  shared->player = player;
  if (napi_create_external(env, shared, finalize_box, NULL, &result) != napi_ok) {
    release(shared);
    return NULL;
  }
  napi_type_tag_object(env, result, &box_tag);
  return result;
}

// The box of a value; NULL, with an exception, for another value.
static box *unboxed(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  bool is_ours = false;
  void *data = NULL;
  napi_typeof(env, value, &type);
  if (type == napi_external) napi_check_object_type_tag(env, value, &box_tag, &is_ours);
  if (is_ours) napi_get_value_external(env, value, &data);
  if (!data) type_error(env, "a flag or a player is expected");
  return data;
}

// flag(): a flag that cancels jobs.
napi_value make_flag(napi_env env, napi_callback_info info) {
  (void)info;
  return boxed(env, NULL);
}

// cancel(box): sets the flag, and cancels the searches of a player.
napi_value cancel(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  napi_get_cb_info(env, info, &count, &argument, NULL, NULL);
  box *shared = unboxed(env, argument);
  if (!shared) return NULL;
  shared->flag = 1;
  if (shared->player) sudoku_player_cancel(shared->player);
  return NULL;
}

// MARK: Jobs

typedef enum { SOLVE, COUNT, MINIMALITY, IDENTIFY, GRADE, GENERATE, OPEN, REQUEST, CLOSE, OPERATIONS } operation;

enum { RESULTS = 3 };

// The results of each operation: type and bytes for each row.
static const struct {
  napi_typedarray_type type;
  uint8_t width, row;
} shapes[OPERATIONS][RESULTS] = {
    [SOLVE] = {{napi_uint32_array, 4, 4}, {napi_uint8_array, 1, 81}},
    [COUNT] = {{napi_uint32_array, 4, 4}},
    [MINIMALITY] = {{napi_int8_array, 1, 1}},
    [IDENTIFY] = {{napi_uint8_array, 1, SUDOKU_ID_LENGTH}, {napi_uint8_array, 1, SUDOKU_ID_LENGTH}},
    [GRADE] = {{napi_int32_array, 4, 12}, {napi_uint8_array, 1, 1}, {napi_uint8_array, 1, 1}},
    [GENERATE] = {{napi_uint8_array, 1, 81}, {napi_uint8_array, 1, 81}},
};

typedef struct {
  operation what;
  size_t count;
  uint32_t limit, threads;
  uint64_t work_limit, seed, first;
  uint8_t *boards;
  // A scale, options or a request.
  char *text;
  size_t length;
  box *shared;
  void *results[RESULTS];
  char *lines;
  sudoku_player *opened;
  int32_t status;
  sudoku_error error;
  napi_deferred deferred;
  napi_async_work work;
} job;

static void free_job(job *task) {
  for (int place = 0; place < RESULTS; place++) free(task->results[place]);
  sudoku_player_close(task->opened);
  sudoku_free(task->lines);
  release(task->shared);
  free(task->boards);
  free(task->text);
  free(task);
}

// Runs on any thread; touches nothing of JavaScript.
static void run(napi_env env, void *data) {
  (void)env;
  job *task = data;
  void **out = task->results;
  const volatile int32_t *flag = task->shared && !task->shared->player ? &task->shared->flag : NULL;
  const uint8_t *boards = task->boards;
  sudoku_error *error = &task->error;
  // Threads of the pool serve others later.
  sudoku_cancel_by(flag);
  switch (task->what) {
    case SOLVE:
    case COUNT:
      task->status = sudoku_solve(boards, task->count, task->limit, task->threads, out[1], out[0], NULL, error);
      break;
    case MINIMALITY:
      task->status = sudoku_minimality(boards, task->count, task->threads, out[0], error);
      break;
    case IDENTIFY:
      task->status = sudoku_identify(boards, task->count, task->threads, out[0], out[1], error);
      break;
    case GRADE:
      task->status = sudoku_grade(boards, task->count, task->text, task->work_limit, task->threads, flag, out[0],
                                  out[1], out[2], error);
      break;
    case GENERATE:
      task->status = sudoku_generate(task->text, task->seed, task->first, task->count, task->threads, flag, out[0],
                                     out[1], NULL, error);
      break;
    case OPEN:
      task->status = sudoku_player_open(task->text, &task->opened, error);
      break;
    case REQUEST:
      task->status = sudoku_player_request(task->shared->player, task->text, task->length, &task->lines, error);
      break;
    case CLOSE:
      sudoku_player_close(task->shared->player);
      task->shared->player = NULL;
      break;
    case OPERATIONS:
      break;
  }
  sudoku_cancel_by(NULL);
}

// The results of a job that went well; NULL, perhaps with an exception, where the memory does not suffice.
static napi_value finished(napi_env env, job *task) {
  napi_value result = NULL, array;
  if (task->what == OPEN) {
    sudoku_player *player = task->opened;
    task->opened = NULL;
    return boxed(env, player);
  }
  if (task->what == REQUEST) {
    napi_create_string_utf8(env, task->lines ? task->lines : "", NAPI_AUTO_LENGTH, &result);
    return result;
  }
  if (napi_create_array(env, &result) != napi_ok) return NULL;
  for (int place = 0; place < RESULTS && shapes[task->what][place].row > 0; place++) {
    array = typed_array(env, shapes[task->what][place].type, task->results[place],
                        task->count * shapes[task->what][place].row, shapes[task->what][place].width);
    if (!array || napi_set_element(env, result, (uint32_t)place, array) != napi_ok) return NULL;
  }
  return result;
}

// Settles the promise of a job, on the thread of JavaScript.
static void complete(napi_env env, napi_status status, void *data) {
  job *task = data;
  napi_value value = NULL;
  if (status == napi_ok && task->status == SUDOKU_OK) value = finished(env, task);
  if (value) {
    napi_resolve_deferred(env, task->deferred, value);
  } else {
    if (status != napi_ok || task->status == SUDOKU_OK) {
      // An exception of the engine of JavaScript becomes the rejection.
      napi_get_and_clear_last_exception(env, &value);
      task->error = (sudoku_error){SUDOKU_FAILED, -1, "the memory does not suffice"};
    }
    value = made_error(env, &task->error);
    if (value) napi_reject_deferred(env, task->deferred, value);
  }
  napi_delete_async_work(env, task->work);
  free_job(task);
}

// Runs a job at once, or starts it and returns a promise. Takes the job over.
static napi_value started(napi_env env, job *task, bool at_once) {
  napi_value result = NULL, name;
  for (int place = 0; place < RESULTS && shapes[task->what][place].row > 0; place++) {
    if (task->count > SIZE_MAX / 1024 ||
        !(task->results[place] = calloc(task->count + 1, shapes[task->what][place].row))) {
      free_job(task);
      return out_of_memory(env);
    }
  }
  if (at_once) {
    run(env, task);
    result = task->status == SUDOKU_OK ? finished(env, task) : throw_error(env, &task->error);
    free_job(task);
    return result;
  }
  if (napi_create_string_utf8(env, "sudoku", NAPI_AUTO_LENGTH, &name) != napi_ok ||
      napi_create_promise(env, &task->deferred, &result) != napi_ok ||
      napi_create_async_work(env, NULL, name, run, complete, task, &task->work) != napi_ok) {
    free_job(task);
    return out_of_memory(env);
  }
  if (napi_queue_async_work(env, task->work) != napi_ok) {
    napi_delete_async_work(env, task->work);
    free_job(task);
    return out_of_memory(env);
  }
  return result;
}

static job *new_job(napi_env env, operation what) {
  job *task = calloc(1, sizeof *task);
  if (!task) {
    out_of_memory(env);
    return NULL;
  }
  task->what = what;
  task->error.row = -1;
  return task;
}

// batch(atOnce, operation, boards, text, limit, threads, workLimit, flag): SOLVE, COUNT, MINIMALITY, IDENTIFY, GRADE.
napi_value batch(napi_env env, napi_callback_info info) {
  size_t arguments = 8, length = 0;
  napi_value argument[8];
  napi_valuetype type = napi_undefined;
  bool at_once;
  uint32_t what;
  napi_get_cb_info(env, info, &arguments, argument, NULL, NULL);
  if (napi_get_value_bool(env, argument[0], &at_once) != napi_ok ||
      napi_get_value_uint32(env, argument[1], &what) != napi_ok || what > GRADE)
    return type_error(env, "an operation is expected");
  const uint8_t *boards = bytes(env, argument[2], &length, "a Uint8Array is expected");
  if (!boards) return NULL;
  if (length % 81 != 0) return type_error(env, "81 bytes for each board are expected");
  job *task = new_job(env, what);
  if (!task) return NULL;
  task->count = length / 81;
  task->boards = malloc(length + 1);
  task->text = text(env, argument[3], &task->length);
  if (!task->boards || !task->text || !whole(env, argument[6], &task->work_limit)) {
    if (!task->boards) out_of_memory(env);
    free_job(task);
    return NULL;
  }
  memcpy(task->boards, boards, length);
  if (napi_get_value_uint32(env, argument[4], &task->limit) != napi_ok ||
      napi_get_value_uint32(env, argument[5], &task->threads) != napi_ok) {
    free_job(task);
    return type_error(env, "numbers are expected");
  }
  napi_typeof(env, argument[7], &type);
  if (type != napi_undefined) {
    if (!(task->shared = unboxed(env, argument[7]))) {
      free_job(task);
      return NULL;
    }
    task->shared->uses++;
  }
  return started(env, task, at_once);
}

// generate(atOnce, options, seed, first, count, threads, flag)
napi_value generate(napi_env env, napi_callback_info info) {
  size_t arguments = 7;
  napi_value argument[7];
  napi_valuetype type = napi_undefined;
  bool at_once;
  uint32_t count;
  napi_get_cb_info(env, info, &arguments, argument, NULL, NULL);
  if (napi_get_value_bool(env, argument[0], &at_once) != napi_ok) return type_error(env, "a truth value is expected");
  job *task = new_job(env, GENERATE);
  if (!task) return NULL;
  task->text = text(env, argument[1], &task->length);
  if (!task->text || !whole(env, argument[2], &task->seed) || !whole(env, argument[3], &task->first)) {
    free_job(task);
    return NULL;
  }
  if (napi_get_value_uint32(env, argument[4], &count) != napi_ok ||
      napi_get_value_uint32(env, argument[5], &task->threads) != napi_ok) {
    free_job(task);
    return type_error(env, "numbers are expected");
  }
  task->count = count;
  napi_typeof(env, argument[6], &type);
  if (type != napi_undefined) {
    if (!(task->shared = unboxed(env, argument[6]))) {
      free_job(task);
      return NULL;
    }
    task->shared->uses++;
  }
  return started(env, task, at_once);
}

// open(options): a promise of a player.
napi_value open_player(napi_env env, napi_callback_info info) {
  size_t arguments = 1;
  napi_value argument;
  napi_get_cb_info(env, info, &arguments, &argument, NULL, NULL);
  job *task = new_job(env, OPEN);
  if (!task) return NULL;
  if (!(task->text = text(env, argument, &task->length))) {
    free_job(task);
    return NULL;
  }
  return started(env, task, false);
}

// A job for an open player.
static job *player_job(napi_env env, operation what, napi_value player) {
  box *shared = unboxed(env, player);
  if (!shared) return NULL;
  if (!shared->player) {
    type_error(env, "the player is closed");
    return NULL;
  }
  job *task = new_job(env, what);
  if (!task) return NULL;
  task->shared = shared;
  shared->uses++;
  return task;
}

// request(player, line): a promise of lines; without a line, of notifications. One job of a player at a time.
napi_value request(napi_env env, napi_callback_info info) {
  size_t arguments = 2;
  napi_value argument[2];
  napi_valuetype type = napi_undefined;
  napi_get_cb_info(env, info, &arguments, argument, NULL, NULL);
  job *task = player_job(env, REQUEST, argument[0]);
  if (!task) return NULL;
  napi_typeof(env, argument[1], &type);
  if (type != napi_undefined && !(task->text = text(env, argument[1], &task->length))) {
    free_job(task);
    return NULL;
  }
  return started(env, task, false);
}

// close(player): a promise. No other job of the player may run.
napi_value close_player(napi_env env, napi_callback_info info) {
  size_t arguments = 1;
  napi_value argument;
  napi_get_cb_info(env, info, &arguments, &argument, NULL, NULL);
  job *task = player_job(env, CLOSE, argument);
  return task ? started(env, task, false) : NULL;
}
