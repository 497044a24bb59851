import SudokuCore
import SudokuIdentity

/// Whether operations from elsewhere (a store, a save, a backup) can belong to a document.
///
/// ```swift
/// let check = try DocumentCheck(id, clues: summary.game?.clues)
/// try check.check(operation, seq: 7, of: device, lineLength: line.count)
/// ```
///
/// It says nothing about when an operation was made: a stamp far ahead does no harm (see
/// `OperationSet.ordered`) and is not a fault. Kinds and fields that this version doesn't know pass.
public struct DocumentCheck: Sendable {
  /// The largest number of bytes of an operation's line.
  public static let maximumLineLength = 1 << 20
  /// The longest time that an operation may have: a hundred years, in milliseconds.
  public static let maximumElapsedMilliseconds = 3_155_760_000_000

  private let clues: Board?
  private let solution: Board?

  /// Checks a document's ID and clues.
  ///
  /// - Parameters:
  ///   - id: The document's ID. Names that only a newer version knows are accepted.
  ///   - clues: A game's clues.
  /// - Throws: `DocumentFault`.
  /// - Complexity: For a game that of solving it.
  public init(_ id: DocumentID, clues: Board? = nil) throws(DocumentFault) {
    if id.isLocalOnly { throw .isLocalOnly }
    guard id.isGame else {
      (self.clues, solution) = (nil, nil)
      return
    }
    guard let game = GameID(id.rawValue) else { throw .isNoGame }
    guard let clues else { throw .cluesAreMissing }
    guard game.isGame(of: clues) else { throw .cluesDontFit }
    do throws(GameError) {
      (self.clues, solution) = (clues, try GameDocument.uniqueSolution(of: clues))
    } catch {
      throw .isNoPuzzle
    }
  }

  /// Checks an operation.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - seq: The number it stands for.
  ///   - device: The device whose stream it stands in.
  ///   - lineLength: The number of bytes of its line.
  /// - Throws: `DocumentFault`.
  /// - Complexity: O(1).
  public func check(
    _ operation: DocumentOperation, seq: Int, of device: DeviceID, lineLength: Int
  ) throws(DocumentFault) {
    guard lineLength <= Self.maximumLineLength else { throw .lineIsTooLong(lineLength) }
    let key = operation.key
    guard key == OperationKey(device: device, seq: seq) else { throw .isMisplaced(key) }
    guard operation.elapsedMilliseconds ?? 0 <= Self.maximumElapsedMilliseconds else {
      throw .timeIsOutOfRange(key)
    }
    switch operation.action {
    case .create(let header):
      if let clues, header.clues != clues { throw .createsAnotherGame(key) }
    case .complete(let claim):
      if let solution, claim.board != solution { throw .completionIsUnproven(key) }
      guard claim.elapsedMilliseconds <= Self.maximumElapsedMilliseconds else {
        throw .timeIsOutOfRange(key)
      }
    default: break
    }
  }
}
