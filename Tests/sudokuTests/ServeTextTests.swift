import Foundation
import TestSupport
import Testing

/// `sudoku serve --text`, as a person types.
@Suite struct ServeTextTests {
  private func type(_ lines: String...) throws -> Binary.Run {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    return try Binary.run(
      ["serve", "--text", "--data", folder.url.path, "--log-level", "error"],
      input: lines.joined(separator: "\n") + "\n")
  }

  @Test func aGameByHand() throws {
    let run = try type(
      "new \(BadInputTests.good)", "place r1c3 4", "", "undo", "place r1c3 1", "hint 5", "show",
      "list")
    #expect(run.status == 0, "\(run)")
    let lines = run.lines.map(String.init)
    #expect(lines.count { $0.hasPrefix("r1 | ") } == 5, "\(run.output)")
    #expect(lines.contains { $0.hasPrefix("r1 | 5 3 4") }, "\(run.output)")
    #expect(lines.contains { $0.contains("wrong: r1c3") }, "\(run.output)")
    #expect(lines.contains { $0.contains("r1c3") && !$0.contains("wrong: ") }, "a hint")
    #expect(lines.last?.contains("31/81") == true, "\(run.output)")
    #expect(!run.output.contains("{"), "no JSON: \(run.output)")
  }

  @Test func mistakesAreExplained() throws {
    let run = try type(
      "place r1c1 1", "plcae r1c1 1", "place r1c1", "new nightmare", "hint deep", "game.list {",
      "game.list {\"limit\":1}", "puzzle.check {}", "quit", "show")
    #expect(run.status == 0, "\(run)")
    let lines = run.lines.map(String.init)
    #expect(lines.count { $0.hasPrefix("error: ") } >= 7, "\(run.output)")
    #expect(lines.contains { $0.contains("did you mean 'place'?") }, "\(run.output)")
  }

  @Test func aCellAndADigitAreAMoveAndHintsSayMore() throws {
    let run = try type(
      "new \(BadInputTests.good)", "r1c3 4", "board", "hint", "hint", "hint", "12 5")
    #expect(run.lines.count { $0.hasPrefix("r1 | 5 3 4") } == 2, "\(run.output)")
    let hints = Array(run.lines.dropLast().suffix(3))
    #expect(Set(hints).count == 3 && !hints[0].contains("So r"), "\(run.output)")
    #expect(run.lines.last?.contains("unknown command '12'") == true, "\(run.output)")
  }

  @Test func spareWordsAreRefused() throws {
    let run = try type(
      "new \(BadInputTests.good.prefix(40)) \(BadInputTests.good.dropFirst(40))", "place r1c3 4",
      "undo 3", "quit now", "hint 2 3", "new easy hard", "show")
    #expect(run.status == 0)
    #expect(run.lines.count { $0.hasPrefix("error: ") } == 4, "\(run.output)")
    #expect(run.lines.contains { $0.hasPrefix("r1 | 5 3 4") }, "\(run.output)")
  }

  /// A bookmark's name comes from any device: it can't steer the terminal.
  @Test func namesCannotSteerTheTerminal() throws {
    let run = try type(
      "new \(BadInputTests.good)", "game.bookmark {\"name\":\"a\\u009b2Jb\\u202ec\"}",
      "profile.set {\"key\":\"k\",\"value\":\"\\u009b31m\"}", "profile.get")
    #expect(run.status == 0)
    let unsafe = run.output.unicodeScalars.filter { 0x7F..<0xA0 ~= $0.value || $0.value == 0x202E }
    #expect(unsafe.isEmpty && run.output.contains("\\u{9b}31m"), "\(run.output)")
  }

  /// Each command is carried out after the answer to the one before, however long that takes.
  @Test func quitAndMistakesWaitForWhatCameBefore() throws {
    let run = try type("new easy", "foo", "hint", "show", "quit", "show")
    #expect(run.status == 0, "\(run)")
    let lines = run.lines.map(String.init)
    #expect(!run.output.contains("cancelled"), "\(run.output)")
    #expect(lines.count { $0.hasPrefix("r1 | ") } == 2, "\(run.output)")
    let mistake = try #require(lines.firstIndex { $0.contains("unknown command 'foo'") })
    let board = try #require(lines.firstIndex { $0.hasPrefix("r9 | ") })
    #expect(board < mistake, "\(run.output)")
    let short = try type("new 53..7")
    #expect(short.output.contains("cells"), "\(short.output)")
  }

  @Test func aLevelBeginsAGame() throws {
    let run = try type("new easy", "notes", "place r1c1 x")
    #expect(run.lines.count { $0.hasPrefix("r9 | ") } == 2, "\(run.output)")
  }

  @Test func aListThatGoesOnSaysSo() throws {
    let run = try type(
      "new easy", "new easy", "list", "game.list {\"limit\":1}", "game.list {\"limit\":2}")
    let pages = run.lines.filter { $0.hasPrefix("more: game.list with \"page\":\"") }
    #expect(pages.count == 1, "\(run.output)")
  }

  @Test func parametersThatAreNotJSONAreLocated() throws {
    let run = try type(
      "game.list {\"limit\":99999999999999999999}", "game.list {\"limit\":1,\"limit\":2}",
      "game.list [1]")
    let lines = run.lines.map(String.init)
    try #require(lines.count == 3, "\(run.output)")
    #expect(lines[0].hasPrefix("error: game.list: a number is out of range"), "\(lines[0])")
    #expect(lines[1].hasPrefix("error: game.list: duplicate object key"), "\(lines[1])")
    #expect(lines[0].contains("(column ") && lines[1].contains("(column "), "\(run.output)")
    // The same holds for whole requests, and for boards.
    let others = try type("{\"jsonrpc\":\"2.0\",}", "new 53..7x").lines.map(String.init)
    #expect(others.count == 2 && others[1].hasSuffix("(column 7)"), "\(others)")
    #expect(others[0].hasPrefix("error: ") && others[0].contains("(column "), "\(others)")
    #expect(lines[2] == "error: the parameters of game.list are a JSON object")
  }

  @Test func anUnknownCommandIsShownWithoutControlCharacters() throws {
    let run = try type("\u{1b}[31mfoo", "\u{202e}foo", String(repeating: "e\u{301}", count: 1_000))
    #expect(run.output.contains("unknown command '\\u{1b}[31mfoo'"), "\(run.output)")
    #expect(run.output.contains("unknown command '\\u{202e}foo'"), "\(run.output)")
    #expect(run.output.utf8.count < 500, "\(run.output)")
  }
}
