import Foundation
import TestSupport
import Testing

/// `sudoku store check`, as the author of a store uses it.
@Suite struct StoreCheckTests {
  private static let example = Repository.root.appendingPathComponent("Scripts/example-store")

  /// A fault planted into the example: text that is replaced, and a check that must find it.
  struct Fault: CustomTestStringConvertible {
    let name: String
    let file: String
    let old: String
    let new: String
    let check: String
    var testDescription: String { name }
  }

  private static func rules(_ name: String, _ old: String, _ new: String, _ check: String) -> Fault
  {
    Fault(name: name, file: "rules.py", old: old, new: new, check: check)
  }

  private static func store(_ name: String, _ old: String, _ new: String, _ check: String) -> Fault
  {
    Fault(name: name, file: "store.py", old: old, new: new, check: check)
  }

  static let faults = [
    rules(
      "forgets the last operation of each append", "s += new[len(s) - before:]",
      "s += new[len(s) - before:-1]", "append"),
    rules(
      "acknowledges what it doesn't keep", "self.documents[id] = document\n", "pass\n", "append"),
    rules(
      "stores a repetition twice", "s += new[len(s) - before:]", "s += new[1:]", "idempotence"),
    rules(
      "closes gaps", "elif before < len(s) < before + len(new)", "elif before + len(new)", "gaps"),
    rules(
      "takes a stream that contradicts its own", "if any(a[0] != b[0] for", "if any(False for",
      "divergence"),
    rules(
      "ignores the question", "receipt[\"answer\"] =", "receipt[\"remark\"] =", "question"),
    rules(
      "believes the last summary", "if whole and sent else merge(old, delta[\"summary\"])", "",
      "summaries"),
    rules(
      "lists the oldest first", "key=place, reverse=True", "key=place", "inProgress"),
    rules("skips a game between pages", "place(d) < end]", "place(d) < end][1:]", "inProgress"),
    rules("gives longer pages", "items[:max(limit, 1)]", "items[:max(limit, 1) + 1]", "inProgress"),
    rules("ends after the first page", "len(items) > max(limit, 1)", "False", "changes"),
    rules(
      "skips a change between pages", "{start + len(shown)}", "{start + len(shown) + 1}", "changes"),
    rules(
      "gives nothing for a cursor beyond its end", "int(number) if known else 0",
      "int(number) if known else len(self.changes)", "strangeQueries"),
    rules("adds up a wrong digest", "document.digest() - digest", "document.digest()", "digest"),
    rules(
      "leaves out a document of a leaf", "if d.key >> 48 in leaves", "if d.key >> 48 in leaves[1:]",
      "holdings"),
    rules("counts completed games only", "\"games\": len(games)", "\"games\": 0", "digest"),
    rules("mixes two boards", "if len(set(boards)) > 1", "if False", "collision"),
    store(
      "has the epoch of the store before", "\"epoch\": secrets.token_hex(8)", "\"epoch\": \"1\"",
      "anew"),
    store(
      "has the identity of another store", "\"identity\": secrets.token_hex(8)",
      "\"identity\": \"store\"", "anew"),
    store("lets another player in", "asking != owner", "asking == \"nobody\"", "player"),
    store(
      "shows another player's documents", "asking != owner",
      "asking != owner and query[\"kind\"] in (\"append\", \"inProgress\")", "player"),
    store("loses all with its process", "file.write(line)", "pass", "durability"),
    store(
      "loses the player with its process", "{\"player\": self.header[\"player\"], \"batch\"",
      "{\"batch\"", "durability"),
    store(
      "doesn't read what others append", "self.catch_up(file)",
      "len(self.documents.changes) or self.catch_up(file)", "sharing"),
    store(
      "answers everything with contents", "\"kind\": query[\"kind\"]", "\"kind\": \"contents\"",
      "empty"),
    store(
      "answers the request before", "\"id\": request[\"id\"]", "\"id\": request[\"id\"] - 1",
      "empty"),
    store("says nothing", "print(json", "str(json", "empty"),
    store("prints a word", "print(json", "print('ok'); print(json", "empty"),
  ]

  @Test(.enabled(if: PythonTests.python != nil, "python3 is not installed"), arguments: faults)
  func aPlantedFaultIsFound(_ fault: Fault) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for file in ["rules.py", "store.py"] {
      var text = try String(
        contentsOf: Self.example.appendingPathComponent(file), encoding: .utf8)
      if file == fault.file {
        try #require(text.contains(fault.old), "the example has changed")
        text = text.replacing(fault.old, with: fault.new)
      }
      try text.write(to: folder / file, atomically: true, encoding: .utf8)
    }
    let run = try Binary.run([
      "store", "check", "exec:python3 \(folder.url.path)/store.py \(folder.url.path)/{}.jsonl",
      "--only", fault.check, "--time-limit", "1000",
    ])
    #expect(run.status == 1, "\(run)")
    #expect(run.lines.first == "\(fault.check): FAILED", "\(run)")
    #expect(run.lines.contains { $0.hasPrefix("  expected: ") }, "\(run)")
  }

  @Test(arguments: ["memory:", "sqlite:FOLDER/{}.sqlite", "file:FOLDER/{}"])
  func ourOwnStoresConform(_ url: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let run = try Binary.run(["store", "check", url.replacing("FOLDER", with: folder.url.path)])
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains("durability: skipped") == (url == "memory:"), "\(run)")
    #expect(!run.output.contains("FAILED"), "\(run)")
  }

  @Test func aStoreInUseIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let url = "sqlite:\(folder.url.path)/games.sqlite"
    let first = try Binary.run(["store", "check", url])
    #expect(first.status == 2 && first.error.contains("{}"), "\(first)")
    let before = try Binary.run(["store", "check", url, "--only", "append"])
    #expect(before.status == 2 && before.error.contains("{}"), "\(before)")
  }

  static let commands: [(arguments: [String], status: Int32)] = [
    (["store", "check"], 2), (["store", "check", "nonsense"], 2),
    (["store", "check", "memory:", "--only", "nonsense"], 2), (["store", "check", "exec:"], 2),
    (["store", "check", "memory:", "--time-limit", "0"], 2),
    (["store", "check", "exec:exit 4"], 1),
    (["store", "check", "memory:", "--only", "empty"], 0),
  ]

  @Test(arguments: commands)
  func whatCantBeCheckedIsSaid(_ arguments: [String], _ status: Int32) throws {
    let run = try Binary.run(arguments)
    #expect(run.status == status, "\(run)")
    #expect(!run.output.isEmpty || !run.error.isEmpty)
  }
}
