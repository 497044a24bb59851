import SudokuSession
import SudokuSync

/// Imported parts of documents that wait for earlier operations.
///
/// An import may bring the parts of an export in any order. A device's operations have no gaps, so
/// those after a gap wait in memory until it is filled.
struct SaveParts {
  private var waiting: [DocumentID: [OperationKey: DocumentOperation]] = [:]
  private var count = 0

  /// The most operations that may wait.
  private let limit: Int

  init(limit: Int = GameLibrary.waitingOperationLimit) { self.limit = limit }

  var operationCount: Int { count }

  /// Returns the save with each device's operations that follow the first one without a gap.
  ///
  /// The other operations wait for a later part.
  mutating func whole(_ save: SaveFile, with replica: any Replica) throws(PlayerError) -> SaveFile {
    let before = self
    do throws(SyncError) {
      let file = try joining(save, with: replica)
      if count <= limit { return file }
    } catch {
      self = before
      throw .sync(error)
    }
    self = before
    throw .tooManyWaiting(limit: limit)
  }

  private mutating func joining(
    _ save: SaveFile, with replica: any Replica
  ) throws(SyncError) -> SaveFile {
    var documents: [SaveFile.Document] = []
    for document in save.documents {
      if waiting[document.id] == nil, Self.hasNoGap(document.operations) {
        documents.append(document)
        continue
      }
      var all = waiting.removeValue(forKey: document.id) ?? [:]
      count -= all.count
      for operation in document.operations { all[operation.key] = operation }
      var known: [OperationKey: DocumentOperation] = [:]
      for chunk in try replica.chunks(of: document.id, after: [:]) {
        for operation in (try? chunk.operations()) ?? [] { known[operation.key] = operation }
      }
      let joined = Self.joined(all, known)
      if !joined.whole.isEmpty {
        var part = document
        part.operations = joined.whole.sorted()
        documents.append(part)
      }
      guard !joined.rest.isEmpty else { continue }
      waiting[document.id] = joined.rest
      count += joined.rest.count
    }
    return SaveFile(documents, player: save.player)
  }

  private static func hasNoGap(_ operations: [DocumentOperation]) -> Bool {
    Dictionary(grouping: operations, by: \.device).values.allSatisfy { stream in
      stream.map(\.seq).sorted() == Array(1...stream.count)
    }
  }

  /// The operations of each stream up to its first gap, known ones included, and the new ones after it.
  private static func joined(
    _ new: [OperationKey: DocumentOperation], _ known: [OperationKey: DocumentOperation]
  ) -> (whole: [DocumentOperation], rest: [OperationKey: DocumentOperation]) {
    var whole: [DocumentOperation] = []
    var rest = new
    for device in Set(new.keys.map(\.device)) {
      var seq = 1
      var stream: [DocumentOperation] = []
      while true {
        let key = OperationKey(device: device, seq: seq)
        guard let operation = new[key] ?? known[key] else { break }
        stream.append(operation)
        rest[key] = nil
        seq += 1
      }
      whole += stream
    }
    return (whole, rest)
  }
}
