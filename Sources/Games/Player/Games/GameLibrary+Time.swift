import JSONCoding
import SudokuSession
import SudokuSync

/// Time that survives a crash: the running time is noted every few seconds outside the log, each note
/// replacing the last, so that no log grows while a player thinks.
extension GameLibrary {
  /// How often the running clock is noted, in milliseconds, so that a crash loses less than a second.
  static let noteMilliseconds: Int64 = 800

  private var timeNoteKey: ReplicaKey { ReplicaKey("timeNote.\(replica.device)") }

  /// How long until the running clock is to be noted, in milliseconds; `nil` where none runs.
  var millisecondsToTimeNote: Int64? {
    guard clock.game != nil else { return nil }
    return lastNoteMilliseconds + Self.noteMilliseconds - environment.monotonicMilliseconds()
  }

  func noteTime() {
    guard let due = millisecondsToTimeNote, due <= 0 else { return }
    keepStatistics()
    writeTimeNote()
  }

  /// Notes the time that answers are about to show, so that it is never less after a crash.
  package func noteShownTime() {
    guard clock.game != nil, storedTimeMilliseconds < shownTimeMilliseconds else { return }
    writeTimeNote()
  }

  private func writeTimeNote() {
    lastNoteMilliseconds = environment.monotonicMilliseconds()
    guard let game = clock.game.flatMap({ table.openGame($0) }), game.lastAt == nil,
      let note = game.session.timeNote(at: reading()),
      let text = try? CanonicalJSONEncoder().encodeText(note)
    else { return }
    do throws(SyncError) {
      try replica.setValue(text, for: timeNoteKey)
      hasTimeNote = true
      storedTimeMilliseconds = lastNoteMilliseconds
    } catch {
      environment.log("the time played could not be noted: \(error)")
    }
  }

  /// Writes the time that has run since the last operation into the game's log, where a save, a backup
  /// or a sync that the player asks for would leave it behind.
  ///
  /// Less than a crash may cost is left where it is, so that asking again and again writes nothing.
  package func recordTime() {
    guard let id = clock.game, let game = table.openGame(id), game.lastAt == nil else { return }
    let session = game.session
    let unbooked =
      session.elapsedMilliseconds(at: reading()) - session.document.elapsedMilliseconds
    guard unbooked >= Self.noteMilliseconds else { return }
    do throws(PlayerError) { _ = try perform(.tick, PlayRequest(game: id)) } catch {
      environment.log("the time played could not be written: \(error)")
    }
  }

  func forgetTimeNote() {
    guard hasTimeNote else { return }
    hasTimeNote = false
    try? replica.setValue(nil, for: timeNoteKey)
  }

  /// Puts the time into the log that a process noted which ended without saying so.
  func recoverTime() {
    guard let text = (try? replica.value(for: timeNoteKey)) ?? nil else { return }
    hasTimeNote = true
    defer { forgetTimeNote() }
    guard let note = try? StrictJSONDecoder().decode(TimeNote.self, from: text),
      let game = try? table.game(note.game)
    else { return }
    let operations = game.session.recover(note, at: reading(), clock: &table.clock)
    table.add(operations, to: game, by: nil)
    table.hasTouchedUncommitted = false
    do throws(SyncError) {
      try table.commit()
    } catch {
      environment.log("the time played before the crash could not be saved: \(error)")
    }
  }
}

/// Whose time runs: that of at most one game, the one being played.
struct PlayClock {
  /// The game whose time runs; `nil` while nothing is played.
  private(set) var game: DocumentID?

  /// Lets a game's time run.
  mutating func start(_ id: DocumentID) -> DocumentID? {
    defer { game = id }
    return game == id ? nil : game
  }

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
