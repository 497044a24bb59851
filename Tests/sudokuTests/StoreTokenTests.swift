import Foundation
import TestSupport
import Testing

/// `sudoku store token`, as the operator of a server uses it.
@Suite struct StoreTokenTests {
  private func run(_ arguments: String..., tokens: URL) throws -> Binary.Run {
    try Program.run(["store", "token"] + arguments + ["--tokens", tokens.path])
  }

  @Test func tokensAreMadeListedAndRevoked() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder / "tokens.sqlite"
    let added = try run("add", "anna", "--label", "Anna's phone", tokens: file)
    #expect(added.status == 0 && added.output.hasPrefix("sudoku-"))
    let list = try run("list", tokens: file)
    #expect(list.output.contains(#""player":"anna""#) && !list.output.contains("revoked"))
    let id = try #require(list.output.firstMatch(of: /"id":"([0-9a-f]{16})"/)).1
    #expect(try run("revoke", String(id), tokens: file).status == 0)
    #expect(try run("list", tokens: file).output.contains("revokedMilliseconds"))
    #expect(try run("revoke", "0123456789abcdef", tokens: file).status == 66)
  }

  /// An empty file, made by a typo, would refuse everybody.
  @Test(arguments: ["list", "revoke"]) func onlyAddMakesTheFile(_ command: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder / "tokns.sqlite"
    let arguments = command == "revoke" ? ["revoke", "0123456789abcdef"] : [command]
    let run = try Program.run(["store", "token"] + arguments + ["--tokens", file.path])
    #expect(run.status == 66 && run.error.contains("no such file"), "\(run)")
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
