import Foundation
import TestSupport
import Testing

/// What released versions wrote is read: data folders, stores, saves and backups.
///
/// The folders in Tests/Data/compatibility are made by Tests/Scripts/make-compatibility with the released
/// program; `expected.json` holds what that program showed. A release adds a folder and changes none.
@Suite struct CompatibilityTests {
  private static let folder = Repository.root.appendingPathComponent("Tests/Data/compatibility")
  static let releases =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  /// A copy of a release's folder: reading may write into it.
  private static func copy(_ release: String) throws -> TemporaryFolder {
    let temporary = try TemporaryFolder()
    temporary.remove()
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent(release), to: temporary.url)
    return temporary
  }

  private typealias Object = [String: Any]

  /// The results of requests that one `sudoku serve` answers.
  private static func results(
    _ options: [String], _ requests: [(method: String, params: Object)]
  ) throws -> [Object] {
    let lines = try requests.enumerated().map { number, request in
      let object: Object = [
        "jsonrpc": "2.0", "id": number, "method": request.method, "params": request.params,
      ]
      return String(
        decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
    let run = try Binary.run(
      ["serve", "--log-level", "error"] + options, input: lines.joined(separator: "\n") + "\n")
    #expect(run.status == 0, "\(run.error)")
    var results = [Object](repeating: [:], count: requests.count)
    for line in run.lines {
      let answer = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)
      guard let number = answer["id"] as? Int else { continue }
      results[number] = try #require(answer["result"] as? Object, "\(line)")
    }
    return results
  }

  /// Compares what a data folder shows with what the release showed.
  private static func expectShown(
    in release: TemporaryFolder, data: String
  ) throws {
    let expected = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: release / "expected.json"))
        as? Object)
    let games = try #require(expected["games"] as? [String: Object])
    #expect(games.count == 3)
    let names = games.keys.sorted()
    let reads = names.flatMap { name -> [(method: String, params: Object)] in
      [
        ("game.state", ["game": name]),
        ("game.history", ["game": name, "limit": 10_000]),
      ]
    }
    let results = try results(
      ["--data", (release / data).path],
      reads + [("stats.get", [:]), ("profile.get", [:])])
    for (index, name) in names.enumerated() {
      var old = try #require(games[name])
      var new = results[2 * index].filter { old[$0.key] != nil }
      new["operations"] = results[2 * index + 1]["operations"]
      let keys: (Any?) -> [String] = { operations in
        (operations as? [Object] ?? []).map {
          "\($0["device"] ?? "") \($0["seq"] ?? "") \($0["kind"] ?? "") \($0["cell"] ?? "")"
        }.sorted()
      }
      #expect(keys(new["operations"]) == keys(old["operations"]), "\(name)")
      #expect(!keys(old["operations"]).isEmpty)
      old["operations"] = nil
      new["operations"] = nil
      #expect(NSDictionary(dictionary: new) == NSDictionary(dictionary: old), "\(name)")
    }
    let levels = try #require(results[results.count - 2]["levels"] as? Object)
    let profile = try #require(results[results.count - 1]["profile"] as? Object)
    #expect(
      NSDictionary(dictionary: levels)
        == NSDictionary(dictionary: try #require(expected["levels"] as? Object)))
    #expect(
      NSDictionary(dictionary: profile)
        == NSDictionary(dictionary: try #require(expected["profile"] as? Object)))
  }

  @Test(arguments: releases)
  func dataFoldersAreRead(release: String) throws {
    let folder = try Self.copy(release)
    defer { folder.remove() }
    try Self.expectShown(in: folder, data: "data")
  }

  @Test(arguments: releases, ["file", "sqlite"])
  func aNewDeviceReadsStores(release: String, kind: String) throws {
    let folder = try Self.copy(release)
    defer { folder.remove() }
    let store = kind == "file" ? (folder / "file-store").path : (folder / "store.sqlite").path
    let run = try Binary.run(
      ["sync", "--data", (folder / "new").path, "--store", "\(kind):\(store)"])
    #expect(run.status == 0, "\(run.error)")
    try Self.expectShown(in: folder, data: "new")
  }

  @Test(arguments: releases)
  func savesAreImported(release: String) throws {
    let folder = try Self.copy(release)
    defer { folder.remove() }
    let run = try Binary.run(
      ["import", "--data", (folder / "new").path, (folder / "save.json").path])
    #expect(run.status == 0, "\(run.error)")
    try Self.expectShown(in: folder, data: "new")
  }

  @Test(arguments: releases)
  func backupsAreRestored(release: String) throws {
    let folder = try Self.copy(release)
    defer { folder.remove() }
    for name in try FileManager.default.contentsOfDirectory(atPath: (folder / "data").path)
    where name != "backups" {
      try FileManager.default.removeItem(at: (folder / "data").appendingPathComponent(name))
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: (folder / "data").appendingPathComponent("backups").path)
    let name = try #require(names.first).replacingOccurrences(of: ".sudoku-backup", with: "")
    let run = try Binary.run(["backup", "restore", "--data", (folder / "data").path, name])
    #expect(run.status == 0, "\(run.error)")
    try Self.expectShown(in: folder, data: "data")
  }
}
