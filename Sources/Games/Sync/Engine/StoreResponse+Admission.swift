import SudokuSession

/// The validation of a store's response: every number, text and page is checked before use.
///
/// Values that can be clamped without harm are clamped. An answer that contradicts the query is an error.
extension StoreResponse {
  /// The years 1970 to 9999, in milliseconds; times outside are clamped.
  private static let milliseconds: ClosedRange<Int64> = 0...253_402_300_799_999
  /// The longest identity, epoch or cursor, in bytes.
  private static let nameBytes = 1_024

  /// The response with its numbers and texts in their ranges.
  ///
  /// - Throws: `SyncError` of kind `storeFailed` if it is not an answer to the query.
  func admitted(to query: StoreQuery) throws(SyncError) -> StoreResponse {
    var response = self
    for (name, text) in [("identity", status.identity), ("epoch", status.epoch)] {
      try Self.check(text, name)
    }
    response.status.milliseconds = Self.clamped(status.milliseconds, Self.milliseconds)
    response.status.skipped = status.skipped?.prefix(100).map {
      SkippedFile(
        name: $0.name.escapingControls(limit: 256), reason: $0.reason.escapingControls(limit: 300))
    }
    response.answer = try answer.admitted(to: query)
    return response
  }

  fileprivate static func check(_ text: String, _ name: String) throws(SyncError) {
    guard text.utf8.count <= nameBytes, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw SyncError(
        .storeFailed,
        "the store's '\(name)' is not a text of at most \(nameBytes) bytes without control characters"
      )
    }
  }

  fileprivate static func clamped<Number: Comparable>(
    _ number: Number, _ range: ClosedRange<Number>
  ) -> Number {
    min(max(number, range.lowerBound), range.upperBound)
  }

  fileprivate static func clamped(_ milliseconds: Int64) -> Int64 {
    clamped(milliseconds, Self.milliseconds)
  }
}

extension StoreAnswer {
  fileprivate func admitted(to query: StoreQuery) throws(SyncError) -> StoreAnswer {
    switch (self, query) {
    case (.document(let delta), .document(let id, _)):
      guard delta.map({ $0.id == id }) ?? true else { throw .mismatchedAnswer }
    case (.append(var receipt), .append(let batch)):
      guard receipt.outcomes.map(\.id) == batch.documents.map(\.id),
        receipt.answer.map({ $0.id == batch.question?.id }) ?? true
      else { throw .mismatchedAnswer }
      for index in receipt.outcomes.indices {
        let refusal = receipt.outcomes[index].refusal?.escapingControls(limit: 1_000)
        receipt.outcomes[index].refusal = refusal
      }
      return .append(receipt)
    case (.inProgress(var page), .inProgress(let limit, _)):
      page.summaries = Array(page.summaries.prefix(limit))
      return .inProgress(page)
    case (.changes(let page), .changes): try StoreResponse.check(page.next.rawValue, "next")
    case (.digests(let page), .digests(let nodes)):
      let count = DigestTree.width * (nodes.isEmpty ? 1 : DigestTree.width)
      guard page.digests.keys.allSatisfy((0..<count).contains) else {
        throw SyncError(
          .storeFailed, "the store's digests have numbers outside of 0...\(count - 1)")
      }
    case (.holdings(let page), .holdings(_, let previous, _)):
      var last = previous
      for holding in page.holdings {
        guard last.map({ $0 < holding.id }) ?? true else {
          throw SyncError(.storeFailed, "the store's holdings are not in order of their IDs")
        }
        last = holding.id
      }
    case (.contents(var contents), .contents):
      let counts = 0...OperationKey.maximumSeq
      contents.games = StoreResponse.clamped(contents.games, counts)
      contents.completedGames = StoreResponse.clamped(contents.completedGames, counts)
      contents.lastSavedMilliseconds = contents.lastSavedMilliseconds.map(StoreResponse.clamped)
      return .contents(contents)
    default: throw .mismatchedAnswer
    }
    return self
  }
}

extension SyncError {
  /// A store's error with a valid kind, and with a message of limited length without control characters.
  var admitted: SyncError {
    let isName =
      1...64 ~= kind.name.utf8.count
      && kind.name.utf8.allSatisfy { 65...90 ~= $0 || 97...122 ~= $0 }
    return SyncError(isName ? kind : .storeFailed, message.escapingControls(limit: 1_000))
  }
}
