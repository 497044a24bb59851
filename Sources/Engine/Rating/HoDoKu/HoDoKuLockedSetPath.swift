import SudokuCore
import SudokuTechniques

/// Finds the sets that a chain of almost locked sets leads through: the search itself keeps its ends
/// only.
struct HoDoKuLockedSetPath {
  /// A chain as the search keeps it: its ends, and what leads into them.
  struct Ends {
    var first: Int
    var last: Int
    /// The digit that the first set and the next one can't both hold.
    var firstDigit: Digit
    var lastLink: Int
    /// The digit that led to the set before the last.
    var digitBeforeLast: Digit
  }

  /// A set on the path, and the digit that led to it.
  private struct Place: Hashable {
    var set: Int
    var digit: Digit
    /// True if at least two links led there.
    var isFar: Bool
  }

  private let all: AlmostLockedSets
  private let starts: [Int]

  init(_ all: AlmostLockedSets, starts: [Int]) {
    self.all = all
    self.starts = starts
  }

  private func links(from set: Int) -> ArraySlice<AlmostLockedSets.Common> {
    all.commons[starts[set]..<starts[set + 1]]
  }

  /// The sets of a shortest chain, each with the digit that it and the next one can't both hold.
  func chain(_ ends: Ends) -> [StepPattern.LinkedSet] {
    let last = all.commons[ends.lastLink]
    let goal = Place(set: last.first, digit: ends.digitBeforeLast, isFar: true)
    var origins: [Place: Place] = [:]
    var queue: [Place] = []
    for common in links(from: ends.first) where common.digits.contains(ends.firstDigit) {
      queue.append(Place(set: common.second, digit: ends.firstDigit, isFar: false))
    }
    var done = 0
    while done < queue.count, origins[goal] == nil {
      let place = queue[done]
      done += 1
      for common in links(from: place.set) where common.second <= goal.set {
        guard let digit = common.digits.subtracting(DigitSet(place.digit)).first else { continue }
        let next = Place(set: common.second, digit: digit, isFar: true)
        guard origins[next] == nil else { continue }
        origins[next] = place
        queue.append(next)
      }
    }
    var path = [goal]
    while let place = path.last, let origin = origins[place] { path.append(origin) }
    let end = last.digits.subtracting(DigitSet(ends.digitBeforeLast)).first ?? last.digit
    let links = path.reversed().map(\.digit) + [end]
    let sets = [ends.first] + path.reversed().map(\.set) + [ends.last]
    return sets.indices.map { index in
      StepPattern.LinkedSet(
        all.sets[sets[index]].cells, link: index < links.count ? DigitSet(links[index]) : .none)
    }
  }
}
