import JSONCoding
import SudokuCore
import SudokuExplainer
import SudokuRating
import SudokuSession
import SudokuTechniques

/// How the things of the engine look on the wire.
enum Shape {
  static func cells(_ cells: some Sequence<Cell>) -> JSONValue {
    .array(cells.map { .string($0.description) })
  }

  static func digits(_ digits: DigitSet) -> JSONValue {
    .array(digits.map { JSONValue($0.rawValue) })
  }

  static func candidate(_ candidate: Candidate) -> JSONValue {
    ["cell": .string(candidate.cell.description), "digit": JSONValue(candidate.digit.rawValue)]
  }

  /// A rating in tenths as a number with one decimal.
  static func tenths(_ tenths: Int) -> JSONValue { .double(Double(tenths) / 10) }

  static func house(_ house: House) -> JSONValue {
    let kind =
      switch house.kind {
      case .block: "block"
      case .row: "row"
      case .column: "column"
      }
    return .string("\(kind) \(house.number + 1)")
  }

  static func statement(_ statement: Statement) -> JSONValue {
    [
      "cell": .string(statement.candidate.cell.description),
      "digit": JSONValue(statement.candidate.digit.rawValue), "on": .bool(statement.isOn),
    ]
  }

  static func link(_ link: Link) -> JSONValue {
    let reason: JSONValue =
      switch link.reason {
      case .cell: "cell"
      case .house(let house): Self.house(house)
      case .technique(let technique): .string(technique.id)
      case .nested(let index): .string("nested \(index + 1)")
      }
    return [
      "conclusion": statement(link.conclusion),
      "premises": .array(link.premises.map { statement($0) }), "reason": reason,
    ]
  }

  /// A step with all that a face needs to draw it.
  static func step(_ step: Step) -> JSONValue {
    let pattern = step.pattern
    var members: JSONObject = [
      "cells": cells(pattern.cells.union(pattern.specialCells)),
      "digits": digits(pattern.digits.union(pattern.specialDigits)),
      "eliminations": .array(step.eliminations.map { candidate($0) }),
      "explanation": .string(step.explanation.text),
      "houses": .array(
        (Array(pattern.houses) + Array(pattern.coverHouses)).map { house($0) }),
      "name": .string(step.technique.name),
      "rating": tenths(SEScale.tenths(of: step) ?? 0),
      "technique": .string(step.technique.id),
    ]
    if let placement = step.placement { members["placement"] = candidate(placement) }
    if !pattern.candidates.isEmpty {
      members["candidates"] = .array(pattern.candidates.map { candidate($0) })
    }
    if !pattern.links.isEmpty { members["links"] = .array(pattern.links.map { link($0) }) }
    return .object(members)
  }

  /// The step of a solve path, without what only a drawing needs.
  static func pathStep(_ rated: RatedStep) -> JSONValue {
    var members: JSONObject = [
      "rating": tenths(rated.ratingTenths), "technique": .string(rated.step.technique.id),
      "text": .string(rated.step.description),
    ]
    if let placement = rated.step.placement { members["placement"] = candidate(placement) }
    return .object(members)
  }

  /// A hint as far as it is told.
  static func hint(_ hint: Hint) -> JSONValue {
    var members: JSONObject = [
      "depth": JSONValue(hint.depth), "kind": .string(hint.kind.rawValue),
      "mistake": .bool(hint.kind == .mistake), "text": .string(hint.text),
    ]
    if let house = hint.house { members["region"] = Self.house(house) }
    if let cell = hint.cell { members["cell"] = .string(cell.description) }
    if !hint.wrongCells.isEmpty { members["wrongCells"] = cells(hint.wrongCells) }
    if let technique = hint.technique {
      members["technique"] = .string(technique.id)
      members["name"] = .string(technique.name)
    }
    if let digit = hint.digit { members["digit"] = JSONValue(digit.rawValue) }
    if !hint.steps.isEmpty { members["steps"] = .array(hint.steps.map { step($0) }) }
    return .object(members)
  }

  static let hintSchema = Schema.object(
    "A hint, told as far as it was asked for.",
    [
      "cell": .string("From depth 3: the cell to look at."),
      "depth": .integer(minimum: 1, maximum: 5),
      "digit": .integer("At depth 5: the digit that can be placed.", minimum: 1, maximum: 9),
      "kind": .choice("", ["mistake", "step"]),
      "mistake": .boolean("Whether something on the board is wrong."),
      "name": .string("From depth 4: the technique's name."),
      "region": .string("From depth 2: the house."),
      "steps": .array("At depth 5: eliminations first, a placement last.", of: stepSchema),
      "technique": .string("From depth 4: the technique's ID."),
      "text": .string("The hint in words."),
      "wrongCells": cellList.described("From depth 3: the cells with something wrong."),
    ], required: ["depth", "kind", "mistake", "text"])

  static let cellList = Schema.array(of: .string(pattern: "^r[1-9]c[1-9]$"))
  static let board = Schema.string("A board: 81 characters.", pattern: "^[1-9.]{81}$")

  static let candidateSchema = Schema.object(
    "", ["cell": .string(), "digit": .integer(minimum: 1, maximum: 9)],
    required: ["cell", "digit"])

  static let stepSchema = Schema.object(
    "A step of a solution by hand.",
    [
      "candidates": .array(of: candidateSchema), "cells": cellList,
      "digits": .array(of: .integer()),
      "eliminations": .array(of: candidateSchema), "explanation": .string(),
      "houses": .array(of: .string()), "links": .array(of: .object()), "name": .string(),
      "placement": candidateSchema, "rating": .number(), "technique": .string(),
    ], required: ["cells", "eliminations", "explanation", "rating", "technique"])

  static let ratingSchema = Schema.object(
    "A rating and the scale that made it.",
    [
      "ed": .number(), "ep": .number(), "er": .number(), "scale": .string(), "version": .string(),
    ], required: ["scale", "version"])
}
