/// Forcing chains from all candidates of a cell, or all places of a digit in a house: what each of them
/// excludes is wrong.
///
/// All chains grow by two links at a time, and the first length that excludes anything counts.
struct LevelForcing {
  /// The candidates excluded, as nodes of the graph.
  private(set) var victims: [Int] = []
  /// The number of links of the longest branch.
  private(set) var length = 0
  private var off: [UInt64] = []
  private var on: [UInt64] = []
  private var newOn: [UInt64] = []
  private var newOff: [UInt64] = []

  /// Looks for the shortest forcing chains.
  ///
  /// - Parameters:
  ///   - graph: The links, with almost locked sets.
  ///   - view: The grid that they were made of.
  /// - Returns: Whether there are any.
  mutating func search(_ graph: LevelGraph, _ view: borrowing LevelView) -> Bool {
    victims.removeAll(keepingCapacity: true)
    length = 1
    start(graph)
    while true {
      let grows = graph.weakWithSets.storage.withUnsafeBufferPointer { weak in
        graph.strong.storage.withUnsafeBufferPointer { strong in
          grow(graph, weak, strong)
        }
      }
      collect(graph, view)
      if !victims.isEmpty || !grows { return !victims.isEmpty }
      length &+= 2
    }
  }

  private mutating func start(_ graph: LevelGraph) {
    let count = graph.candidateCount &* graph.words
    for path in [\LevelForcing.off, \.on, \.newOn] {
      self[keyPath: path].removeAll(keepingCapacity: true)
      self[keyPath: path].append(contentsOf: repeatElement(0, count: count))
    }
    newOff = [UInt64](repeating: 0, count: graph.words)
    for node in 0..<graph.candidateCount {
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: node & 63)
      newOn[node &* graph.words &+ node &>> 6] = bit
      on[node &* graph.words &+ node &>> 6] = bit
    }
  }

  /// Lets all chains grow by a weak and a strong link; says whether any did.
  private mutating func grow(
    _ graph: LevelGraph, _ weak: UnsafeBufferPointer<UInt64>,
    _ strong: UnsafeBufferPointer<UInt64>
  ) -> Bool {
    let words = graph.words
    let mask = LevelGraph.strongAnywhere &* words
    var grows: UInt64 = 0
    for start in 0..<graph.candidateCount {
      let base = start &* words
      for word in 0..<words { newOff[word] = 0 }
      for word in 0..<words {
        var rest = newOn[base &+ word]
        while rest != 0 {
          let row = (word &<< 6 &+ rest.trailingZeroBitCount) &* words
          rest &= rest &- 1
          for index in 0..<words { newOff[index] |= weak[row &+ index] }
        }
      }
      for word in 0..<words {
        newOff[word] &= ~off[base &+ word]
        off[base &+ word] |= newOff[word]
        newOn[base &+ word] = 0
      }
      for word in 0..<words {
        var rest = newOff[word] & graph.masks.storage[mask &+ word]
        while rest != 0 {
          let node = word &<< 6 &+ rest.trailingZeroBitCount
          rest &= rest &- 1
          for index in 0..<words { newOn[base &+ index] |= strong[node &* words &+ index] }
          let mate = Int(graph.mates[node])
          if mate >= 0 {
            newOn[base &+ mate &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: mate & 63)
          }
        }
      }
      for word in 0..<words {
        newOn[base &+ word] &= ~on[base &+ word]
        on[base &+ word] |= newOn[base &+ word]
        grows |= newOn[base &+ word]
      }
    }
    return grows != 0
  }

  /// What all candidates of some cell, or all places of a digit in some house, exclude.
  private mutating func collect(_ graph: LevelGraph, _ view: borrowing LevelView) {
    var all = [UInt64](repeating: 0, count: graph.words)
    for cell in 0..<81 where view.cells[unchecked: cell] != 0 {
      var nodes = InlineArray<9, Int32>(repeating: -1)
      for digit in 0..<9 { nodes[unchecked: digit] = graph.nodes[digit &* 81 &+ cell] }
      meet(graph.words, nodes, into: &all)
    }
    for house in 0..<27 {
      for digit in 0..<9 where view.places[unchecked: house &* 9 &+ digit] != 0 {
        var nodes = InlineArray<9, Int32>(repeating: -1)
        for place in 0..<9 {
          nodes[unchecked: place] = graph.nodes[digit &* 81 &+ LevelView.cell(house, place)]
        }
        meet(graph.words, nodes, into: &all)
      }
    }
    for node in 0..<graph.candidateCount
    where all[node &>> 6] &>> UInt64(truncatingIfNeeded: node & 63) & 1 != 0 {
      victims.append(node)
    }
  }

  /// Adds what all nodes of a list exclude; -1 stands for none.
  @inline(__always)
  private func meet(_ words: Int, _ nodes: InlineArray<9, Int32>, into all: inout [UInt64]) {
    for word in 0..<words {
      var common = ~(0 as UInt64)
      for index in 0..<9 where nodes[unchecked: index] >= 0 {
        common &= off[Int(nodes[unchecked: index]) &* words &+ word]
      }
      all[word] |= common
    }
  }
}
