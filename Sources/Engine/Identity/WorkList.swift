/// A list that is emptied and filled again many times, for small plain values.
///
/// Emptying keeps the values where they are: `Array.removeAll(keepingCapacity:)` took a tenth of the
/// time of a canonical form.
struct WorkList<Element: BitwiseCopyable & Sendable>: Sendable {
  private var storage: [Element] = []
  private(set) var count = 0

  @inline(__always)
  mutating func removeAll() { count = 0 }

  /// Keeps only the first elements.
  @inline(__always)
  mutating func truncate(to count: Int) { self.count = min(count, self.count) }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count < storage.count {
      storage[count] = element
    } else {
      storage.append(element)
    }
    count &+= 1
  }

  /// Fills the list again: `body` writes at most `count` elements and returns how many.
  @inline(__always)
  mutating func refill(
    atMost count: Int, filler: Element, _ body: (UnsafeMutablePointer<Element>) -> Int
  ) {
    while storage.count < count { storage.append(filler) }
    self.count = storage.withUnsafeMutableBufferPointer { $0.baseAddress.map(body) ?? 0 }
  }

  /// An element, by its place below `count`.
  @inline(__always)
  subscript(place: Int) -> Element {
    get { storage[place] }
    set { storage[place] = newValue }
  }

  /// Lends the elements for reading without copies.
  @inline(__always)
  func withElements<R>(_ body: (UnsafePointer<Element>, Int) -> R?) -> R? {
    storage.withUnsafeBufferPointer { $0.baseAddress.flatMap { body($0, count) } }
  }
}
