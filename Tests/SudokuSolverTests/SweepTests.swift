import CSudokuVectors
import SudokuCore
import TestSupport
import Testing

@testable import SudokuKernel

/// One sweep of the batch kernel, lane by lane, against the same rules written slowly.
struct SweepTests {
  /// Asks for nothing; never freed.
  nonisolated(unsafe) private static let request = {
    let request = UnsafeMutablePointer<batch_request>.allocate(capacity: 1)
    request.initialize(to: batch_request())
    return UnsafePointer(request)
  }()

  /// Sweeps take nothing that the rules keep, come to rest where the rules do, and say so.
  @Test(arguments: ([1, 2, 3] as [UInt64]).sized(1))
  func sweepsEndWhereTheRulesDo(seed: UInt64) {
    var cases = RandomCases(seed: seed)
    let boards = (0..<Lanes.count).map { _ in Self.masks(of: cases.next()) }
    let kernel = BatchKernel(Self.request)
    defer { kernel.deallocate() }
    Self.store(boards, in: kernel)
    let rules = boards.map { SlowRules($0) }
    var dead = [Bool](repeating: false, count: Lanes.count)
    var before = boards
    var sweeps = 0
    while true {
      let flags = kernel.sweep()
      sweeps += 1
      let after = (0..<Lanes.count).map { Self.load($0, from: kernel) }
      for lane in 0..<Lanes.count {
        dead[lane] = dead[lane] || Self.isSet(lane, flags.dead)
        guard !dead[lane] else { continue }
        let isNarrower = zip(after[lane], before[lane]).allSatisfy { $0 & ~$1 == 0 }
        let keepsEnough = zip(after[lane], rules[lane].masks).allSatisfy { $1 & ~$0 == 0 }
        let isSaid = after[lane] == before[lane] || Self.isSet(lane, flags.changed)
        let isSingle = after[lane].allSatisfy { $0.nonzeroBitCount == 1 }
        if !isNarrower || !(keepsEnough || rules[lane].isDead) || !isSaid
          || isSingle != Self.isSet(lane, flags.single)
        {
          Issue.record("seed \(seed), lane \(lane), sweep \(sweeps): \(boards[lane])")
          return
        }
      }
      before = after
      let moving = (0..<Lanes.count).contains { !dead[$0] && Self.isSet($0, flags.changed) }
      if !moving || sweeps > 200 { break }
    }
    #expect(sweeps > 3 && sweeps < 100, "seed \(seed): \(sweeps) sweeps")
    for lane in 0..<Lanes.count where dead[lane] != rules[lane].isDead {
      Issue.record("seed \(seed), lane \(lane) is \(dead[lane] ? "" : "not ")dead: \(boards[lane])")
    }
    for lane in 0..<Lanes.count where !dead[lane] && before[lane] != rules[lane].masks {
      Issue.record("seed \(seed), lane \(lane) rests elsewhere: \(boards[lane])")
    }
    // The boards are what they should be: of every kind some.
    #expect(dead.contains(true) && dead.contains(false), "seed \(seed)")
  }

  /// Locked triples take what the rule written slowly takes, in the lanes they are asked for.
  @Test func triplesAreThoseOfTheRule() {
    var changed = 0
    var dead = 0
    for seed in 4...9 {
      let counts = compareTriples(seed: UInt64(seed))
      changed += counts.changed
      dead += counts.dead
    }
    #expect(changed > 50, "\(changed)")
    #expect(dead > 50 && dead < 6 * Lanes.count - 50, "\(dead)")
  }

  /// Compares a block of boards; returns in how many something was taken and how many had no solution.
  private func compareTriples(seed: UInt64) -> (changed: Int, dead: Int) {
    let kernel = BatchKernel(Self.request)
    defer { kernel.deallocate() }
    // Few digits in each cell: a minirow has three often enough, or fewer.
    var random = SeededRandom(seed: seed)
    let boards = (0..<Lanes.count).map { lane in
      (0..<81).map { _ in
        (0..<2 + lane % 4).reduce(UInt16(0)) { mask, _ in
          mask | 1 << UInt16.random(in: 0..<9, using: &random)
        }
      }
    }
    Self.store(boards, in: kernel)
    for digit in 0..<9 { kernel.collectPlaces(digit) }
    // Every third lane is not asked for.
    var asked = Lanes.all
    for lane in stride(from: 0, to: Lanes.count, by: 3) {
      asked.bits[lane / 64] &= ~(1 << UInt64(lane % 64))
    }
    let flags = kernel.eliminateByTriples(asked)
    kernel.applyPlaces()
    var changed = 0
    var dead = 0
    for lane in 0..<Lanes.count {
      let (expected, isDead) = SlowRules.afterTriples(boards[lane])
      let after = Self.load(lane, from: kernel)
      let isAsked = lane % 3 != 0
      #expect(after == (isAsked ? expected : boards[lane]), "seed \(seed), lane \(lane)")
      #expect(Self.isSet(lane, flags.dead) == isDead, "seed \(seed), lane \(lane)")
      #expect(Self.isSet(lane, flags.changed) == (after != boards[lane]))
      if after != boards[lane] { changed += 1 }
      if isDead { dead += 1 }
    }
    return (changed, dead)
  }

  /// The candidates of each cell, bit `d - 1` for digit `d`.
  private static func masks(of question: RandomCases.Question) -> [UInt16] {
    switch question {
    case .board(let board):
      (0..<81).map { board[Cell(index: $0)].map { DigitSet($0).rawValue } ?? 0x1FF }
    case .grid(let masks): masks
    }
  }

  private static func store(_ boards: [[UInt16]], in kernel: BatchKernel) {
    for plane in 0..<729 { kernel.state[plane] = Lanes.none }
    for cell in 0..<81 { kernel.singles[cell] = Lanes.none }
    for (lane, masks) in boards.enumerated() {
      for plane in 0..<729 where masks[plane % 81] >> UInt16(plane / 81) & 1 != 0 {
        kernel.state[plane].bits[lane / 64] |= 1 << UInt64(lane % 64)
      }
    }
  }

  private static func load(_ lane: Int, from kernel: BatchKernel) -> [UInt16] {
    (0..<81).map { cell in
      (0..<9).reduce(into: UInt16(0)) { mask, digit in
        if isSet(lane, kernel.state[digit * 81 + cell]) { mask |= 1 << UInt16(digit) }
      }
    }
  }

  private static func isSet(_ lane: Int, _ lanes: Lanes) -> Bool {
    lanes.bits[lane / 64] >> UInt64(lane % 64) & 1 != 0
  }
}

/// Naked singles, hidden singles and locked candidates, until none of them takes anything.
private struct SlowRules {
  private static let houses: [[Int]] =
    (0..<9).map { row in (0..<9).map { row * 9 + $0 } }
    + (0..<9).map { column in (0..<9).map { $0 * 9 + column } }
    + (0..<9).map { block in
      (0..<9).map { (block / 3 * 3 + $0 / 3) * 9 + block % 3 * 3 + $0 % 3 }
    }

  private(set) var masks: [UInt16]
  private(set) var isDead = false

  init(_ masks: [UInt16]) {
    self.masks = masks
    var before: [UInt16] = []
    while before != self.masks, !isDead {
      before = self.masks
      nakedSingles()
      lockedCandidates()
      hiddenSingles()
      isDead =
        isDead || self.masks.contains(0)
        || Self.houses.contains { house in house.reduce(0) { $0 | self.masks[$1] } != 0x1FF }
    }
  }

  private mutating func nakedSingles() {
    for house in Self.houses {
      for cell in house where masks[cell].nonzeroBitCount == 1 {
        for other in house where other != cell { masks[other] &= ~masks[cell] }
      }
    }
  }

  private mutating func lockedCandidates() {
    for house in Self.houses {
      for other in Self.houses where other != house {
        let common = house.filter { other.contains($0) }
        guard common.count == 3 else { continue }
        let outside = house.filter { !common.contains($0) }.reduce(0) { $0 | masks[$1] }
        let locked = common.reduce(0) { $0 | masks[$1] } & ~outside
        for cell in other where !common.contains(cell) { masks[cell] &= ~locked }
      }
    }
  }

  private mutating func hiddenSingles() {
    for house in Self.houses {
      for digit in 0..<9 {
        let bit: UInt16 = 1 << UInt16(digit)
        let cells = house.filter { masks[$0] & bit != 0 }
        if let cell = cells.first, cells.count == 1 { masks[cell] = bit }
      }
    }
  }

  /// What is left of candidates after one search for locked triples, and whether some minirow or
  /// minicolumn has fewer than three digits or needs more.
  static func afterTriples(_ masks: [UInt16]) -> (masks: [UInt16], isDead: Bool) {
    var after = masks
    var isDead = false
    for line in houses.prefix(18) {
      let parts = [0, 3, 6].map { Array(line[$0..<$0 + 3]) }
      let digits = parts.map { part in part.reduce(UInt16(0)) { $0 | masks[$1] } }
      for (index, part) in parts.enumerated() {
        let others = (0..<3).filter { $0 != index }
        let needed = digits[index] & ~others.reduce(0) { $0 | digits[$1] }
        var lost = needed.nonzeroBitCount == 3 ? ~needed : 0
        for other in others where digits[other].nonzeroBitCount == 3 { lost |= digits[other] }
        for cell in part { after[cell] &= ~lost }
        isDead = isDead || digits[index].nonzeroBitCount < 3 || needed.nonzeroBitCount > 3
      }
    }
    return (after, isDead)
  }
}
