import Foundation
import Observation
import SudokuCore
import SudokuGenerator
import SudokuPlayer
import SudokuRating
import SudokuSession
import SudokuStores
import SudokuSync

/// The game on the screen: views show its properties and call its functions, and know nothing else.
///
/// The engine works on an actor of its own. Changes by other devices arrive here as events.
@MainActor @Observable final class GameModel {
  /// The game as the player sees it, `nil` before the first one.
  private(set) var game: GameState?
  /// The hint on the screen; the next change removes it.
  private(set) var hint: Hint?
  /// The last error in a sentence, `nil` after a success.
  private(set) var message: String?
  /// True while a puzzle or a hint is being searched.
  private(set) var isSearching = false
  /// The cell that digits go to.
  var selected: Cell?
  /// True if digits are notes.
  var makesNotes = false

  /// True if the game accepts moves and hints.
  var isPlayable: Bool { game?.status == .inProgress || game?.status == .paused }

  @ObservationIgnored private let player: Player
  @ObservationIgnored private var watching: Task<Void, Never>?

  /// Opens the games in a file of an existing folder, such as the app's documents.
  init(path: String) throws {
    var random = SeededRandom(seed: PlayerEnvironment.system.drawSeed())
    player = try Player(replica: try SQLiteReplica(path: path, random: &random))
    let events = player.events
    watching = Task { [weak self] in
      for await event in events { await self?.take(event) }
    }
  }

  /// Shows the game that was played last, on any device; begins one if there is none.
  func appear() async {
    if let known = try? await player.state(), !known.isCompleted {
      game = try? await player.open(known.game)
    }
    if game == nil { await begin(.easy) }
  }

  /// Begins a game of a new puzzle.
  func begin(_ level: Level) async {
    await search { [player] in
      var options = GeneratorOptions()
      options.level = level
      let generator = try Generator(seed: PlayerEnvironment.system.drawSeed(), options: options)
      // The search takes a moment: not on the main actor.
      guard let puzzle = await Task.detached(operation: { generator.puzzle(at: 0).puzzle }).value
      else { return }
      self.game = try await player.begin(NewGame(puzzle: puzzle.board)).state
      self.selected = nil
    }
  }

  /// Enters a digit in the selected cell, as a note where notes are made.
  func enter(_ digit: Digit) async {
    guard let selected else { return }
    await play(makesNotes ? .note(selected, digit, isOn: nil) : .place(selected, digit))
  }

  /// Clears the selected cell.
  func clear() async {
    if let selected { await play(.clear(selected)) }
  }

  /// Undoes the last change.
  func undo() async { await play(.undo) }

  /// Takes the last undo back.
  func redo() async { await play(.redo) }

  /// Stops the clock when the app goes to the background; a game that has ended has none.
  func suspend() async {
    if isPlayable { await play(.suspend) }
  }

  /// Shows a hint, one depth further each time, and selects its cell.
  func askForHint() async {
    let depth = min((hint?.depth ?? 0) + 1, 5)
    await search { [player] in
      let hint = try await player.hint(depth: depth).hint
      try await self.refresh()
      self.hint = hint
      self.selected = hint.cell ?? self.selected
    }
  }

  /// Places the digit of a hint of depth 5.
  func follow() async {
    if let cell = hint?.cell, let digit = hint?.digit { await play(.place(cell, digit)) }
  }

  /// Stores and sends what waits, at the end of the app.
  func end() async {
    await player.end()
    await watching?.value
  }

  private func play(_ intent: Intent) async {
    await attempt { [player] in
      try await player.play(intent)
      try await self.refresh()
    }
  }

  /// The current state; `begin` and `open` have made this game the current one.
  private func refresh() async throws {
    game = try await player.state(of: game?.game)
    hint = nil
  }

  private func take(_ event: LibraryEvent) async {
    switch event {
    // Moves of this device are shown by the function that made them.
    case .changed(let id, origin: .sync, _, _, _) where id == game?.game:
      await attempt { try await self.refresh() }
    case .completedElsewhere(let id, _), .ended(let id, _), .conflict(let id, _):
      if id == game?.game { await attempt { try await self.refresh() } }
    default: break
    }
  }

  private func search(_ body: () async throws -> Void) async {
    guard !isSearching else { return }
    isSearching = true
    await attempt(body)
    isSearching = false
  }

  private func attempt(_ body: () async throws -> Void) async {
    do {
      try await body()
      message = nil
    } catch {
      message = "\(error.localizedDescription)"
    }
  }
}
