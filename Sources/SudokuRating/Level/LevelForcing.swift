/// Forcing chains from all candidates of a cell, or all places of a digit in a house: what each of them
/// excludes is wrong.
///
/// All chains grow by two links at a time, and the first length that excludes anything counts.
struct LevelForcing {
  private(set) var victims: [Int] = []
  /// The number of links of the longest branch.
  private(set) var length = 0
  /// For each candidate the sets of its walk; then what is newly off, which they share.
  private var memory: [UInt64] = []

  /// Looks for the shortest forcing chains; says whether there are any.
  mutating func search(_ graph: LevelGraph, _ view: borrowing LevelView) -> Bool {
    victims.removeAll(keepingCapacity: true)
    length = 1
    let words = graph.words
    let stride = LevelWalk.Sets.keptWords &* words
    let count = graph.candidateCount
    memory.removeAll(keepingCapacity: true)
    memory.append(contentsOf: repeatElement(0, count: count &* stride &+ words))
    memory.withUnsafeMutableBufferPointer { memory in
      guard let memory = memory.baseAddress else { return }
      for node in 0..<count { LevelWalk.Sets(memory + node &* stride, memory, words).start(node) }
    }
    while true {
      var grows = false
      graph.withWalk(.withSets) { walk in
        memory.withUnsafeMutableBufferPointer { memory in
          guard let memory = memory.baseAddress else { return }
          for node in 0..<count {
            let sets = LevelWalk.Sets(memory + node &* stride, memory + count &* stride, words)
            walk.spreadWeak(sets, within: nil)
            if walk.spreadStrong(sets, usesMates: true) { grows = true }
          }
        }
      }
      collect(graph, view)
      if !victims.isEmpty || !grows { return !victims.isEmpty }
      length &+= 2
    }
  }

  /// What all candidates of some cell, or all places of a digit in some house, exclude.
  private mutating func collect(_ graph: LevelGraph, _ view: borrowing LevelView) {
    var all = [UInt64](repeating: 0, count: graph.words)
    for cell in 0..<81 where view.cells[unchecked: cell] != 0 {
      meet(graph.words, InlineArray { graph.nodes[$0 &* 81 &+ cell] }, into: &all)
    }
    for house in 0..<27 {
      for digit in 0..<9 where view.places[unchecked: house &* 9 &+ digit] != 0 {
        meet(
          graph.words, InlineArray { graph.nodes[digit &* 81 &+ LevelView.cell(house, $0)] },
          into: &all)
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
        common &= memory[Int(nodes[unchecked: index]) &* LevelWalk.Sets.keptWords &* words &+ word]
      }
      all[word] |= common
    }
  }
}
