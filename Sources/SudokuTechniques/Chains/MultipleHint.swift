/// A conclusion from several chains.
struct MultipleHint {
  /// What the chains start from.
  enum Form: Hashable {
    /// A statement that leads to two opposite ones.
    case contradiction(Int)
    /// A candidate that leads to the target whether it is on or off.
    case double(Int)
    /// All digits of a cell.
    case cell(Int)
    /// All places of a digit in a house.
    case region(house: Int, digit: Int)
  }

  var form: Form
  /// The statement that is proven.
  var target: Int
  var complexity: Int

  /// The place of the form in the order of hints of equal complexity.
  var kind: Int {
    switch form {
    case .double: 1
    case .cell: 5
    case .region: 6
    case .contradiction: 7
    }
  }

  /// Whether it is to be taken before another hint that was found earlier.
  @inline(__always)
  func precedes(_ other: MultipleHint) -> Bool {
    complexity != other.complexity ? complexity < other.complexity : kind < other.kind
  }
}
