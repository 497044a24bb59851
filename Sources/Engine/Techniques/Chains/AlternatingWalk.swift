/// A breadth-first walk along strong and weak links in turn: what must be right if one place or
/// candidate is wrong.
///
/// The caller numbers the places or candidates.
struct AlternatingWalk {
  /// Two nodes for each number: it is wrong, and it is right.
  private let previous: [Int16]
  private let distances: [Int16]

  init(
    from start: Int, of count: Int,
    _ forEachFollower: (_ number: Int, _ isOn: Bool, _ visit: (Int) -> Void) -> Void
  ) {
    var previous = [Int16](repeating: -1, count: 2 * count)
    var distances = previous
    var queue = [2 * start]
    distances[queue[0]] = 0
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      let isOn = node % 2 == 1
      forEachFollower(node / 2, isOn) { follower in
        let other = 2 * follower + (isOn ? 0 : 1)
        guard distances[other] < 0 else { return }
        distances[other] = distances[node] + 1
        previous[other] = Int16(node)
        queue.append(other)
      }
    }
    self.previous = previous
    self.distances = distances
  }

  /// The number of links to where something must be right, -1 where the walk does not come.
  func distance(_ number: Int) -> Int { Int(distances[2 * number + 1]) }

  /// The numbers from the first to the last, which must be right.
  func path(to end: Int) -> [Int] {
    var path = [2 * end + 1]
    while previous[path[path.count - 1]] >= 0 {
      path.append(Int(previous[path[path.count - 1]]))
    }
    return path.reversed().map { $0 / 2 }
  }
}
