import SudokuCore
import SudokuIdentity
import SudokuSession

/// A game of another program, read from its record and validated.
struct OldGame {
  let oldID: String?
  private let path: [OldPathKey]
  private let clues: Board
  private let board: (path: [OldPathKey], board: Board)?
  private let solution: (path: [OldPathKey], board: Board)?
  private let notes: NoteSet
  private let elapsedMilliseconds: Int
  private let mistakes: Int
  private let hintsUsed: Int
  private let isCompleted: Bool?
  private let completed: (path: [OldPathKey], milliseconds: Int64)?
  private let start: Int64
  private let saved: Int64
  private let selected: Cell?
  private let level: String?

  private static let day = 86_400_000

  init(_ record: inout OldRecord) throws(OldSaveFault) {
    path = record.path
    guard let clues = try record.board(["initialboard", "initialboarddata", "puzzle", "givens"])
    else {
      throw record.fault("has no clues: the member 'initialBoard' is missing")
    }
    self.clues = clues.board
    board = try record.board(["boarddata", "board", "currentboard"])
    solution = try record.board(["solution", "solutiondata"])
    notes = try record.notes(["notesdata", "notes"]) ?? NoteSet()
    let seconds = try record.number(
      ["elapsedtime", "elapsedseconds", "timeelapsed"], in: 0...86_400_000)
    let milliseconds = try record.count(["elapsedmilliseconds"], in: 0...86_400_000_000)
    elapsedMilliseconds = milliseconds ?? Int(((seconds ?? 0) * 1_000).rounded())
    mistakes = try record.count(["mistakes"]) ?? 0
    hintsUsed = try record.count(["hintsused", "hints"]) ?? 0
    isCompleted = try record.flag(["iscompleted", "iscomplete"])
    completed = try record.time(["completiondate"])
    let oldID = try Self.oldID(&record)
    self.oldID = oldID
    guard let start = try record.time(["startdate"])?.milliseconds ?? Self.start(in: oldID) else {
      throw record.fault("has no start: the member 'startDate' is missing")
    }
    self.start = start
    saved = max(start, try record.time(["lastsaved"])?.milliseconds ?? start)
    _ = try record.time(["lastplayed"])
    selected = try Self.selected(&record)
    let levelNames = record.hasText("level") ? ["level", "difficulty"] : ["difficulty"]
    level = try record.text(levelNames).map { Self.levelName($0.value) }
    if let completed, completed.milliseconds < start {
      throw OldSaveFault(path: completed.path, reason: "lies before the start of the game")
    }
  }

  private static func oldID(_ record: inout OldRecord) throws(OldSaveFault) -> String? {
    guard let id = try record.text(["gameid", "id"]) else { return nil }
    let isName = id.value.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    guard 1...256 ~= id.value.utf8.count, isName else {
      throw OldSaveFault(path: id.path, reason: "must be an ID of 1 to 256 bytes")
    }
    return id.value
  }

  /// The start that an ID `game-HASH-SECONDS` names.
  private static func start(in id: String?) -> Int64? {
    guard let id, id.hasPrefix("game-"), let last = id.split(separator: "-").last,
      let seconds = Int64(last), 0..<4_102_444_800 ~= seconds
    else { return nil }
    return seconds * 1_000
  }

  private static func selected(_ record: inout OldRecord) throws(OldSaveFault) -> Cell? {
    let row = try record.count(["selectedcellrow", "selectedrow"], in: 0...8)
    let column = try record.count(
      ["selectedcellcolumn", "selectedcellcol", "selectedcolumn"], in: 0...8)
    guard let row, let column else {
      if row == nil, column == nil { return nil }
      throw record.fault("needs both or neither of selectedCellRow and selectedCellColumn")
    }
    return Cell(index: row * 9 + column)
  }

  private static func levelName(_ text: String) -> String {
    let lower = text.lowercased()
    return Experience.pointsByLevel[lower] == nil ? text : lower
  }

  // MARK: The game

  /// The game as operations.
  func document() throws(OldSaveFault) -> GameDocument {
    var document: GameDocument
    do throws(GameError) {
      document = try GameDocument(clues: clues, startDate: UnixTime(milliseconds: start))
    } catch {
      throw OldSaveFault(path: path, reason: "the clues: \(error.message)")
    }
    if let oldID, let other = GameID(oldID), other != document.id {
      throw OldSaveFault(path: path, reason: "'\(oldID)' is the ID of another game here")
    }
    guard !clues.isFull else {
      throw OldSaveFault(path: path, reason: "the clues have no empty cell")
    }
    try check(against: document.solution)
    document.merge(operations(solution: document.solution))
    return document
  }

  /// Refuses a record that contradicts itself.
  private func check(against solution: Board) throws(OldSaveFault) {
    for cell in clues.filledCells {
      guard let board, let clue = clues[cell], let digit = board.board[cell], digit != clue else {
        continue
      }
      throw OldSaveFault(path: board.path, reason: "\(cell) is \(digit), and the clue is \(clue)")
    }
    if let stated = self.solution, let cell = difference(stated.board, solution) {
      throw OldSaveFault(
        path: stated.path,
        reason: "\(cell) differs from the only solution of the clues, \(solution.line)")
    }
    guard isCompleted ?? (completed != nil), let board, let cell = difference(moves, solution)
    else {
      if isCompleted == false, let completed, difference(moves, solution) != nil {
        throw OldSaveFault(path: completed.path, reason: "the game is not completed")
      }
      return
    }
    throw OldSaveFault(
      path: board.path,
      reason: "the record says that the game is completed, but \(cell) is "
        + (moves[cell].map { "\($0)" } ?? "empty"))
  }

  private func difference(_ board: Board, _ solution: Board) -> Cell? {
    CellSet.all.first { board[$0] != solution[$0] }
  }

  /// The clues and the player's digits.
  private var moves: Board {
    guard let board else { return clues }
    return Board { clues[$0] ?? board.board[$0] }
  }

  private func operations(solution: Board) -> [DocumentOperation] {
    let isSolved = isCompleted ?? (completed != nil) || moves == solution
    let board = isSolved ? solution : moves
    var actions: [DocumentAction] = [
      .create(GameHeader(clues: clues, grade: .se(level: level, ratingTenths: nil)))
    ]
    let placed = CellSet.all.filter { clues[$0] == nil && board[$0] != nil }
    let wrong = placed.filter { board[$0] != solution[$0] }.count
    var mark: [String: OpaqueValue] = [
      "mistakes": .int(Int64(max(0, mistakes - wrong))), "hints": .int(Int64(hintsUsed)),
    ]
    mark["id"] = oldID.map { .string($0) }
    actions.append(.set(key: GameDocument.importMark, value: .object(mark)))
    for cell in placed {
      if let digit = board[cell] { actions.append(.place(Placement(cell: cell, digit: digit))) }
    }
    if !notes.isEmpty, !isSolved { actions.append(.notes(on: notes, off: NoteSet())) }
    if let selected, !isSolved { actions.append(.select(selected)) }
    actions.append(.resume(SegmentStart(wallMilliseconds: start)))
    var elapsed: [Int: Int] = [:]
    // Between two operations at most a day counts.
    for days in 1...max(1, elapsedMilliseconds / Self.day)
    where days * Self.day < elapsedMilliseconds {
      elapsed[actions.count] = days * Self.day
      actions.append(.tick)
    }
    elapsed[actions.count] = elapsedMilliseconds
    actions.append(
      isSolved
        ? .complete(
          Completion(
            board: solution, elapsedMilliseconds: elapsedMilliseconds, mistakes: mistakes,
            hintsUsed: hintsUsed))
        : .suspend)
    return ImportStream.operations(actions, at: isSolved ? end : saved, elapsed: elapsed)
  }

  /// The time of the completion, in milliseconds since 1970.
  private var end: Int64 {
    completed?.milliseconds ?? (saved > start ? saved : start + Int64(elapsedMilliseconds))
  }
}

extension OldRecord {
  /// True if the record contains a game.
  var isGame: Bool {
    has([
      "initialboard", "initialboarddata", "puzzle", "givens", "boarddata", "board", "currentboard",
      "gameid",
    ])
  }
}
