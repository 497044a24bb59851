import SudokuCore
import Synchronization
import Testing

@testable import SudokuGenerator
@testable import sudoku

/// Who waits for a rare puzzle is reported how it stands.
@Suite struct SearchNotesTests {
  private final class Listener: Sendable {
    private let state = Mutex((time: ContinuousClock.now, texts: [String]()))

    func wait(_ seconds: Int) { state.withLock { $0.time += .seconds(seconds) } }
    func take(_ text: String) { state.withLock { $0.texts.append(text) } }
    var now: ContinuousClock.Instant { state.withLock { $0.time } }
    var texts: [String] { state.withLock { $0.texts } }
  }

  @Test func notesBecomeRarer() throws {
    let listener = Listener()
    let notes = SearchNotes(now: { listener.now }, emit: { listener.take($0) })
    let puzzle = try #require(Generator(seed: 1).puzzle(at: 0).puzzle)
    for second in 1...20_000 {
      listener.wait(1)
      notes.noteAttempt(
        GenerationProgress(attemptCount: second, best: second < 30 ? nil : puzzle))
    }
    let texts = listener.texts
    try #require(texts.count == 8, "\(texts)")
    #expect(texts[0] == "sudoku: note: no puzzle in 10 s, 10 grids tried; fewer than 1 in 3 fits")
    #expect(
      texts[1]
        == "sudoku: note: no puzzle in 60 s, 60 grids tried; fewer than 1 in 20 fits; "
        + "closest: \(puzzle.board.line), \(puzzle.board.clueCount) clues")
    #expect(texts[3].contains("in 60 min") && texts[4].contains("in 120 min"))
    #expect(texts[7].contains("in 300 min"))
  }

  @Test func whatWasFoundSaysHowLongTheNextTakes() {
    let listener = Listener()
    let notes = SearchNotes(now: { listener.now }, emit: { listener.take($0) })
    for _ in 1...3 {
      listener.wait(9)
      notes.noteAttempt(GenerationProgress(attemptCount: 1, best: nil))
      notes.noteFound()
    }
    #expect(listener.texts.isEmpty)
    listener.wait(12)
    notes.noteAttempt(GenerationProgress(attemptCount: 1, best: nil))
    #expect(
      listener.texts
        == ["sudoku: note: no puzzle in 12 s, 1 grid tried; those before took 13 s each"])
  }
}
