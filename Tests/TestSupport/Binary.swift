import Foundation

/// The built `sudoku` executable, run as a user would.
///
/// ```swift
/// let run = try Binary.run(["solve", puzzle])
/// #expect(run.status == 0)
/// ```
package enum Binary {
  /// The result of a run.
  package struct Run: Sendable {
    /// The exit code.
    package let status: Int32
    /// The text on standard output.
    package let output: String
    /// The text on standard error.
    package let error: String

    /// Creates what a run left behind.
    package init(status: Int32, output: String, error: String) {
      self.status = status
      self.output = output
      self.error = error
    }

    /// The lines of standard output.
    package var lines: [Substring] {
      output.split(separator: "\n", omittingEmptySubsequences: true)
    }
  }

  /// Where the executable lies: beside the test bundle.
  package static var url: URL {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent("sudoku")
  }

  /// Runs the executable to its end.
  package static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    try run(arguments, inputBytes: Data(input.utf8), environment: environment)
  }

  /// Runs the executable to its end, with any bytes as its input.
  package static func run(
    _ arguments: [String], inputBytes: Data, environment: [String: String] = [:]
  ) throws -> Run {
    try run(url, arguments, inputBytes, environment)
  }

  /// Runs a command of the shell to its end.
  package static func run(shell command: String, input: String = "") throws -> Run {
    try run(URL(fileURLWithPath: "/bin/sh"), ["-c", command], Data(input.utf8), [:])
  }

  private static func run(
    _ program: URL, _ arguments: [String], _ inputBytes: Data, _ environment: [String: String]
  ) throws -> Run {
    // Files instead of pipes: a run can't block on a pipe that nobody reads yet.
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (input, output, error) = (folder / "in", folder / "out", folder / "err")
    try inputBytes.write(to: input)
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    _ = FileManager.default.createFile(atPath: error.path, contents: nil)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    return Run(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: error), as: UTF8.self))
  }
}
