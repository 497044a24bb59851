import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuSolver

extension Method {
  static let identityMethods: [Method] = [
    Method(
      "puzzle.identify", "Identifies a puzzle: by its clues, and up to symmetry.", puzzle,
      .optional(
        "form", ValueType<CanonicalForm>.choice(), "The canonical form; default `solution`."),
      result: IdentityRecord.schema
    ) { (_, board, form) throws(RPCError) in
      var canonicalizer = Canonicalizer()
      let form = form ?? .solution
      let canonical = canonicalizer.form(form, of: board)
      return .value(
        IdentityRecord(
          board, classID: ClassID(board), automorphisms: canonical?.automorphismCount,
          form: form, canonicalForm: canonical?.board, transformation: canonical?.transformation
        ).json)
    }
  ]
}
