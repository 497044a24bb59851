import SudokuCore
import SudokuTechniques

/// Proves what the program's nets conclude, link by link.
///
/// The program keeps at most five reasons of an entry, and goes on where a branch has contradicted itself,
/// so its own reasons may be incomplete. This follows the same assumption by singles and locked candidates,
/// in order of distance, and remembers all reasons.
struct HoDoKuNetProof {
  private let grid: CandidateGrid
  private let assumption: Literal
  /// The link that derives each literal.
  private var links: [Literal: ChainLink] = [:]
  private var order: [Literal] = []
  private var off = CandidateGrid()
  /// The literal at which the search met a contradiction: its opposite is known.
  private var clash: Literal?

  private init(_ assumption: Literal, in grid: CandidateGrid) {
    self.grid = grid
    self.assumption = assumption
    off = grid
    order = [assumption]
  }

  /// The branches of a verity: from each assumption to the conclusion, or to a contradiction before.
  static func verity(
    _ assumptions: [Literal], _ conclusion: Literal, in grid: CandidateGrid
  ) -> [ChainBranch]? {
    var branches: [ChainBranch] = []
    for assumption in assumptions {
      var proof = HoDoKuNetProof(assumption, in: grid)
      proof.run(until: conclusion)
      if proof.isKnown(conclusion) {
        branches.append(proof.branch(to: [conclusion]))
      } else if let clash = proof.clash {
        branches.append(proof.branch(to: [clash.opposite, clash]))
      } else {
        return nil
      }
    }
    return branches
  }

  /// The branches of a contradiction: two literals that can't both be.
  static func contradiction(_ assumption: Literal, in grid: CandidateGrid) -> [ChainBranch]? {
    var proof = HoDoKuNetProof(assumption, in: grid)
    proof.run(until: nil)
    guard let clash = proof.clash else { return nil }
    if clash.opposite == assumption { return [proof.branch(to: [clash])] }
    return [proof.branch(to: [clash.opposite]), proof.branch(to: [clash])]
  }

  private func isKnown(_ literal: Literal) -> Bool {
    literal == assumption || links[literal] != nil
  }

  // MARK: Following

  private mutating func run(until goal: Literal?) {
    var index = 0
    while clash == nil {
      while index < order.count, clash == nil {
        let literal = order[index]
        index += 1
        if literal == goal { return }
        follow(literal)
        if let goal, isKnown(goal) { return }
      }
      let count = order.count
      if clash == nil { followLocked() }
      if order.count == count { return }
    }
  }

  private mutating func add(
    _ literal: Literal, _ premises: [Literal], _ reason: ChainLink.Reason,
    groups: [ChainLink.Group] = []
  ) {
    guard clash == nil, !isKnown(literal) else { return }
    links[literal] = ChainLink(
      premises: premises, conclusion: literal, reason: reason, groups: groups)
    order.append(literal)
    if isKnown(literal.opposite) { clash = literal }
  }

  private mutating func follow(_ literal: Literal) {
    let (cell, digit) = (literal.candidate.cell, literal.candidate.digit)
    guard literal.isOn else {
      off.remove(digit, from: cell)
      followOff(cell, digit)
      return
    }
    for other in grid[cell] where other != digit {
      add(Literal(Candidate(cell, other), isOn: false), [literal], .cell)
    }
    for house in cell.houses {
      for other in grid.cells(of: digit, in: house) where other != cell {
        add(Literal(Candidate(other, digit), isOn: false), [literal], .house(house))
      }
    }
  }

  private mutating func followOff(_ cell: Cell, _ digit: Digit) {
    if let last = off[cell].single ?? (off[cell].isEmpty ? digit : nil) {
      let premises = grid[cell].filter { $0 != last }
        .map { Literal(Candidate(cell, $0), isOn: false) }
      add(Literal(Candidate(cell, last), isOn: true), premises, .cell)
    }
    for house in cell.houses {
      let places = off.cells(of: digit, in: house)
      guard !places.hasSeveral else { continue }
      let last = places.first ?? cell
      let premises = grid.cells(of: digit, in: house).filter { $0 != last }
        .map { Literal(Candidate($0, digit), isOn: false) }
      add(Literal(Candidate(last, digit), isOn: true), premises, .house(house))
    }
  }

  /// A digit that is left places of a house only where another house crosses goes from that one.
  private mutating func followLocked() {
    for base in House.all {
      for digit in DigitSet.all {
        let places = off.cells(of: digit, in: base)
        guard places.hasSeveral, places.count <= 3 else { continue }
        for cover in House.all where cover.kind != base.kind && places.isSubset(of: cover.cells) {
          let premises = grid.cells(of: digit, in: base).subtracting(places)
            .map { Literal(Candidate($0, digit), isOn: false) }
          guard !premises.isEmpty else { continue }
          let group = ChainLink.Group(cells: places, digit: digit, isOn: true, house: base)
          for cell in off.cells(of: digit, in: cover).subtracting(places) {
            add(
              Literal(Candidate(cell, digit), isOn: false), premises, .house(cover),
              groups: [group])
          }
        }
      }
    }
  }

  // MARK: Explaining

  /// The links that lead to some literals, in order.
  private func branch(to targets: [Literal]) -> ChainBranch {
    var needed = Set(targets)
    var open = targets
    while let literal = open.popLast() {
      for premise in links[literal]?.premises ?? [] where needed.insert(premise).inserted {
        open.append(premise)
      }
    }
    return ChainBranch(
      assumption: assumption, target: targets.last ?? assumption,
      links: order.filter(needed.contains).compactMap { links[$0] })
  }
}
