/// Which variant of the reference's rules a search follows.
///
/// The defaults are Sudoku Explainer 1.2.1 with the faults that change its results.
public struct SearchOptions: Hashable, Sendable {
  /// Whether techniques that rest on the solution being unique may be used.
  public var allowsUniqueness = true
  /// Whether the extra digits of unique loops are gathered per search frame, as in the reference,
  /// instead of along the path.
  public var gathersLoopExtrasPerFrame = true
  /// Whether hidden sets of unique loops of type 3 start at the number of extra digits, as in the
  /// reference, instead of at two.
  public var startsHiddenLoopSetsAtExtraCount = true

  /// Creates the reference's variant.
  public init() {}
}

/// Why a search stopped before it was complete.
public enum SearchInterruption: Error, Hashable, Sendable {
  /// The limit of work was reached.
  case budgetExhausted
  /// The caller asked to stop.
  case cancelled
}

/// Limits and options that go along with the searches of one puzzle.
///
/// ```swift
/// var context = SearchContext(workLimit: 1_000_000)
/// try searcher.firstStep(in: grid, context: &context)
/// context.work      // what it took
/// ```
public struct SearchContext: Sendable {
  /// Which variant of the rules applies.
  public var options: SearchOptions
  /// Whether steps carry their patterns; a rating alone does not need those of chains.
  public var needsPatterns: Bool
  /// How much work may be done, in statements derived by chains; deterministic, unlike time.
  public var workLimit: Int
  /// The work done so far.
  public private(set) var work = 0
  /// Asked now and then; stops the search where it says `true`.
  public var isCancelled: (@Sendable () -> Bool)?

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - options: Which variant of the rules applies.
  ///   - needsPatterns: Whether steps carry their patterns.
  ///   - workLimit: How much work may be done, in statements derived by chains.
  ///   - isCancelled: Asked now and then; stops the search where it says `true`.
  public init(
    options: SearchOptions = .init(), needsPatterns: Bool = true, workLimit: Int = .max,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.options = options
    self.needsPatterns = needsPatterns
    self.workLimit = workLimit
    self.isCancelled = isCancelled
  }

  /// Where aligned pair exclusion found nothing last.
  var pairMemory = ExclusionMemory()
  /// Where aligned triplet exclusion found nothing last.
  var tripletMemory = ExclusionMemory()

  /// The memory of chain searches, taken when first needed.
  private var lease: ChainWorkshopLease?

  /// The memory of chain searches, for this context alone.
  mutating func chainWorkshop() -> ChainWorkshop {
    if lease != nil, isKnownUniquelyReferenced(&lease), let lease { return lease.workshop }
    let new = ChainWorkshopLease()
    lease = new
    return new.workshop
  }

  /// Books work.
  ///
  /// - Parameter amount: Statements derived since the last call.
  /// - Throws: `SearchInterruption` if the limit is passed or the caller asked to stop.
  public mutating func book(_ amount: Int) throws(SearchInterruption) {
    work += amount
    if work > workLimit { throw .budgetExhausted }
    if let isCancelled, isCancelled() { throw .cancelled }
  }
}
