// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of sudoku.h.

// The functions of sudoku.h about symmetry and identity.

import CSudoku
import SudokuCore
import SudokuIdentity
import SudokuSolver

@c @implementation
package func sudoku_identify(
  _ boards: UnsafePointer<UInt8>?, _ count: Int, _ threads: UInt32,
  _ puzzleIDs: UnsafeMutablePointer<CChar>?, _ classIDs: UnsafeMutablePointer<CChar>?,
  _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    guard let batch = try Batch(boards, count) else { return }
    let (ofPuzzles, ofClasses) = (Output(puzzleIDs), Output(classIDs))
    try forEachPart(of: count, threads: threads, size: 1_024) { rows in
      let puzzles = rows.map { batch[$0] }
      let wantsClasses = ofClasses.start != nil
      let results = wantsClasses ? BatchSolver().solve(puzzles) : []
      var canonicalizer = Canonicalizer()
      for (index, row) in rows.enumerated() {
        ofPuzzles.write(PuzzleID(puzzles[index]).description, at: row)
        guard wantsClasses else { continue }
        let solution = results[index].isUnique ? results[index].solution : nil
        let id = solution.flatMap {
          ClassID(puzzles[index], solution: $0, using: &canonicalizer)
        }
        ofClasses.write(id?.description, at: row)
      }
      return true
    }
  }
}

@c @implementation
package func sudoku_game_ids(
  _ boards: UnsafePointer<UInt8>?, _ count: Int, _ starts: UnsafePointer<Int64>?,
  _ gameIDs: UnsafeMutablePointer<CChar>?, _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    guard let batch = try Batch(boards, count) else { return }
    guard let starts else { throw .argument("starts is NULL") }
    let ids = Output(try needed(gameIDs, "game_ids"))
    for row in 0..<count {
      let start = UnixTime(seconds: starts[row])
      let id = GameID(initialBoard: batch[row], startDate: start)
      ids.write(id.description, at: row, length: SUDOKU_GAME_ID_LENGTH)
    }
  }
}

extension Output<CChar> {
  /// Writes an ID, zeros for none.
  fileprivate func write(_ id: String?, at row: Int, length: Int32 = SUDOKU_ID_LENGTH) {
    guard let start else { return }
    let place = start + row * Int(length)
    place.update(repeating: 0, count: Int(length))
    for (index, byte) in (id ?? "").utf8.enumerated() { place[index] = CChar(byte) }
  }
}

@c @implementation
package func sudoku_canonicalize(
  _ boards: UnsafePointer<UInt8>?, _ count: Int, _ form: UnsafePointer<CChar>?,
  _ threads: UInt32, _ canonical: UnsafeMutablePointer<UInt8>?,
  _ automorphisms: UnsafeMutablePointer<UInt32>?, _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    let name = text(form) ?? ""
    guard let form = CanonicalForm(rawValue: name) else {
      let names = CanonicalForm.allCases.map(\.rawValue).joined(separator: ", ")
      throw .argument("unknown form '\(name)'; valid forms: \(names)")
    }
    guard let batch = try Batch(boards, count) else { return }
    let (forms, numbers) = (Output(try needed(canonical, "canonical")), Output(automorphisms))
    try forEachPart(of: count, threads: threads, size: 256) { rows in
      var canonicalizer = Canonicalizer()
      for row in rows {
        let found = canonicalizer.form(form, of: batch[row])
        forms.write(found?.board ?? Board(), at: row)
        numbers.set(UInt32(found?.automorphismCount ?? 0), at: row)
      }
      return true
    }
  }
}

@c @implementation
package func sudoku_augment(
  _ boards: UnsafePointer<UInt8>?, _ others: UnsafePointer<UInt8>?, _ count: Int,
  _ copies: UInt32, _ seed: UInt64, _ first: UInt64, _ threads: UInt32,
  _ boardsOut: UnsafeMutablePointer<UInt8>?, _ othersOut: UnsafeMutablePointer<UInt8>?,
  _ error: UnsafeMutablePointer<sudoku_error>?
) -> Int32 {
  status(error) { () throws(Fault) in
    guard copies > 0, let batch = try Batch(boards, count) else { return }
    guard count <= Int.max / 1_024 / Int(copies) else { throw .argument("copies is too large") }
    let companions = others == nil && othersOut == nil ? nil : try Batch(others, count)
    let out = Output(try needed(boardsOut, "boards_out"))
    let companionsOut = Output(companions == nil ? nil : try needed(othersOut, "others_out"))
    try forEachPart(of: count, threads: threads, size: 256) { rows in
      for row in rows {
        var random = SeededRandom(seed: seed, stream: first &+ UInt64(row))
        for copy in 0..<Int(copies) {
          let transformation = Transformation.random(using: &random)
          let place = row * Int(copies) + copy
          out.write(transformation.applied(to: batch[row]), at: place)
          if let companions {
            companionsOut.write(transformation.applied(to: companions[row]), at: place)
          }
        }
      }
      return true
    }
  }
}
