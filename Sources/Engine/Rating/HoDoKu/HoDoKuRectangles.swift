import SudokuCore
import SudokuTechniques

/// Unique and hidden rectangles; all types are gathered in one pass.
///
/// Cells may lack one of the two digits, as long as nothing that is placed rules it out.
struct HoDoKuRectangles: HoDoKuSearcher {
  let technique: Technique

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    if state.memory.rectangles == nil {
      var pass = UniqueRectanglePass(state.grid, asHoDoKu: true)
      pass.run()
      state.memory.rectangles = pass.finds.map {
        HoDoKuFind($0.technique, removing: $0.removals, pattern: $0.pattern)
      }
    }
    return state.memory.rectangles?.first { $0.technique == technique }
  }
}
