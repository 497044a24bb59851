import ArgumentParser
import SudokuCore
import SudokuIdentity

/// A number of clues, or a range of them: `24`, `24...28`.
struct ClueRange: ExpressibleByArgument {
  let counts: ClosedRange<Int>

  init?(argument: String) {
    guard let (low, high) = bounds(of: argument, read: { Int($0) }),
      low <= high, 17...81 ~= low, 17...81 ~= high
    else { return nil }
    counts = low...high
  }
}

/// Ranks of full grids, from 1: `7`, `1...100`, or `all`.
struct GridRanks {
  let ranks: ClosedRange<Int>

  init(_ argument: String) throws {
    let all = 1...GridCatalogue.classCount
    guard argument != "all" else {
      ranks = all
      return
    }
    guard let (low, high) = bounds(of: argument, read: { Int($0) }),
      low <= high, all ~= low, all ~= high
    else {
      throw ValidationError(
        "give a rank from 1 to \(all.upperBound), a range such as 1...100, or all")
    }
    ranks = low...high
  }
}

/// A score of any scale, or a range of them: `7.1`, `6.5...7.2`, `1000...1600`.
struct ScoreRange: ExpressibleByArgument {
  let tenths: ClosedRange<Int>

  init?(argument: String) {
    // Scores outside the scale are refused with its targets.
    guard let range = tenthsRange(argument, within: 0...10_000_000) else { return nil }
    tenths = range
  }
}

/// A rating of the scale `se`, or a range of them: `7.1`, `6.5...7.2`.
struct RatingRange: ExpressibleByArgument {
  /// Above all ratings: nested chains have 11.0 and a surcharge for their length.
  private static let highestTenths = 140
  let tenths: ClosedRange<Int>

  init?(argument: String) {
    // The upper end may be 20.0, the figure for what the program can't solve.
    guard let range = tenthsRange(argument, within: 0...200),
      range.lowerBound <= Self.highestTenths
    else { return nil }
    tenths = range
  }
}

/// One rating of the scale `se`: `10.5`.
struct SingleRating: ExpressibleByArgument {
  let tenths: Int

  init?(argument: String) {
    guard let range = tenthsRange(argument, within: 0...200), range.count == 1 else { return nil }
    tenths = range.lowerBound
  }
}

private func tenthsRange(_ text: String, within limits: ClosedRange<Int>) -> ClosedRange<Int>? {
  let read = { wholeTenths(of: $0).flatMap { limits ~= $0 ? $0 : nil } }
  return bounds(of: text, read: read).flatMap { $0.0 <= $0.1 ? $0.0...$0.1 : nil }
}

/// The tenths of a number; `nil` where it has more decimals: no rating lies between two tenths.
private func wholeTenths(of text: Substring) -> Int? {
  guard let value = plainNumber(text), value < 1e9 else { return nil }
  let tenths = (value * 10).rounded()
  return abs(tenths / 10 - value) < 1e-9 ? Int(tenths) : nil
}

/// A number of decimal digits; `nil` for signs, exponents, other radixes and words such as `inf`.
private func plainNumber(_ text: Substring) -> Double? {
  text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") } ? Double(text) : nil
}

/// Reads `a` or a range: `a...b`, `a..b` or `a-b`.
private func bounds<Value>(of text: String, read: (Substring) -> Value?) -> (Value, Value)? {
  let signs = ["...", "..", "-"]
  guard let dots = signs.lazy.compactMap({ text.firstRange(of: $0) }).first else {
    return read(text[...]).map { ($0, $0) }
  }
  guard let low = read(text[..<dots.lowerBound]), let high = read(text[dots.upperBound...]) else {
    return nil
  }
  return (low, high)
}

/// A length of time: `500ms`, `60s`, `5m`, `2h`; a bare number is seconds.
struct TimeBudget: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [(suffix: String, milliseconds: Double)] = [
      ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000), ("", 1_000),
    ]
    guard let unit = units.first(where: { argument.hasSuffix($0.suffix) }),
      let value = plainNumber(argument.dropLast(unit.suffix.count)), value > 0, value < 1e9
    else { return nil }
    duration = .milliseconds(Int64(value * unit.milliseconds))
  }
}

/// A part of the work: `3/64` is the third of 64.
struct Shard: ExpressibleByArgument {
  let number: Int
  let total: Int

  static let all = Shard(number: 1, total: 1)

  private init(number: Int, total: Int) {
    self.number = number
    self.total = total
  }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let total = Int(parts[1]),
      1...1_000_000 ~= total, 1...total ~= number
    else { return nil }
    self.init(number: number, total: total)
  }

  /// The part's indexes among `count`; parts are contiguous and nearly equal.
  func indexes(of count: Int) -> Range<Int> {
    let (share, rest) = (count / total, count % total)
    let start = (number - 1) * share + min(number - 1, rest)
    return start..<(start + share + (number <= rest ? 1 : 0))
  }
}

/// Reads a full grid that obeys the rules.
func parseSolution(_ text: String) throws -> Board {
  let board: Board
  do throws(BoardTextError) {
    board = try Board(line: text.filter { !$0.isWhitespace })
  } catch {
    throw ValidationError("\(error)")
  }
  if let conflict = board.conflict {
    throw ValidationError(
      "\(conflict.first) and \(conflict.second) of the solution hold the same digit "
        + "\(conflict.digit) in \(conflict.house)")
  }
  if let cell = CellSet.all.first(where: { board[$0] == nil }) {
    throw ValidationError("\(cell) of the solution is empty")
  }
  return board
}

/// Levels, each with an optional number of puzzles: `hard`, `easy:20,hard:20`.
struct LevelList: ExpressibleByArgument {
  /// `count` is `nil` for the number of `--count`.
  struct Entry {
    let name: String
    let count: Int?
  }

  let entries: [Entry]

  init?(argument: String) {
    var entries: [Entry] = []
    for text in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard let name = parts.first?.lowercased(), !name.isEmpty, parts.count <= 2 else {
        return nil
      }
      if parts.count == 2 {
        guard let count = Int(parts[1]), count > 0 else { return nil }
        entries.append(Entry(name: name, count: count))
      } else {
        entries.append(Entry(name: name, count: nil))
      }
    }
    self.entries = entries
  }
}
