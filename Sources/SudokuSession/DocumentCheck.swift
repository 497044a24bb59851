import SudokuCore
import SudokuIdentity

/// Why something that claims to be part of a document is none.
public enum DocumentFault: Error, Hashable, Sendable {
  /// The document concerns one device only and must not come from elsewhere.
  case isLocalOnly
  /// The ID begins like a game's, but is not a valid one.
  case isNoGame
  /// A game without clues.
  case cluesAreMissing
  /// The clues are not those of the game that the ID names.
  case cluesDontFit
  /// The clues don't have exactly one solution.
  case isNoPuzzle
  /// A line is longer than `DocumentCheck.maximumLineLength` bytes.
  case lineIsTooLong(Int)
  /// An operation is not of the stream, or does not have the number, that it stands for.
  case isMisplaced(OperationKey)
  /// A time is out of range.
  case timeIsOutOfRange(OperationKey)
  /// A creation has other clues than the game.
  case createsAnotherGame(OperationKey)
  /// A completion's board is not the solution.
  case completionIsUnproven(OperationKey)

  /// What is wrong, in a sentence.
  public var message: String {
    switch self {
    case .isLocalOnly: "the document concerns one device only"
    case .isNoGame: "the document's name is not a valid game ID"
    case .cluesAreMissing: "the game has no clues"
    case .cluesDontFit: "the clues are not those of the game"
    case .isNoPuzzle: "the clues do not have exactly one solution"
    case .lineIsTooLong(let length): "a line has \(length) bytes"
    case .isMisplaced(let key): "operation \(key) stands where another one belongs"
    case .timeIsOutOfRange(let key): "operation \(key) tells a time that is out of range"
    case .createsAnotherGame(let key): "operation \(key) creates a game with other clues"
    case .completionIsUnproven(let key): "operation \(key) claims a completion without a proof"
    }
  }
}

/// Whether operations from elsewhere (a store, a save, a backup) can belong to a document.
///
/// ```swift
/// let check = try DocumentCheck(id, clues: summary.game?.clues)
/// try check.check(operation, seq: 7, of: device, lineLength: line.count)
/// ```
///
/// It says nothing about when an operation was made: a stamp far ahead does no harm (see
/// `OperationSet.ordered`) and is no fault. Kinds and fields that this version doesn't know pass.
public struct DocumentCheck: Sendable {
  /// The largest number of bytes of an operation's line.
  public static let maximumLineLength = 1 << 20
  /// The longest time that an operation may tell: a hundred years, in milliseconds.
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
    _ operation: Operation, seq: Int, of device: DeviceID, lineLength: Int
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
