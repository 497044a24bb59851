import SudokuCore
import SudokuProtocol
import SudokuRating
import SudokuTechniques

/// A row of `hint`: as much of the hint as was asked for.
struct HintRow: RecordRow {
  static let columns = ["puzzle", "kind", "region", "cell", "technique", "result", "text"]
  let record: PositionHintRecord

  init(_ puzzle: Board, _ hint: Hint) { record = PositionHintRecord(puzzle, hint) }

  private func facts(none: String) -> [String] {
    let hint = record.hint.hint
    let placed = hint.digit.flatMap { digit in hint.cell.map { Candidate($0, digit).description } }
    return [
      record.puzzle.line, hint.kind.rawValue, hint.house?.description ?? none,
      hint.wrongCells.isEmpty ? hint.cell?.description ?? none : hint.wrongCells.description,
      hint.technique?.name ?? none, hint.step?.result ?? placed ?? none, hint.text,
    ]
  }

  var fields: [String] { facts(none: "-") }
  var columnFields: [String] { facts(none: "") }
  var text: String { record.hint.hint.text }
}

/// A row of `hint --all`: one of the steps.
struct StepRow: RecordRow {
  static let columns = ["puzzle", "technique", "result", "text"]
  let record: PositionStepRecord

  init(_ puzzle: Board, _ step: Step) { record = PositionStepRecord(puzzle, step) }

  private var step: Step { record.step.step }
  var fields: [String] {
    [record.puzzle.line, step.technique.name, step.result, step.explanation.text]
  }
  var text: String { "\(step.description)\n  \(step.explanation.text)" }
}
