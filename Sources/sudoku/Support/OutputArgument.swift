import ArgumentParser
import Foundation

/// The option `--output`: a file in place of standard output.
struct OutputArgument: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: "Write the results to this file (default: standard output).", completion: .file())
  var path: String?

  /// Runs a command whose results go to the file, if one is given.
  ///
  /// As with a redirection by the shell, results are in the file as they come. A file that is also read
  /// is refused: it would be empty before its first line was read.
  func writing(besides inputs: [String], _ run: () async throws -> Void) async throws {
    guard let path, path != "-" else { return try await run() }
    if let input = inputs.first(where: { Self.isSameFile($0, path) }) {
      throw CommandFailure("\(input): is both an input and the output", code: .usage)
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw CommandFailure("\(path): \(String(cString: strerror(errno)))", code: .cannotCreate)
    }
    defer { close(descriptor) }
    var streams = Streams.current
    streams.output = Output(descriptor: descriptor)
    try await Streams.$current.withValue(streams) {
      do { try await run() } catch {
        try Output.standard.flush()
        throw error
      }
      try Output.standard.flush()
    }
  }

  private static func isSameFile(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    let isRegular = first.st_mode & S_IFMT == S_IFREG
    return isRegular && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
