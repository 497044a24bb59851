import TestSupport
import Testing

/// What the commands of the network say and with which code they end.
@Suite(.enabled(if: SceneServer.isBuilt, "a build without --traits Network"))
struct NetworkCommandTests {
  @Test(arguments: ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"])
  func aServerWithoutTokensOnANetworkIsAUsageError(_ address: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let run = try Binary.run([
      "store", "serve", "--store", "sqlite:\(folder.url.path)/{}.sqlite", "--listen", address,
    ])
    #expect(run.status == 2 && run.output.isEmpty, "\(run)")
    #expect(run.error.contains("loopback") && run.error.contains("token"), "\(run.error)")
  }

  @Test func syncReportsRetries() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let run = try Binary.run([
      "sync", "--data", folder.url.path, "--store", "http://127.0.0.1:1/v1/players/anna",
    ])
    #expect(run.status == 69, "\(run)")
    #expect(run.error.contains("again"), "\(run.error)")
  }
}
