/// The hints that a search keeps.
struct HintCollector {
  let keepsAll: Bool
  private var best: MultipleHint?
  private var hints: [(hint: MultipleHint, order: Int)] = []
  private var places: [Int: Int] = [:]

  init(keepsAll: Bool) { self.keepsAll = keepsAll }

  /// Whether a hint with at least this complexity may be kept.
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
