/// Alternating chains from a candidate to its own negation, shortest first: assumed right, the candidate
/// turns out wrong.
///
/// Every alternating inference chain and nice loop is one: what sees both ends is assumed. All
/// candidates that a shortest chain excludes are found together.
struct LevelChains {
  enum Links {
    case oneDigit
    /// Those of cells and houses.
    case all
    /// Almost locked sets, too.
    case withSets
  }

  private(set) var victims: [Int] = []
  /// The number of links of the chains that exclude them.
  private(set) var length = 0
  private var memory = [UInt64]()

  mutating func search(_ graph: LevelGraph, _ links: Links, longest: Int = .max) -> Bool {
    victims.removeAll(keepingCapacity: true)
    length = longest
    let words = graph.words
    if memory.count < words &* 4 { memory = [UInt64](repeating: 0, count: words &* 4) }
    graph.withWalk(links) { walk in
      memory.withUnsafeMutableBufferPointer { memory in
        guard let memory = memory.baseAddress else { return }
        let sets = LevelWalk.Sets(memory, memory + 3 &* words, words)
        for start in 0..<graph.candidateCount {
          let digit = links == .oneDigit ? walk.masks + graph.digits[start] &* words : nil
          let found = walk.length(sets, from: start, within: digit, longest: length)
          guard found > 0 else { continue }
          if found < length || victims.isEmpty {
            victims.removeAll(keepingCapacity: true)
            length = found
          }
          victims.append(start)
        }
      }
    }
    return !victims.isEmpty
  }
}

/// A breadth-first walk through the links of a graph.
struct LevelWalk {
  let words: Int
  let weak: UnsafePointer<UInt64>
  let strong: UnsafePointer<UInt64>
  let masks: UnsafePointer<UInt64>
  let strongMask: UnsafePointer<UInt64>
  let mates: UnsafeBufferPointer<Int32>

  /// The nodes that a walk has reached.
  struct Sets {
    let off: UnsafeMutablePointer<UInt64>
    let on: UnsafeMutablePointer<UInt64>
    let newOn: UnsafeMutablePointer<UInt64>
    let newOff: UnsafeMutablePointer<UInt64>

    /// How many sets a walk keeps from step to step: all but what is newly off.
    static let keptWords = 3

    @inline(__always)
    init(
      _ memory: UnsafeMutablePointer<UInt64>, _ newOff: UnsafeMutablePointer<UInt64>, _ words: Int
    ) {
      (off, on, newOn) = (memory, memory + words, memory + 2 &* words)
      self.newOff = newOff
    }

    /// Assumes a candidate, in empty sets.
    @inline(__always)
    func start(_ node: Int) {
      newOn[node &>> 6] = 1 &<< UInt64(truncatingIfNeeded: node & 63)
      on[node &>> 6] = newOn[node &>> 6]
    }
  }

  /// Counts the links from "on" to "off" of the same candidate, 0 if there is no such chain.
  ///
  /// `digit` has the nodes allowed, `nil` for all; after `longest` links the walk gives up.
  func length(
    _ sets: Sets, from start: Int, within digit: UnsafePointer<UInt64>?, longest: Int
  ) -> Int {
    for word in 0..<words {
      sets.off[word] = 0
      sets.on[word] = 0
      sets.newOn[word] = 0
    }
    sets.start(start)
    var length = 1
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: start & 63)
    while length <= longest {
      spreadWeak(sets, within: digit)
      if sets.off[start &>> 6] & bit != 0 { return length }
      guard length &+ 2 <= longest, spreadStrong(sets, usesMates: digit == nil) else { return 0 }
      length &+= 2
    }
    return 0
  }

  /// From what is newly on to what is newly off.
  @inline(__always)
  func spreadWeak(_ sets: Sets, within digit: UnsafePointer<UInt64>?) {
    let (off, newOn, newOff) = (sets.off, sets.newOn, sets.newOff)
    for word in 0..<words { newOff[word] = 0 }
    for word in 0..<words {
      var rest = newOn[word]
      while rest != 0 {
        let row = weak + (word &<< 6 &+ rest.trailingZeroBitCount) &* words
        rest &= rest &- 1
        for index in 0..<words { newOff[index] |= row[index] }
      }
    }
    if let digit {
      for word in 0..<words { newOff[word] &= digit[word] }
    }
    for word in 0..<words {
      newOff[word] &= ~off[word]
      off[word] |= newOff[word]
    }
  }

  /// From what is newly off to what is newly on; says whether there is any.
  @inline(__always)
  func spreadStrong(_ sets: Sets, usesMates: Bool) -> Bool {
    let (on, newOn, newOff) = (sets.on, sets.newOn, sets.newOff)
    for word in 0..<words { newOn[word] = 0 }
    for word in 0..<words {
      var rest = newOff[word] & strongMask[word]
      while rest != 0 {
        let node = word &<< 6 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        let row = strong + node &* words
        for index in 0..<words { newOn[index] |= row[index] }
        let mate = Int(mates[node])
        if usesMates, mate >= 0 {
          newOn[mate &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: mate & 63)
        }
      }
    }
    var any: UInt64 = 0
    for word in 0..<words {
      newOn[word] &= ~on[word]
      on[word] |= newOn[word]
      any |= newOn[word]
    }
    return any != 0
  }
}
