import SudokuSession

/// A page of summaries.
public struct SummaryPage: Hashable, Sendable, Codable {
  /// The summaries, newest first.
  public var summaries: [DocumentSummary]
  /// Where the page ended; `nil` on the last page.
  public var next: PageToken?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - summaries: The summaries, newest first.
  ///   - next: Where the page ended; `nil` on the last page.
  public init(summaries: [DocumentSummary], next: PageToken? = nil) {
    self.summaries = summaries
    self.next = next
  }
}
