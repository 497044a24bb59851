import SudokuCore

/// The geometry of the board as flat tables, for the walk along unique loops.
///
/// Cells are `0..<81`, houses `0..<27`, kinds 0 block, 1 row, 2 column; sets of cells are the bits of
/// a `CellSet`. The memory is written once, when `shared` is made, and never freed.
struct LoopGeometry: @unchecked Sendable {
  /// The one set of tables.
  static let shared = LoopGeometry()

  /// The cells of a cell's house of a kind: `[cell * 3 + kind]`.
  let cells: UnsafePointer<UInt128>
  /// The cells of all three houses of a cell.
  let seen: UnsafePointer<UInt128>
  /// The three houses of a cell, as the bits of a `HouseSet`.
  let houses: UnsafePointer<UInt32>
  /// The cells of a house.
  let houseCells: UnsafePointer<UInt128>

  private init() {
    let cells = UnsafeMutablePointer<UInt128>.allocate(capacity: 243)
    let seen = UnsafeMutablePointer<UInt128>.allocate(capacity: 81)
    let houses = UnsafeMutablePointer<UInt32>.allocate(capacity: 81)
    let houseCells = UnsafeMutablePointer<UInt128>.allocate(capacity: 27)
    for house in 0..<27 {
      (houseCells + house).initialize(to: House(unchecked: house).cells.rawValue)
    }
    for index in 0..<81 {
      let cell = Cell(unchecked: index)
      (seen + index).initialize(to: 0)
      (houses + index).initialize(to: 0)
      for (kind, house) in House.Kind.allCases.map(cell.house).enumerated() {
        (cells + index * 3 + kind).initialize(to: house.cells.rawValue)
        seen[index] |= house.cells.rawValue
        houses[index] |= 1 << UInt32(house.index)
      }
    }
    self.cells = UnsafePointer(cells)
    self.seen = UnsafePointer(seen)
    self.houses = UnsafePointer(houses)
    self.houseCells = UnsafePointer(houseCells)
  }
}
