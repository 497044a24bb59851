// Solves and rates a puzzle, and generates another. Scripts/check-c-examples compiles and runs it.
using System;
using System.Runtime.InteropServices;
using System.Text;

static class Example {
  [StructLayout(LayoutKind.Sequential)]
  struct Error {
    public int Status;
    public long Row;
    [MarshalAs(UnmanagedType.ByValArray, SizeConst = 240)] public byte[] Text;
  }

  [DllImport("sudoku")] static extern int sudoku_parse(byte[] text, UIntPtr length, byte[] board, ref Error error);
  [DllImport("sudoku")] static extern int sudoku_write_lines(
    byte[] boards, UIntPtr count, byte empty, byte[] lines, ref Error error);
  [DllImport("sudoku")] static extern int sudoku_solve(
    byte[] boards, UIntPtr count, uint limit, uint threads, byte[] solutions, uint[] counts, uint[] guesses,
    ref Error error);
  [DllImport("sudoku")] static extern int sudoku_grade(
    byte[] boards, UIntPtr count, byte[] scale, ulong workLimit, uint threads, IntPtr cancel, int[] figures,
    byte[] levels, byte[] statuses, ref Error error);
  [DllImport("sudoku")] static extern int sudoku_generate(
    byte[] options, ulong seed, ulong first, UIntPtr count, uint threads, IntPtr cancel, byte[] puzzles,
    byte[] solutions, int[] figures, ref Error error);

  static Error error = new Error { Text = new byte[240] };
  static readonly UIntPtr one = (UIntPtr)1;

  static void Check(int status) {
    if (status == 0) return;
    throw new Exception("error " + status + ": " + Encoding.UTF8.GetString(error.Text).TrimEnd('\0'));
  }

  // Names end with a zero byte.
  static byte[] Name(string text) { return Encoding.UTF8.GetBytes(text + "\0"); }

  static string Line(byte[] board) {
    var text = new byte[82];
    Check(sudoku_write_lines(board, one, (byte)'.', text, ref error));
    return Encoding.ASCII.GetString(text, 0, 81);
  }

  static void Main() {
    var text = Encoding.ASCII.GetBytes(
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    byte[] board = new byte[81], solution = new byte[81];
    var counts = new uint[1];
    Check(sudoku_parse(text, (UIntPtr)text.Length, board, ref error));
    Check(sudoku_solve(board, one, 2, 1, solution, counts, null, ref error));
    Console.WriteLine(counts[0] + " " + Line(solution));

    var figures = new int[3];
    Check(sudoku_grade(board, one, Name("se"), 0, 1, IntPtr.Zero, figures, new byte[1], new byte[1], ref error));
    Console.WriteLine(figures[0] / 10 + "." + figures[0] % 10);

    Check(sudoku_generate(Name("{\"minClues\":30}"), 7, 0, one, 1, IntPtr.Zero, board, solution, null, ref error));
    Console.WriteLine(Line(board));
  }
}
