/// A table of fixed size that lives for ever and checks no bounds: its users' indexes come from other
/// tables.
struct FixedTable<Element: Sendable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    count = elements.count
    base = .allocate(capacity: max(1, elements.count))
    base.initialize(from: elements, count: elements.count)
  }

  subscript(index: Int) -> Element {
    assert(0..<count ~= index)
    return base[index]
  }
}
