import SudokuCore

/// The candidates that can't hold together with one: a breadth-first walk from it along weak and strong links in
/// turn.
///
/// Read from its end to its start, each path is an alternating chain that begins with another candidate
/// and excludes the one that the walk began with.
struct ExclusionWalk {
  let target: Candidate
  /// Two literals for each candidate: it is wrong, and it is right.
  private var previous = [Int16](repeating: -1, count: 2 * 729)
  private var distances = [Int16](repeating: -1, count: 2 * 729)
  /// The number of literals visited.
  private(set) var work = 0

  init(from target: Candidate, along links: CandidateLinks) {
    self.target = target
    var queue = [2 * target.index + 1]
    distances[queue[0]] = 0
    // The target's own opposite leads nowhere: a chain ends with it.
    distances[2 * target.index] = .max
    while work < queue.count {
      let literal = queue[work]
      work += 1
      let isOn = literal % 2 == 1
      for other in isOn ? links.weak[literal / 2] : links.strong[literal / 2] {
        visit(2 * other.index + (isOn ? 0 : 1), from: literal, &queue)
      }
    }
  }

  private mutating func visit(_ literal: Int, from other: Int, _ queue: inout [Int]) {
    guard distances[literal] < 0 else { return }
    distances[literal] = distances[other] + 1
    previous[literal] = Int16(other)
    queue.append(literal)
  }

  /// The links of a shortest chain from a candidate to the target, `nil` if there is none.
  func linkCount(from candidate: Candidate) -> Int? {
    let distance = distances[2 * candidate.index]
    return distance < 0 || candidate == target ? nil : Int(distance)
  }

  /// The candidates from one to the target: if the first is right, the second is wrong, and so forth.
  func path(from candidate: Candidate) -> [Candidate] {
    var path = [2 * candidate.index]
    while previous[path[path.count - 1]] >= 0 {
      path.append(Int(previous[path[path.count - 1]]))
    }
    return path.map { Candidate(index: $0 / 2) }
  }
}
