import SudokuCore

/// Rows and columns of a grid, one bit each, and the number of empty cells where they cross.
struct MultiSectorCrossing {
  var cellCount: Int
  var rows: Int
  var columns: Int
}

/// Finds the crossings of rows and columns that have no more room for digits than empty cells.
///
/// Room is counted for all 512 sets of columns at once, a byte each, while rows come and go one by one
/// (each set of rows differs from the one before in a single row): what a row adds is looked up, and a
/// digit's columns are counted by a table. A crossing is looked at only if its counts agree.
final class MultiSectorCrossings {
  /// Nine digits, and the empty cells as a tenth.
  private static let kindCount = 10
  private static let setCount = 512

  /// The number of columns that two sets of six have in common, 64 x 64.
  private static let common: [UInt8] = (0..<64 * 64).map {
    UInt8(truncatingIfNeeded: ($0 >> 6 & $0 & 63).nonzeroBitCount)
  }

  /// The addition of a row to each kind for each set of columns: one for a digit that has room there, and the number
  /// of empty cells.
  private let added = UnsafeMutablePointer<UInt8>.allocate(capacity: 9 * kindCount * setCount)
  /// The sums of what the chosen rows add.
  private let sums = UnsafeMutablePointer<UInt8>.allocate(capacity: kindCount * setCount)
  /// The room in each crossing of the chosen rows.
  private let room = UnsafeMutablePointer<UInt8>.allocate(capacity: setCount)

  init(_ grid: CandidateGrid) {
    sums.initialize(repeating: 0, count: Self.kindCount * Self.setCount)
    room.initialize(repeating: 0, count: Self.setCount)
    for row in 0..<9 {
      for kind in 0..<Self.kindCount {
        let isDigit = kind < 9
        let places = isDigit ? grid.places(9 + row, kind) : grid.emptyPlaces(in: House(.row, row))
        let start = added + (row * Self.kindCount + kind) * Self.setCount
        start.initialize(to: 0)
        // A set of columns has what it has without its last one, and that one.
        for column in 0..<9 {
          let own = UInt8(truncatingIfNeeded: places >> column & 1)
          let with = start + (1 << column)
          for rest in 0..<1 << column {
            (with + rest).initialize(to: isDigit ? start[rest] | own : start[rest] &+ own)
          }
        }
      }
    }
  }

  deinit {
    added.deallocate()
    sums.deallocate()
    room.deallocate()
  }

  /// Hands over the crossings of two to seven rows and columns that have as much room, each digit counted
  /// by row or by column, whichever gives less, as empty cells.
  func forEachTight(_ columnsWithRoom: [UInt16], _ body: (MultiSectorCrossing) -> Void) {
    var rows = 0
    for turn in 1..<Self.setCount {
      let row = turn.trailingZeroBitCount
      rows ^= 1 << row
      change(row, isAdded: rows >> row & 1 != 0)
      guard 2...7 ~= rows.nonzeroBitCount else { continue }
      room.update(repeating: 0, count: Self.setCount)
      for digit in 0..<9 { addRoom(digit, columnsWithRoom[digit * Self.setCount + rows]) }
      tellTight(rows, body)
    }
  }

  /// Counts a row, or counts it no longer.
  private func change(_ row: Int, isAdded: Bool) {
    let start = added + row * Self.kindCount * Self.setCount
    let sums = sums
    if isAdded {
      for index in 0..<Self.kindCount * Self.setCount { sums[index] &+= start[index] }
    } else {
      for index in 0..<Self.kindCount * Self.setCount { sums[index] &-= start[index] }
    }
  }

  /// Adds a digit's room for all sets of columns: as many rows or as many columns as it has room in.
  private func addRoom(_ digit: Int, _ columnsWithRoom: UInt16) {
    Self.common.withUnsafeBufferPointer { common in
      let (low, high) = (Int(columnsWithRoom & 63), Int(columnsWithRoom >> 6))
      for chosenHigh in 0..<8 {
        let byColumn = UInt8(truncatingIfNeeded: (high & chosenHigh).nonzeroBitCount)
        let byRow = sums + digit * Self.setCount + chosenHigh * 64
        let room = room + chosenHigh * 64
        for chosenLow in 0..<64 {
          room[chosenLow] &+= min(byRow[chosenLow], common[low * 64 + chosenLow] &+ byColumn)
        }
      }
    }
  }

  /// Hands over the sets of columns with as much room as empty cells; eight are compared at a time.
  private func tellTight(_ rows: Int, _ body: (MultiSectorCrossing) -> Void) {
    let cells = sums + 9 * Self.setCount
    for start in stride(from: 0, to: Self.setCount, by: 8) {
      let difference = Self.eight(room + start) ^ Self.eight(cells + start)
      // Some byte is zero, or no borrow would reach a byte's highest bit.
      guard (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080 != 0
      else { continue }
      for columns in start..<start + 8
      where room[columns] == cells[columns] && 2...7 ~= columns.nonzeroBitCount {
        body(MultiSectorCrossing(cellCount: Int(cells[columns]), rows: rows, columns: columns))
      }
    }
  }

  private static func eight(_ bytes: UnsafeMutablePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
  }
}
