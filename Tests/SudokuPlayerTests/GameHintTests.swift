import SudokuCore
import SudokuPlayer
import SudokuRating
import SudokuSession
import SudokuSync
import Testing

/// Hints for games: one step at a time, with and without notes.
@Suite struct GameHintTests {
  /// A puzzle that needs eliminations (SE 2.6 and more).
  static let puzzle =
    "...7.4..5.2..1..7.....8...2.9...625.6...7...8.532...1.4...9.....3..6..9.2..4.7..."

  private func library() throws -> GameLibrary {
    var environment = PlayerEnvironment()
    environment.wallMilliseconds = { 1_795_176_000_000 }
    environment.monotonicMilliseconds = { 1_795_176_000_000 }
    let library = try GameLibrary(
      replica: MemoryReplica(device: DeviceID(rawValue: 1)), environment: environment)
    _ = try library.begin(NewGame(puzzle: try #require(Board(Self.puzzle))))
    return library
  }

  private func hint(_ library: GameLibrary, depth: Int = 5, opID: String? = nil) throws -> Hint {
    let request = PlayRequest(opID: opID)
    let pending = try library.hint(for: request)
    let hint = try HintMaker().ladder(for: pending.position).hint(depth: depth)
    _ = try library.give(hint, pending, request)
    return hint
  }

  @Test(arguments: [true, false])
  func hintsAloneSolve(keepsNotes: Bool) throws {
    let library = try library()
    if keepsNotes { try library.perform(.autoNotes) }
    var eliminations = 0
    for _ in 0..<300 where library.current != nil {
      let hint = try hint(library)
      let step = try #require(hint.step)
      if let digit = hint.digit, let cell = hint.cell {
        try library.perform(.place(cell, digit))
      } else if keepsNotes {
        for candidate in step.eliminations {
          try library.perform(.note(candidate.cell, candidate.digit, isOn: false))
        }
      }
      eliminations += step.eliminations.count
    }
    #expect(library.current == nil && eliminations > 0)
  }

  @Test func withoutNotesEachHintGoesOn() throws {
    let library = try library()
    var removed: Set<Candidate> = []
    while true {
      let deep = try hint(library, depth: 4)
      let full = try hint(library)
      #expect(full.technique == deep.technique && full.cells == deep.cells)
      let step = try #require(full.step)
      if let digit = full.digit, let cell = full.cell {
        try library.perform(.place(cell, digit))
        if !removed.isEmpty { break }
      } else {
        #expect(removed.isDisjoint(with: step.eliminations))
        removed.formUnion(step.eliminations)
      }
    }
  }

  @Test func aRequestThatComesAgainGetsTheSameHint() throws {
    let library = try library()
    let first = try hint(library, opID: "a")
    let rev = try library.game().session.document.operations.count
    #expect(try hint(library, opID: "a") == first)
    #expect(try library.game().session.document.operations.count == rev)
  }
}
