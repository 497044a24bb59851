import SudokuCore

extension Step {
  /// A part that cells play in a step's pattern, for drawings.
  package struct Role: Hashable, Sendable {
    /// The name: a letter of a set, as in the words of the step, or a word such as `pivot`.
    package let name: String
    /// The cells that play it.
    package let cells: CellSet
  }

  /// The parts of the pattern with their names, so that a drawing needs to know nothing of the technique.
  package var roles: [Role] {
    namedRoles.filter { !$0.1.isEmpty }.map { Role(name: $0.0, cells: $0.1) }
  }

  private var namedRoles: [(String, CellSet)] {
    let (cells, special, sets) = (pattern.cells, pattern.specialCells, pattern.sets.map(\.cells))
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map(String.init)
    switch technique {
    case .xyWing, .xyzWing: return [("pivot", special), ("pincers", cells.subtracting(special))]
    case .alsXZ: return [("A", cells), ("B", special)]
    case .alsXYWing, .alsChain: return Array(zip(letters, sets))
    case .deathBlossom:
      return [("stem", special)] + zip(1..., sets).map { ("petal \($0)", $1) }
    case .sueDeCoq:
      guard sets.count == 2 else { return [("crossing", cells)] }
      return [("crossing", cells), ("line", sets[0]), ("block", sets[1])]
    case .simpleColorTrap, .simpleColorWrap: return [("colour 1", cells), ("colour 2", special)]
    case .multiColor1: return Array(zip(["A", "C", "B", "D"], sets))
    case .multiColor2: return Array(zip(["C", "A", "B"], sets))
    case .emptyRectangle: return [("rectangle", cells), ("link", special)]
    case .remotePair: return [("pairs", cells.subtracting(special)), ("ends", special)]
    case .medusaTrap, .medusaWrap: return medusaRoles
    case .guardians: return [("ring", cells), ("guardians", special)]
    case .mWing, .sWing, .lWing, .hWing:
      return [("wing", cells.subtracting(special)), ("ends", special)]
    case .almostLockedCandidates:
      return [("crossing", special)] + zip(["base", "cover"], sets)
    case .extendedRectangle, .bugLite, .almostUniqueRectangle:
      return [("pattern", cells), ("guardians", special)]
    case .reverseBUG: return [("placed", cells), ("end", special)]
    case .symmetricalPlacement: return [("placed", cells), ("fixed", special)]
    case .chuteRemotePair: return [("pairs", cells), ("chute", special)]
    case .multivalueXWing, .skLoop: return Array(zip(letters, sets))
    case .doubleExocet:
      return Array(zip(["base A", "targets A", "base B", "targets B"], sets))
    case .seniorExocet, .juniorExocet: return [("base", cells), ("targets", special)]
    case .tridagon:
      let extra = pattern.candidates.filter { !pattern.digits.contains($0.digit) }
      return [("pattern", cells), ("guardians", CellSet(extra.map(\.cell)))]
    case .fireworkTriple, .fireworkQuad:
      return [("corners", cells.subtracting(special)), ("crossings", special)]
    default: return rolesOfFamily
    }
  }

  private var rolesOfFamily: [(String, CellSet)] {
    let (cells, special) = (pattern.cells, pattern.specialCells)
    switch technique.family {
    case .single: return [("cell", cells)]
    case .lockedCandidates, .subset: return [("set", cells)]
    case .fish: return [("base", cells.subtracting(special)), ("fins", special)]
    case .uniqueness: return [("pattern", cells), ("extras", special)]
    case .exclusion: return [("base", cells), ("excluders", special)]
    default: break
    }
    guard !pattern.branches.isEmpty else { return [("pattern", cells), ("special", special)] }
    return [
      ("start", CellSet(pattern.branches.map(\.assumption.candidate.cell))),
      ("end", CellSet(pattern.branches.map(\.target.candidate.cell))),
    ]
  }
}
