/// How much work searches may do, and who may stop them.
///
/// Work is counted in steps of the searches (literals derived by chains, cells visited by loops),
/// so a limit gives the same result on every machine, unlike a limit of time.
///
/// ```swift
/// var budget = SearchBudget(workLimit: 1_000_000, isCancelled: { task.isCancelled })
/// let steps = try UniqueLoop().steps(in: grid, budget: &budget)
/// budget.work      // what it took
/// ```
public struct SearchBudget: Sendable {
  /// How much work may be done.
  public var workLimit: Int
  /// The work done so far.
  public private(set) var work = 0
  /// Asked now and then; stops the search where it says `true`.
  public var isCancelled: (@Sendable () -> Bool)?

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - workLimit: How much work may be done.
  ///   - isCancelled: Asked now and then; stops the search where it says `true`.
  public init(workLimit: Int = .max, isCancelled: (@Sendable () -> Bool)? = nil) {
    self.workLimit = workLimit
    self.isCancelled = isCancelled
  }

  /// The work that may still be done, 0 or more.
  public var remaining: Int { max(0, workLimit - work) }

  /// Charges work to the budget.
  ///
  /// - Parameter amount: The work done since the last call.
  /// - Throws: `SearchInterruption` if the limit is passed or the caller asked to stop.
  public mutating func charge(_ amount: Int) throws(SearchInterruption) {
    work += amount
    if work > workLimit { throw .budgetExhausted }
    if let isCancelled, isCancelled() { throw .cancelled }
  }
}
