import SudokuCore

/// A read-only walk through the history of a game, also of one that has ended.
///
/// ```swift
/// var review = GameReview(session.document)     // shows the game as it is
/// review.stepBack()                             // true: as it was before its last change
/// review.state.board
/// review.stepForward()
/// ```
///
/// A step is an operation, of any device, that changed a cell or a note, undo and redo among them.
public struct GameReview: Sendable {
  package let document: GameDocument
  /// The revisions at which a cell or a note changed, from 0 to the present one.
  package let steps: [Int]
  /// The index in `steps` of the revision that is shown.
  package private(set) var position: Int

  /// Begins at the present revision.
  ///
  /// - Complexity: O(n) for n operations.
  public init(_ document: GameDocument) {
    self.document = document
    var steps = [0]
    var fold = document.fold(ofFirst: 0)
    for operation in document.operations.ordered {
      fold.touched = []
      fold.apply(operation, rank: document.operations.rank(of: operation))
      if !fold.touched.isEmpty { steps.append(fold.count) }
    }
    // Operations after the last change, such as a completion, belong to the last step.
    if steps.count > 1 { steps.removeLast() }
    if document.operations.count > steps[steps.count - 1] {
      steps.append(document.operations.count)
    }
    self.steps = steps
    position = steps.count - 1
  }

  /// The revision that is shown.
  public var revision: Int { steps[position] }

  /// The step that is shown, from 0 for the game before its first change.
  package var step: Int { position }

  /// The state at the revision that is shown.
  ///
  /// `canUndo` is true if an earlier step exists, `canRedo` if a later one does.
  ///
  /// - Complexity: O(`revision`).
  public var state: GameState {
    var state = document.state(atRevision: revision)
    state.canUndo = position > 0
    state.canRedo = position < steps.count - 1
    return state
  }

  /// Shows the previous step; returns false at the first one.
  @discardableResult
  public mutating func stepBack() -> Bool {
    guard position > 0 else { return false }
    position -= 1
    return true
  }

  /// Shows the next step; returns false at the last one.
  @discardableResult
  public mutating func stepForward() -> Bool {
    guard position < steps.count - 1 else { return false }
    position += 1
    return true
  }

  /// Shows the last step at or before a revision.
  public mutating func move(toRevision revision: Int) {
    position = steps.lastIndex { $0 <= revision } ?? 0
  }
}

extension GameDocument {
  /// The state as it was after the first `revision` operations.
  ///
  /// - Complexity: O(`revision`).
  package func state(atRevision revision: Int) -> GameState {
    prefix(min(max(0, revision), operations.count)).state
  }
}
