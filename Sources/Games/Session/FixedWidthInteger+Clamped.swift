extension FixedWidthInteger {
  /// The sum, or the end of the range it would leave.
  package func addingClamped(_ other: Self) -> Self {
    let (sum, isOverflow) = addingReportingOverflow(other)
    return isOverflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the end of the range it would leave.
  package func subtractingClamped(_ other: Self) -> Self {
    let (difference, isOverflow) = subtractingReportingOverflow(other)
    return isOverflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product, or the end of the range it would leave.
  package func multipliedClamped(by other: Self) -> Self {
    let (product, isOverflow) = multipliedReportingOverflow(by: other)
    return isOverflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}
