// The cost of JSON alone for a server: parses requests and writes responses with jansson, nothing else.
//
//     jansson-floor REQUESTS RESPONSES
//
// Both files hold one message a line. Prints the processor time for each pair of lines,
// in microseconds.

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct lines {
  char *text;
  size_t count;
  char **start;
  size_t *length;
};

static struct lines read_lines(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  size_t size = (size_t)ftell(file);
  rewind(file);
  struct lines lines = {malloc(size + 1), 0, NULL, NULL};
  if (!lines.text || fread(lines.text, 1, size, file) != size) {
    fprintf(stderr, "%s can't be read\n", path);
    exit(1);
  }
  fclose(file);
  for (size_t i = 0; i < size; i++) lines.count += lines.text[i] == '\n';
  lines.start = malloc((lines.count + 1) * sizeof *lines.start);
  lines.length = malloc((lines.count + 1) * sizeof *lines.length);
  if (!lines.start || !lines.length) exit(1);
  char *at = lines.text;
  for (size_t i = 0; i < lines.count; i++) {
    char *end = memchr(at, '\n', size - (size_t)(at - lines.text));
    lines.start[i] = at;
    lines.length[i] = (size_t)(end - at);
    at = end + 1;
  }
  return lines;
}

static json_t *parse(struct lines lines, size_t i) {
  json_error_t error;
  json_t *value = json_loadb(lines.start[i], lines.length[i], JSON_REJECT_DUPLICATES, &error);
  if (!value) {
    fprintf(stderr, "line %zu: %s\n", i + 1, error.text);
    exit(1);
  }
  return value;
}

static double seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: jansson-floor REQUESTS RESPONSES\n");
    return 2;
  }
  struct lines requests = read_lines(arguments[1]);
  struct lines responses = read_lines(arguments[2]);
  if (requests.count != responses.count || requests.count == 0) {
    fprintf(stderr, "there must be as many responses as requests\n");
    return 2;
  }
  // The trees of the responses are what a server has anyway: making them is not JSON.
  json_t **trees = malloc(requests.count * sizeof *trees);
  if (!trees) return 1;
  for (size_t i = 0; i < requests.count; i++) trees[i] = parse(responses, i);
  static char buffer[1 << 20];
  double best = 1e9;
  for (int round = 0; round < 5; round++) {
    double start = seconds();
    for (size_t i = 0; i < requests.count; i++) {
      json_t *request = parse(requests, i);
      size_t size = json_dumpb(trees[i], buffer, sizeof buffer, JSON_COMPACT | JSON_SORT_KEYS);
      json_decref(request);
      if (size == 0 || size > sizeof buffer) return 1;
    }
    double total = seconds() - start;
    if (total < best) best = total;
  }
  printf("%.3f\n", best / (double)requests.count * 1e6);
  return 0;
}
