import SudokuCore

/// Fills the tables of nets: each case is tried, with the singles that follow.
struct HoDoKuLookAhead {
  private let start: HoDoKuMarks
  private let grid: CandidateGrid
  /// For each digit the cells where it is a candidate.
  private let places: InlineArray<9, CellSet>
  /// The number of times that the singles met are placed.
  private static let rounds = 4

  init(_ marks: HoDoKuMarks, _ grid: CandidateGrid) {
    var marks = marks
    marks.clearQueues()
    start = marks
    self.grid = grid
    places = InlineArray { grid.cells(with: Digit(index: $0)) }
  }

  func fill(_ table: HoDoKuTable) {
    table.prepare(grid, isNet: true)
    table.forEachCandidate(grid) { candidate in
      for isOn in [true, false] {
        var trial = Trial(
          grid: grid, places: places, table: table,
          list: HoDoKuTable.node(candidate, isOn: isOn), marks: start)
        trial.run(candidate, isOn: isOn)
      }
    }
    table.addGroups(grid)
    table.expandAll(grid)
  }

  private enum Cause {
    case assumption, naked, hidden
  }

  private struct Trial {
    let grid: CandidateGrid
    let places: InlineArray<9, CellSet>
    let table: HoDoKuTable
    let list: Int
    var marks: HoDoKuMarks

    mutating func run(_ candidate: Candidate, isOn: Bool) {
      table.start(list)
      if isOn {
        put(candidate, .assumption)
      } else {
        marks.remove(candidate.digit.index, from: candidate.cell)
        let rest = DigitSet(rawValue: marks.masks[candidate.cell.index])
        if let single = rest.single { put(Candidate(candidate.cell, single), .assumption) }
      }
      for _ in 0..<HoDoKuLookAhead.rounds {
        let singles = singles()
        guard !singles.isEmpty else { return }
        for (candidate, cause) in singles { put(candidate, cause) }
      }
    }

    private func isOpen(_ cell: Cell) -> Bool { marks.values[cell.index] < 0 }

    private func singles() -> [(Candidate, Cause)] {
      var list: [(Candidate, Cause)] = []
      for candidate in marks.naked where isOpen(candidate.cell) { list.append((candidate, .naked)) }
      var known = CellSet()
      for candidate in marks.hidden where isOpen(candidate.cell) {
        guard !known.contains(candidate.cell),
          candidate.cell.houses.contains(where: { marks.count(candidate.digit.index, $0) == 1 })
        else { continue }
        known.insert(candidate.cell)
        list.append((candidate, .hidden))
      }
      return list
    }

    /// Places a digit and notes what follows directly.
    private mutating func put(_ candidate: Candidate, _ cause: Cause) {
      let (cell, digit) = (candidate.cell, candidate.digit)
      let victims = cell.seen.intersection(places[digit.index])
      let others = DigitSet(rawValue: marks.masks[cell.index]).subtracting(DigitSet(digit))
      var house = cell.house(.row)
      for kind in [House.Kind.column, .block] {
        let other = cell.house(kind)
        if marks.count(digit.index, other) < marks.count(digit.index, house) { house = other }
      }
      marks.place(digit.index, at: cell)
      let entry = table.count(list)
      let node = HoDoKuTable.node(candidate, isOn: true)
      var distance = 2
      switch cause {
      case .assumption: table.add(node, to: list, distance: distance)
      case .naked:
        let nodes = grid[cell].subtracting(DigitSet(digit)).map {
          HoDoKuTable.node(Candidate(cell, $0), isOn: false)
        }
        distance = addCaused(node, nodes)
      case .hidden:
        let nodes = grid.cells(of: digit, in: house).filter { $0 != cell }.map {
          HoDoKuTable.node(Candidate($0, digit), isOn: false)
        }
        distance = addCaused(node, nodes)
      }
      // The assumption itself is the list's first entry.
      let isStart = node == list
      let origin = isStart ? 0 : entry
      let next = (isStart ? 1 : distance) + 1
      for victim in victims {
        table.add(
          HoDoKuTable.node(Candidate(victim, digit), isOn: false), to: list, distance: next,
          origins: [origin])
      }
      for other in others {
        table.add(
          HoDoKuTable.node(Candidate(cell, other), isOn: false), to: list, distance: next,
          origins: [origin])
      }
    }

    /// Adds an entry that rests on others; returns its distance.
    private func addCaused(_ node: Int, _ causes: [Int]) -> Int {
      var origins = causes.prefix(HoDoKuTable.originSlots).map {
        table.index(of: $0, in: list) ?? 0
      }
      let distance = table.distance(list, origins.first ?? 0) + 1
      for index in stride(from: 1, to: origins.count, by: 1) where origins[index] > origins[0] {
        origins.swapAt(0, index)
      }
      table.add(node, to: list, distance: distance, origins: origins)
      return distance
    }
  }
}
