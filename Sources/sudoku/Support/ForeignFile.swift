/// Files that hold no text, which people give by mistake.
enum ForeignFile {
  private static let kinds: [(start: [UInt8], message: String)] = [
    ([0x1F, 0x8B], "the file is compressed: gunzip -c FILE | sudoku ... reads it"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "the file is compressed: xz -dc FILE | sudoku ... reads it"),
    ([0x28, 0xB5, 0x2F, 0xFD], "the file is compressed: zstd -dc FILE | sudoku ... reads it"),
    (Array("BZh".utf8), "the file is compressed: bzip2 -dc FILE | sudoku ... reads it"),
    ([0x50, 0x4B, 0x03, 0x04], "the file is a ZIP archive or spreadsheet: unpack or export it"),
    (Array("%PDF-".utf8), "the file is a PDF: it holds pages, not puzzles"),
    ([0x89, 0x50, 0x4E, 0x47], "the file is a picture: pictures are not read"),
    ([0xFF, 0xD8, 0xFF], "the file is a picture: pictures are not read"),
    (
      Array("SQLite format 3\0".utf8),
      "the file is a database: 'sudoku games' lists a player's games"
    ),
    ([0x7F, 0x45, 0x4C, 0x46], "the file is a program"),
  ]

  /// What to say about a file that begins so; `nil` for text.
  static func message(_ start: some Collection<UInt8>) -> String? {
    kinds.first { start.starts(with: $0.start) }?.message
  }
}
