import ArgumentParser
import Foundation
import SudokuCore
import SudokuIdentity
import SudokuSession
import SudokuStores
import SudokuSync

/// `sudoku-lab store-bench`: how fast saving and syncing are, on SQLite files of its own.
struct StoreBenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store-bench",
    abstract: "Measure saving and syncing on SQLite files in a temporary folder.")

  @Option(help: "The number of games to restore.")
  var games: Int = 10_000

  @Option(help: "The number of operations of each.")
  var operations: Int = 60

  @Option(help: "The number of games of a large store.")
  var largeStore: Int = 100_000

  @Option(help: "The number of single appends.")
  var appends: Int = 2_000

  private static let clues = Board { cell in
    cell.index % 5 == 0 ? nil : Digit(index: (cell.column + 3 * cell.row + cell.row / 3) % 9)
  }

  func run() async throws {
    let folder = NSTemporaryDirectory() + "sudoku-bench-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try measureAppends(folder)
    try await measureRestore(folder)
    try await measureLargeStore(folder)
  }

  private func id(_ number: Int) -> DocumentID {
    DocumentID(
      GameID(
        initialBoard: Self.clues, startDate: UnixTime(seconds: 1_700_000_000 + Int64(number))))
  }

  private func notes(_ device: DeviceID, _ numbers: ClosedRange<Int>, of game: Int)
    -> [SudokuSession.DocumentOperation]
  {
    numbers.map { seq in
      SudokuSession.DocumentOperation(
        key: OperationKey(device: device, seq: seq),
        stamp: Stamp(milliseconds: 1_700_000_000_000 + Int64(game * 1_000 + seq)),
        action: .note(Candidate(Cell(index: seq * 7 % 81), Digit(index: seq % 9)), isOn: true))
    }
  }

  private func summary(_ number: Int, _ last: Stamp, isCompleted: Bool) -> DocumentSummary {
    DocumentSummary(
      GameSummary(
        id: id(number), clues: Self.clues, completed: isCompleted ? last : nil, lastSaved: last))
  }

  private func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1_000
      + Double(duration.components.attoseconds) / 1e15
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func measureAppends(_ folder: String) throws {
    for durability in Durability.allCases {
      var random = SeededRandom(seed: 1)
      let replica = try SQLiteReplica(
        path: "\(folder)/append-\(durability).sqlite", durability: durability, random: &random)
      var times: [Double] = []
      for seq in 1...max(appends, 2) {
        let new = notes(replica.device, seq...seq, of: 0)
        let summary = summary(0, new[0].stamp, isCompleted: false)
        let time = try ContinuousClock().measure {
          try replica.append([ReplicaEntry(new, in: id(0), summary: summary)])
        }
        times.append(milliseconds(time))
      }
      print("append of one move, durability \(durability): \(median(times)) ms (median)")
    }
  }

  private func measureRestore(_ folder: String) async throws {
    let device = DeviceID(rawValue: 7)
    let store = try SQLiteStore(path: folder + "/restore.sqlite")
    for first in stride(from: 0, to: games, by: 500) {
      var deltas: [DocumentDelta] = []
      for game in first..<min(first + 500, games) {
        let chunk = try OperationChunk(notes(device, 1...operations, of: game))
        let last = Stamp(milliseconds: 1_700_000_000_000 + Int64(game * 1_000 + operations))
        deltas.append(
          DocumentDelta(
            id: id(game), summary: summary(game, last, isCompleted: game % 10 != 0),
            chunks: [chunk]))
      }
      _ = try await store.append(OperationBatch(writer: device, documents: deltas))
    }
    var random = SeededRandom(seed: 2)
    let replica = try SQLiteReplica(path: folder + "/restored.sqlite", random: &random)
    let engine = try SyncEngine(
      replica: replica, store: store, storeName: "bench", random: random, clock: { 0 })
    var report = SyncReport(goal: .everything)
    let time = await ContinuousClock().measure { report = await engine.sync(.everything) }
    print(
      "restore of \(games) games with \(operations) operations each: \(milliseconds(time)) ms, "
        + "\(report.pulled) operations, \(report.requests) requests"
        + (report.error.map { ", \($0)" } ?? ""))
    try replica.setValue(id(0).rawValue, for: .currentGame)
    var times: [Double] = []
    for _ in 0..<200 {
      let time = await ContinuousClock().measure { report = await engine.sync(.now) }
      times.append(milliseconds(time))
    }
    print("sync with nothing to do: \(median(times)) ms (median), \(report.requests) request")
  }

  private func measureLargeStore(_ folder: String) async throws {
    let store = try SQLiteStore(path: folder + "/large.sqlite", durability: .none)
    for first in stride(from: 0, to: largeStore, by: 5_000) {
      let deltas = (first..<min(first + 5_000, largeStore)).map { game in
        DocumentDelta(
          id: id(game),
          summary: summary(
            game, Stamp(milliseconds: 1_700_000_000_000 + Int64(game)), isCompleted: game % 100 != 0
          ), chunks: [])
      }
      _ = try await store.append(
        OperationBatch(writer: DeviceID(rawValue: 7), documents: deltas))
    }
    var times: [Double] = []
    for _ in 0..<100 {
      let start = ContinuousClock.now
      _ = try await store.inProgress(limit: 20, before: nil)
      times.append(milliseconds(ContinuousClock.now - start))
    }
    print("inProgress over \(largeStore) games: \(median(times)) ms (median)")
  }
}
