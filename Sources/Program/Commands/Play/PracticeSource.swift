import SudokuCore
import SudokuGenerator
import SudokuRating
import SudokuTechniques
import Synchronization

/// Positions for practice, and puzzles that need a technique, within seconds.
///
/// Random puzzles come first. Where a technique is rare, an example of its lesson does, turned and renamed
/// by a random symmetry: so every name of the lists leads to a game.
enum PracticeSource {
  /// The techniques that can be chosen, in the order of the catalogue.
  ///
  /// - Parameter forHints: True for those alone that hints explain.
  static func techniques(forHints: Bool) -> [Technique] {
    let known = Set(HintOrder.techniques)
    return Technique.all.filter { technique in
      guard let lesson = Lesson(technique), !lesson.examples.isEmpty else { return false }
      return !forHints || known.contains(technique)
    }
  }

  /// A position whose step is the technique; `nil` if the caller stops.
  static func position(
    _ technique: Technique, seed: UInt64, patience: Duration = .seconds(3),
    isCancelled: @escaping @Sendable () -> Bool
  ) -> PracticePosition? {
    let end = ContinuousClock.now + patience
    let mustStop: @Sendable () -> Bool = { isCancelled() || ContinuousClock.now > end }
    if patience > .zero, let search = PracticeSearch([technique], seed: seed),
      let found = search.position(at: 0, isCancelled: mustStop)
    {
      return hinted(found, technique, isCancelled) ?? found
    }
    return stored(technique, seed: seed, isCancelled: isCancelled)
  }

  /// A position of the lesson; prefers one whose step is the one that a hint explains.
  static func stored(
    _ technique: Technique, seed: UInt64, isCancelled: @escaping @Sendable () -> Bool
  ) -> PracticePosition? {
    guard let lesson = Lesson(technique) else { return nil }
    var random = SeededRandom(seed: seed)
    var examples = lesson.examples
    random.shuffle(&examples)
    var other: PracticePosition?
    // A symmetry may change the order of the steps, so the puzzle as it is comes last.
    for symmetry in [Transformation.random(using: &random), .identity] {
      for example in examples {
        if isCancelled() { return nil }
        guard let clues = try? Board(line: example.clues),
          let found = lesson.position(
            in: symmetry.applied(to: clues), scale: String(example.scale))
        else { continue }
        if let best = hinted(found, technique, isCancelled) { return best }
        other = other ?? found
      }
    }
    return other
  }

  /// True if a scale takes the technique on its paths.
  static func rates(_ technique: Technique, on scale: String) -> Bool {
    let scale = try? ScaleRegistry.standard.scale(named: scale)
    return scale?.baseTenths(of: technique) != nil
  }

  /// The position with the step that a hint explains there; `nil` if that is another technique.
  private static func hinted(
    _ position: PracticePosition, _ technique: Technique,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) -> PracticePosition? {
    let (clues, grid) = (position.clues, position.grid)
    let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
    guard
      let now = try? HintPosition(clues: clues, board: grid.board, pencilmarks: marks),
      let ladder = try? HintMaker(techniques: [technique])
        .ladder(for: now, isCancelled: isCancelled),
      case .step(let step, isKnown: true, _) = ladder.subject, step.technique == technique
    else { return nil }
    return PracticePosition(clues: clues, grid: grid, step: step)
  }
}

/// A search beside the game: it ends with a position, or is stopped.
final class PlaySearch: Sendable {
  private struct State {
    var isStopped = false
    var isOver = false
    var position: PracticePosition?
  }

  private let state = Mutex(State())

  init(
    _ find: @escaping @Sendable (_ isStopped: @escaping @Sendable () -> Bool) -> PracticePosition?
  ) {
    Task.detached { [self] in
      let found = find { [self] in state.withLock { $0.isStopped } }
      state.withLock { ($0.isOver, $0.position) = (true, found) }
    }
  }

  func stop() { state.withLock { $0.isStopped = true } }

  var isOver: Bool { state.withLock { $0.isOver } }
  var position: PracticePosition? { state.withLock { $0.position } }
}
