import SudokuCore

/// The search for fish of any houses that remove a place of a digit.
///
/// If the place held the digit, the places that see it would go. So the base houses without the place
/// must then find room in the cover houses without it: fewer than there are base houses. It is those
/// covers that are chosen first; what base houses lie in them is then seen at once.
struct ComplexFishSearch {
  struct Find {
    var base: HouseSet
    var cover: HouseSet
    var cells: CellSet
    var fins: CellSet
    var victims: CellSet

    /// True if it replaces another fish that removes the same.
    func precedes(_ other: Find) -> Bool {
      let (count, otherCount) = (fins.count, other.fins.count)
      if count != otherCount { return count < otherCount }
      return base == other.base
        ? cover.precedes(other.cover) : base.precedes(other.base)
    }
  }

  private let size: Int
  private let isFinned: Bool
  private let shape: ComplexFish.Shape
  private let places: InlineArray<27, UInt128>
  private let allPlaces: CellSet
  /// The best fish for each set of places that goes.
  private var best: [CellSet: Find] = [:]

  // What follows belongs to the place that is to go.

  private var goal = Cell(unchecked: 0)
  /// The places in each house that don't see the goal.
  private var open: InlineArray<27, UInt128> = .init(repeating: 0)
  /// The houses without the goal that have places, and those with it.
  private var others = HouseSet()
  private var own = HouseSet()
  /// The places in the houses with the goal.
  private var ownPlaces: UInt128 = 0

  /// Houses chosen as base.
  private struct Base {
    var houses = HouseSet()
    /// Their places, those in two of them, and those that don't see the goal.
    var cells: UInt128 = 0
    var shared: UInt128 = 0
    var open: UInt128 = 0
  }

  init(places: CellSet, size: Int, isFinned: Bool, shape: ComplexFish.Shape) {
    self.size = size
    self.isFinned = isFinned
    self.shape = shape
    allPlaces = places
    self.places = InlineArray {
      House(unchecked: $0).cells.rawValue & places.rawValue
    }
  }

  /// The fish found, one for each set of places that goes.
  var finds: [Find] { best.values.sorted { $0.precedes($1) } }

  mutating func findFish(removing place: Cell) {
    goal = place
    let unseen = allPlaces.rawValue & ~CellBits.peers[place.index]
    open = InlineArray { places[$0] & unseen }
    own = HouseSet(place.houses)
    ownPlaces = own.reduce(0) { $0 | places[$1.index] }
    others = HouseSet()
    for house in 0..<27 where places[house] != 0 { others.insert(House(unchecked: house)) }
    others = others.subtracting(own)
    for count in max(0, size - own.count)..<size { chooseCovers(count, of: others, HouseSet(), 0) }
  }

  private mutating func chooseCovers(
    _ need: Int, of choice: HouseSet, _ covers: HouseSet, _ covered: UInt128
  ) {
    guard need > 0 else { return chooseBases(covers, covered) }
    var rest = choice
    while let house = rest.popFirst() {
      chooseCovers(
        need - 1, of: rest, covers.union([house]), covered | places[house.index])
    }
  }

  /// Chooses base houses for cover houses without the goal: all of them without it, too, or all but one.
  private mutating func chooseBases(_ covers: HouseSet, _ covered: UInt128) {
    guard shape == .mutant || !covers.mixesLines else { return }
    // Without fins the covers with the goal hold all that the others don't.
    let reached = isFinned ? UInt128.max : covered | ownPlaces
    var fitting = HouseSet()
    var rest = others.subtracting(covers)
    while let house = rest.popFirst() {
      if open[house.index] & ~covered == 0, places[house.index] & ~reached == 0 {
        fitting.insert(house)
      }
    }
    if fitting.count >= size { chooseBases(size, of: fitting, Base(), covers) }
    if covers.count == size - 2, fitting.count >= size - 1 {
      for house in own {
        var base = Base()
        add(house.index, to: &base)
        chooseBases(size - 1, of: fitting, base, covers)
      }
    }
  }

  private func add(_ house: Int, to base: inout Base) {
    base.shared |= base.cells & places[house]
    base.cells |= places[house]
    base.open |= open[house]
    base.houses.insert(House(unchecked: house))
  }

  private mutating func chooseBases(
    _ need: Int, of fitting: HouseSet, _ base: Base, _ covers: HouseSet
  ) {
    guard need > 0 else { return chooseOwnCovers(of: own, base, covers) }
    var rest = fitting
    while rest.count >= need, let house = rest.popFirst() {
      // A place in two base houses is a fin, so it must see the goal.
      guard open[house.index] & base.open == 0 else { continue }
      var next = base
      add(house.index, to: &next)
      guard next.shared.nonzeroBitCount <= (isFinned ? ComplexFish.mostEndoFins : 0),
        shape == .mutant || !next.houses.mixesLines
      else { continue }
      chooseBases(need - 1, of: rest, next, covers)
    }
  }

  /// Adds cover houses with the goal until there are enough.
  private mutating func chooseOwnCovers(of choice: HouseSet, _ base: Base, _ covers: HouseSet) {
    guard covers.count < size else { return add(base, covers) }
    var rest = choice.subtracting(base.houses)
    while let house = rest.popFirst() {
      chooseOwnCovers(of: rest, base, covers.union([house]))
    }
  }

  /// Adds a fish if it has the form and removes something.
  private mutating func add(_ base: Base, _ cover: HouseSet) {
    guard hasShape(base.houses, cover) else { return }
    var (covered, twice): (UInt128, UInt128) = (0, 0)
    var rest = cover
    while let house = rest.popFirst() {
      let cells = places[house.index]
      guard cells & base.cells != 0 else { return }
      twice |= covered & cells
      covered |= cells
    }
    let fins = CellSet(rawValue: base.cells & ~covered | base.shared)
    guard isFinned ? 1...ComplexFish.mostFins ~= fins.count : fins.isEmpty else { return }
    let victims = CellSet(rawValue: covered & ~base.cells | twice)
      .intersection(fins.isEmpty ? .all : fins.commonPeers)
    guard victims.contains(goal) else { return }
    let find = Find(
      base: base.houses, cover: cover, cells: CellSet(rawValue: base.cells), fins: fins,
      victims: victims)
    if best[victims].map({ find.precedes($0) }) ?? true { best[victims] = find }
  }

  private func hasShape(_ base: HouseSet, _ cover: HouseSet) -> Bool {
    let isStraight =
      (base.rows.isEmpty && cover.columns.isEmpty)
      || (base.columns.isEmpty && cover.rows.isEmpty)
    guard isStraight else { return shape == .mutant }
    return shape == .franken && !(base.blocks.isEmpty && cover.blocks.isEmpty)
  }
}

extension HouseSet {
  /// Takes the first house out, `nil` in an empty set.
  fileprivate mutating func popFirst() -> House? {
    let house = first
    self = HouseSet(rawValue: rawValue & (rawValue &- 1))
    return house
  }

  fileprivate var blocks: HouseSet { HouseSet(rawValue: rawValue & 0x1FF) }
  fileprivate var rows: HouseSet { HouseSet(rawValue: rawValue & 0x1FF << 9) }
  fileprivate var columns: HouseSet { HouseSet(rawValue: rawValue & 0x1FF << 18) }

  fileprivate var mixesLines: Bool { !rows.isEmpty && !columns.isEmpty }

  /// True if it comes before another set of as many houses in lexicographic order.
  func precedes(_ other: HouseSet) -> Bool {
    let difference = rawValue ^ other.rawValue
    return rawValue & (difference & (0 &- difference)) != 0
  }
}
