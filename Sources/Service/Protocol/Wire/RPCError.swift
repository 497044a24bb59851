import JSONCoding
import SudokuCore
import SudokuSession

/// The reason why a request is refused: a JSON-RPC error whose `data.kind` is a stable name.
///
/// ```swift
/// RPCError(.cellIsGiven, "r1c1 is a clue", ["cell": "r1c1"]).value
/// // {"code":-32004,"data":{"cell":"r1c1","kind":"cellIsGiven"},"message":"r1c1 is a clue"}
/// ```
public struct RPCError: Error, Hashable, Sendable {
  package var kind: Kind
  /// The fault in a sentence.
  public var message: String
  /// The members of `data` besides the kind, with which a program can react.
  package var details: JSONObject
  /// The code that the Model Context Protocol has for the error, in place of the kind's.
  var modelContextCode: Int?

  package init(_ kind: Kind, _ message: String, _ details: JSONObject = [:]) {
    self.kind = kind
    self.message = message
    self.details = details
  }

  /// The stable name of the error's kind, such as `cellIsGiven`.
  public var name: String { kind.rawValue }

  /// The JSON-RPC code.
  public var code: Int { modelContextCode ?? kind.code }

  package var value: JSONValue {
    var data = details
    data["kind"] = .string(kind.rawValue)
    return ["code": JSONValue(code), "data": .object(data), "message": .string(message)]
  }
}

extension RPCError {
  /// The kinds of errors; `declaration` describes each.
  package enum Kind: String, CaseIterable, Sendable {
    case parseError, invalidRequest, unknownMethod, invalidParams, internalError, cancelled
    case malformedPuzzle, conflictingClues, noSolution, notUnique
    case cellIsGiven, cellIsFilled, illegalDigit, unknownGame, unknownBookmark, gameIsOver
    case nothingToUndo, nothingToRedo, illegalOption, unknownConflict, opIdReused, unknownBackup
    case hintsNotAllowed, staleRevision, budgetExhausted
    case storeUnavailable, diskFull, fileFailed, outOfSequence, anotherPlayer
    case recordFromNewerVersion, idCollision, limitExceeded, illegalAmount, balanceTooLow, damaged
    case excludedBySetting, timeNotTrusted, tooManyOperations
  }
}

extension RPCError.Kind {
  /// Number, meaning and data of a kind of errors.
  struct Declaration {
    /// The JSON-RPC code.
    let code: Int
    let summary: String
    /// The members of `data` besides the kind; optional ones end with `?`.
    let details: () -> [String: Schema]

    init(
      _ code: Int, _ summary: String,
      _ details: @escaping @autoclosure () -> [String: Schema] = [:]
    ) {
      self.code = code
      self.summary = summary
      self.details = details
    }
  }

  package var code: Int { declaration.code }

  var declaration: Declaration { ofRequest ?? ofGame ?? ofStorage }

  /// Faults of requests and boards.
  private var ofRequest: Declaration? {
    switch self {
    case .parseError:
      .init(
        -32700, "The line is not valid JSON.",
        [
          "byteOffset": .integer("The place, counted from the line's start.", minimum: 0),
          "column": .integer("The place, in characters from 1.", minimum: 0),
          "problem": .string("The mistake, such as `invalidSyntax`."),
        ])
    case .invalidRequest: .init(-32600, "The JSON is not a request.")
    case .unknownMethod:
      .init(
        -32601, "The method is unknown.",
        ["method": .string(), "suggestion?": .string("The name that was probably meant.")])
    case .invalidParams:
      .init(
        -32602, "A parameter is missing, unknown or has the wrong type.",
        [
          "expected": .string("The valid values."), "parameter": .string("The parameter's name."),
          "reason?": .string("The reason that values which are valid alone can't be combined."),
          "suggestion?": .string("The name that was probably meant."),
          "valid?": .array("The valid names.", of: .string()),
        ])
    case .cancelled:
      .init(
        -32800, "The request was cancelled.",
        [
          "partial?": .anyOf(
            "The result up to then.",
            [
              .record(SolveRecord.self), .record(GradeListRecord.self),
              .record(PuzzleListRecord.self),
            ])
        ])
    case .malformedPuzzle:
      .init(
        -32000, "The puzzle is not a board of 81 cells.",
        [
          "column": .integer("From 1.", minimum: 0), "line": .integer("From 1.", minimum: 0),
          "parameter?": .string("The place in a list, from 0."),
        ])
    case .conflictingClues:
      .init(-32001, "Clues contradict each other.", ["cells": CellSet.schema])
    case .noSolution: .init(-32002, "The puzzle has no solution.")
    case .notUnique:
      .init(
        -32003, "The puzzle has more than one solution.",
        ["solutions": .array("Two of them.", of: Board.schema, count: 2...2)])
    default: nil
    }
  }

  /// Faults of moves and of searches for a game.
  private var ofGame: Declaration? {
    switch self {
    case .cellIsGiven: .init(-32004, "The cell holds a clue.", ["cell": Cell.schema])
    case .illegalDigit:
      .init(
        -32005, "The number is not a digit, or one of two for a cell.", ["digit?": .integer()])
    case .unknownGame:
      .init(
        -32006, "The game is unknown.",
        ["game": Schema.string("Null if no game is current.").nullable])
    case .unknownBookmark: .init(-32007, "The bookmark is unknown.", ["bookmark": .string()])
    case .gameIsOver:
      .init(
        -32008, "The game is completed, lost or abandoned.",
        ["status": GameState.Status.schema])
    case .nothingToUndo: .init(-32009, "There is nothing to undo, or no mistake to go back to.")
    case .nothingToRedo: .init(-32010, "There is nothing to redo.")
    case .hintsNotAllowed: .init(-32011, "The game's options forbid hints.")
    case .staleRevision:
      .init(
        -32012, "The game has changed since the revision of the request.",
        ["rev": .integer("The game's revision.", minimum: 0)])
    case .budgetExhausted:
      .init(
        -32013, "The budget ended before there was a result.",
        [
          "best?": Schema.record(
            GeneratedPuzzleRecord.self, "Of `puzzle.generate`: the puzzle that came closest."
          ).nullable,
          "budgetMilliseconds?": .integer(
            "The budget, if it was the time that ended; `budget` sets another.", minimum: 0),
          "partial?": .anyOf(
            "The result up to then.", [.record(SolveRecord.self), .record(GradeListRecord.self)]),
          "puzzles?": .list(
            of: GeneratedPuzzleRecord.self, "Of `puzzle.generate`: the puzzles made up to then."),
        ])
    default: nil
    }
  }

  /// Faults of stores and files, and the rest; a fault without an entry would be an internal error.
  private var ofStorage: Declaration {
    switch self {
    case .storeUnavailable:
      .init(
        -32014, "The replica or the store can't be used at the moment.",
        ["reason": .string(), "requests?": .integer(), "retryable": .boolean()])
    case .recordFromNewerVersion:
      .init(
        -32015, "A record was made by a newer version.",
        ["requests?": .integer(), "version?": .integer()])
    case .idCollision:
      .init(-32016, "Two different boards have one ID.", ["requests?": .integer()])
    case .limitExceeded:
      .init(
        -32017, "The request exceeds a limit of this server.",
        ["limit": .string("Its name, as in `hello`."), "maximum": .integer()])
    case .illegalAmount: .init(-32018, "An amount is out of range.")
    case .damaged: .init(-32019, "A file or record is damaged.", ["requests?": .integer()])
    case .illegalOption:
      .init(
        -32020, "The option is unknown or can't have this value.",
        [
          "expected?": .string("The values that the option may have."), "option": .string(),
          "valid?": .array("The names of the options.", of: .string()),
        ])
    case .unknownConflict:
      .init(
        -32021, "The conflict or its version is unknown.", ["conflict": .string()])
    case .balanceTooLow:
      .init(
        -32022, "The balance is lower than the amount to spend.",
        ["balance": .integer(), "item": .string()])
    case .unknownBackup:
      .init(-32023, "The backup is unknown.", ["backup": .string()])
    case .diskFull:
      .init(-32024, "This device's disk is full: nothing was stored.", Self.ofThisDevice)
    case .fileFailed:
      .init(-32025, "A file of this device can't be read or written.", Self.ofThisDevice)
    case .outOfSequence:
      .init(
        -32026, "This device's identity was renewed meanwhile: send the request again.",
        Self.ofThisDevice)
    case .anotherPlayer:
      .init(
        -32027, "The store or save holds another player's games: `merge` takes them.",
        ["requests?": .integer()])
    case .cellIsFilled:
      .init(
        -32028, "The cell holds a digit, so it can't have notes.", ["cell": Cell.schema])
    case .opIdReused:
      .init(
        -32029, "The `opId` belongs to an earlier request for something else.",
        ["opId": .string()])
    case .excludedBySetting:
      .init(
        -32030, "A setting of the player excludes such puzzles.",
        ["reason": .string("The reason."), "setting": .string("The setting.")])
    case .timeNotTrusted:
      .init(
        -32031, "The server does not take this time from a client.",
        [
          "last?": .string("The last time given for the game.", format: "date-time"),
          "serverTime?": .string("The server's clock.", format: "date-time"),
        ])
    case .tooManyOperations:
      .init(
        -32032,
        "The game has too many operations: only placing and undoing are allowed, and nothing at the maximum.",
        ["maximum": .integer()])
    default: .init(-32603, "A fault of the server.")
    }
  }

  private static var ofThisDevice: [String: Schema] {
    ["requests?": .integer(), "retryable": .boolean()]
  }

  /// The errors that one of the operations of `game.apply` may have.
  static let refusals: Set<Self> = [
    .cellIsGiven, .cellIsFilled, .illegalDigit, .illegalOption, .gameIsOver, .nothingToUndo,
    .nothingToRedo, .tooManyOperations,
  ]

  /// The schema of an error of this kind: the member `error` of a response.
  var schema: Schema {
    let declaration = declaration
    var properties: [String: Schema] = ["kind": .constant("", rawValue)]
    var required = ["kind"]
    for (name, schema) in declaration.details() {
      let isOptional = name.hasSuffix("?")
      let name = isOptional ? String(name.dropLast()) : name
      properties[name] = schema
      if !isOptional { required.append(name) }
    }
    if Self.refusals.contains(self) {
      properties["operation"] = .integer(
        "Of `game.apply`: the refused operation, from 0.", minimum: 0)
    }
    return .object(
      declaration.summary,
      [
        "code": .integer("", minimum: code, maximum: code),
        "data": .object("", properties, required: required, isClosed: true),
        "message": .string("The error, in a sentence."),
      ], required: ["code", "data", "message"], isClosed: true)
  }
}
