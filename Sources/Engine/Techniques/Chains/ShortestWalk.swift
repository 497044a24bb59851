/// A walk that finds the shortest paths from some numbers to all others: those with the fewest steps, of
/// these the cheapest, of these the first found.
///
/// The caller numbers the nodes and lists the followers of each.
struct ShortestWalk {
  private var previous: [Int32]
  private var distances: [Int32]
  private var costs: [Int]
  /// The number of entries reached.
  private(set) var reached: Int

  init(
    from starts: [Int], prices: [Int], longest: Int = .max,
    isGoal: (Int) -> Bool = { _ in false },
    forEachFollower: (_ number: Int, _ visit: (Int) -> Void) -> Void
  ) {
    var previous = [Int32](repeating: -1, count: prices.count)
    var distances = previous
    var costs = [Int](repeating: 0, count: prices.count)
    for start in starts {
      distances[start] = 0
      costs[start] = prices[start]
    }
    reached = starts.count
    var layer = starts
    var distance: Int32 = 0
    while !layer.isEmpty, distance < longest, !layer.contains(where: isGoal) {
      distance += 1
      var next: [Int] = []
      for number in layer {
        forEachFollower(number) { follower in
          let isNew = distances[follower] < 0
          let total = costs[number] + prices[follower]
          guard isNew || distances[follower] == distance && total < costs[follower] else { return }
          if isNew { next.append(follower) }
          distances[follower] = distance
          costs[follower] = total
          previous[follower] = Int32(truncatingIfNeeded: number)
        }
      }
      reached += next.count
      layer = next
    }
    self.previous = previous
    self.distances = distances
    self.costs = costs
  }

  /// The number of steps to a number, -1 if the walk does not reach it.
  func distance(_ number: Int) -> Int { Int(distances[number]) }

  /// The cost of the path to a number.
  func cost(_ number: Int) -> Int { costs[number] }

  func path(to end: Int) -> [Int] {
    var path = [end]
    while previous[path[path.count - 1]] >= 0 {
      path.append(Int(previous[path[path.count - 1]]))
    }
    return path.reversed()
  }
}
