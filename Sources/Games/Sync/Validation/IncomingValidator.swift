import SudokuCore
import SudokuIdentity
import SudokuSession

/// Checks documents from a store, a save or a backup before they are merged.
///
/// The rules: document IDs are valid. A game's clues fit its ID, which is a hash of them. Each line
/// is an operation with the expected device and number, within the size limit. Documents and
/// settings of one device never come from elsewhere. A summary's numbers are not trusted; they are
/// computed again from the operations.
///
/// Of a stream only the part from the first bad line on is rejected, and nothing else of the
/// document. Every rejection becomes a `QuarantineEntry`.
package struct IncomingValidator {
  /// The source of documents.
  enum Origin {
    /// A store or a save, so perhaps another device.
    case elsewhere
    /// A backup of this device.
    case backup
  }

  /// The accepted and the rejected parts of a document.
  struct Result {
    var accepted: DocumentDelta?
    var rejected: [QuarantineEntry] = []
    /// Intact chunks with unreadable lines: each stream from its first bad line on.
    var unreadable: [OperationChunk] = []
    var operations: [DocumentOperation] = []
  }

  /// The longest line of an operation, in bytes, as in the protocol.
  static let maximumLine = 1 << 20

  var origin = Origin.elsewhere

  /// Creates a validator for documents from other devices.
  package init() {}

  init(origin: Origin) { self.origin = origin }

  func inspect(_ delta: DocumentDelta, held: DocumentSummary?) -> Result {
    var result = Result()
    func reject(_ device: DeviceID?, _ reason: String, line: [UInt8]? = nil) {
      result.rejected.append(
        QuarantineEntry(document: delta.id, device: device, reason: reason, line: line))
    }
    if let reason = fault(in: delta.id) {
      reject(nil, reason)
      return result
    }
    var accepted = delta
    accepted.chunks = []
    var broken: Set<DeviceID> = []
    for chunk in delta.chunks where !broken.contains(chunk.device) {
      let (operations, fault) = read(chunk, of: delta.id)
      if let fault {
        broken.insert(chunk.device)
        reject(chunk.device, fault.description, line: fault.line)
        if chunk.isIntact, let rest = chunk.suffix(after: chunk.firstSeq - 1 + operations.count) {
          result.unreadable.append(rest)
        }
      }
      if let good = chunk.prefix(through: chunk.firstSeq - 1 + operations.count) {
        accepted.chunks.append(good)
        result.operations += operations
      }
    }
    let isOwnSummary = delta.summary.id == delta.id
    let foreign = "its summary is that of \(delta.summary.id)"
    if let game = GameID(delta.id.rawValue) {
      let candidates = [delta.summary.game?.clues, held?.game?.clues]
      guard let clues = Self.clues(of: game, candidates, result.operations) else {
        reject(nil, "its clues are not those of its ID")
        result.operations = []
        return result
      }
      if !isOwnSummary || delta.summary.game?.clues != clues {
        reject(nil, isOwnSummary ? "its summary has other clues" : foreign)
        accepted.summary = DocumentSummary(GameSummary(id: delta.id, clues: clues))
      } else if held == nil {
        accepted.summary = DocumentSummary(GameSummary(id: delta.id, clues: clues))
      }
    } else if held == nil || !isOwnSummary {
      if !isOwnSummary { reject(nil, foreign) }
      accepted.summary = DocumentSummary(id: delta.id)
    }
    result.accepted = accepted
    return result
  }

  /// The clues that match a game's ID, among those of summaries and creations.
  static func clues(of game: GameID, _ candidates: [Board?], _ operations: [DocumentOperation])
    -> Board?
  {
    for case .some(let clues) in candidates where game.isGame(of: clues) { return clues }
    for operation in operations {
      if case .create(let header) = operation.action, game.isGame(of: header.clues) {
        return header.clues
      }
    }
    return nil
  }

  /// The fault of a document's ID; `nil` for none.
  private func fault(in id: DocumentID) -> String? {
    if id.isLocalOnly && origin == .elsewhere {
      return "it concerns one device only and never comes from elsewhere"
    }
    if id.isGame && GameID(id.rawValue) == nil { return "its name is not a valid game ID" }
    return nil
  }

  package func read(
    _ chunks: [OperationChunk], of id: DocumentID, reaching heads: StreamHeads
  ) -> (operations: [DocumentOperation], rejected: [QuarantineEntry]) {
    var operations: [DocumentOperation] = []
    operations.reserveCapacity(chunks.reduce(0) { $0 + $1.count })
    var rejected: [QuarantineEntry] = []
    var broken: Set<DeviceID> = []
    var ends: [DeviceID: Int] = [:]
    func reject(_ device: DeviceID, _ fault: Fault) {
      broken.insert(device)
      rejected.append(
        QuarantineEntry(document: id, device: device, reason: fault.description, line: fault.line))
    }
    for chunk in chunks where !broken.contains(chunk.device) {
      let end = ends[chunk.device] ?? 0
      guard chunk.firstSeq == end + 1 else {
        reject(
          chunk.device,
          chunk.firstSeq > end ? Fault(missing: end + 1...chunk.firstSeq - 1) : Fault(chunk.damage))
        continue
      }
      ends[chunk.device] = chunk.lastSeq
      let (good, fault) = read(chunk, of: id)
      operations += good
      if let fault { reject(chunk.device, fault) }
    }
    for (device, head) in heads.sorted(by: { $0.key < $1.key }) where !broken.contains(device) {
      let end = ends[device] ?? 0
      if end < head.seq { reject(device, Fault(missing: end + 1...head.seq)) }
    }
    return (operations, rejected)
  }

  /// The part of a stream that can be read.
  func readable(_ stream: [OperationChunk], of id: DocumentID) -> [OperationChunk] {
    var good: [OperationChunk] = []
    for chunk in stream {
      guard chunk.firstSeq == (good.last?.lastSeq ?? 0) + 1 else { break }
      let (operations, fault) = read(chunk, of: id)
      if let part = chunk.prefix(through: chunk.firstSeq - 1 + operations.count) {
        good.append(part)
      }
      if fault != nil { break }
    }
    return good
  }

  /// A chunk's operations before the first bad line, and the fault of that line.
  private func read(
    _ chunk: OperationChunk, of id: DocumentID
  ) -> (operations: [DocumentOperation], fault: Fault?) {
    var operations: [DocumentOperation] = []
    operations.reserveCapacity(min(chunk.count, 1 << 16))
    guard 1...OperationKey.maximumSeq ~= chunk.firstSeq, chunk.isIntact else {
      return ([], Fault(chunk.damage, line: chunk.lines.prefix { $0 != UInt8(ascii: "\n") }))
    }
    var fault: Fault?
    chunk.forEachLine { line in
      guard fault == nil else { return }
      let seq = chunk.firstSeq + operations.count
      do {
        guard line.count <= Self.maximumLine else { throw Fault("it has \(line.count) bytes") }
        let operation = try DocumentOperation(line: line)
        guard operation.device == chunk.device, operation.seq == seq else {
          throw Fault("it is operation \(operation.key)")
        }
        if case .set(let key, _) = operation.action, id == .settings,
          SettingsDocument.document(of: key) != id
        {
          throw Fault("'\(key)' concerns one device only")
        }
        operations.append(operation)
      } catch {
        fault = Fault("operation \(seq): \(error)", line: Array(line))
      }
    }
    return (operations, fault)
  }

  private struct Fault: Error, CustomStringConvertible {
    let description: String
    var line: [UInt8]?

    init(missing seqs: ClosedRange<Int>) {
      description = "operations \(seqs.lowerBound) to \(seqs.upperBound) are missing on this device"
    }

    init(_ description: String, line: (some Sequence<UInt8>)? = [UInt8]?.none) {
      self.description = description
      self.line = line.map { Array($0) }
    }
  }
}
