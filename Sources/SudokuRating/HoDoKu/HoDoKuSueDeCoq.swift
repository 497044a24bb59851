import SudokuTechniques

/// The first Sue de Coq.
struct HoDoKuSueDeCoq: HoDoKuSearcher {
  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    var find: HoDoKuFind?
    SueDeCoq().search(state.grid) { removals, pattern in
      find = HoDoKuFind(.sueDeCoq, removing: removals, pattern: pattern)
      return false
    }
    return find
  }
}
