import SudokuCore
import SudokuTechniques

extension StepPattern {
  /// The pattern of a chain of alternating links from "off" to "on".
  static func chain(
    _ path: [Candidate], reasons: [ChainLink.Reason], houses: HouseSet = HouseSet(),
    coverHouses: HouseSet = HouseSet()
  ) -> StepPattern {
    let ends = [path[0], path[path.count - 1]]
    return StepPattern(
      cells: CellSet(path.map(\.cell)), specialCells: CellSet(ends.map(\.cell)), houses: houses,
      coverHouses: coverHouses, digits: DigitSet(path.map(\.digit)),
      specialDigits: DigitSet(ends.map(\.digit)), candidates: Set(path).sorted(),
      branches: [ChainBranch(path, reasons: reasons)])
  }
}
