import SudokuCore
import SudokuTechniques

/// Forcing chains and nets: what follows from every case, or what contradicts itself.
struct HoDoKuForcing: HoDoKuSearcher {
  let isNet: Bool

  func find(in state: inout HoDoKuState) -> HoDoKuFind? {
    let grid = state.grid
    let table = isNet ? state.nets() : state.chains(withGroups: true)
    var search = HoDoKuForcingSearch(grid: grid, table: table, isNet: isNet)
    search.run()
    return search.find
  }
}

struct HoDoKuForcingSearch {
  private let grid: CandidateGrid
  private let table: HoDoKuTable
  private let isNet: Bool
  /// For each list and digit the cells that are on and off.
  private var on = [CellSet](repeating: CellSet(), count: 1458 * 9)
  private var off = [CellSet](repeating: CellSet(), count: 1458 * 9)
  private var lists: [Int] = []
  private let clashes: HoDoKuClashes

  /// A conclusion and how it was reached: lists and the entries that their paths lead to.
  private struct Proof {
    var conclusion: Candidate
    var places: Bool
    var isVerity: Bool
    /// The house whose places of a digit are the cases.
    var houses = HouseSet()
    var targets: [(list: Int, node: Int)]
    /// The rank of a conclusion in HoDoKu: placements by cell, then eliminations.
    var order: Int { (places ? 0 : 1_000) + (places ? conclusion.cell.index : conclusion.index) }
  }

  private var best: Proof?
  private var bestOrder = Int.max
  private var bestLength = Int.max

  init(grid: CandidateGrid, table: HoDoKuTable, isNet: Bool) {
    self.grid = grid
    self.table = table
    self.isNet = isNet
    clashes = HoDoKuClashes(grid)
  }

  mutating func run() {
    table.forEachCandidate(grid) { candidate in
      for isOn in [true, false] { gather(HoDoKuTable.node(candidate, isOn: isOn)) }
    }
    for list in lists { findContradictions(list) }
    table.forEachCandidate(grid) { candidate in
      let node = HoDoKuTable.node(candidate, isOn: false)
      findVerities([node + 1, node], besides: candidate.cell)
    }
    for cell in grid.emptyCells {
      findVerities(grid[cell].map { HoDoKuTable.node(Candidate(cell, $0), isOn: true) })
    }
    for house in HoDoKuHouse.all {
      for digit in DigitSet.all {
        let cells = grid.cells(of: digit, in: house)
        findVerities(
          cells.map { HoDoKuTable.node(Candidate($0, digit), isOn: true) }, houses: [house])
      }
    }
  }

  private mutating func gather(_ list: Int) {
    for index in 0..<table.count(list) {
      let node = table.node(list, index)
      guard !table.isGroup(node) else { continue }
      let candidate = table.candidate(node)
      let place = list * 9 + candidate.digit.index
      if node % 2 == 1 {
        on[place].insert(candidate.cell)
      } else {
        off[place].insert(candidate.cell)
      }
    }
    lists.append(list)
  }

  // MARK: Contradictions

  private mutating func findContradictions(_ list: Int) {
    let start = table.candidate(list)
    let isOn = list % 2 == 1
    // A worse conclusion than the best needs no look.
    let probe = Proof(conclusion: start, places: !isOn, isVerity: false, targets: [])
    guard probe.order <= bestOrder else { return }
    let opposite = HoDoKuTable.node(start, isOn: !isOn)
    var found = table.index(of: opposite, in: list) == nil ? [] : [[opposite]]
    found += clashes.all(on[list * 9..<list * 9 + 9], off[list * 9..<list * 9 + 9])
    for nodes in found {
      add(
        Proof(
          conclusion: start, places: !isOn, isVerity: false,
          targets: nodes.map { (list, $0) }))
    }
  }

  // MARK: Verities

  private mutating func findVerities(
    _ lists: [Int], besides cell: Cell? = nil, houses: HouseSet = HouseSet()
  ) {
    guard let first = lists.first else { return }
    var onAll = InlineArray<9, CellSet> { on[first * 9 + $0] }
    var offAll = InlineArray<9, CellSet> { off[first * 9 + $0] }
    for list in lists.dropFirst() {
      for digit in 0..<9 {
        onAll[digit] = onAll[digit].intersection(on[list * 9 + digit])
        offAll[digit] = offAll[digit].intersection(off[list * 9 + digit])
      }
    }
    for digit in DigitSet.all {
      for places in [true, false] {
        for other in places ? onAll[digit.index] : offAll[digit.index] where other != cell {
          let conclusion = Candidate(other, digit)
          let node = HoDoKuTable.node(conclusion, isOn: places)
          add(
            Proof(
              conclusion: conclusion, places: places, isVerity: true, houses: houses,
              targets: lists.map { ($0, node) }))
        }
      }
    }
  }

  // MARK: The best

  private mutating func add(_ proof: Proof) {
    guard proof.order <= bestOrder else { return }
    // A placement that is there already stays, whatever the length.
    if proof.order == bestOrder, proof.places, best?.isVerity != proof.isVerity { return }
    let paths = proof.targets.compactMap { list, node in
      table.index(of: node, in: list).map { table.path(list, to: $0) }
    }
    if isNet, paths.allSatisfy({ $0.branches.isEmpty }) { return }
    let length = paths.reduce(0) { $0 + $1.length }
    guard proof.order < bestOrder || length < bestLength else { return }
    bestOrder = proof.order
    bestLength = length
    best = proof
  }

  /// The step of the best conclusion.
  var find: HoDoKuFind? {
    guard let proof = best else { return nil }
    let branches = validated(
      proof,
      proof.targets.map { list, node in
        HoDoKuExplanation.branch(to: node, in: list, of: table)
      })
    var cells = CellSet(branches.map(\.assumption.candidate.cell))
    for link in branches.flatMap(\.links) { cells.insert(link.conclusion.candidate.cell) }
    let pattern = StepPattern(
      cells: cells, houses: proof.houses, digits: DigitSet(proof.conclusion.digit),
      candidates: Set(branches.map(\.assumption.candidate)).sorted(), branches: branches)
    return proof.places
      ? HoDoKuFind(technique(proof), placing: proof.conclusion, pattern: pattern)
      : HoDoKuFind(technique(proof), removing: [proof.conclusion], pattern: pattern)
  }

  /// The branches, or others where a link of them does not hold or one contradicts itself on the way.
  private func validated(_ proof: Proof, _ branches: [ChainBranch]) -> [ChainBranch] {
    let isSound = branches.allSatisfy { $0.holds(in: grid) && !$0.isContradictory }
    guard !isSound, let first = branches.first else { return branches }
    let proven =
      proof.isVerity
      ? HoDoKuNetProof.verity(
        branches.map(\.assumption), Literal(proof.conclusion, isOn: proof.places), in: grid)
      : HoDoKuNetProof.contradiction(first.assumption, in: grid)
    return proven ?? branches
  }

  private func technique(_ proof: Proof) -> Technique {
    switch (isNet, proof.isVerity) {
    case (false, false): .forcingChainContradiction
    case (false, true): .forcingChainVerity
    case (true, false): .forcingNetContradiction
    case (true, true): .forcingNetVerity
    }
  }
}
