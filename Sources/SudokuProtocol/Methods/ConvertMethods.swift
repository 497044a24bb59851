import JSONCoding
import SudokuCore
import SudokuFormats
import SudokuRecords

extension Method {
  private static let format = ValueType<PuzzleFormat>.choice()

  static let convertMethods: [Method] = [
    Method(
      "puzzle.convert", "Reads puzzles in any format and writes them in another.",
      Parameter<Board?>.optional("puzzle", .board, "One puzzle: " + ValueType<Board>.summary),
      Parameter<String?>.optional("text", .text(atMost: 1 << 20), "A file's content."),
      Parameter<PuzzleFormat?>.optional(
        "from", format, "The format of the text; default: told from its content."),
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
      case .object(let bytes, let line): read(jsonLine: bytes, line, &records, &fault)
      case .failure(let error): fault = fault ?? error
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
      text: write(records, to)
    ).json
  }

  /// Reads a line of JSON with the puzzle in `puzzle`.
  private static func read(
    jsonLine bytes: ArraySlice<UInt8>, _ line: Int, _ records: inout [PuzzleRecord],
    _ fault: inout BoardTextError?
  ) {
    let node = try? JSONNode(parsing: Array(bytes))
    guard let text = node?["puzzle"]?.string, let board = Board(text) else {
      fault = fault ?? BoardTextError(.empty, line: line, column: 1)
      return
    }
    records.append(
      PuzzleRecord(
        puzzle: board, solution: node?["solution"]?.string.flatMap { Board($0) }, line: line))
  }

  private static func write(_ records: [PuzzleRecord], _ format: PuzzleFormat) -> String {
    guard let writer = PuzzleWriter(format) else {
      // JSON lines are this layer's own.
      return records.map { record in
        PuzzleLineRecord(puzzle: record.puzzle, solution: record.solution).json.description + "\n"
      }.joined()
    }
    return writer.header + records.map { writer.text(of: $0) }.joined() + writer.footer
  }
}
