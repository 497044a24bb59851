import SudokuSession

/// Whose time runs: that of at most one game, the one being played.
struct PlayClock {
  /// The game whose time runs; `nil` while nothing is played.
  private(set) var game: DocumentID?

  /// Lets a game's time run.
  ///
  /// - Returns: The game whose time ran before and has to be stopped; `nil` for none.
  mutating func start(_ id: DocumentID) -> DocumentID? {
    defer { game = id }
    return game == id ? nil : game
  }

  /// Notes that a game's time stands.
  mutating func stop(_ id: DocumentID) {
    if game == id { game = nil }
  }
}

extension Intent {
  /// Whether a player who wants this plays, so that the game's time runs from now on.
  var isPlay: Bool {
    switch self {
    case .select, .bookmark, .check, .pause, .suspend, .tick, .abandon, .setOption, .resolve,
      .close:
      false
    default: true
    }
  }

  /// Whether the game's time stands after it.
  var stopsClock: Bool {
    switch self {
    case .pause, .suspend, .close, .abandon: true
    default: false
    }
  }
}
