import SudokuTechniques

extension ChainLink {
  /// True if the link follows by one rule: a cell has one digit, and a house one place for a digit.
  ///
  /// Patterns and nested chains are not such rules; groups of cells are ignored.
  package var followsByOneRule: Bool {
    let target = conclusion.candidate
    guard premises.allSatisfy({ $0.isOn != conclusion.isOn }) else { return false }
    if !conclusion.isOn, premises.count != 1 { return false }
    let others = premises.map(\.candidate)
    switch reason {
    case .cell:
      return others.allSatisfy { $0.cell == target.cell && $0.digit != target.digit }
    case .house(let house):
      return house.cells.contains(target.cell)
        && others.allSatisfy {
          $0.digit == target.digit && $0.cell != target.cell && house.cells.contains($0.cell)
        }
    default: return false
    }
  }
}
