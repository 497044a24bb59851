import Foundation
import TestSupport
import Testing

@testable import sudoku

/// `sudoku render` and `sudoku book`.
@Suite struct PrintTests {
  private static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

  private static let canConvert =
    ["/usr/bin", "/usr/local/bin"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/rsvg-convert")
    }

  @Test func aPuzzleBecomesSVG() throws {
    let run = try Program.run(["render", Self.puzzle])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("<svg "))
    #expect(run.output.components(separatedBy: #"class="clue""#).count - 1 == 30)
  }

  @Test func theNextStepIsDrawn() throws {
    let run = try Program.run(["render", "--step", "--format", "text", Self.puzzle])
    #expect(run.status == 0)
    #expect(run.output.contains("+") && run.output.contains("Single"))
  }

  @Test func thePathIsAPage() throws {
    let folder = try TemporaryFolder()
    let file = (folder / "path.html").path
    #expect(try Program.run(["render", "--path", Self.puzzle, "-o", file]).status == 0)
    let html = try String(contentsOfFile: file, encoding: .utf8)
    #expect(html.components(separatedBy: "<section ").count - 1 == 51)
    #expect(html.hasSuffix("</html>\n"))
  }

  /// Singles share a board; a lone one is drawn with the step before it.
  ///
  /// No step is left out, and each heading stands above its own drawing.
  @Test func aPathIsShort() throws {
    let puzzle = try Program.run(["generate", "-q", "--level", "extreme", "--seed", "3"]).output
    let run = try Program.run(["render", "--path", "--format", "html", "-"], input: puzzle)
    #expect(run.status == 0, "\(run.error)")
    let sections = run.output.components(separatedBy: "<section ").dropFirst()
    #expect(sections.count > 5 && sections.count < 35, "\(sections.count)")
    var drawn = 0
    for (index, section) in sections.enumerated() {
      #expect(
        section.hasPrefix("id=\"s\(index)\">\n<h2>Step") && section.contains("</h2>\n<div><svg"))
      #expect(run.output.contains("<a href=\"#s\(index)\">"))
      let match = try #require(section.firstMatch(of: #/<h2>Steps? (\d+)(?: (?:and|to) (\d+))?: /#))
      let first = try #require(Int(match.output.1))
      #expect(first == drawn + 1)
      drawn = match.output.2.flatMap { Int($0) } ?? first
      let texts = try #require(section.firstMatch(of: /<p>([^<]*)</)).output.1
      #expect(texts.split(separator: "\n").count == drawn - first + 1, "\(texts)")
    }
    let path = try Program.run(["grade", "--path", "--format", "jsonl", "-"], input: puzzle)
    let steps = path.output.components(separatedBy: "\"technique\":").count - 1
    #expect(drawn == steps && steps > 50, "\(drawn) of \(steps)")
    // The lone single is the filled digit of its drawing.
    let joined = try #require(sections.first { $0.contains(", Naked Single</h2>") })
    #expect(joined.contains("candidate-placement\"") && joined.contains("class=\"cross\""))
  }

  /// The drawing of a practice position shows its technique, in whatever form it comes.
  @Test(
    arguments: [
      ("als-xz", "ALS-XZ", "3"), ("naked-pair", "Naked Pair", "3"),
      ("pointing", "Pointing", "4242"),
      ("naked-single", "Naked Single", "4242"),
    ].suffix(sized(2, full: 4)))
  func practiceIsDrawn(technique: String, name: String, seed: String) throws {
    for format in ["line", "csv", "jsonl", "text"].sized(2) {
      let made = try Program.run(
        ["practice", "--technique", technique, "--seed", seed, "--format", format])
      let drawn = try Program.run(["render", "--step", "--format", "svg", "-"], input: made.output)
      #expect(drawn.output.contains("<title>\(name): r"), "\(format)")
      let hint = try Program.run(["hint", "--format", "jsonl"], input: made.output)
      #expect(hint.output.contains("\"\(technique)\""), "\(hint)")
    }
  }

  @Test(arguments: ["x-wing", "unique-rectangle-1", "direct-claiming", "hidden-quad"].sized(2))
  func aLessonIsASheet(technique: String) throws {
    let run = try Program.run(["lesson", technique, "--format", "html"])
    #expect(run.status == 0, "\(run.error)")
    for word in ["In the drawing", "Exercise 1", "Exercise 3", "Answers", "height=\"841.9pt\""] {
      #expect(run.output.contains(word), "\(word)")
    }
    #expect(run.output.components(separatedBy: "<svg ").count - 1 == 1 + 2 * 4)
  }

  @Test func aPathIsThatOfItsScale() throws {
    let puzzle =
      ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
    func headings(_ scale: String) throws -> Set<Substring> {
      let run = try Program.run(["render", "--path", "--scale", scale, "--format", "html", puzzle])
      #expect(run.status == 0, "\(run.error)")
      return Set(run.output.matches(of: /<h2>Step \d+: ([^<]*)</).map(\.output.1))
    }
    #expect(try headings("se") != headings("hodoku"))
    let run = try Program.run(["render", "--scale", "se", puzzle])
    #expect(run.status == 2 && run.error.contains("--scale needs --path"))
  }

  @Test func aTableIsNoDrawing() throws {
    let run = try Program.run(["grade", "--explain", "--format", "html", Self.puzzle])
    #expect(run.status == 2 && run.error.contains("'sudoku render' draws"))
  }

  @Test func drawingsThatNeedNamesAreRefused() throws {
    let run = try Program.run(["render", "--path", "--format", "svg", Self.puzzle])
    #expect(run.status == 2)
    #expect(run.error.contains("51 drawings") && run.error.contains("{}"))
  }

  @Test func unknownEndsOfNamesAreRefused() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["x.docx", "x.", ".x.jpeg"].sized(1) {
      for command in [["render"], ["book"]] {
        let file = (folder / name).path
        let run = try Program.run(command + [Self.puzzle, "-o", file])
        #expect(run.status == 2 && run.error.contains("is not an output format"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: file))
      }
    }
    let plain = (folder / "plain").path
    #expect(try Program.run(["render", Self.puzzle, "-o", plain]).status == 0)
    #expect(try String(contentsOfFile: plain, encoding: .utf8).hasPrefix("<svg "))
  }

  @Test func badPuzzlesAreReported() throws {
    #expect(try Program.run(["render", "--step", String(repeating: ".", count: 81)]).status == 1)
    #expect(try Program.run(["render", "nowhere/at/all.txt"]).status == 66)
    #expect(try Program.run(["render", "-"], input: "").status == 1)
    let run = try Program.run(["book", "-", "-o", "/dev/null", "--format", "html"], input: "12\n")
    #expect(run.status != 0)
  }

  @Test(.enabled(if: canConvert, "rsvg-convert is not installed"))
  func aBookIsThePDFOfItsSeed() throws {
    let folder = try TemporaryFolder()
    let puzzles = try Program.run(["generate", "--level", "easy", "--count", "6", "--seed", "5"])
    var books: [Data] = []
    for name in ["a.pdf", "b.pdf"] {
      let file = (folder / name).path
      let run = try Program.run(["book", "-", "-o", file], input: puzzles.output)
      #expect(run.status == 0, "\(run.error)")
      books.append(try Data(contentsOf: URL(fileURLWithPath: file)))
    }
    #expect(books[0] == books[1])
    #expect(books[0].starts(with: Data("%PDF".utf8)))
  }

  @Test func aBookIsMadeOfLevels() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    func book(_ options: [String], _ name: String) throws -> Data {
      let file = (folder / name).path
      let run = try Program.run(["book", "--level", "easy:2,medium:1", "-o", file] + options)
      #expect(run.status == 0, "\(run.error)")
      return try Data(contentsOf: URL(fileURLWithPath: file))
    }
    let first = try book(["--series", "One"], "a.html")
    #expect(try book(["--series", "One"], "b.html") == first)
    #expect(try book(["--series", "Two"], "c.html") != first)
    let html = String(decoding: first, as: UTF8.self)
    #expect(html.contains("<title>One</title>") && html.contains("Medium, 3"))
    let count = sized(3, full: 100)
    let extremes = try Program.run([
      "book", "--level", "extreme:\(count)", "--seed", "1", "--format", "idml-csv", "-o", "-",
    ])
    let ratings = extremes.output.split(whereSeparator: \.isNewline).dropFirst().map {
      Double($0.split(separator: ",", omittingEmptySubsequences: false)[2])
    }
    #expect(ratings.count == count && ratings.allSatisfy { $0 != nil }, "\(ratings)")
    #expect(ratings.compactMap(\.self) == ratings.compactMap(\.self).sorted())
    let text = String(decoding: try book(["--seed", "5"], "a.tex"), as: UTF8.self)
    #expect(text.components(separatedBy: "\\begin{sudoku}").count - 1 == 6)
    #expect(text.hasSuffix("\\end{document}\n"))
    let table = String(decoding: try book(["--seed", "5"], "a.csv"), as: UTF8.self)
    let rows = table.split(separator: "\r\n")
    #expect(rows.count == 4 && rows[0].contains("r1c1,r1c2") && rows[0].hasSuffix("solution_r9c9"))
    #expect(
      rows.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 166 })
    for wrong in [
      ["--level", "simple"], ["--series", "x"],
      ["--level", "easy", "--seed", "1", "--series", "x"],
    ] {
      #expect(try Program.run(["book", "-o", "x.pdf"] + wrong).status == 2)
    }
  }

  @Test func aBookHasTheTitlesOfPuzzles() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let title = String(repeating: "A title, ", count: 20)
    let input = "puzzle,Titel\n\(Self.puzzle),\"\(title)数\"\n"
    for (name, part) in [
      ("a.tex", "\\textbf{No.~1} \(title)"), ("a.csv", ",\"\(title)数\","),
      ("a.html", ">\(title)数<"),
    ] {
      let file = (folder / name).path
      let run = try Program.run(["book", "-o", file], input: input)
      #expect(run.status == 0, "\(run.error)")
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains(part), "\(name)")
    }
    guard Printing.fonts != nil else { return }
    let short = "puzzle,title\n\(Self.puzzle),数\n"
    let run = try Program.run(["book", "-o", (folder / "a.pdf").path], input: short)
    #expect(run.status == 0 && run.error.contains("the font lacks characters of '数'"))
  }

  @Test(.enabled(if: Printing.fonts != nil, "DejaVu Sans is not installed"))
  func aBookHasItsFonts() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = (folder / "a.pdf").path
    let run = try Program.run(["book", Self.puzzle, "--title", "Größe (1) Я", "-o", file])
    #expect(run.status == 0, "\(run.error)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.components(separatedBy: "/FontFile2").count - 1 == 2)
    #expect(text.components(separatedBy: "/ToUnicode").count - 1 == 2)
    #expect(bytes.suffix(6) == Data("%%EOF\n".utf8))
    #expect(bytes.count < 200_000)
  }

  @Test func aBookWithoutTheConverterIsRefusedByName() throws {
    #expect(
      try Program.run(["book", Self.puzzle, "-o", "x.svg"]).error.contains("pages: use a name"))
    #expect(try Program.run(["book", Self.puzzle, "--per-page", "13", "-o", "x.pdf"]).status == 2)
    #expect(
      try Program.run(["book", Self.puzzle, "--paper", "1x1", "-o", "x.pdf"]).status == 2)
  }
}
