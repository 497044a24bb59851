import JSONCoding
import SudokuCore
import SudokuDrawing
import SudokuRating

extension Method {
  static let render = Method(
    "puzzle.render", "Draws a position; on request with its next step: cells, candidates, links.",
    .required(
      "puzzle", .board, "The board, clues and digits placed so far: " + ValueType<Board>.summary),
    Parameter<Board?>.optional(
      "givens", .board, "The clues alone: other digits are drawn as entries."),
    Parameter<[Cell: DigitSet]?>.optional(
      "pencilmarks", .pencilmarks, "The player's pencil marks, by cell: {\"r4c7\": [1, 5]}."),
    .optional("step", .bool, "Draws the next step; default false."),
    .optional(
      "candidates", .bool,
      "Draws the digits that the rules allow in cells without pencil marks; default false."),
    .optional(
      "format",
      ValueType<String>.choice(DrawingRecord.Format.allCases.map { ($0.rawValue, $0.rawValue) }),
      "The form of the drawing: `svg` (default) or `text`."),
    budget,
    result: DrawingRecord.schema
  ) {
    (call, board, givens, marks, step, candidates, format, budget) throws(RPCError) in
    let clues = givens ?? board
    let draw: @Sendable (BoardPicture, Hint?) -> JSONValue = { picture, hint in
      let isText = format == DrawingRecord.Format.text.rawValue
      return DrawingRecord(
        drawing: isText ? TextBoard(picture).text : SVGBoard(picture).svg,
        format: isText ? .text : .svg, step: hint?.step, text: hint?.text
      ).json
    }
    var picture = BoardPicture(clues: clues, board: board)
    picture.notes = marks ?? [:]
    if candidates == true {
      let grid = CandidateGrid(board)
      for cell in grid.emptyCells where picture.notes[cell] == nil {
        picture.notes[cell] = grid[cell]
      }
    }
    for cell in board.repeatedCells { picture.cells[cell] = .mistake }
    guard step == true else { return .value(draw(picture, nil)) }
    let position = try PositionHint.position(
      board: board, givens: clues, pencilmarks: marks ?? [:], nil)
    return call.server.start(call, budget: budget ?? ProtocolLimits.defaultBudget) {
      [picture] (job) throws(RPCError) in
      let hint = try PositionHint.hint(for: position, depth: 5, by: HintMaker(), job)
      guard let step = hint.step else {
        var picture = picture
        for cell in hint.wrongCells { picture.cells[cell] = .mistake }
        return .value(draw(picture, hint))
      }
      return .value(
        draw(BoardPicture(of: step, clues: clues, in: position.grid), hint))
    }
  }
}
