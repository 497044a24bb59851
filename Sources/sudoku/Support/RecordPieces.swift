/// Hands out the records of a part one by one, each as often as its rows have pieces.
final class RecordPieces: @unchecked Sendable {
  // Used by one drawer at a time.
  private var drawn: InputReader.Drawn?
  private var records: ArraySlice<InputRecord> = []
  private var piece = 0
  private let count: Int

  /// Creates an empty list.
  ///
  /// - Parameter count: How many pieces a record has.
  init(count: Int) { self.count = count }

  /// Takes the records of a part; those of the one before have all been handed out.
  func begin(_ drawn: InputReader.Drawn) {
    self.drawn = drawn
    records = drawn.part.records[...]
  }

  /// The next piece, a part of its own; a mistake has only one.
  func next() -> InputReader.Drawn? {
    guard let drawn, var record = records.first else { return nil }
    record.piece = piece
    piece += 1
    if piece == count || record.board == nil {
      records.removeFirst()
      piece = 0
    }
    return InputReader.Drawn(
      part: .records([record]), isDrained: drawn.isDrained && records.isEmpty,
      readCount: drawn.readCount)
  }
}
