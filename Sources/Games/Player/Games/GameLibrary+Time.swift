import JSONCoding
import SudokuSession
import SudokuSync

/// Playing time that survives a crash, in a note outside the log.
///
/// Each note replaces the last one, so the log does not grow while the player thinks.
extension GameLibrary {
  /// The interval between time notes, in milliseconds: a crash loses less than a second.
  static let noteMilliseconds: Int64 = 800

  private var timeNoteKey: ReplicaKey { ReplicaKey("timeNote.\(replica.device)") }

  /// The time until the next time note, in milliseconds; `nil` while no clock runs.
  var millisecondsToTimeNote: Int64? {
    guard clock.game != nil else { return nil }
    return lastNoteMilliseconds + Self.noteMilliseconds - environment.monotonicMilliseconds()
  }

  func noteTime() {
    guard let due = millisecondsToTimeNote, due <= 0 else { return }
    keepStatistics()
    writeTimeNote()
  }

  /// Notes the time that answers are about to show, so that a crash never makes it smaller.
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

  /// Writes the time since the last operation into the game's log, before a save, a backup or a sync.
  ///
  /// Less than the interval of notes is not written, so that repeated calls write nothing.
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

  /// Writes the time noted by a process that crashed into the log.
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

/// The choice of the running clock: at most one game's, that of the game being played.
struct PlayClock {
  /// The game whose clock runs; `nil` while none does.
  private(set) var game: DocumentID?

  /// Makes a game's clock the running one.
  ///
  /// - Returns: The game whose clock ran before, `nil` for none or the same one.
  mutating func start(_ id: DocumentID) -> DocumentID? {
    defer { game = id }
    return game == id ? nil : game
  }

  mutating func stop(_ id: DocumentID) {
    if game == id { game = nil }
  }
}

extension Intent {
  /// True for an intent of a player at play; it starts the game's clock.
  var isPlay: Bool {
    switch self {
    case .select, .bookmark, .check, .pause, .suspend, .tick, .abandon, .setOption, .resolve,
      .close:
      false
    default: true
    }
  }

  /// True for an intent that stops the game's clock.
  var stopsClock: Bool {
    switch self {
    case .pause, .suspend, .close, .abandon: true
    default: false
    }
  }
}
