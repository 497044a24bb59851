/// A way to make progress on a board, as people name it.
///
/// The cases stand in the order in which Sudoku Explainer tries them. Everything that is known about
/// a technique (stable id, name, rating, words for it) is one row of `Technique.catalogue`.
///
/// ```swift
/// Technique.xyWing.id               // "xy-wing"
/// Technique.xyWing.name             // "XY-Wing"
/// Technique(id: "xy-wing")          // .xyWing
/// ```
public enum Technique: UInt8, CaseIterable, Hashable, Sendable {
  /// The last empty cell of a house.
  case fullHouse
  /// The only place for a digit in a block.
  case hiddenSingleBlock
  /// The only place for a digit in a row or column.
  case hiddenSingleLine
  /// Pointing that leaves one place in another block at once.
  case directPointing
  /// Claiming that leaves one place in a parallel line at once.
  case directClaiming
  /// A hidden pair that leaves one place for another digit at once.
  case directHiddenPair
  /// The only digit for a cell.
  case nakedSingle
  /// A hidden triplet that leaves one place for another digit at once.
  case directHiddenTriplet
  /// A digit whose places in a block lie in one line.
  case pointing
  /// A digit whose places in a line lie in one block.
  case claiming
  /// Two cells of a house with the same two digits.
  case nakedPair
  /// A fish of two lines.
  case xWing
  /// Two digits with the same two places in a house.
  case hiddenPair
  /// Three cells of a house with three digits among them.
  case nakedTriplet
  /// A fish of three lines.
  case swordfish
  /// Three digits with three places among them in a house.
  case hiddenTriplet
  /// A pivot of two digits with two pincers.
  case xyWing
  /// A pivot of three digits with two pincers.
  case xyzWing
  /// A deadly rectangle with one cell of extra digits.
  case uniqueRectangle1
  /// A deadly rectangle whose extra digit is the same everywhere.
  case uniqueRectangle2
  /// A deadly rectangle whose extra digits make a naked set with other cells.
  case uniqueRectangle3Naked
  /// A deadly rectangle whose digits make a hidden set with other cells.
  case uniqueRectangle3Hidden
  /// A deadly rectangle one of whose digits is locked in the two cells with extras.
  case uniqueRectangle4
  /// A deadly loop of six or more cells with one cell of extra digits.
  case uniqueLoop1
  /// A deadly loop of six or more cells whose extra digit is the same everywhere.
  case uniqueLoop2
  /// A deadly loop of six or more cells whose extra digits make a naked set with other cells.
  case uniqueLoop3Naked
  /// A deadly loop of six or more cells whose digits make a hidden set with other cells.
  case uniqueLoop3Hidden
  /// A deadly loop of six or more cells one of whose digits is locked in the cells with extras.
  case uniqueLoop4
  /// Four cells of a house with four digits among them.
  case nakedQuad
  /// A fish of four lines.
  case jellyfish
  /// Four digits with four places among them in a house.
  case hiddenQuad
  /// A bivalue universal grave but for one cell.
  case bivalueGrave1
  /// A bivalue universal grave but for one digit in several cells.
  case bivalueGrave2
  /// A bivalue universal grave whose extra digits make a naked set with other cells.
  case bivalueGrave3
  /// A bivalue universal grave with a digit locked in its two cells.
  case bivalueGrave4
  /// Two cells whose combinations other cells exclude.
  case alignedPairExclusion
  /// A cycle of one digit.
  case bidirectionalXCycle
  /// A cycle of cells with two digits each.
  case bidirectionalYCycle
  /// A forcing chain of one digit.
  case forcingXChain
  /// A cycle of links of both kinds.
  case bidirectionalCycle
  /// A forcing chain of links of both kinds.
  case forcingChain
  /// Three cells whose combinations other cells exclude.
  case alignedTripletExclusion
  /// A digit's place that contradicts itself within the digit.
  case nishio
  /// Chains from all digits of a cell that agree.
  case cellForcingChains
  /// Chains from all places of a digit in a house that agree.
  case regionForcingChains
  /// An assumption that contradicts itself.
  case dynamicContradiction
  /// An assumption and its opposite that agree.
  case dynamicDouble
  /// Dynamic chains from all digits of a cell that agree.
  case dynamicCell
  /// Dynamic chains from all places of a digit in a house that agree.
  case dynamicRegion
  /// `dynamicContradiction` with locked candidates, pairs and X-Wings inside.
  case dynamicPlusContradiction
  /// `dynamicDouble` with locked candidates, pairs and X-Wings inside.
  case dynamicPlusDouble
  /// `dynamicCell` with locked candidates, pairs and X-Wings inside.
  case dynamicPlusCell
  /// `dynamicRegion` with locked candidates, pairs and X-Wings inside.
  case dynamicPlusRegion
  /// `dynamicContradiction` with forcing chains inside.
  case dynamicForcingContradiction
  /// `dynamicDouble` with forcing chains inside.
  case dynamicForcingDouble
  /// `dynamicCell` with forcing chains inside.
  case dynamicForcingCell
  /// `dynamicRegion` with forcing chains inside.
  case dynamicForcingRegion
  /// `dynamicContradiction` with multiple forcing chains inside.
  case dynamicMultipleContradiction
  /// `dynamicDouble` with multiple forcing chains inside.
  case dynamicMultipleDouble
  /// `dynamicCell` with multiple forcing chains inside.
  case dynamicMultipleCell
  /// `dynamicRegion` with multiple forcing chains inside.
  case dynamicMultipleRegion
  /// `dynamicContradiction` with dynamic forcing chains inside.
  case dynamicDynamicContradiction
  /// `dynamicDouble` with dynamic forcing chains inside.
  case dynamicDynamicDouble
  /// `dynamicCell` with dynamic forcing chains inside.
  case dynamicDynamicCell
  /// `dynamicRegion` with dynamic forcing chains inside.
  case dynamicDynamicRegion
  /// `dynamicContradiction` with dynamic forcing chains, themselves nested, inside.
  case dynamicNestedContradiction
  /// `dynamicDouble` with dynamic forcing chains, themselves nested, inside.
  case dynamicNestedDouble
  /// `dynamicCell` with dynamic forcing chains, themselves nested, inside.
  case dynamicNestedCell
  /// `dynamicRegion` with dynamic forcing chains, themselves nested, inside.
  case dynamicNestedRegion
}

extension Technique {
  /// The technique's row of the catalogue.
  public var entry: Entry { Technique.catalogue[Int(rawValue)] }

  /// The stable name for machines, as in `"xy-wing"`.
  public var id: String { entry.id }

  /// The name for people, as in `"XY-Wing"`.
  public var name: String { entry.name }

  /// The technique with an id, `nil` if there is none.
  public init?(id: some StringProtocol) {
    guard let index = Technique.catalogue.firstIndex(where: { $0.id == id }),
      let technique = Technique(rawValue: UInt8(index))
    else { return nil }
    self = technique
  }
}

extension Technique {
  /// Whether the technique is right only where the puzzle has a single solution.
  public var assumesUniqueness: Bool {
    switch self {
    case .uniqueRectangle1, .uniqueRectangle2, .uniqueRectangle3Naked, .uniqueRectangle3Hidden,
      .uniqueRectangle4, .uniqueLoop1, .uniqueLoop2, .uniqueLoop3Naked, .uniqueLoop3Hidden,
      .uniqueLoop4, .bivalueGrave1, .bivalueGrave2, .bivalueGrave3, .bivalueGrave4:
      true
    default: false
    }
  }
}
