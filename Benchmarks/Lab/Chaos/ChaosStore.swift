import Foundation
import SudokuPlayer
import SudokuStores
import SudokuSync
import Synchronization

/// The store where the devices meet, and what it really holds.
final class ChaosStore {
  /// The folder of a store in files, which devices reach by links of their own.
  let shared: String
  /// The prefix that devices get in place of the address's own.
  private let device: (ChaosStore.Way) -> String
  /// Where the referee looks itself.
  private let truth: String
  private let program: String
  private let serves: String?
  private let serverPort = Port()
  private var server: Process?
  private let log: FileHandle

  /// The way of a device to the store.
  struct Way {
    var line: CuttingProxy?
    var link: String?
  }

  private final class Port: Sendable { let number = Mutex(0) }

  /// - Parameter url: `file:` or `sqlite:` with or without a path, `http:` for a server over SQLite, the URL of a
  ///   store in PostgreSQL or on a server, `s3://<bucket>?endpoint=http://<host>:<port>`, or `place:` with a command
  ///   in which `{}` stands for a folder.
  init(_ url: String, program: String, folder: String) throws {
    self.program = program
    let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = String(parts[0])
    let path = parts.count == 2 ? String(parts[1]) : ""
    let name = "c\(String(UInt64.random(in: 0..<1 << 40), radix: 16))"
    guard FileManager.default.createFile(atPath: "\(folder)/server.log", contents: nil),
      let log = FileHandle(forWritingAtPath: "\(folder)/server.log")
    else { throw ChaosError.failed("\(folder) can't be written") }
    self.log = log
    switch kind {
    case "file", "sqlite":
      let place = path.isEmpty ? "\(folder)/shared/store" : path
      shared = (place as NSString).deletingLastPathComponent
      let last = (place as NSString).lastPathComponent
      truth = "\(kind):\(place)"
      device = { "\(kind):\($0.link ?? "")/\(last)" }
      serves = nil
    case "http" where path.isEmpty:
      shared = "\(folder)/shared"
      serves = "sqlite:\(shared)/{}.sqlite"
      truth = "sqlite:\(shared)/\(name).sqlite"
      device = { "http://127.0.0.1:\($0.line?.port ?? 0)/v1/players/\(name)" }
    case "place":
      shared = "\(folder)/shared"
      serves = nil
      let command = path
      func address(_ folder: String) -> String {
        "place:" + command.replacing("{}", with: "\(folder)/\(name)")
      }
      truth = address(shared)
      device = { address($0.link ?? "") }
    case "s3":
      guard let parts = URLComponents(string: url), let bucket = parts.host,
        let endpoint = parts.queryItems?.first(where: { $0.name == "endpoint" })?.value,
        let port = URLComponents(string: endpoint)?.port
      else { throw ChaosError.failed("give s3://<bucket>?endpoint=http://<host>:<port>") }
      serverPort.number.withLock { $0 = port }
      (shared, serves) = ("\(folder)/shared", nil)
      func address(_ port: Int) -> String {
        "s3://\(bucket)/\(name)?endpoint=http://127.0.0.1:\(port)"
      }
      truth = address(port)
      device = { address($0.line?.port ?? 0) }
    case "postgres", "postgresql":
      shared = "\(folder)/shared"
      serves = "\(url)?store={}"
      truth = "\(url)?store=\(name)"
      device = { "http://127.0.0.1:\($0.line?.port ?? 0)/v1/players/\(name)" }
    case "http":
      let port = URLComponents(string: url)?.port ?? 80
      serverPort.number.withLock { $0 = port }
      (shared, serves, truth) = ("\(folder)/shared", nil, url)
      device = {
        "http://127.0.0.1:\($0.line?.port ?? 0)\(URLComponents(string: url)?.path ?? "")"
      }
    default:
      throw ChaosError.failed(
        "'\(url)' is not a file:, sqlite:, http:, postgres:, s3: or place: store")
    }
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    if serves != nil { try start() }
  }

  var hasServer: Bool { serves != nil }
  /// True if the store consists of files that can be put back to a copy.
  var isInFiles: Bool {
    !["http", "postgres", "s3"].contains { truth.hasPrefix($0) }
  }
  var isFolder: Bool { truth.hasPrefix("file:") || truth.hasPrefix("place:") }
  private var isReachedByLine: Bool {
    hasServer || truth.hasPrefix("http") || truth.hasPrefix("s3")
  }

  /// A new device's way and the address by it.
  func way(_ number: Int, in folder: String) throws -> (way: Way, address: String) {
    var way = Way()
    if isReachedByLine {
      let port = serverPort
      way.line = try CuttingProxy { port.number.withLock { $0 } }
    } else {
      let link = "\(folder)/net-\(number)"
      symlink(shared, link)
      way.link = link
    }
    return (way, device(way))
  }

  func start() throws {
    guard let serves else { return }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    let port = serverPort.number.withLock { $0 }
    process.arguments = [
      "store", "serve", "--store", serves, "--listen", "127.0.0.1:\(port)", "--rate", "0",
      "--bytes-per-day", "0",
    ]
    (process.standardOutput, process.standardError) = (output, log)
    try process.run()
    server = process
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let found = said.split(whereSeparator: \.isNewline).first?.split(separator: ":").last,
      let number = Int(found.prefix { $0.isNumber })
    else { throw ChaosError.failed("the server does not start: \(said)") }
    serverPort.number.withLock { $0 = number }
  }

  func kill() {
    guard let server else { return }
    Foundation.kill(server.processIdentifier, SIGKILL)
    server.waitUntilExit()
    self.server = nil
  }

  func limitFiles(_ isFull: Bool) {
    if let server { Self.limitFiles(of: server.processIdentifier, isFull) }
  }

  /// A disk that is full, for one process.
  static func limitFiles(of pid: Int32, _ isFull: Bool) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/prlimit")
    process.arguments = ["--pid", "\(pid)", "--fsize=\(isFull ? "1" : "unlimited"):unlimited"]
    guard (try? process.run()) != nil else { return }
    process.waitUntilExit()
  }

  /// The names of the operations that it holds; `nil` where it can't be read.
  func operations() async -> Set<String>? {
    guard let store = try? StoreRegistry.all().open(truth) else { return nil }
    var found: Set<String> = []
    var cursor: ChangeCursor?
    while let page = try? await store.changes(since: cursor, limit: 1_000) {
      for chunk in page.documents.flatMap(\.chunks) {
        for line in chunk.lines.split(separator: UInt8(ascii: "\n")) {
          let text = String(decoding: line, as: UTF8.self)
          if let match = text.firstMatch(of: /"opId":"(c[0-9a-z-]+)"/) {
            found.insert(String(match.1))
          }
        }
      }
      cursor = page.next
      guard page.hasMore else {
        await store.close()
        return found
      }
    }
    await store.close()
    return nil
  }
}
