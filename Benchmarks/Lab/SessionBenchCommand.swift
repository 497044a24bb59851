import ArgumentParser
import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSession

/// `sudoku-lab session-bench`: what games and profiles cost.
struct SessionBenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session-bench",
    abstract: "Measure moves, folds, merges, and reading and writing operations.")

  func run() throws {
    var benchmark = try SessionBenchmark()
    try benchmark.measureShortGames()
    try benchmark.measureLongGame()
    try benchmark.measureOpening()
    try benchmark.measureOneCell()
    benchmark.measureProfile()
  }
}

/// Measures what games and profiles cost, in processor time of one thread.
struct SessionBenchmark {
  let clues: Board
  let solution: Board
  let id: GameID
  let openCells: [Cell]
  var random = SeededRandom(seed: 1)
  var clock = HybridLogicalClock()
  var now: Int64 = 1_795_176_000_000

  init() throws {
    clues = try Board(
      line: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    solution = try GameDocument.uniqueSolution(of: clues)
    id = GameID(initialBoard: clues, startDate: UnixTime(milliseconds: now))
    openCells = Array(CellSet.all.subtracting(clues.filledCells))
  }

  /// The processor time of this process, in seconds.
  static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Runs something and prints what it took, altogether and for each of its parts.
  static func measure<Result>(
    _ name: String, parts: Int = 1, _ body: () throws -> Result
  ) rethrows -> Result {
    let start = processorSeconds()
    let result = try body()
    let seconds = processorSeconds() - start
    let each = parts > 1 ? String(format: "  %8.2f us each", seconds / Double(parts) * 1e6) : ""
    let padded = name.padding(toLength: 56, withPad: " ", startingAt: 0)
    print(padded + String(format: "%9.2f ms", seconds * 1e3) + each)
    return result
  }

  func newGame() throws -> GameDocument {
    try GameDocument(id: id, clues: clues, solution: solution)
  }

  mutating func newSession(device: UInt64) throws -> GameSession {
    var session = GameSession(try newGame(), device: DeviceID(rawValue: device))
    session.begin(
      GameHeader(clues: clues), at: ClockReading(wallMilliseconds: now), clock: &clock)
    return session
  }

  /// The next intent of a restless player.
  mutating func nextIntent() -> Intent {
    let cell = openCells[random.next(below: openCells.count)]
    let digit = Digit(index: random.next(below: 9))
    switch random.next(below: 10) {
    case 0...4: return .place(cell, digit)
    case 5...6: return .note(cell, digit, isOn: nil)
    case 7: return .undo
    case 8: return .redo
    default: return .clear(cell)
    }
  }

  mutating func play(_ session: inout GameSession, moves: Int) {
    for _ in 0..<moves {
      now += 500
      // What the rules refuse is part of playing.
      _ = try? session.perform(
        nextIntent(), at: ClockReading(wallMilliseconds: now), clock: &clock)
    }
  }

  mutating func measureShortGames() throws {
    try Self.measure("2,000 games of 60 moves", parts: 120_000) {
      for device in UInt64(1)...2_000 {
        var session = try newSession(device: device)
        play(&session, moves: 60)
      }
    }
  }

  mutating func measureLongGame() throws {
    var session = try newSession(device: 7)
    Self.measure("one game of 150,000 requests", parts: 150_000) {
      play(&session, moves: 150_000)
    }
    let operations = session.document.operations.ordered
    let count = operations.count
    let lines = Self.measure("write \(count) canonical lines", parts: count) {
      operations.map { operation in
        var line: [UInt8] = []
        _ = operation.appendLine(to: &line)
        return line
      }
    }
    let read = Self.measure("read them", parts: count) {
      lines.compactMap { SudokuSession.DocumentOperation.reading(line: $0) }
    }
    print("  \(lines.reduce(0) { $0 + $1.count } / count) bytes each, \(read.count) read")
    var ordered = try newGame()
    Self.measure("fold them in order", parts: count) { _ = ordered.merge(operations) }
    var shuffled = operations
    random.shuffle(&shuffled)
    var unordered = try newGame()
    Self.measure("merge and fold them shuffled", parts: count) { _ = unordered.merge(shuffled) }
    guard ordered.state == unordered.state, ordered.state == session.document.state else {
      throw Disagreement()
    }
    for (name, index) in [("50 operations back", count - 50), ("at the beginning", 5)] {
      let late = SudokuSession.DocumentOperation(
        key: OperationKey(device: DeviceID(rawValue: 9), seq: index),
        stamp: operations[index].stamp,
        action: .note(Candidate(openCells[0], Digit(index: 1)), isOn: true))
      Self.measure("fold in another device's operation \(name)") { _ = ordered.merge([late]) }
    }
    Self.measure("1,000 states", parts: 1_000) {
      for _ in 0..<1_000 { _ = session.document.state }
    }
  }

  /// A game of 100,000 operations, from its lines to each further move, by the wall clock.
  mutating func measureOpening() throws {
    var played = try newSession(device: 5)
    while played.document.operations.count < 100_000 { play(&played, moves: 1_000) }
    let operations = Array(played.document.operations.ordered.prefix(100_000))
    let lines = operations.map { operation in
      var line: [UInt8] = []
      _ = operation.appendLine(to: &line)
      return line
    }
    let clock = ContinuousClock()
    var session = GameSession(try newGame(), device: DeviceID(rawValue: 5))
    let opening = try clock.measure {
      var document = try newGame()
      // A few kinds are rare: the general decoder, which is not measured here, reads them.
      document.merge(
        zip(lines, operations).map { SudokuSession.DocumentOperation.reading(line: $0) ?? $1 })
      session = GameSession(document, device: DeviceID(rawValue: 5))
    }
    session.start(at: ClockReading(wallMilliseconds: now))
    var moves: [Duration] = []
    for _ in 0..<10_000 { moves.append(clock.measure { play(&session, moves: 1) }) }
    moves.sort()
    print(
      "open a game of \(lines.count) operations \(opening), then each "
        + "move: median \(moves[moves.count / 2]), 99th percentile \(moves[moves.count * 99 / 100]), "
        + "slowest \(moves[moves.count - 1]), by the wall clock")
  }

  mutating func measureOneCell() throws {
    var session = try newSession(device: 3)
    Self.measure("50,000 moves in one cell, each undone, then redone", parts: 150_000) {
      var intents: [Intent] = (0..<50_000).map { .place(openCells[0], Digit(index: $0 % 9)) }
      intents += Array(repeating: .undo, count: 50_000) + Array(repeating: .redo, count: 50_000)
      for intent in intents {
        now += 1
        _ = try? session.perform(intent, at: ClockReading(wallMilliseconds: now), clock: &clock)
      }
    }
  }

  func measureProfile() {
    let games = (0..<10_000).map { second in
      GameSummary(
        id: DocumentID(
          GameID(initialBoard: clues, startDate: UnixTime(seconds: Int64(second)))),
        clues: clues, grade: .se(level: "hard", ratingTenths: nil),
        completed: Stamp(milliseconds: Int64(second) * 1_000),
        elapsedMilliseconds: second)
    }
    Self.measure("profile and statistics of 10,000 games") {
      _ = ProfileDocument().state(games: games)
    }
  }
}

/// Two ways to the same state that led to different ones.
struct Disagreement: Error {}
