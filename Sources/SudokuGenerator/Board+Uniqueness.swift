import SudokuCore

extension Board {
  /// Whether the board passes what every board with one solution passes; cheap to tell, and it
  /// spares the solver the nearly empty boards it is slow on.
  ///
  /// There are 17 clues at least (McGuire, Tugemann, Civario, 2012), of 8 digits at least (two
  /// absent ones could change places), and no band or stack has two lines without clues (they could
  /// change places too).
  var mayHaveOneSolution: Bool {
    var count = 0
    var digits: UInt16 = 0
    var rows: UInt16 = 0
    var columns: UInt16 = 0
    for index in 0..<81 {
      let value = value(at: Cell(index))
      if value == 0 { continue }
      count &+= 1
      digits |= 1 &<< UInt16(value)
      rows |= 1 &<< UInt16(index / 9)
      columns |= 1 &<< UInt16(index % 9)
    }
    return count >= 17 && digits.nonzeroBitCount >= 8 && chutesAreFilled(rows)
      && chutesAreFilled(columns)
  }
}

/// Whether each run of three bits has two at least.
private func chutesAreFilled(_ lines: UInt16) -> Bool {
  (0..<3).allSatisfy { (lines &>> UInt16($0 &* 3) & 7).nonzeroBitCount >= 2 }
}
