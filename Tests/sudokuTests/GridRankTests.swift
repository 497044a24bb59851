import SudokuCore
import SudokuIdentity
import TestSupport
import Testing

/// `generate --grid-rank` and `identify --rank`.
@Suite struct GridRankTests {
  @Test func aRangeOfRanks() throws {
    let run = try Program.run(["generate", "--grid-rank", "5472730529...5472730538", "-j3"])
    #expect(run.status == 0 && run.error.isEmpty && Set(run.lines).count == 10)
    #expect(
      run.lines.last
        == "123456789457893612986217354274538196531964827698721435342685971715349268869172543")
    let ranks = try Program.run(["identify", "--rank"] + run.lines.map(String.init))
    #expect(
      ranks.lines == zip(run.lines, 5_472_730_529...5_472_730_538).map { "\($0)\t\($1)" })
    let rest = try Program.run([
      "generate", "--grid-rank", "5472730529...5472730538", "--skip", "3", "--shard", "2/2",
    ])
    #expect(rest.lines == Array(run.lines.dropFirst(8)))
  }

  /// Grids that are all equally likely have ranks that are, too: hardly any has automorphisms.
  @Test func ranksAreUniform() throws {
    let count = sized(160, full: 1_200)
    let grids = try Program.run(["generate", "--grids", "--seed", "3", "--count", "\(count)"])
      .output
    let rows = try Program.run(["identify", "--rank"], input: grids).lines
    let ranks = rows.compactMap { $0.split(separator: "\t").last.flatMap { Int($0) } }
    #expect(ranks.count == count)
    var counts = [Int](repeating: 0, count: 8)
    for rank in ranks { counts[(rank - 1) * 8 / GridCatalogue.classCount] += 1 }
    let mean = count / 8
    let deviation = counts.reduce(0.0) { $0 + Double(($1 - mean) * ($1 - mean)) / Double(mean) }
    // Above 24.3 once in a thousand times.
    #expect(deviation < 24.3, "\(counts)")
  }

  @Test func randomRanks() throws {
    let count = sized(6, full: 60)
    let arguments = ["generate", "--grid-rank", "all", "--seed", "4", "--count", "\(count)"]
    let one = try Program.run(arguments + ["--jobs", "1"])
    #expect(one.status == 0 && Set(one.lines).count == count)
    #expect(try one.lines.allSatisfy { try Board(line: $0).isSolved })
    #expect(try Program.run(arguments + ["--jobs", "3"]).output == one.output)
    let few = try Program.run(["generate", "--grid-rank", "7..8", "-c20", "--seed", "1"])
    #expect(Set(few.lines).count == 2)
  }

  @Test func puzzlesHaveTheRankOfTheirSolution() throws {
    let puzzle =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    let solved = try Program.run(["solve", puzzle]).lines[0].split(separator: "\t")[2]
    let empty = String(repeating: ".", count: 81)
    let run = try Program.run(["identify", "--rank", puzzle, String(solved), empty])
    let ranks = run.lines.map { $0.split(separator: "\t")[1] }
    #expect(run.status == 1 && ranks[0] == ranks[1] && Int(ranks[0]) != nil && ranks[2] == "-")
    let record = try Program.run(["identify", "--rank", "--format", "jsonl", puzzle]).output
    #expect(record.contains("\"gridRank\":\(ranks[0])"))
    let unranked = try Program.run(["identify", "--rank", "--format", "jsonl", empty]).output
    #expect(unranked.contains("\"gridRank\":null"))
    let grid = try Program.run(["generate", "--grid-rank", String(ranks[0])]).lines
    let forms = try Program.run(["identify", "--form", "minlex", String(solved)]).output
    #expect(forms.hasSuffix("\t\(grid[0])\n"))
  }

  @Test(
    arguments: ["0", "5472730539", "8...7", "-1", "x", "1...", "99999999999999999999", ""].sized(3))
  func noRank(text: String) throws {
    let run = try Program.run(["generate", "--grid-rank=\(text)"])
    #expect(run.status == 2 && run.output.isEmpty && run.error.contains("--grid-rank"))
  }

  /// The last block must not reach beyond the largest number.
  @Test func theLastOfTheLargestCount() throws {
    let many = ["--count", "9223372036854775807", "--skip", "9223372036854775805", "--seed", "1"]
    for kind in [["--grid-rank", "all"], ["--grids"]] {
      let run = try Program.run(["generate"] + kind + many)
      #expect(run.status == 0 && run.lines.count == 2)
    }
  }

  @Test func optionsThatDoNotFit() throws {
    for unfit in [
      ["--level", "easy"], ["--grids"], ["--minimal"], ["--format", "csv"],
      ["--daily", "2026-01-01"], ["--solutions"],
    ].sized(2) {
      let run = try Program.run(["generate", "--grid-rank", "1"] + unfit)
      #expect(run.status == 2 && run.error.contains("can't be combined with --grid-rank"))
    }
    let seed = try Program.run(["generate", "--grid-rank", "1...9", "--seed", "1"])
    #expect(seed.status == 2 && seed.error.contains("--seed needs --count"))
    for pair in [["--form", "minlex"], ["--generators"]] {
      #expect(try Program.run(["identify", "--rank"] + pair).status == 2)
    }
  }
}
