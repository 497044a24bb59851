import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSolver

extension Method {
  static let identityMethods: [Method] = [
    Method(
      "puzzle.identify", "Tells which puzzle it is: by its clues, and up to symmetry.",
      .required("puzzle", .board, "The puzzle: 81 characters."),
      .optional(
        "form",
        ValueType<CanonicalForm>.choice(
          Dictionary(uniqueKeysWithValues: CanonicalForm.allCases.map { ($0.rawValue, $0) })),
        "The canonical form; `solution` if it is left out."),
      result: .object(
        "",
        [
          "automorphisms": .integer("Symmetries that turn the puzzle into itself.", minimum: 1),
          "canonicalForm": Shape.board.nullable, "classId": Schema.string().nullable,
          "form": .string(), "puzzleId": .string(),
        ], required: ["canonicalForm", "classId", "form", "puzzleId"])
    ) { (_, board, form) throws(RPCError) in
      var canonicalizer = Canonicalizer()
      let form = form ?? .solution
      let canonical = canonicalizer.form(form, of: board)
      var members: JSONObject = [
        "canonicalForm": canonical.map { .string($0.board.line) } ?? .null,
        "classId": ClassID(board).map { .string($0.description) } ?? .null,
        "form": .string(form.rawValue), "puzzleId": .string(PuzzleID(board).description),
      ]
      if let canonical { members["automorphisms"] = JSONValue(canonical.automorphismCount) }
      return .value(.object(members))
    }
  ]
}
