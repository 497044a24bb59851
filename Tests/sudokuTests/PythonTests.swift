import Foundation
import TestSupport
import Testing

/// Python programs that drive the executable: those of the page building.md, the client of the package
/// `mcp`, and the validator of the package `jsonschema`.
///
/// `Scripts/setup-python` installs the packages; without them the tests are skipped and reported so.
@Suite struct PythonTests {
  static let python = program("python3")
  static let pythonWithClient = interpreter(with: "mcp")
  static let pythonWithValidator = interpreter(with: "jsonschema")

  @Test(
    .enabled(if: python != nil, "python3 is not installed"),
    arguments: ["site", "bot", "assistant"]
  )
  func thePageOnBuildingKeepsItsPromises(part: String) throws {
    let run = try Self.run(
      #require(Self.python), [script("Tests/Scripts/check-building.py"), part, Binary.url.path])
    #expect(run.status == 0 && run.output.hasSuffix("ok\n"), "\(run.output)")
  }

  @Test(.enabled(if: pythonWithClient != nil, "the package mcp: run Scripts/setup-python"))
  func theClientFromPyPIPlaysThroughTheModelContextProtocol() throws {
    let run = try Self.run(
      #require(Self.pythonWithClient), [script("Tests/Scripts/mcp-client.py"), Binary.url.path])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("played to completion"), "\(run.output)")
  }

  @Test(
    .enabled(if: pythonWithValidator != nil, "the package jsonschema: run Scripts/setup-python"))
  func everythingWrittenFitsItsSchemaForAnIndependentValidator() throws {
    let transcripts = Repository.root
      .appendingPathComponent("Tests/SudokuProtocolTests/Transcripts")
    let run = try Self.run(
      #require(Self.pythonWithValidator),
      [script("Tests/Scripts/check-schemas.py"), Binary.url.path, transcripts.path])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains(", 0 faults"), "\(run.output)")
  }

  @Test(
    .enabled(
      if: interpreter(with: "openrpc") != nil, "the package openrpc: run Scripts/setup-python")
  )
  func theOpenRPCDocumentIsValidForOthers() throws {
    let run = try Self.run(
      #require(Self.interpreter(with: "openrpc")),
      [script("Tests/Scripts/check-openrpc.py"), Binary.url.path])
    #expect(run.status == 0 && run.output.hasPrefix("ok: "), "\(run)")
  }

  /// A Python that has a package: the one of `SUDOKU_PYTHON`, of `Scripts/setup-python`, or the
  /// system's.
  private static func interpreter(with package: String) -> String? {
    let own = Repository.root.appendingPathComponent(".build/python/bin/python")
    let candidates: [String?] = [
      ProcessInfo.processInfo.environment["SUDOKU_PYTHON"], own.path, python,
    ]
    return candidates.compactMap { $0 }.first { candidate in
      (try? run(candidate, ["-c", "import \(package)"]).status) == 0
    }
  }

  private func script(_ name: String) -> String {
    Repository.root.appendingPathComponent(name).path
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
