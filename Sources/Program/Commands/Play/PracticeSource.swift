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
      return walk(from: found.grid, clues: found.clues, technique, isCancelled, onlySingles: true)
        ?? found
    }
    return stored(technique, seed: seed, isCancelled: isCancelled)
  }

  /// A position of one of the lesson's puzzles, in which a hint explains the technique.
  static func stored(
    _ technique: Technique, seed: UInt64, isCancelled: @escaping @Sendable () -> Bool
  ) -> PracticePosition? {
    guard let lesson = Lesson(technique) else { return nil }
    var random = SeededRandom(seed: seed)
    var examples = lesson.examples
    random.shuffle(&examples)
    let end = ContinuousClock.now + .seconds(4)
    let mustStop: @Sendable () -> Bool = { isCancelled() || ContinuousClock.now > end }
    // A symmetry may change the order of the steps, so the puzzle as it is comes last.
    for symmetry in [Transformation.random(using: &random), .identity] {
      for example in examples {
        guard let clues = try? Board(line: example.clues) else { continue }
        let board = symmetry.applied(to: clues)
        if let found = walk(from: CandidateGrid(board), clues: board, technique, mustStop) {
          return found
        }
      }
    }
    // The lesson knows where it is, at the price of rating the puzzle.
    for example in examples where !isCancelled() {
      guard let clues = try? Board(line: example.clues) else { continue }
      if let found = lesson.position(in: clues, scale: String(example.scale)) {
        return walk(from: found.grid, clues: clues, technique, isCancelled, onlySingles: true)
          ?? found
      }
    }
    return nil
  }

  /// The next step of the technique in a game that goes on: at once, or after singles.
  ///
  /// - Returns: `nil` if the grid has none, or half a second does not find one.
  static func next(
    _ technique: Technique, in grid: CandidateGrid, clues: Board
  ) -> PracticePosition? {
    let end = ContinuousClock.now + .milliseconds(500)
    return walk(
      from: grid, clues: clues, technique, { ContinuousClock.now > end }, onlySingles: true)
  }

  /// True if a scale takes the technique on its paths.
  static func rates(_ technique: Technique, on scale: String) -> Bool {
    let scale = try? ScaleRegistry.standard.scale(named: scale)
    return scale?.baseTenths(of: technique) != nil
  }

  /// Makes singles, and other steps where the technique has none, until a hint explains the technique.
  ///
  /// - Parameter onlySingles: True to give up where nothing else than the technique helps.
  private static func walk(
    from start: CandidateGrid, clues: Board, _ technique: Technique,
    _ isCancelled: @escaping @Sendable () -> Bool, onlySingles: Bool = false
  ) -> PracticePosition? {
    let maker = HintMaker(techniques: [technique])
    var grid = start
    while !grid.isFull {
      let marks = Dictionary(uniqueKeysWithValues: grid.emptyCells.map { ($0, grid[$0]) })
      guard
        let now = try? HintPosition(clues: clues, board: grid.board, pencilmarks: marks),
        let ladder = try? maker.ladder(for: now, isCancelled: isCancelled),
        case .step(let step, let isKnown, _) = ladder.subject
      else { return nil }
      if step.technique == technique {
        return PracticePosition(clues: clues, grid: grid, step: step)
      }
      guard isKnown || !onlySingles else { return nil }
      step.apply(to: &grid)
    }
    return nil
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
