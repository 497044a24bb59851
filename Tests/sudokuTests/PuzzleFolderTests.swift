import Foundation
import JSONCoding
import SudokuCore
import SudokuGenerator
import SudokuRating
import SudokuSolver
import SudokuTechniques
import TestSupport
import Testing

/// The collections in `puzzles/` beside those of `bench`: what their README says is true of them.
@Suite struct PuzzleFolderTests {
  static let folder = Repository.root.appendingPathComponent("puzzles")

  private struct Row {
    var board: Board
    var scale: any Scale
    var level: String?
    var tenths: Int
    var classID: String

    init(_ line: some StringProtocol) throws {
      let value = try JSONValue(parsing: String(line))
      let rating = try #require(value["rating"])
      board = try Board(line: try #require(value["puzzle"]?.string))
      scale = try ScaleRegistry.standard.scale(named: try #require(rating["scale"]?.string))
      level = value["level"]?.string
      tenths = Int((try #require((rating["score"] ?? rating["er"])?.double) * 10).rounded())
      classID = try #require(value["classId"]?.string)
      #expect(rating["version"]?.string == scale.version)
    }
  }

  private static func rows(_ path: String) throws -> [Row] {
    let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    return try text.split(separator: "\n").map { try Row($0) }
  }

  @Test(arguments: Array(zip(LevelScale.levels.map(\.name), UInt64(1)...5)).sized(2))
  func levelsAreSpread(_ level: String, seed: UInt64) throws {
    let rows = try Self.rows("\(level).jsonl")
    #expect(rows.count == 1_000 && Set(rows.map(\.classID)).count == 1_000)
    #expect(rows.allSatisfy { $0.level == level && $0.scale.name == "level" })
    #expect(level != "easy" || rows.allSatisfy { $0.board.clueCount <= 45 })
    let numbers = Dictionary(grouping: rows) { $0.tenths / 10 }.mapValues(\.count)
    #expect(numbers.count >= 15, "\(numbers)")
    #expect(numbers.values.allSatisfy { $0 < 150 }, "\(numbers)")
    for row in stride(from: 0, to: 1_000, by: sized(200, full: 50)).map({ rows[$0] }) {
      let grade = row.scale.grade(row.board)
      #expect(grade.level?.name == level && grade.scoreTenths == row.tenths)
      #expect(Symmetry.rotational180.holds(for: row.board.filledCells))
    }
    var options = GeneratorOptions()
    options.level = options.scale.level(named: level)
    options.symmetry = .rotational180
    options.spreadsScores = true
    let generator = try Generator(seed: seed, options: options)
    for index in 0..<sized(1, full: 2) {
      #expect(generator.puzzle(at: index).puzzle?.board == rows[index].board)
    }
  }

  static let explanations = Repository.root.appendingPathComponent("Tests/Data/explanations.txt")

  /// Each puzzle needs its technique and nothing that the scale rates higher; two steps of each are reported
  /// in the words that somebody has read.
  ///
  /// `SUDOKU_RECORD=1 swift test --filter PuzzleFolderTests` writes the words again: read what has changed.
  @Test func techniquesAreNeeded() throws {
    let url = Self.folder.appendingPathComponent("techniques")
    let files = try FileManager.default.contentsOfDirectory(atPath: url.path)
      .filter { $0.hasSuffix(".jsonl") }
    #expect(files.count >= 40)
    var found: [String] = []
    let numbers = Transcript.isRecording ? Array(files.indices) : files.indices.sized(8)
    for file in numbers.map({ files.sorted()[$0] }) {
      let id = String(file.dropLast(".jsonl".count))
      let technique = try #require(Technique.all.first { $0.id == id }, "\(file)")
      let rows = try Self.rows("techniques/\(file)")
      #expect(5...20 ~= rows.count && Set(rows.map(\.classID)).count == rows.count, "\(file)")
      for row in rows.prefix(2) {
        let grade = row.scale.grade(row.board)
        let used = grade.techniqueCounts.used().map(\.technique)
        #expect(grade.unrated == nil && used.contains(technique), "\(file)")
        let most = try #require(row.scale.baseTenths(of: technique))
        #expect(used.allSatisfy { row.scale.baseTenths(of: $0) ?? .max <= most }, "\(file)")
        let step = try #require(grade.steps.first { $0.step.technique == technique }?.step)
        found.append("\(id): \(step.explanation.text)")
      }
    }
    if Transcript.isRecording {
      try (found.joined(separator: "\n") + "\n")
        .write(to: Self.explanations, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: Self.explanations, encoding: .utf8)
    let texts = recorded.split(separator: "\n").map(String.init)
    #expect(texts.count == 2 * files.count)
    #expect(found == numbers.flatMap { texts[2 * $0..<2 * $0 + 2] })
  }

  @Test func theYearHasAllDaysAndLevels() throws {
    let text = try String(
      contentsOf: Self.folder.appendingPathComponent("daily/2027.csv"), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 1 + 365 * 5)
    let days = lines.dropFirst().map { $0.prefix(10) }
    #expect(days == days.sorted() && Set(days).count == 365)
    let classes = lines.dropFirst().map { $0.split(separator: ",")[6] }
    #expect(Set(classes).count == 365 * 5)
    let run = try Program.run([
      "generate", "--daily", "2027-07-01", "--level", "easy,medium,hard,expert,extreme",
      "--format", "csv",
    ])
    #expect(run.lines.first.map { String($0) } == lines[0])
    #expect(run.lines.dropFirst().map { String($0) } == lines.filter { $0.hasPrefix("2027-07-01") })
  }
}
