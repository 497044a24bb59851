import Foundation
import TestSupport
import Testing

/// Records of another program on the command line, and the IDs of games.
@Suite struct OldSaveCommandTests {
  private static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  private static let solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

  @Test func recordsAreImportedAndWhatIsNotUnderstoodIsReported() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let data = ["--data", (folder / "data").path]
    let records = """
      [{"gameID":"game-1234567-1703251200","initialBoard":"\(Self.puzzle)","boardData":"\(Self.solution)",
        "elapsedTime":600,"isCompleted":1,"completionDate":788101800,"startDate":788101200,"colour":1},
       {"gameID":"game-2-2","initialBoard":"\(Self.puzzle)","isCompleted":1,"boardData":"\(Self.puzzle)"}]
      """
    let game = "game-07ap9x8qtst53aww4qy12t8wfr-1766408400"
    for _ in 1...2 {
      let run = try Binary.run(["import", "-"] + data, input: records)
      #expect(run.status == 65, "\(run)")
      #expect(run.output.contains("imported \(game), formerly game-1234567-1703251200\n"), "\(run)")
      #expect(run.error.contains("not understood: [0].colour"), "\(run)")
      #expect(run.error.contains("refused: [1].boardData: the record says"), "\(run)")
    }
    let list = try Binary.run(["games", "--format", "jsonl"] + data)
    #expect(list.output.contains(game) && list.output.contains(#""status":"completed""#), "\(list)")
    #expect(list.output.contains(#""elapsedMilliseconds":600000"#), "\(list)")
  }

  @Test func identifyPrintsTheGamesID() throws {
    let game = "game-07ap9x8qtst53aww4qy12t8wfr-1766408400"
    let date = ["identify", "--start-date", "2025-12-22T14:00:00.5+01:00"]
    let line = try Binary.run(date + [Self.puzzle])
    #expect(line.status == 0 && line.output.hasSuffix("\t1\t\(game)\n"), "\(line)")
    let table = try Binary.run(date + ["--format", "csv", Self.puzzle])
    #expect(table.output.hasPrefix("puzzle,puzzleId,classId,automorphisms,gameId\n"), "\(table)")
    let json = try Binary.run(date + ["--format", "jsonl", Self.puzzle])
    #expect(json.output.contains("\"gameId\":\"\(game)\""), "\(json)")
    for wrong in [
      ["--start-date", "yesterday"], ["--start-date", "2025-12-22T13:00:00Z", "--rank"],
    ] {
      #expect(try Binary.run(["identify", Self.puzzle] + wrong).status == 2)
    }
  }
}
