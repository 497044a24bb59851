#if Postgres
  import Foundation

  /// The server that `Scripts/postgres` has started.
  enum PostgresServer {
    static let url = ProcessInfo.processInfo.environment["SUDOKU_POSTGRES"]
    static let control = ProcessInfo.processInfo.environment["SUDOKU_POSTGRES_CONTROL"]

    struct Failure: Error { let message: String }

    /// The URL of the store with a name.
    static func url(_ store: String) throws -> String {
      guard let url else { throw Failure(message: "no server") }
      return "\(url)?store=\(store)"
    }

    /// A name that no store has had.
    static func freshName() -> String { "t-" + UUID().uuidString.lowercased() }

    static func run(_ program: String, _ argument: String) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = [argument]
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failure(message: argument) }
    }
  }

  /// A session of `psql`, beside the store.
  final class PostgresSession {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init() throws {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["psql", "-q", "-A", "-t", "-X", PostgresServer.url ?? ""]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    /// Runs statements and waits for their end.
    func run(_ sql: String) throws {
      try input.fileHandleForWriting.write(contentsOf: Data("\(sql);\n\\echo done-with-it\n".utf8))
      var text = ""
      while !text.contains("done-with-it") {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { throw PostgresServer.Failure(message: "psql has ended") }
        text += String(decoding: data, as: UTF8.self)
      }
    }

    deinit { try? input.fileHandleForWriting.close() }
  }
#endif
