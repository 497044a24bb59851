import SudokuCore
import SudokuIdentity

/// A save of the older kind: a snapshot of "the current game" under one fixed ID.
///
/// The fixed ID is ignored; the `GameID` is made from the board and the start. The snapshot becomes
/// operations of a device that its content names, so importing it again, here or elsewhere, changes
/// nothing. Digits that disagree with what is here become a conflict that the player decides.
///
/// ```json
/// {"id":"current","initialBoard":"53..7....","board":"534.7....","notes":{"r4c2":[2,5]},
///  "elapsedSeconds":61.5,"mistakes":1,"startDate":"2026-11-20T12:00:00Z","lastSaved":"2026-11-20T12:03:00Z"}
/// ```
public struct OldSave: Hashable, Sendable {
  package var initialBoard: Board
  /// The board as it was saved; the clues if it is missing.
  package var board: Board
  package var notes: NoteSet
  package var elapsedMilliseconds: Int
  package var mistakes: Int
  package var hintsUsed: Int
  package var startDate: UTCTime
  package var lastSaved: UTCTime
  package var level: String?

  /// The name of the operation that marks imported streams.
  static let markKey = "imported"

  package func document() throws(GameError) -> GameDocument {
    var document = try GameDocument(
      clues: initialBoard, startDate: UnixTime(milliseconds: startDate.milliseconds))
    document.merge(operations(solution: document.solution))
    return document
  }

  private func operations(solution: Board) -> [DocumentOperation] {
    var actions: [DocumentAction] = [
      .create(GameHeader(clues: initialBoard, grade: .se(level: level, ratingTenths: nil)))
    ]
    var wrongCount = 0
    var moves: [DocumentAction] = []
    for cell in CellSet.all where initialBoard[cell] == nil {
      guard let digit = board[cell] else { continue }
      if solution[cell] != digit { wrongCount += 1 }
      moves.append(.place(Placement(cell: cell, digit: digit)))
    }
    actions.append(
      .set(
        key: Self.markKey,
        value: .object([
          "mistakes": .int(Int64(max(0, mistakes - wrongCount))), "hints": .int(Int64(hintsUsed)),
        ])))
    actions += moves
    if !notes.isEmpty { actions.append(.notes(on: notes, off: NoteSet())) }
    actions.append(.resume(SegmentStart(wallMilliseconds: startDate.milliseconds)))
    let isSolved = moves.isEmpty ? false : board == solution
    actions.append(
      isSolved
        ? .complete(
          Completion(
            board: board, elapsedMilliseconds: elapsedMilliseconds, mistakes: mistakes,
            hintsUsed: hintsUsed))
        : .suspend)
    let device = DeviceID(rawValue: contentHash)
    var clock = HybridLogicalClock(
      last: Stamp(milliseconds: max(lastSaved.milliseconds, startDate.milliseconds) - 1))
    return actions.enumerated().map { index, action in
      DocumentOperation(
        key: OperationKey(device: device, seq: index + 1),
        stamp: clock.next(wallMilliseconds: lastSaved.milliseconds), action: action,
        elapsedMilliseconds: index == actions.count - 1 ? elapsedMilliseconds : nil)
    }
  }

  /// FNV-1a over the content of the save.
  private var contentHash: UInt64 {
    let noted = notes.candidates.map(\.description).joined(separator: ",")
    let text =
      "old-save/1/\(initialBoard)/\(board)/\(noted)/\(elapsedMilliseconds)/\(mistakes)/\(hintsUsed)"
      + "/\(startDate)/\(lastSaved)/\(level ?? "")"
    return FNV1a(text.utf8).value
  }
}

extension OldSave: Decodable {
  private enum CodingKeys: String, CodingKey {
    case initialBoard, puzzle, givens, board, currentBoard, notes, elapsedSeconds
    case elapsedMilliseconds, mistakes, hintsUsed, startDate, lastSaved, level
  }

  /// Reads a save; the clues and the start are needed, everything else may be missing.
  ///
  /// The clues may be called `initialBoard`, `puzzle` or `givens`, the board `board` or
  /// `currentBoard`; dates are RFC 3339 texts or seconds since 1970.
  /// - Throws: `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let clues = try Self.board(in: container, [.initialBoard, .puzzle, .givens])
    guard let clues else {
      throw DecodingError.keyNotFound(
        CodingKeys.initialBoard,
        .init(codingPath: decoder.codingPath, debugDescription: "the save has no clues"))
    }
    initialBoard = clues
    board = try Self.board(in: container, [.board, .currentBoard]) ?? clues
    for cell in clues.filledCells { board[cell] = clues[cell] }
    notes = try Self.notes(in: container)
    let milliseconds = try container.decodeIfPresent(Int.self, forKey: .elapsedMilliseconds)
    let seconds = try container.decodeIfPresent(Double.self, forKey: .elapsedSeconds)
    elapsedMilliseconds =
      milliseconds ?? seconds.flatMap { Int(exactly: ($0 * 1000).rounded()) } ?? 0
    elapsedMilliseconds = PlayingTime(elapsedMilliseconds).milliseconds
    let counts = try [CodingKeys.mistakes, .hintsUsed].map {
      min(max(0, try container.decodeIfPresent(Int.self, forKey: $0) ?? 0), 1_000_000)
    }
    mistakes = counts[0]
    hintsUsed = counts[1]
    guard let start = try Self.date(in: container, .startDate) else {
      throw DecodingError.keyNotFound(
        CodingKeys.startDate,
        .init(codingPath: decoder.codingPath, debugDescription: "the save has no start"))
    }
    startDate = start
    lastSaved = try Self.date(in: container, .lastSaved) ?? start
    level = try container.decodeIfPresent(String.self, forKey: .level)
  }

  private static func board(
    in container: KeyedDecodingContainer<CodingKeys>, _ keys: [CodingKeys]
  ) throws -> Board? {
    guard let key = keys.first(where: { container.contains($0) }) else { return nil }
    guard let board = Board(try container.decode(String.self, forKey: key)) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "no board of 81 characters")
    }
    return board
  }

  /// The notes, an object of digits by cell: `{"r4c7": [1, 5]}`.
  private static func notes(
    in container: KeyedDecodingContainer<CodingKeys>
  ) throws -> NoteSet {
    var notes = NoteSet()
    let stored = try container.decodeIfPresent([String: [Int]].self, forKey: .notes)
    for (name, numbers) in stored ?? [:] {
      guard let cell = Cell(parsing: name), numbers.allSatisfy({ 1...9 ~= $0 }) else {
        throw DecodingError.dataCorruptedError(
          forKey: .notes, in: container,
          debugDescription: "'\(name): \(numbers)' are not notes of a cell")
      }
      notes[cell] = DigitSet(numbers.compactMap { Digit($0) })
    }
    return notes
  }

  private static func date(
    in container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
  ) throws -> UTCTime? {
    guard container.contains(key) else { return nil }
    if let seconds = try? container.decode(Double.self, forKey: key) {
      let limit = 1e12
      return UTCTime(milliseconds: Int64(min(max(seconds, -limit), limit) * 1000))
    }
    return try container.decode(UTCTime.self, forKey: key)
  }
}
