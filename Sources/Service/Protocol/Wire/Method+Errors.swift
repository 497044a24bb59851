extension Method {
  /// The kinds of errors that a request may get.
  ///
  /// They follow from the parameters and the group; only what a single method refuses is listed by name.
  var errors: [RPCError.Kind] {
    var kinds: Set<RPCError.Kind> = [
      .invalidRequest, .invalidParams, .internalError, .cancelled, .limitExceeded,
    ]
    kinds.formUnion(Self.ownErrors[name] ?? [])
    for name in names { kinds.formUnion(Self.errorsOfParameters[name] ?? []) }
    switch group {
    case "puzzle": kinds.formUnion(Self.puzzleErrors + [.budgetExhausted])
    case "game":
      kinds.formUnion(Self.storageErrors + [.unknownGame])
      if names.contains("ifRev") { kinds.formUnion([.gameIsOver, .tooManyOperations]) }
    case "player": kinds.formUnion([.fileFailed])
    case "engine", "rpc": break
    default: kinds.formUnion(Self.storageErrors)
    }
    return RPCError.Kind.allCases.filter(kinds.contains)
  }

  private static let puzzleErrors: [RPCError.Kind] = [
    .malformedPuzzle, .conflictingClues, .noSolution, .notUnique,
  ]
  private static let storageErrors: [RPCError.Kind] = [
    .storeUnavailable, .diskFull, .fileFailed, .outOfSequence, .damaged, .recordFromNewerVersion,
    .idCollision,
  ]
  private static let errorsOfParameters: [String: [RPCError.Kind]] = [
    "at": [.timeNotTrusted], "budget": [.budgetExhausted], "game": [.unknownGame],
    "generate": [.budgetExhausted, .excludedBySetting], "givens": [.cellIsGiven],
    "ifRev": [.staleRevision], "opId": [.opIdReused], "pencilmarks": [.cellIsGiven],
    "puzzle": puzzleErrors,
  ]
  private static let ownErrors: [String: [RPCError.Kind]] = [
    "backup.restore": [.unknownBackup], "game.apply": Array(RPCError.Kind.refusals),
    "game.bookmark": [.tooManyOperations], "game.clear": [.cellIsGiven],
    "game.daily": [.budgetExhausted, .excludedBySetting],
    "game.hint": [.hintsNotAllowed, .budgetExhausted],
    "game.note": [.cellIsGiven, .cellIsFilled], "game.place": [.cellIsGiven, .illegalDigit],
    "game.placeAll": [.cellIsGiven, .illegalDigit], "game.redo": [.nothingToRedo],
    "game.revert": [.unknownBookmark], "game.setOption": [.illegalOption],
    "game.undo": [.nothingToUndo], "game.undoToMistake": [.nothingToUndo],
    "game.why": [.hintsNotAllowed, .budgetExhausted],
    "methods": [.unknownMethod], "profile.grant": [.illegalAmount, .balanceTooLow],
    "save.import": [.anotherPlayer, .tooManyOperations, .malformedPuzzle],
    "sync.now": [.anotherPlayer],
    "sync.resolve": [.unknownConflict, .gameIsOver, .cellIsGiven], "sync.restore": [.anotherPlayer],
  ]
}
