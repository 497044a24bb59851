import Foundation
import JSONCoding
import TestSupport
import Testing

@testable import sudoku

/// `sudoku games` as a player reads it: tables, statistics, the words for a status.
@Suite struct PlayerTableTests {
  private static let last =
    "53467891267219534819834256785976142342685379171392485696153728428741963534528617."
  private static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

  private static func filled() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let server = try ServerProcess(["serve", "--data", folder.url.path, "--log-level", "error"])
    let moves: [(String, JSONObject)] = [
      ("game.new", ["puzzle": .string(last), "grade": true]),
      ("game.place", ["cell": "r9c9", "digit": 9]),
      ("game.new", ["puzzle": .string(puzzle), "practice": true]),
      ("game.abandon", [:]),
      ("game.new", ["puzzle": .string(puzzle)]),
      ("game.place", ["cell": "r1c3", "digit": 4]),
    ]
    for (index, move) in moves.enumerated() {
      let request: JSONValue = [
        "id": JSONValue(index), "jsonrpc": "2.0", "method": .string(move.0),
        "params": .object(move.1),
      ]
      server.send(request.description)
      let answer = try JSONValue(parsing: try #require(server.nextLine()))
      #expect(answer["result"] != nil, "\(answer)")
    }
    server.endInput()
    #expect(server.wait() == 0)
    return folder
  }

  @Test func gamesHaveSharesAndWords() throws {
    let folder = try Self.filled()
    defer { folder.remove() }
    let run = try Program.run(["games", "--format", "table", "--data", folder.url.path])
    #expect(run.status == 0 && run.lines.count == 4, "\(run.output)")
    #expect(run.lines[0].contains("last saved   level     status    done"))
    #expect(run.lines[1].contains("own       open      1 %"), "\(run.output)")
    #expect(run.lines[2].contains("practice  found     0 %"), "\(run.output)")
    #expect(run.lines[3].contains("easy      solved    100 %"), "\(run.output)")
  }

  @Test func statisticsAreATable() throws {
    let folder = try Self.filled()
    defer { folder.remove() }
    let run = try Program.run(
      ["games", "--stats", "--format", "table", "--data", folder.url.path])
    func cells(_ line: String) -> [Substring] { line.split(separator: " ") }
    #expect(run.status == 0, "\(run.error)")
    let rows = run.lines.map { cells(String($0)) }
    #expect(
      rows.map(\.first) == ["level", "easy", "unrated", "total", "practice"], "\(run.output)")
    #expect(rows[1][1...2] == ["1", "1"] && rows[1][5...6] == ["1", "1"])
    #expect(rows[2][1...4] == ["1", "0", "-", "-"])
    #expect(rows[3][1...2] == ["2", "1"])
    // A found step is found, though no puzzle was solved.
    #expect(rows[4][1...2] == ["1", "1"])
    let line = try Program.run(["games", "--stats", "--data", folder.url.path])
    #expect(line.lines.count == 4 && line.lines[0].hasPrefix("easy\t1\t1\t"), "\(line.output)")
    let json = try Program.run(
      ["games", "--stats", "--format", "jsonl", "--data", folder.url.path])
    let value = try JSONValue(parsing: json.output)
    #expect(value["total"]?["wins"]?.int == 1)
  }

  @Test func wrongUse() throws {
    let folder = try Self.filled()
    defer { folder.remove() }
    let run = try Program.run(
      ["games", "--stats", "--status", "completed", "--data", folder.url.path])
    #expect(run.status == 2 && run.error.contains("--status"))
    #expect(try Program.run(["games", "--stats", "--data", "/nowhere"]).status != 0)
  }

  /// Without encryption a server begins only on private networks, and after a clear yes.
  @Test func privateNetworks() {
    for host in [
      "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.7", "169.254.3.4", "127.0.0.1",
      "fd00::1",
      "fe80::1%eth0", "::1", "fc12:3::9",
    ] {
      #expect(ListenOptions.isPrivate(host), "\(host)")
    }
    for host in [
      "8.8.8.8", "172.15.0.1", "172.32.0.1", "192.169.1.1", "11.0.0.1", "2001:db8::1",
      "example.org",
      "10.0.0", "10.0.0.1.example.org", "10.0.0.256", "", "fcb.example",
    ] {
      #expect(!ListenOptions.isPrivate(host), "\(host)")
    }
    #expect(NetworkAddresses.all.contains("127.0.0.1"))
    for answer in ["y", "Y", " yes ", "YES\n"] { #expect(ListenOptions.agrees(answer)) }
    for answer in ["", "n", "yep", "no", "j", nil] { #expect(!ListenOptions.agrees(answer)) }
  }
}
