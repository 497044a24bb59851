import JSONCoding
import SudokuCore
import SudokuPlayer
import SudokuSession
import SudokuSync
import SudokuTechniques

/// Why a request is refused: a JSON-RPC error whose `data.kind` is a stable name.
///
/// ```swift
/// RPCError(.cellIsGiven, "r1c1 is a clue", ["cell": "r1c1"]).value
/// // {"code":-32004,"data":{"cell":"r1c1","kind":"cellIsGiven"},"message":"r1c1 is a clue"}
/// ```
public struct RPCError: Error, Hashable, Sendable {
  /// The kinds of errors: number and stable name in one table.
  public enum Kind: String, CaseIterable, Sendable {
    /// The line is not valid JSON.
    case parseError
    /// The JSON is not a request.
    case invalidRequest
    /// There is no such method.
    case unknownMethod
    /// A parameter is missing or has the wrong type.
    case invalidParams
    /// A fault of ours.
    case internalError
    /// The request was cancelled.
    case cancelled
    /// The puzzle is not a board of 81 cells.
    case malformedPuzzle
    /// Clues contradict each other.
    case conflictingClues
    /// The puzzle has no solution.
    case noSolution
    /// The puzzle has more than one solution.
    case notUnique
    /// The cell holds a clue.
    case cellIsGiven
    /// The cell holds a digit, beside which there are no notes.
    case cellIsFilled
    /// The number is not a valid digit, or one of two for a cell.
    case illegalDigit
    /// There is no game with this ID.
    case unknownGame
    /// There is nothing to go back to, or no such bookmark.
    case unknownBookmark
    /// The game is completed, lost or abandoned.
    case gameIsOver
    /// There is nothing to undo, or no mistake to go back to.
    case nothingToUndo
    /// There is nothing to redo.
    case nothingToRedo
    /// There is no such option, or it can't have this value.
    case illegalOption
    /// There is no such conflict, or it has no such version.
    case unknownConflict
    /// The request's ID belongs to an earlier, different request.
    case opIdReused
    /// There is no backup of this name.
    case unknownBackup
    /// The game's options forbid hints.
    case hintsNotAllowed
    /// The game has moved on.
    case staleRevision
    /// The budget ended before there was a result.
    case budgetExhausted
    /// The replica or store can't be used at the moment.
    case storeUnavailable
    /// This device's disk has no room: nothing was stored.
    case diskFull
    /// A file of this device can't be read or written.
    case fileFailed
    /// This device's identity was renewed meanwhile: the request can be sent again.
    case outOfSequence
    /// The store holds another player's games.
    case anotherPlayer
    /// A record was made by a newer version.
    case recordFromNewerVersion
    /// Two different boards under one ID.
    case idCollision
    /// A limit of this server.
    case limitExceeded
    /// An amount is out of range.
    case illegalAmount
    /// There is less than the amount to be spent.
    case balanceTooLow
    /// A file or record is damaged.
    case damaged

    /// The JSON-RPC code.
    public var code: Int {
      switch self {
      case .parseError: -32700
      case .invalidRequest: -32600
      case .unknownMethod: -32601
      case .invalidParams: -32602
      case .internalError: -32603
      case .cancelled: -32800
      case .malformedPuzzle: -32000
      case .conflictingClues: -32001
      case .noSolution: -32002
      case .notUnique: -32003
      case .cellIsGiven: -32004
      case .illegalDigit: -32005
      case .unknownGame: -32006
      case .unknownBookmark: -32007
      case .gameIsOver: -32008
      case .nothingToUndo: -32009
      case .nothingToRedo: -32010
      case .hintsNotAllowed: -32011
      case .staleRevision: -32012
      case .budgetExhausted: -32013
      case .storeUnavailable: -32014
      case .recordFromNewerVersion: -32015
      case .idCollision: -32016
      case .limitExceeded: -32017
      case .illegalAmount: -32018
      case .balanceTooLow: -32022
      case .damaged: -32019
      case .illegalOption: -32020
      case .unknownConflict: -32021
      case .unknownBackup: -32023
      case .diskFull: -32024
      case .fileFailed: -32025
      case .outOfSequence: -32026
      case .anotherPlayer: -32027
      case .cellIsFilled: -32028
      case .opIdReused: -32029
      }
    }
  }

  /// The kind.
  public var kind: Kind
  /// What is wrong, in a sentence.
  public var message: String
  /// What a program needs to act, without the kind.
  public var details: JSONObject

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - message: What is wrong, in a sentence.
  ///   - details: What a program needs to act.
  public init(_ kind: Kind, _ message: String, _ details: JSONObject = [:]) {
    self.kind = kind
    self.message = message
    self.details = details
  }

  /// The error object of a response.
  public var value: JSONValue {
    var data = details
    data["kind"] = .string(kind.rawValue)
    return ["code": JSONValue(kind.code), "data": .object(data), "message": .string(message)]
  }
}

extension RPCError {
  /// A line that is no JSON, or breaks a limit.
  init(_ error: JSONError, limits: ProtocolLimits) {
    switch error.code {
    case .tooDeep:
      self = .limit("nestingDepth", limits.nestingDepth)
    case .tooLong:
      self = .limit("lineBytes", limits.lineBytes)
    default:
      self.init(
        .parseError, error.code == .numberOutOfRange ? Self.outOfRange : error.message,
        [
          "byteOffset": JSONValue(error.byteOffset), "column": JSONValue(error.column),
          "problem": .string(error.code.rawValue),
        ])
    }
  }

  private static let outOfRange =
    "a number is out of range: integers go from -9223372036854775808 to 9223372036854775807, "
    + "others up to 1.7976931348623157e308"

  /// A limit of the server that a request broke.
  static func limit(_ name: String, _ maximum: Int) -> RPCError {
    RPCError(
      .limitExceeded, "the limit \(name) is \(maximum)",
      ["limit": .string(name), "maximum": JSONValue(maximum)])
  }

  /// A parameter of the wrong type.
  static func wrongType(_ parameter: String, expected: String) -> RPCError {
    RPCError(
      .invalidParams, "the parameter '\(parameter)' must be \(expected)",
      ["expected": .string(expected), "parameter": .string(parameter)])
  }

  /// A name that is none of those that there are.
  static func unknownChoice(
    _ text: String, of parameter: String, among names: [String], alsoKnown: [String] = []
  ) -> RPCError {
    let list = names.joined(separator: ", ")
    var message = "the parameter '\(parameter)' must be one of \(list)"
    var details: JSONObject = [
      "expected": .string("one of " + list), "parameter": .string(parameter),
      "valid": .array(names.map { .string($0) }),
    ]
    if let suggestion = Suggestion.nearest(to: text, among: names + alsoKnown) {
      message += ": did you mean '\(suggestion)'?"
      details["suggestion"] = .string(suggestion)
    }
    return RPCError(.invalidParams, message, details)
  }

  /// A text that no technique is called.
  static func unknownTechnique(_ text: String, of parameter: String) -> RPCError {
    let ids = Technique.Family.allCases.map(\.rawValue) + Technique.all.map(\.id)
    return unknownChoice(text, of: parameter, among: ids, alsoKnown: TechniqueCatalogue.names)
  }

  /// A text that is not a board.
  init(_ error: BoardTextError) {
    self.init(
      .malformedPuzzle, error.message,
      ["column": JSONValue(error.column), "line": JSONValue(error.line)])
  }

  /// Why a game can't be opened or a command not be carried out.
  init(_ error: GameError) {
    var details: JSONObject = [:]
    switch error {
    case .conflictingClues(let cells): details["cells"] = cells.json
    case .notUnique(let one, let other):
      details["solutions"] = [.string(one.line), .string(other.line)]
    case .cellIsGiven(let cell), .cellIsFilled(let cell):
      details["cell"] = .string(cell.description)
    case .gameIsOver(let status): details["status"] = .string(status.rawValue)
    case .staleRevision(let rev): details["rev"] = JSONValue(rev)
    case .unknownBookmark(let name): details["bookmark"] = .string(name)
    case .illegalOption(let name): details["option"] = .string(name)
    case .unknownConflict(let id): details["conflict"] = .string(id)
    case .opIDReused(let opID): details["opId"] = .string(opID)
    case .noSolution, .idCollision, .illegalDigit, .nothingToUndo, .nothingToRedo,
      .hintsNotAllowed:
      break
    }
    self.init(Kind(rawValue: error.name) ?? .internalError, error.message, details)
  }

  /// Why something can't happen to the profile.
  init(_ error: ProfileError) {
    switch error {
    case .illegalAmount: self.init(.illegalAmount, error.message)
    case .balanceTooLow(let item, let balance):
      self.init(
        .balanceTooLow, error.message,
        ["balance": JSONValue(balance), "item": .string(item)])
    case .unknownConflict(let id):
      self.init(.unknownConflict, error.message, ["conflict": .string(id)])
    case .opIDReused(let opID): self.init(.opIdReused, error.message, ["opId": .string(opID)])
    case .illegalName: self.init(.invalidParams, error.message)
    }
  }

  /// What the library refuses.
  init(_ error: PlayerError) {
    switch error {
    case .unknownGame(nil):
      self.init(.unknownGame, "there is no current game", ["game": .null])
    case .unknownGame(let id?):
      self.init(.unknownGame, "there is no game '\(id)'", ["game": .string(id.rawValue)])
    case .tooManyOpenGames(let limit): self = .limit("openGames", limit)
    case .tooManyWaiting(let limit): self = .limit("waitingOperations", limit)
    case .game(let error): self.init(error)
    case .profile(let error): self.init(error)
    case .sync(let error): self.init(error)
    case .noStore:
      self.init(
        .storeUnavailable, "there is no store: none was given",
        ["reason": "noStore", "retryable": false])
    case .unknownBackup(let name):
      self.init(.unknownBackup, "there is no backup '\(name)'", ["backup": .string(name)])
    case .noBackupFolder:
      self.init(
        .storeUnavailable, "there is no folder for backups",
        ["reason": "noBackups", "retryable": false])
    }
  }

  /// What the replica answered, or the folder of backups: this device's own disk.
  init(_ error: SyncError) {
    switch error.kind {
    case .diskFull: self.init(.diskFull, error.message, ["retryable": true])
    case .fileFailed: self.init(.fileFailed, error.message, ["retryable": true])
    case .outOfSequence: self.init(.outOfSequence, error.message, ["retryable": true])
    default: self.init(ofStore: error)
    }
  }

  /// What the store answered.
  init(ofStore error: SyncError) {
    switch error.kind {
    case .anotherPlayer: self.init(.anotherPlayer, error.message)
    case .recordFromNewerVersion: self.init(.recordFromNewerVersion, error.message)
    case .idCollision: self.init(.idCollision, error.message)
    case .damaged: self.init(.damaged, error.message)
    default:
      self.init(
        .storeUnavailable, error.message,
        ["reason": .string(error.kind.name), "retryable": .bool(error.isRetryable)])
    }
  }
}
