/// What a program behind an `ExecStore` may do at most before it is ended.
public struct ExecLimits: Hashable, Sendable {
  /// How long an answer may be overdue, in milliseconds after the request's own time limit.
  ///
  /// The caller has its error at the time limit; this is when the program is taken for hung.
  public var overdueMilliseconds: Int
  /// How long a line may be, in bytes.
  public var lineBytes: Int
  /// How many lines that answer nothing may follow each other: signals, late answers.
  public var idleLines: Int
  /// How many requests may wait for their late answers.
  public var lateAnswers: Int
  /// How long a program may take to end by itself, in milliseconds, before it is killed.
  public var graceMilliseconds: Int
  /// How often a program that has never signalled a change is asked for news, in milliseconds.
  public var pollMilliseconds: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - overdueMilliseconds: How long an answer may be overdue.
  ///   - lineBytes: How long a line may be.
  ///   - idleLines: How many lines that answer nothing may follow each other.
  ///   - lateAnswers: How many requests may wait for their late answers.
  ///   - graceMilliseconds: How long a program may take to end by itself.
  ///   - pollMilliseconds: How often a program that never signals is asked for news.
  public init(
    overdueMilliseconds: Int = 10_000, lineBytes: Int = 64 << 20, idleLines: Int = 10_000,
    lateAnswers: Int = 64, graceMilliseconds: Int = 300, pollMilliseconds: Int = 1_000
  ) {
    self.overdueMilliseconds = max(overdueMilliseconds, 0)
    self.lineBytes = max(lineBytes, 1_024)
    self.idleLines = max(idleLines, 1)
    self.lateAnswers = max(lateAnswers, 1)
    self.graceMilliseconds = max(graceMilliseconds, 0)
    self.pollMilliseconds = max(pollMilliseconds, 10)
  }
}
