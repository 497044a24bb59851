import SudokuIdentity
import SudokuSession

extension DocumentSummary {
  /// True if a game's clues match the hash in its ID, and for other documents.
  var hasRightClues: Bool {
    guard id.isGame else { return true }
    guard let clues = game?.clues, let game = GameID(id.rawValue) else { return false }
    return game.isGame(of: clues)
  }

  /// Computes a summary from all operations, its only trusted source.
  init(
    folding operations: [DocumentOperation], of id: DocumentID, old: DocumentSummary?
  ) throws(SyncError) {
    guard id.isGame else {
      self.init(id: id, lastStamp: operations.lazy.map(\.stamp).max() ?? .zero)
      return
    }
    guard let game = GameID(id.rawValue),
      let clues = IncomingValidator.clues(of: game, [old?.game?.clues], operations)
    else { throw SyncError(.idCollision, "\(id) has no clues that fit its ID") }
    do {
      var document = try GameDocument(id: game, clues: clues)
      document.merge(operations)
      self.init(document.summary)
    } catch {
      throw SyncError(error == .idCollision ? .idCollision : .damaged, "\(id): \(error.message)")
    }
  }
}

extension Replica {
  /// Computes a document's summary from its operations and stores it.
  func makeSummary(
    of id: DocumentID, decoded: [DocumentOperation], stored: DocumentSummary? = nil,
    rejected: inout [QuarantineEntry]
  ) throws(SyncError) -> DocumentSummary? {
    let known = try known([id])[id]
    let folded = try fold(id, known, decoded: decoded, stored: stored, rejected: &rejected)
    return try summarize([folded]) == [true] ? folded.summary : nil
  }

  /// Computes a document's summary from its operations without storing it.
  func fold(
    _ id: DocumentID, _ known: KnownDocument?, decoded: [DocumentOperation],
    stored: DocumentSummary?, rejected: inout [QuarantineEntry]
  ) throws(SyncError) -> FoldedSummary {
    let (old, heads) = (known?.summary, known?.heads ?? [:])
    var operations = decoded
    if heads.values.reduce(0, { $0 + $1.seq }) != decoded.count {
      let read = IncomingValidator(origin: .backup).read(
        try chunks(of: id, after: [:]), of: id, reaching: heads)
      operations = read.operations
      rejected += try quarantine(read.rejected)
    }
    var fresh: DocumentSummary
    do { fresh = try DocumentSummary(folding: operations, of: id, old: old) } catch {
      let entry = QuarantineEntry(document: id, device: nil, reason: error.message)
      rejected += try quarantine([entry])
      // No better summary is available.
      fresh = old ?? DocumentSummary(id: id)
    }
    return FoldedSummary(summary: fresh, heads: heads, stored: stored)
  }

  /// A document's summary; an unreadable one is computed again from the operations.
  package func wholeSummary(of id: DocumentID) throws(SyncError) -> DocumentSummary? {
    guard let summary = try summary(of: id) else { return nil }
    guard id.isGame, summary.game == nil else { return summary }
    return try makeSummary(of: id) ?? summary
  }

  /// Computes a document's summary again and ignores what was rejected.
  @discardableResult
  package func makeSummary(
    of id: DocumentID, decoded: [DocumentOperation] = []
  ) throws(SyncError) -> DocumentSummary? {
    var rejected: [QuarantineEntry] = []
    return try makeSummary(of: id, decoded: decoded, rejected: &rejected)
  }
}
