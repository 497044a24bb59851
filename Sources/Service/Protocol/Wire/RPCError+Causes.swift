import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuPlayer
import SudokuSession
import SudokuSync
import SudokuTechniques

// The errors of the modules below as errors of the protocol.

extension RPCError {
  /// A line that is not JSON, or exceeds a limit.
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
    + "others up to 1.7976931348623157e308; the digits of a board are text, in quotes"

  package static func limit(_ name: String, _ maximum: Int) -> RPCError {
    RPCError(
      .limitExceeded, "the limit \(name) is \(maximum)",
      ["limit": .string(name), "maximum": JSONValue(maximum)])
  }

  package static func wrongType(_ parameter: String, expected: String) -> RPCError {
    invalid(parameter, expected: expected, "the parameter '\(parameter)' must be \(expected)")
  }

  static func notAPage(_ parameter: String) -> RPCError {
    wrongType(parameter, expected: "the 'nextPage' of an earlier answer")
  }

  /// A parameter with a value that is not valid.
  package static func invalid(
    _ parameter: String, expected: String, _ message: String, _ more: JSONObject = [:]
  ) -> RPCError {
    var details = more
    details["expected"] = .string(expected)
    details["parameter"] = .string(parameter)
    return RPCError(.invalidParams, message, details)
  }

  /// The error of a member of an object, with the object's name before the member's.
  func inside(_ name: String) -> RPCError {
    guard name != "params", let member = details["parameter"]?.string else { return self }
    var error = self
    error.details["parameter"] = .string("\(name).\(member)")
    // A scale with the member's name keeps it.
    let scale = "the scale '\(member)'"
    error.message = message.split(separator: scale, omittingEmptySubsequences: false)
      .map { $0.replacing("'\(member)'", with: "'\(name).\(member)'") }.joined(separator: scale)
    return error
  }

  /// The error of a board in a list, with its place.
  func located(at place: String) -> RPCError {
    guard kind == .malformedPuzzle, details["parameter"] == nil else { return self }
    var error = self
    error.details["parameter"] = .string(place)
    error.message = "\(place): \(message)"
    return error
  }

  /// An unknown parameter; lists the known ones and suggests the nearest.
  static func unknownParameter(
    _ name: String, valid names: [String], prefix: String = ""
  ) -> RPCError {
    let shown = prefix + name.prefix(64)
    let suggestion = Suggestion.parameter(for: name, among: names)
    let valid =
      names.isEmpty
      ? "there are no parameters"
      : "valid parameters: " + names.sorted().joined(separator: ", ")
    var details: JSONObject = ["valid": .array(names.sorted().map { .string($0) })]
    var message = "unknown parameter '\(shown)'"
    if let suggestion {
      message += "; did you mean '\(suggestion)'?"
      details["suggestion"] = .string(suggestion)
    }
    return invalid(
      shown, expected: names.isEmpty ? "no parameters" : "one of the valid names",
      "\(message) (\(valid))", details)
  }

  /// A name outside of a fixed list; suggests the nearest.
  static func unknownChoice(
    _ text: String, of parameter: String, among names: [String], alsoKnown: [String] = [],
    listedBy source: String? = nil
  ) -> RPCError {
    let list = names.joined(separator: ", ")
    var message = "the parameter '\(parameter)' must be one of \(list)"
    var details: JSONObject = ["valid": .array(names.map { .string($0) })]
    if let source {
      message = "unknown value '\(text.prefix(64))' of the parameter '\(parameter)'; \(source)"
      details["valid"] = nil
    }
    if let suggestion = Suggestion.nearest(to: text, among: names + alsoKnown) {
      message += "; did you mean '\(suggestion)'?"
      details["suggestion"] = .string(suggestion)
    }
    return invalid(parameter, expected: source ?? "one of " + list, message, details)
  }

  static func unknownTechnique(_ text: String, of parameter: String) -> RPCError {
    let ids = Technique.Family.allCases.map(\.rawValue) + Technique.all.map(\.id)
    return unknownChoice(
      text, of: parameter, among: ids, alsoKnown: TechniqueCatalogue.names,
      listedBy:
        "give an English name, an id or a family, as in naked pair or x-wing; engine.techniques lists all"
    )
  }

  /// A search that took longer than it may; `partial` has what there is.
  static func budgetExhausted(_ milliseconds: Int, _ details: JSONObject = [:]) -> RPCError {
    var details = details
    details["budgetMilliseconds"] = JSONValue(milliseconds)
    return RPCError(
      .budgetExhausted,
      "there is no result within the budget of \(milliseconds) ms; 'budget' sets another", details)
  }

  /// A text that is not a board.
  init(_ error: BoardTextError) {
    self.init(
      .malformedPuzzle, error.message,
      ["column": JSONValue(error.column), "line": JSONValue(error.line)])
  }

  /// Why the session can't open a game or carry out a command.
  init(_ error: GameError) {
    if case .inOperation(let index, let refusal) = error {
      self.init(refusal)
      message = error.message
      details["operation"] = JSONValue(index)
      return
    }
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
    case .illegalOption(let name):
      details["option"] = .string(name)
      if let option = GameOption.all.first(where: { $0.name == name }) {
        details["expected"] = .string(option.expectation)
      } else {
        details["valid"] = .array(GameOption.all.map(\.name).sorted().map { .string($0) })
      }
    case .lockedOption(let name): details["option"] = .string(name)
    case .unknownConflict(let id): details["conflict"] = .string(id)
    case .opIDReused(let opID): details["opId"] = .string(opID)
    case .tooManyOperations(let limit): details["maximum"] = JSONValue(limit)
    case .noSolution, .idCollision, .illegalDigit, .nothingToUndo, .nothingToRedo,
      .hintsNotAllowed, .inOperation:
      break
    }
    self.init(Kind(rawValue: error.name) ?? .internalError, error.message, details)
  }

  /// Why the profile can't change.
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
    case .illegalName: self = .invalid("name", expected: "a name", error.message)
    }
  }

  /// Why the library refuses a request.
  init(_ error: PlayerError) {
    switch error {
    case .unknownGame(nil):
      self.init(.unknownGame, error.message, ["game": .null])
    case .unknownGame(let id?):
      let message =
        PuzzleID(id.rawValue) == nil
        ? error.message : "'\(id.rawValue)' is the ID of a puzzle, not of a game"
      self.init(.unknownGame, message, ["game": .string(id.rawValue)])
    case .tooManyOpenGames(let limit): self = .limit("openGames", limit)
    case .tooManyOpenOperations(let limit): self = .limit("openOperations", limit)
    case .tooManyWaiting(let limit): self = .limit("waitingOperations", limit)
    case .timeGoesBack(let last):
      let date = UTCTime(milliseconds: last).description
      self.init(.timeNotTrusted, error.message, ["last": .string(date)])
    case .game(let error): self.init(error)
    case .profile(let error): self.init(error)
    case .sync(let error): self.init(error)
    case .noStore:
      self.init(
        .storeUnavailable, error.message,
        ["reason": "noStore", "retryable": false])
    case .unknownBackup(let name):
      self.init(.unknownBackup, error.message, ["backup": .string(name)])
    case .noBackupFolder:
      self.init(
        .storeUnavailable, error.message,
        ["reason": "noBackups", "retryable": false])
    }
  }

  /// A failure of this device: its replica or its folder of backups.
  init(_ error: SyncError) {
    switch error.kind {
    case .diskFull: self.init(.diskFull, error.message.withoutFolders, ["retryable": true])
    case .fileFailed: self.init(.fileFailed, error.message.withoutFolders, ["retryable": true])
    case .outOfSequence:
      self.init(.outOfSequence, error.message.withoutFolders, ["retryable": true])
    default: self.init(ofStore: error)
    }
  }

  init(ofStore error: SyncError) {
    switch error.kind {
    case .anotherPlayer: self.init(.anotherPlayer, error.message.withoutFolders)
    case .recordFromNewerVersion: self.init(.recordFromNewerVersion, error.message.withoutFolders)
    case .idCollision: self.init(.idCollision, error.message.withoutFolders)
    case .damaged: self.init(.damaged, error.message.withoutFolders)
    default:
      self.init(
        .storeUnavailable, error.message.withoutFolders,
        ["reason": .string(error.kind.name), "retryable": .bool(error.isRetryable)])
    }
  }
}

extension String {
  /// The text with names of files in place of absolute paths, which are nothing to a client.
  var withoutFolders: String {
    // Most texts have none, and a report has one for each game.
    guard utf8.contains(UInt8(ascii: "/")) else { return self }
    return replacing(/(^|[\s('"=]|file:|sqlite:)\/(?:[^\s:'",;()]*\/)?(?=[^\s\/])/) { String($0.1) }
  }
}
