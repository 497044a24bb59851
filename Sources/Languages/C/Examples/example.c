// Solves, rates and explains a puzzle, and generates another. Scripts/check-c-examples compiles and runs it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sudoku.h"

static sudoku_error error;

static void check(int32_t status) {
  if (status == SUDOKU_OK) return;
  fprintf(stderr, "error %d in row %lld: %s\n", status, (long long)error.row, error.text);
  exit(1);
}

int main(void) {
  const char *text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  uint8_t board[81], solution[81];
  uint32_t count;
  check(sudoku_parse(text, strlen(text), board, &error));
  check(sudoku_solve(board, 1, 2, 1, solution, &count, NULL, &error));
  char line[83] = {0};
  check(sudoku_write_lines(solution, 1, '.', line, &error));
  printf("%u %s", count, line);

  int32_t figures[3];
  uint8_t level, status;
  check(sudoku_grade(board, 1, "se", 0, 1, NULL, figures, &level, &status, &error));
  printf("%d.%d\n", figures[0] / 10, figures[0] % 10);

  check(sudoku_generate("{\"minClues\":30}", 7, 0, 1, 1, NULL, board, solution, NULL, &error));
  check(sudoku_write_lines(board, 1, '.', line, &error));
  printf("%s", line);

  sudoku_player *player;
  char *lines, request[200];
  check(sudoku_player_open(NULL, &player, &error));
  snprintf(request, sizeof request,
           "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"puzzle.hint\",\"params\":{\"puzzle\":\"%s\"}}", text);
  check(sudoku_player_request(player, request, strlen(request), &lines, &error));
  printf("%s\n", strstr(lines, "\"kind\":\"step\"") ? "step" : lines);
  sudoku_free(lines);
  sudoku_player_close(player);
  return 0;
}
