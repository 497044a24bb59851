import Foundation
import JSONCoding
import TestSupport
import Testing

/// How a session ends while it searches: nothing outlives its client.
@Suite(.serialized) struct ServeEndTests {
  private static let search = """
    {"jsonrpc":"2.0","id":1,"method":"puzzle.generate","params":\
    {"minRating":11.5,"maxRating":11.9,"count":50}}
    """

  private func server(_ command: String, _ folder: TemporaryFolder) throws -> ServerProcess {
    try ServerProcess([command, "--data", folder.url.path, "--log-level", "error"])
  }

  @Test func shutdownEndsASearchWithinASecond() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = try server("serve", folder)
    server.send(#"{"jsonrpc":"2.0","id":0,"method":"hello"}"#)
    _ = server.nextLine()
    server.send(Self.search)
    Thread.sleep(forTimeInterval: 0.5)
    let clock = UnstalledClock()
    server.send(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
    #expect(server.nextLine()?.contains("-32800") == true)
    #expect(server.nextLine() == #"{"id":2,"jsonrpc":"2.0","result":{}}"#)
    #expect(clock.elapsed < .seconds(2))
    #expect(server.wait() == 0)
    #expect(clock.elapsed < .seconds(4))
  }

  /// A client that was killed closes both pipes.
  @Test(arguments: ["serve", "mcp"])
  func aSearchEndsWithItsClient(command: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let request =
      command == "mcp"
      ? Self.search.replacing(
        "\"puzzle.generate\",\"params\":",
        with: "\"tools/call\",\"params\":{\"name\":\"puzzle_generate\",\"arguments\":") + "}"
      : Self.search
    // The reader is gone after a second; then nobody can get the answer.
    let clock = UnstalledClock()
    let run = try Binary.run(
      shell: """
        (echo '\(request)') | '\(Binary.url.path)' \(command) --data '\(folder.url.path)' \
        --log-level error | sleep 1
        """)
    #expect(run.status == 0)
    #expect(clock.elapsed < .seconds(5))
  }

  @Test func aSearchHasABudget() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let server = try server("serve", folder)
    server.send(Self.search.replacing("\"count\":50", with: "\"count\":50,\"budget\":300"))
    let answer = try JSONValue(parsing: server.nextLine() ?? "")
    #expect(answer["error"]?["data"]?["kind"] == "budgetExhausted", "\(answer)")
    #expect(answer["error"]?["data"]?["budgetMilliseconds"] == 300)
    server.send(#"{"jsonrpc":"2.0","id":2,"method":"hello"}"#)
    let hello = try JSONValue(parsing: server.nextLine() ?? "")
    #expect(hello["result"]?["limits"]?["budgetMilliseconds"] == 30_000)
    server.endInput()
    #expect(server.wait() == 0)
  }

  /// The answers of a client that only closes its output are still wanted.
  @Test func theEndOfTheInputAloneCancelsNothing() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let run = try Binary.run(
      ["serve", "--data", folder.url.path, "--log-level", "error"],
      input:
        #"{"jsonrpc":"2.0","id":1,"method":"puzzle.generate","params":{"level":"hard","seed":1}}"#)
    #expect(run.output.contains("\"puzzles\""), "\(run)")
  }

  @Test func timeOfClientsNeedsAFlag() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let new =
      #"{"jsonrpc":"2.0","id":1,"method":"game.new","params":{"puzzle":"\#(BadInputTests.good)"}}"#
    func place(_ at: Int64) -> String {
      #"{"jsonrpc":"2.0","id":2,"method":"game.place","params":{"cell":"r1c3","digit":4,"at":\#(at)}}"#
    }
    let now = Int64(Date().timeIntervalSince1970 * 1_000)
    let arguments = ["serve", "--data", folder.url.path, "--log-level", "error"]
    let refused = try Binary.run(arguments, input: new + "\n\n" + place(now))
    #expect(refused.lines.count == 2 && refused.output.contains("timeNotTrusted"), "\(refused)")
    let trusted = try Binary.run(
      arguments + ["--trust-client-time"],
      input: [new, place(now + 31_536_000_000), place(now + 60_000)].joined(separator: "\n"))
    #expect(trusted.lines.count == 3, "\(trusted)")
    #expect(trusted.lines[1].contains("timeNotTrusted"), "\(trusted)")
    #expect(trusted.lines[2].contains("\"result\""), "\(trusted)")
  }
}
