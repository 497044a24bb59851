import Foundation
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

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
  func anUnknownCertificateIsExplained() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.url.path
    let openssl = Process()
    openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    openssl.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-keyout", "\(path)/key.pem", "-out", "\(path)/chain.pem", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost", "-days", "2",
    ]
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    #expect(openssl.terminationStatus == 0)
    let token = try Binary.run(["store", "token", "add", "anna", "--tokens", "\(path)/t.sqlite"])
    let server = SceneServer(store: "sqlite:\(path)/{}.sqlite", player: "anna")
    server.options = [
      "--certificate", "\(path)/chain.pem", "--key", "\(path)/key.pem", "--tokens",
      "\(path)/t.sqlite",
    ]
    try server.start()
    defer { server.stop() }
    let address = server.address.replacing("127.0.0.1", with: "localhost")
    let secret = token.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let environment = ["SUDOKU_TOKEN": secret]
    let sync = ["sync", "--data", path + "/data", "--store", address]
    let refused = try Binary.run(sync, environment: environment)
    #expect(refused.status == 69 && refused.error.contains("--ca FILE"), "\(refused)")
    #expect(!refused.error.contains("BoringSSL") && !refused.error.contains(".cc:"), "\(refused)")
    let known = try Binary.run(sync + ["--ca", "\(path)/chain.pem"], environment: environment)
    #expect(known.status == 0, "\(known)")
    let plain = try Binary.run(
      ["sync", "--data", path + "/data", "--store", address.replacing("https", with: "http")],
      environment: [:])
    #expect(plain.status != 0 && !plain.error.contains("NIO"), "\(plain)")
  }
}
