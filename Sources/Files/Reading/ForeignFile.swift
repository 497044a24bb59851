/// Files that are not text, given by mistake.
enum ForeignFile {
  private static let picture = "the file is a picture: pictures are not read"

  private static let kinds: [(start: [UInt8], message: String)] = [
    ([0x50, 0x4B, 0x03, 0x04], "the file is a ZIP archive or spreadsheet: unpack or export it"),
    ([0xD0, 0xCF, 0x11, 0xE0], "the file is an old spreadsheet or document: export it as CSV"),
    ([0xFF, 0xFE, 0, 0], "the file is UTF-32: save it as UTF-8"),
    ([0, 0, 0xFE, 0xFF], "the file is UTF-32: save it as UTF-8"),
    (Array("PAR1".utf8), "the file is Parquet: export it as Arrow, CSV or JSON lines"),
    ([0x89] + Array("HDF".utf8), "the file is HDF5: export it as CSV"),
    (
      [0x93] + Array("NUMPY".utf8),
      "the file is a NumPy array: numpy.savetxt writes one that is read"
    ),
    ([0x80, 0x03], "the file is a Python pickle: export it as CSV"),
    ([0x80, 0x04, 0x95], "the file is a Python pickle: export it as CSV"),
    ([0x80, 0x05, 0x95], "the file is a Python pickle: export it as CSV"),
    (Array("{\\rtf".utf8), "the file is RTF: save it as plain text"),
    (Array("%PDF-".utf8), "the file is a PDF: it holds pages, not puzzles"),
    ([0x89, 0x50, 0x4E, 0x47], picture), ([0xFF, 0xD8, 0xFF], picture),
    (Array("GIF8".utf8), picture), ([0x49, 0x49, 0x2A, 0x00], picture),
    ([0x4D, 0x4D, 0x00, 0x2A], picture), (Array("RIFF".utf8), picture),
    (
      Array("SQLite format 3\0".utf8),
      "the file is a database: 'sudoku games' lists a player's games"
    ),
    ([0x7F, 0x45, 0x4C, 0x46], "the file is a program"),
  ]

  /// The message for a file with this beginning; `nil` for text.
  static func message(_ start: ArraySlice<UInt8>) -> String? {
    if start.starts(with: "BM".utf8), start.count > 9,
      start.dropFirst(6).prefix(4).allSatisfy({ $0 == 0 })
    {
      return picture
    }
    if let known = kinds.first(where: { start.starts(with: $0.start) }) { return known.message }
    if start.dropFirst(257).starts(with: "ustar".utf8) {
      return "the file is a tar archive: unpack it"
    }
    return nil
  }
}
