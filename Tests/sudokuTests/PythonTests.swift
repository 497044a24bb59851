import Foundation
import TestSupport
import Testing

/// Python programs that drive the executable: the example of the README and the client of the
/// package `mcp`.
@Suite struct PythonTests {
  static let python = program("python3")
  static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Scripts")

  @Test(.enabled(if: python != nil, "python3 is not installed"))
  func theExamplePlaysAPuzzleToItsEnd() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let run = try Self.run(
      #require(Self.python), [script("play-example.py"), Binary.url.path],
      environment: ["XDG_DATA_HOME": folder.url.path])
    #expect(run.status == 0, "\(run.output)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count > 17, "a hint for every move: \(run.output)")
    #expect(
      lines.contains { $0.wholeMatch(of: /solved in [0-9.]+ seconds/) != nil }, "\(run.output)")
  }

  /// Set `SUDOKU_MCP_PYTHON` to a Python that has the package to spare the installation.
  @Test(.enabled(if: python != nil, "python3 is not installed"))
  func theClientFromPyPIPlaysThroughTheModelContextProtocol() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let ready = ProcessInfo.processInfo.environment["SUDOKU_MCP_PYTHON"]
    let interpreter = try ready ?? Self.interpreterWithClient(in: folder.url)
    guard let interpreter else {
      print("skipped: PyPI is out of reach, so its package mcp can't be installed")
      return
    }
    let run = try Self.run(interpreter, [script("mcp-client.py"), Binary.url.path])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("played to completion"), "\(run.output)")
  }

  /// Makes a virtual environment with the package `mcp`; `nil` where it can't be fetched.
  private static func interpreterWithClient(in folder: URL) throws -> String? {
    guard let python else { return nil }
    let environment = folder.appendingPathComponent("venv").path
    guard try run(python, ["-m", "venv", environment]).status == 0 else { return nil }
    let interpreter = environment + "/bin/python"
    let arguments = [
      "-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "5", "mcp==2.3.0",
    ]
    return try run(interpreter, arguments).status == 0 ? interpreter : nil
  }

  private func script(_ name: String) -> String {
    Self.scripts.appendingPathComponent(name).path
  }

  private static func program(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end, both its outputs together.
  private static func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
