// Solves and rates a puzzle, and generates another. Scripts/check-c-examples compiles the addon and runs this.
const addon = { exports: {} };
process.dlopen(addon, process.argv[2] ?? "./sudoku.node");
const sudoku = addon.exports;

const board = sudoku.parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
const counts = new Uint32Array(1);
const solution = sudoku.solve(board, counts);
process.stdout.write(`${counts[0]} ${sudoku.write(solution)}`);
console.log((sudoku.rate(board) / 10).toFixed(1));
process.stdout.write(sudoku.write(sudoku.generate('{"minClues":30}', 7)).toString());

try {
  sudoku.parse("no board");
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.log(error.message);
}
