import JSONCoding
import SudokuCore
import SudokuFormats

extension Method {
  private static let format = ValueType<PuzzleFormat>.choice()

  static let convertMethods: [Method] = [
    Method(
      "puzzle.convert", "Reads puzzles in any format and writes them in another.",
      Parameter<Board?>.optional("puzzle", .board, "One puzzle: " + ValueType<Board>.summary),
      Parameter<String?>.optional("text", .text(atMost: 1 << 20), "A file's content."),
      Parameter<PuzzleFormat?>.optional(
        "from", format, "The format of the text; default: detected from its content."),
      Parameter<PuzzleFormat>.required("to", format, "The format to write."),
      result: ConversionRecord.schema
    ) { (call, puzzle, text, from, to) throws(RPCError) in
      .value(try convert(puzzle, text, from, to, maximum: call.server.limits.puzzlesPerRequest))
    }
  ]

  private static func convert(
    _ puzzle: Board?, _ text: String?, _ from: PuzzleFormat?, _ to: PuzzleFormat, maximum: Int
  ) throws(RPCError) -> JSONValue {
    guard (puzzle == nil) != (text == nil) else {
      throw RPCError(
        .invalidParams, "give either 'puzzle' or 'text'",
        ["expected": "a text", "parameter": "text"])
    }
    var reader = BoardReader(format: from)
    var records: [PuzzleRecord] = []
    if let puzzle { records.append(PuzzleRecord(puzzle: puzzle)) }
    var fault: BoardTextError?
    let take: (BoardReader.Record) -> Void = { record in
      switch record {
      case .puzzle(let found): records.append(found)
      case .failure(let error, _): fault = fault ?? error
      }
    }
    if let text {
      reader.read(Array(text.utf8)[...], take)
      reader.finish(take)
    }
    if let fault { throw RPCError(fault) }
    guard !records.isEmpty else { throw RPCError(BoardTextError(.empty, line: 1, column: 1)) }
    guard records.count <= maximum else { throw .limit("puzzlesPerRequest", maximum) }
    return ConversionRecord(
      count: records.count,
      format: (puzzle == nil ? reader.format ?? .line : .line).rawValue,
      text: PuzzleWriter(to, columns: columns(of: records)).file(of: records)
    ).json
  }

  /// The names of the columns that a table of the records has.
  private static func columns(of records: [PuzzleRecord]) -> [String] {
    var columns: [String] = []
    if records.contains(where: { $0.placed != nil }) { columns.append("placed") }
    if records.contains(where: { $0.candidates != nil }) { columns.append("candidates") }
    for field in records.flatMap(\.fields) where !columns.contains(field.name) {
      columns.append(field.name)
    }
    return columns
  }
}
