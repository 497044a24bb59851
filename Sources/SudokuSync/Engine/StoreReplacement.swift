import SudokuSession

/// Why a store is not the one it was.
public enum StoreReplacement: String, Hashable, Sendable {
  /// It is another store.
  case another
  /// It was made anew.
  case recreated
  /// It went back to an older state.
  case rolledBack
}
