import JSONCoding
import SudokuCore
import SudokuIdentity

/// The schemas of errors: for each kind what its `data` holds.
extension RPCError.Kind {
  /// The members of `data` besides the kind; those that may be missing are marked by `?`.
  private var details: [String: Schema] {
    switch self {
    case .parseError:
      [
        "byteOffset": .integer("Where, counted from the line's start.", minimum: 0),
        "column": .integer("Where, in characters from 1.", minimum: 0),
        "problem": .string("What is wrong, as `invalidSyntax`."),
      ]
    case .unknownMethod:
      ["method": .string(), "suggestion?": .string("The name that was probably meant.")]
    case .invalidParams:
      [
        "expected": .string("What is valid."), "parameter": .string("Which parameter."),
        "reason?": .string("Why values that are valid alone can't be together."),
        "suggestion?": .string("The name that was probably meant."),
        "valid?": .array("The valid names.", of: .string()),
      ]
    case .cancelled: ["partial?": Self.partial]
    case .malformedPuzzle:
      ["column": .integer("From 1.", minimum: 0), "line": .integer("From 1.", minimum: 0)]
    case .conflictingClues: ["cells": CellSet.schema]
    case .notUnique:
      ["solutions": .array("Two witnesses.", of: Board.schema, count: 2...2)]
    case .cellIsGiven, .cellIsFilled: ["cell": Cell.schema]
    case .illegalDigit: ["digit?": .integer()]
    case .unknownGame: ["game": Schema.string("Null where no game is current.").nullable]
    case .unknownBookmark: ["bookmark": .string()]
    case .gameIsOver: ["status": .status]
    case .staleRevision: ["rev": .integer("The game's revision.", minimum: 0)]
    case .budgetExhausted:
      [
        "best": Schema.record(GeneratedPuzzleRecord.self, "The puzzle that came closest.")
          .nullable,
        "puzzles": .list(of: GeneratedPuzzleRecord.self, "The puzzles made until then."),
      ]
    case .storeUnavailable:
      ["reason": .string(), "requests?": .integer(), "retryable": .boolean()]
    case .recordFromNewerVersion: ["requests?": .integer(), "version?": .integer()]
    case .idCollision, .damaged, .anotherPlayer: ["requests?": .integer()]
    case .diskFull, .fileFailed, .outOfSequence:
      ["requests?": .integer(), "retryable": .boolean()]
    case .limitExceeded:
      ["limit": .string("Its name, as `hello` tells it."), "maximum": .integer()]
    case .balanceTooLow: ["balance": .integer(), "item": .string()]
    case .illegalOption: ["option": .string()]
    case .unknownConflict: ["conflict": .string()]
    case .opIdReused: ["opId": .string()]
    case .unknownBackup: ["backup": .string()]
    case .invalidRequest, .internalError, .noSolution, .nothingToUndo, .nothingToRedo,
      .hintsNotAllowed, .illegalAmount:
      [:]
    }
  }

  /// What a cancelled request had so far.
  private static let partial = Schema.anyOf(
    "What was done until then.",
    [
      .record(SolveRecord.self), .record(GradeListRecord.self), .record(PuzzleListRecord.self),
    ])

  /// The schema of an error of this kind: the member `error` of a response.
  public var schema: Schema {
    var properties: [String: Schema] = ["kind": .constant("", rawValue)]
    var required = ["kind"]
    for (name, schema) in details {
      let isOptional = name.hasSuffix("?")
      let name = isOptional ? String(name.dropLast()) : name
      properties[name] = schema
      if !isOptional { required.append(name) }
    }
    return .object(
      summary,
      [
        "code": .integer("", minimum: code, maximum: code),
        "data": .object("", properties, required: required, isClosed: true),
        "message": .string("What is wrong, in a sentence."),
      ], required: ["code", "data", "message"], isClosed: true)
  }

  /// What the kind means.
  private var summary: String {
    switch self {
    case .parseError: "The line is not valid JSON."
    case .invalidRequest: "The JSON is not a request."
    case .unknownMethod: "There is no such method."
    case .invalidParams: "A parameter is missing, unknown or has the wrong type."
    case .internalError: "A fault of the server."
    case .cancelled: "The request was cancelled."
    case .malformedPuzzle: "The puzzle is not a board of 81 cells."
    case .conflictingClues: "Clues contradict each other."
    case .noSolution: "The puzzle has no solution."
    case .notUnique: "The puzzle has more than one solution."
    case .cellIsGiven: "The cell holds a clue."
    case .cellIsFilled: "The cell holds a digit, beside which there are no notes."
    case .illegalDigit: "The number is not a digit, or one of two for a cell."
    case .unknownGame: "There is no such game."
    case .unknownBookmark: "There is no such bookmark."
    case .gameIsOver: "The game is completed, lost or abandoned."
    case .nothingToUndo: "There is nothing to undo, or no mistake to go back to."
    case .nothingToRedo: "There is nothing to redo."
    case .illegalOption: "There is no such option, or it can't have this value."
    case .unknownConflict: "There is no such conflict, or it has no such version."
    case .opIdReused: "The `opId` belongs to an earlier request for something else."
    case .unknownBackup: "There is no backup of this name."
    case .hintsNotAllowed: "The game's options forbid hints."
    case .staleRevision: "The game has moved on."
    case .budgetExhausted: "The budget ended before there was a result."
    case .storeUnavailable: "The replica or the store can't be used at the moment."
    case .diskFull: "This device's disk has no room: nothing was stored."
    case .fileFailed: "A file of this device can't be read or written."
    case .outOfSequence: "This device's identity was renewed meanwhile: send the request again."
    case .anotherPlayer: "The store or save holds another player's games: `merge` takes them."
    case .recordFromNewerVersion: "A record was made by a newer version."
    case .idCollision: "Two different boards have one ID."
    case .limitExceeded: "A limit of this server."
    case .illegalAmount: "An amount is out of range."
    case .balanceTooLow: "There is less than the amount to be spent."
    case .damaged: "A file or record is damaged."
    }
  }
}
