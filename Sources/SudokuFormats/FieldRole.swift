/// What the columns of tables and the members of objects hold, recognised by their names.
///
/// The names are those that data sets and services use.
enum FieldRole: Hashable {
  case puzzle
  case solution
  case placed
  case candidates

  /// The role of a name in any case; `nil` for fields that are only carried along.
  init?(_ name: some Sequence<UInt8>) {
    guard let role = FieldRole.names[Notation.lowercased(name.filter { $0 != 0x5F && $0 != 0x20 })]
    else { return nil }
    self = role
  }

  private static let names: [String: FieldRole] = {
    var names: [String: FieldRole] = [:]
    for name in [
      "puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "clues", "board",
      "boards", "grid", "givens", "given", "problem", "mission", "unsolved", "start", "initial",
      "input", "puzzlestring", "puzzlestr", "initialboard", "cells", "value", "values",
    ] { names[name] = .puzzle }
    for name in [
      "solution", "solutions", "answer", "answers", "solved", "target", "output", "solutionstring",
      "solutionboard", "solvedboard",
    ] { names[name] = .solution }
    names["placed"] = .placed
    for name in ["candidates", "pencilmarks"] { names[name] = .candidates }
    return names
  }()
}
