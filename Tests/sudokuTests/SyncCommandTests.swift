import Foundation
import JSONCoding
import TestSupport
import Testing

/// The commands about a player's games, as a shell calls them.
@Suite(.serialized) struct SyncCommandTests {
  @Test(arguments: [
    ["games"], ["export"], ["backup", "list"], ["backup", "create"], ["sync", "--check"],
  ])
  func aFolderThatIsNotThereIsAnErrorAndStaysSo(_ command: [String]) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let missing = folder / "missing"
    let run = try Binary.run(command + ["--data", missing.path])
    #expect(run.status == 66 && run.error.contains("no games"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: missing.path))
  }

  /// What the system says of a file is reported in its words.
  @Test func unreadableFilesAreReported() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let data = ["--data", (folder / "data").path]
    for (file, reason) in [
      (folder.url.path, "Is a directory"), ((folder / "x").path, "No such file or directory"),
    ] {
      let run = try Binary.run(["import", file] + data)
      #expect(run.status == 66 && run.error.contains("\(file): \(reason)"), "\(run)")
    }
    let serve = try Binary.run(["serve", "--data", "/dev/null/x"], input: "")
    #expect(
      serve.status == 73 && serve.error.contains("/dev/null/x: Not a directory\n"), "\(serve)")
  }

  /// What a full disk has not taken is reported, and nobody takes it for done.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: ["export", "games", "backup list", "help export", "levels", "--version"])
  func aFullDiskIsReported(_ command: String) throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    _ = try a.newGame(at: 0)
    a.end()
    _ = try Binary.run(["backup", "create", "--data", a.data.path])
    let isAboutGames = !["help export", "levels", "--version"].contains(command)
    let data = isAboutGames ? "--data '\(a.data.path)'" : ""
    let run = try Binary.run(shell: "'\(Binary.url.path)' \(command) \(data) > /dev/full")
    #expect(run.status == 74, "\(run)")
    #expect(run.error.contains("cannot write the output: No space left on device"), "\(run)")
  }

  /// Where nothing can be written, games are read from a copy, and commands that write report the reason.
  @Test(
    .enabled(
      if: (try? Binary.run(shell: "\(readOnly("/tmp")) true").status) == 0,
      "folders can't be made read-only here"))
  func gamesOnAReadOnlyDiskAreRead() throws {
    let scene = try SyncScene(.folder)
    let device = try scene.device("a")
    let game = try device.newGame(at: 0)
    _ = try device.solve(2, in: game, at: 1)
    device.kill()
    let (binary, data) = (Binary.url.path, device.data.path)
    let before = try FileManager.default.contentsOfDirectory(atPath: data).sorted()
    func run(_ command: String) throws -> Binary.Run {
      try Binary.run(
        shell: "\(Self.readOnly(data)) '\(binary)' \(command) --data '\(data)' < /dev/null")
    }
    for command in ["games", "export -"] {
      let answer = try run(command)
      #expect(answer.status == 0 && answer.output.contains(game), "\(answer)")
      #expect(answer.error.contains("Read-only file system): a copy is read"), "\(answer)")
    }
    #expect(try run("export -").output.contains(#""kind":"place""#), "the newest move is there")
    for command in ["serve", "backup create"] {
      let answer = try run(command)
      #expect(
        answer.status == 73
          && answer.error.contains("the games can't be written: \(data): Read-only file system"),
        "\(answer)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: data).sorted() == before)
  }

  /// The beginning of a command that sees a folder as read-only.
  private static func readOnly(_ folder: String) -> String {
    "unshare -rm sh -c 'mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\"' '\(folder)'"
  }

  /// A save that lies is reported with its place, in one line.
  @Test func aDamagedSaveIsReportedWithItsPlace() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let data = ["--data", (folder / "data").path]
    let whole = #"{"documents":[],"format":"sudoku-save","player":5,"version":1}"#
    for (text, message) in [
      (String(whole.dropLast(9)), "<stdin>:1:"), ("{}", "<stdin>: "),
      (whole, "<stdin>: $.player: expected a string"),
    ] {
      let run = try Binary.run(["import", "-"] + data, input: text)
      #expect(run.status == 65 && run.error.contains(message), "\(run)")
      #expect(run.error.split(separator: "\n").count == 1 && !run.error.contains("DecodingError"))
    }
  }

  /// The save as an older version wrote it.
  private static func withoutChecksums(_ save: String) -> String {
    save.replacing(#/"checksum":"[0-9a-f]{16}",/#, with: "")
  }

  /// Operations that don't follow each other are named.
  @Test func gapsOfASaveAreReported() throws {
    let scene = try SyncScene(.folder)
    let device = try scene.device("a")
    _ = try device.newGame(at: 0)
    device.end()
    let data = ["--data", device.data.path]
    let save = try Binary.run(["export", "-"] + data).output
    #expect(save.contains("\"seq\":2"))
    for (seq, message) in [("1", "operation 1 of device "), ("4", "is there without 2 before it")] {
      let damaged = save.replacing("\"seq\":2", with: "\"seq\":\(seq)")
      let refused = try Binary.run(
        ["import", "-", "--data", (scene.folder / "b").path], input: damaged)
      #expect(refused.status == 65 && refused.error.contains("checksum differs"), "\(refused)")
      let text = Self.withoutChecksums(damaged)
      let run = try Binary.run(
        ["import", "-", "--data", (scene.folder / "b").path], input: text)
      #expect(run.status == 65 && run.error.contains(message), "\(run)")
      #expect(run.error.contains("game-"))
    }
  }

  /// What this version can't read is kept and reported, by the import and by the game.
  @Test func unknownOperationsOfASaveAreKeptAndReported() throws {
    let scene = try SyncScene(.folder)
    let device = try scene.device("a")
    let game = try device.newGame(at: 0)
    _ = try device.solve(2, in: game, at: 1)
    device.end()
    let save = try Binary.run(["export", "-", "--data", device.data.path]).output
    let text = Self.withoutChecksums(
      save.replacing("\"kind\":\"place\"", with: "\"kind\":\"teleport\""))
    #expect(text != save)
    let data = ["--data", (scene.folder / "b").path]
    let run = try Binary.run(["import", "-"] + data, input: text)
    #expect(run.status == 0, "\(run)")
    #expect(
      run.output.contains(
        "1 operation 'teleport' can't be read by this version: kept, but without effect"), "\(run)")
    #expect(try Binary.run(["export", "-"] + data).output.contains("teleport"))
    let state = try Binary.run(
      ["serve"] + data,
      input: #"{"jsonrpc":"2.0","id":1,"method":"game.open","params":{"game":"\#(game)"}}"# + "\n")
    #expect(state.output.contains(#""ignored":["teleport"]"#), "\(state)")
  }

  /// A link stays a link, a pipe a pipe, and a whole export names its player.
  @Test func anExportLeavesLinksAndPipesWhatTheyAre() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    _ = try a.newGame(at: 0)
    try a.sync("everything")
    a.end()
    let place = scene.folder / "linked.json"
    let link = scene.folder / "link.json"
    try Data("old".utf8).write(to: place)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
    #expect(try Binary.run(["export", "--data", a.data.path, link.path]).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == place.path)
    #expect(try String(contentsOf: place, encoding: .utf8).contains("\"player\":\"p-"))
    // A link to what is not there yet leads there all the same.
    try FileManager.default.removeItem(at: place)
    #expect(try Binary.run(["export", "--data", a.data.path, link.path]).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == place.path)
    let fifo = (scene.folder / "fifo").path
    #expect(mkfifo(fifo, 0o600) == 0)
    let run = try Binary.run(
      shell: "cat '\(fifo)' & '\(Binary.url.path)' export --data '\(a.data.path)' '\(fifo)'; wait")
    #expect(run.output == (try String(contentsOf: place, encoding: .utf8)), "\(run)")
    let other = try SyncScene(.folder)
    let b = try other.device("b")
    _ = try b.newGame(at: 5)
    try b.sync("everything")
    b.end()
    let refused = try Binary.run(["import", "--data", b.data.path, place.path])
    #expect(refused.status == 65 && refused.error.contains("--merge"), "\(refused)")
    let merged = try Binary.run(["import", "--data", b.data.path, "--merge", place.path])
    #expect(merged.status == 0, "\(merged)")
  }

  /// Where games were and are no more, the way back is named.
  @Test func lostGamesWithBackupsAreReported() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    a.end()
    let data = ["--data", a.data.path]
    #expect(try Binary.run(["games", "--limit", "0"] + data).status == 2)
    #expect(try Binary.run(["backup", "restore", "yesterday"] + data).status == 66)
    let name = try Binary.run(["backup", "create"] + data).lines.first ?? ""
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: a.data.path + "/games.sqlite" + suffix)
    }
    try Data().write(to: a.data.appendingPathComponent("games.sqlite"))
    let listed = try Binary.run(["games"] + data)
    #expect(listed.status == 66 && listed.error.contains("backup restore"), "\(listed)")
    let served = try Binary.run(["serve"] + data, input: "")
    #expect(served.error.contains("there are backups"), "\(served)")
    #expect(try Binary.run(["backup", "restore", String(name)] + data).status == 0)
    #expect(try Binary.run(["games"] + data).output.contains(game))
  }

  /// A list that is not the whole one says so.
  @Test func gamesBeyondTheLimitAreReported() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    for index in 0..<3 { _ = try a.newGame(at: index) }
    a.end()
    for (limit, isWhole) in [(2, false), (3, true)] {
      let run = try Binary.run(["games", "--data", a.data.path, "--limit", String(limit)])
      #expect(run.lines.count == limit && run.error.contains("more games") != isWhole, "\(run)")
    }
  }

  @Test func anExportGoesThroughAPipe() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    a.end()
    let export = try Binary.run(["export", "--data", a.data.path])
    let other = ["--data", (scene.folder / "other").path]
    let run = try Binary.run(["import", "-"] + other, input: export.output)
    #expect(run.status == 0, "\(run)")
    #expect(try Binary.run(["games"] + other).output.contains(game))
  }

  /// A store that is the device's own file, or memory of the command, would say that all is safe there.
  @Test func aStoreIsASecondPlace() throws {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    _ = try a.newGame(at: 0)
    a.end()
    let link = scene.folder / "link"
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: a.data)
    for store in [
      "sqlite:\(a.data.path)/games.sqlite", "sqlite://\(link.path)/games.sqlite",
      "file:\(a.data.path)/", "memory:",
    ] {
      let run = try Binary.run(["sync", "--data", a.data.path, "--store", store])
      #expect(run.status == 2 && run.error.contains("--store"), "\(store): \(run.error)")
      guard store != "memory:" else { continue }
      let serve = try Binary.run(["serve", "--data", a.data.path, "--store", store], input: "")
      #expect(serve.status == 2, "\(store): \(serve.error)")
    }
  }

  /// A device with a game whose stream another device damaged before guards stood at the border.
  private func damaged() throws -> (scene: SyncScene, device: SyncDevice, game: String) {
    let scene = try SyncScene(.folder)
    let a = try scene.device("a")
    let game = try a.newGame(at: 0)
    try a.solve(2, in: game, at: 10)
    try a.sync("everything")
    a.end()
    let evil = (scene.folder / "shared").appendingPathComponent("store/0000000000009")
    try FileManager.default.createDirectory(at: evil, withIntermediateDirectories: true)
    let line = #"{"device":"0000000000009","seq":1,"kind":"place"}"# + "\n"
    try Data(line.utf8).write(to: evil.appendingPathComponent("\(game).jsonl"))
    return (scene, a, game)
  }

  @Test func quarantineIsListedTriedAgainAndDropped() throws {
    let (scene, a, game) = try damaged()
    for _ in 0..<2 {
      let run = try a.run("sync")
      #expect(run.status == 65 && run.error.contains(game), "\(run)")
    }
    let listed = try a.run("sync", ["--check"])
    let fields = listed.lines.first?.split(separator: "\t").map(String.init) ?? []
    #expect(listed.status == 0 && fields.count == 4, "\(listed)")
    #expect(fields.prefix(2) == [game, "0000000000009"])
    #expect(fields.last?.contains(#""kind":"place""#) == true, "the line can be looked at")

    #expect(try a.run("sync", ["--check", "--document", "profile"]).lines.isEmpty)
    let again = try a.run("sync", ["--check", "--retry"])
    #expect(again.lines.count == 1, "it is as bad as before")
    let repaired = try a.run("sync", ["--check", "--repair"])
    #expect(repaired.status == 0 && repaired.lines.count == 1, "the store is as bad: \(repaired)")
    let dropped = try a.run("sync", ["--check", "--drop"])
    #expect(dropped.status == 0 && dropped.lines.count == 1, "\(dropped)")
    #expect(try a.run("sync", ["--check"]).lines.isEmpty)

    // The store is repaired.
    let evil = (scene.folder / "shared").appendingPathComponent("store/0000000000009")
    try FileManager.default.removeItem(at: evil)
    #expect(try a.run("sync").status == 0)
    #expect(try a.run("sync", ["--check"]).lines.isEmpty)
    try a.start()
    #expect(try a.state(game)["board"]?.string?.prefix(3) == "534")
  }

  @Test(arguments: [
    ["--retry"], ["--check", "--retry", "--drop"], ["--check", "--retry"], [],
    ["--repair"], ["--check", "--repair", "--drop"], ["--check", "--repair"],
    ["--check", "--document", "../profile"],
  ])
  func whatContradictsItselfIsRefused(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let run = try Binary.run(["sync", "--data", (folder / "data").path] + options)
    #expect(run.status == 2, "\(run)")
  }
}
