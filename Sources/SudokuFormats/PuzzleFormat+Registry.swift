extension PuzzleFormat {
  /// All formats, the commonest first.
  ///
  /// In this order they are asked whether a file is theirs; `line` takes what no other wants.
  static let all: [PuzzleFormat] = [
    .line, .grid, .sdk, .sdm, .ss, .opensudoku, .hodoku, .csv, .jsonl, .json, .tsv, .ssv, .unicode,
    .pencilmarks, .sudokuwiki, .fpuzzles, .sudokupad,
  ]
}
