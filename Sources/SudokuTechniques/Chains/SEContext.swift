/// Limits and options that go along with the searches of one puzzle, and what these remember.
///
/// ```swift
/// var context = SEContext(workLimit: 1_000_000)
/// try searcher.firstStep(in: grid, context: &context)
/// context.work      // what it took
/// ```
public struct SEContext: Sendable {
  /// Which variant of the rules applies.
  public var options: SEOptions
  /// Whether steps carry their patterns; a rating alone does not need those of chains.
  public var needsPatterns: Bool
  /// How much work may be done, in literals derived by chains, and who may stop it.
  public var budget: SearchBudget

  /// Creates a context.
  ///
  /// - Parameters:
  ///   - options: Which variant of the rules applies.
  ///   - needsPatterns: Whether steps carry their patterns.
  ///   - workLimit: How much work may be done, in literals derived by chains.
  ///   - isCancelled: Asked now and then; stops the search where it says `true`.
  public init(
    options: SEOptions = .init(), needsPatterns: Bool = true, workLimit: Int = .max,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.init(
      options: options, needsPatterns: needsPatterns,
      budget: SearchBudget(workLimit: workLimit, isCancelled: isCancelled))
  }

  /// Creates a context that goes on with a budget.
  ///
  /// - Parameters:
  ///   - options: Which variant of the rules applies.
  ///   - needsPatterns: Whether steps carry their patterns.
  ///   - budget: How much work may be done, and who may stop it.
  public init(options: SEOptions = .init(), needsPatterns: Bool = true, budget: SearchBudget) {
    self.options = options
    self.needsPatterns = needsPatterns
    self.budget = budget
  }

  /// The work done so far, in literals derived by chains.
  public var work: Int { budget.work }

  /// Where aligned pair exclusion found nothing last.
  var pairMemory = ExclusionMemory()
  /// Where aligned triple exclusion found nothing last.
  var tripleMemory = ExclusionMemory()

  /// Where unique rectangles and loops were not found last.
  var loopMemory = LoopMemory()

  /// The memory of chain searches, taken when first needed.
  private var lease: ChainScratchLease?

  /// The memory of chain searches, for this context alone.
  mutating func chainScratch() -> ChainScratch {
    if lease != nil, isKnownUniquelyReferenced(&lease), let lease { return lease.scratch }
    let new = ChainScratchLease()
    lease = new
    return new.scratch
  }
}
