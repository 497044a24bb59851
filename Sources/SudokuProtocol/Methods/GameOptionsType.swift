import SudokuRecords
import SudokuSession

extension ValueType where Value == GameOptions {
  /// The options of a new game; what is omitted keeps its default.
  static let options = ValueType.object(
    .optional("mistakeLimit", .int(0...1_000_000), "Mistakes that end the game; 0 for none."),
    .optional(
      "mistakeCheck",
      ValueType<GameOptions.MistakeCheck>.choice(),
      "When a wrong digit is reported."),
    .optional("autoRemoveNotes", .bool, "Whether placing a digit removes notes that see it."),
    .optional("timer", .bool, "Whether time is measured."),
    .optional("hintsAllowed", .bool, "Whether hints are given.")
  ) { (limit, check, removes, timer, hints) throws(RPCError) in
    let usual = GameOptions()
    return GameOptions(
      mistakeLimit: limit ?? usual.mistakeLimit, mistakeCheck: check ?? usual.mistakeCheck,
      autoRemoveNotes: removes ?? usual.autoRemoveNotes, timer: timer ?? usual.timer,
      hintsAllowed: hints ?? usual.hintsAllowed)
  }
}
