import SudokuTechniques

struct MultipleHint {
  /// The starts of the chains.
  enum Form: Hashable {
    /// A literal that leads to two opposite ones.
    case contradiction(Int)
    /// A candidate that leads to the target whether it is on or off.
    case double(Int)
    case cell(Int)
    case house(Int, digit: Int)
  }

  var form: Form
  var target: Int
  var complexity: Int

  /// The place of the form in the order of hints of equal complexity.
  var kind: Int {
    switch form {
    case .double: 1
    case .cell: 5
    case .house: 6
    case .contradiction: 7
    }
  }

  /// True if it replaces another hint that was found earlier.
  @inline(__always)
  func precedes(_ other: MultipleHint) -> Bool {
    complexity != other.complexity ? complexity < other.complexity : kind < other.kind
  }
}

/// The assumptions of a conclusion from several chains: up to nine literals, without the heap.
struct Premises {
  private(set) var count = 0
  private var literals: InlineArray<9, Int16> = .init(repeating: 0)

  init() {}

  init(_ first: Int, _ second: Int) {
    append(first)
    append(second)
  }

  subscript(number: Int) -> Int { Int(literals[number]) }

  mutating func append(_ literal: Int) {
    literals[count] = Int16(truncatingIfNeeded: literal)
    count &+= 1
  }
}

struct ChainEnd {
  var trace: ChainTrace
  var node: Int
  /// True if there may be nested chains among the ancestors.
  var mayHaveNested: Bool
}

/// The targets of a conclusion from several chains: up to nine.
struct ChainEnds {
  var count = 2
  private var ends: InlineArray<9, ChainEnd>

  init(_ first: ChainEnd, _ second: ChainEnd) {
    ends = .init(repeating: first)
    ends[1] = second
  }

  subscript(number: Int) -> ChainEnd {
    get { ends[number] }
    set { ends[number] = newValue }
  }

  /// A lower bound of the complexity: nested chains may be shared, so that the sum may be too much.
  var leastComplexity: Int {
    var sum = 0
    var most = 0
    var isExact = true
    for number in 0..<count {
      let node = ends[number].trace.nodes[ends[number].node]
      sum &+= Int(node.depth)
      most = max(most, Int(node.depth))
      isExact = isExact && !ends[number].mayHaveNested
    }
    return isExact ? sum : most &+ count &- 1
  }
}

struct HintCollector {
  let keepsAll: Bool
  private var best: MultipleHint?
  private var hints: [(hint: MultipleHint, order: Int)] = []
  private var places: [Int: Int] = [:]

  init(keepsAll: Bool) { self.keepsAll = keepsAll }

  /// True if a hint with at least this complexity may be kept.
  func mayCount(_ hint: MultipleHint, _ key: Int) -> Bool {
    if keepsAll {
      guard let place = places[key] else { return true }
      return hint.precedes(hints[place].hint)
    }
    guard let best else { return true }
    return hint.precedes(best)
  }

  /// Keeps a hint if it comes before the one kept.
  mutating func note(_ hint: MultipleHint, _ key: Int) {
    guard mayCount(hint, key) else { return }
    if !keepsAll {
      best = hint
    } else if let place = places[key] {
      // A later hint that comes first has its own place in the order of discovery.
      hints[place] = (hint, nextOrder)
      nextOrder += 1
    } else {
      places[key] = hints.count
      hints.append((hint, nextOrder))
      nextOrder += 1
    }
  }

  private var nextOrder = 0

  /// The hints kept, in the order in which they count.
  func sorted() -> [MultipleHint] {
    if !keepsAll { return best.map { [$0] } ?? [] }
    return hints.sorted { first, second in
      if first.hint.precedes(second.hint) { return true }
      if second.hint.precedes(first.hint) { return false }
      return first.order < second.order
    }.map(\.hint)
  }
}
