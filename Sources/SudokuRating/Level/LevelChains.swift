/// Alternating chains from a candidate to its own negation, shortest first: assumed right, the candidate
/// turns out wrong.
///
/// Every alternating inference chain and nice loop is one: what sees both ends is assumed. All
/// candidates that a shortest chain excludes are found together.
struct LevelChains {
  /// Which links the chains use.
  enum Links {
    /// Those of one digit.
    case oneDigit
    /// Those of cells and houses.
    case all
    /// Almost locked sets, too.
    case withSets
  }

  /// The candidates excluded, as nodes of the graph.
  private(set) var victims: [Int] = []
  /// The number of links of the chains that exclude them.
  private(set) var length = 0
  private var memory = [UInt64]()

  /// Looks for the shortest chains.
  ///
  /// - Parameters:
  ///   - graph: The links.
  ///   - links: Which of them to use.
  ///   - longest: The number of links of the longest chains wanted.
  /// - Returns: Whether there are any.
  mutating func search(_ graph: LevelGraph, _ links: Links, longest: Int = .max) -> Bool {
    victims.removeAll(keepingCapacity: true)
    length = longest
    let words = graph.words
    if memory.count < words &* 4 { memory = [UInt64](repeating: 0, count: words &* 4) }
    let weak = links == .withSets ? graph.weakWithSets : graph.weak
    let strongMask = links == .oneDigit ? LevelGraph.strongInHouse : LevelGraph.strongAnywhere
    weak.storage.withUnsafeBufferPointer { weak in
      graph.strong.storage.withUnsafeBufferPointer { strong in
        graph.masks.storage.withUnsafeBufferPointer { masks in
          graph.mates.withUnsafeBufferPointer { mates in
            memory.withUnsafeMutableBufferPointer { memory in
              guard let weak = weak.baseAddress, let strong = strong.baseAddress,
                let masks = masks.baseAddress, let memory = memory.baseAddress
              else { return }
              let walk = Walk(
                words: words, weak: weak, strong: strong, mates: mates,
                strongMask: masks + strongMask &* words, off: memory, on: memory + words,
                newOff: memory + 2 &* words, newOn: memory + 3 &* words)
              for start in 0..<graph.candidateCount {
                let digit = links == .oneDigit ? masks + graph.digits[start] &* words : nil
                let found = walk.length(from: start, within: digit, longest: length)
                guard found > 0 else { continue }
                if found < length || victims.isEmpty {
                  victims.removeAll(keepingCapacity: true)
                  length = found
                }
                victims.append(start)
              }
            }
          }
        }
      }
    }
    return !victims.isEmpty
  }
}

/// A breadth-first walk through the links of a graph.
private struct Walk {
  let words: Int
  let weak: UnsafePointer<UInt64>
  let strong: UnsafePointer<UInt64>
  let mates: UnsafeBufferPointer<Int32>
  let strongMask: UnsafePointer<UInt64>
  let off: UnsafeMutablePointer<UInt64>
  let on: UnsafeMutablePointer<UInt64>
  let newOff: UnsafeMutablePointer<UInt64>
  let newOn: UnsafeMutablePointer<UInt64>

  /// Counts the links from "on" to "off" of the same candidate, 0 if there is no such chain.
  ///
  /// - Parameters:
  ///   - start: The candidate.
  ///   - digit: The nodes allowed, `nil` for all.
  ///   - longest: The number of links after which it gives up.
  /// - Returns: The number of links.
  func length(
    from start: Int, within digit: UnsafePointer<UInt64>?, longest: Int
  ) -> Int {
    for word in 0..<words {
      off[word] = 0
      on[word] = 0
      newOn[word] = 0
    }
    newOn[start &>> 6] = 1 &<< UInt64(truncatingIfNeeded: start & 63)
    on[start &>> 6] = newOn[start &>> 6]
    var length = 1
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: start & 63)
    while length <= longest {
      spreadWeak(digit)
      if off[start &>> 6] & bit != 0 { return length }
      guard length &+ 2 <= longest, spreadStrong(usesMates: digit == nil) else { return 0 }
      length &+= 2
    }
    return 0
  }

  /// From what is newly on to what is newly off.
  @inline(__always)
  private func spreadWeak(_ digit: UnsafePointer<UInt64>?) {
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
  private func spreadStrong(usesMates: Bool) -> Bool {
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
