import Foundation
import JSONCoding

/// The faults of a device, and its answers.
enum ChaosError: Error {
  /// The device has answered with an error of this kind.
  case refused(String)
  /// The device's process has ended by itself, or answers nothing.
  case lost(String)
  case failed(String)
}

/// A device: a process of `sudoku serve` with a folder of its own.
final class ChaosDevice {
  let number: Int
  let line: CuttingProxy?
  /// Where the device's way to a store in files leads; `nil` with a line.
  let link: String?
  private(set) var data: String
  /// Since when its way to the store has been closed.
  var deadSince: ContinuousClock.Instant?
  private let program: String
  private let address: String
  private let log: FileHandle
  private var process: Process?
  private var input: FileHandle?
  private var output: FileHandle?
  private var buffer: [UInt8] = []
  private var lastID = 0

  /// The longest time for an answer, in seconds.
  private static let patience = 60

  init(
    _ number: Int, program: String, folder: String, address: String, line: CuttingProxy?,
    link: String?
  ) throws {
    (self.number, self.program, self.address) = (number, program, address)
    (self.line, self.link) = (line, link)
    data = "\(folder)/data-\(number)"
    let path = "\(folder)/log-\(number)"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    guard let log = FileHandle(forWritingAtPath: path) else { throw ChaosError.failed(path) }
    self.log = log
    try start()
  }

  func start() throws {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [
      "serve", "--data", data, "--store", address, "--store-timeout", "3000", "--launch-wait",
      "500",
    ]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, log)
    try process.run()
    (self.process, self.input) = (process, input.fileHandleForWriting)
    self.output = output.fileHandleForReading
    buffer = []
  }

  var pid: Int32 { process?.processIdentifier ?? 0 }

  func kill() { end(by: SIGKILL) }

  /// Ends the process by a signal; returns whether it ended within a time.
  @discardableResult
  func end(by signal: Int32, within seconds: Double = 30) -> Bool {
    guard let process else { return true }
    Foundation.kill(process.processIdentifier, signal)
    let limit = ContinuousClock.now.advanced(by: .seconds(seconds))
    while process.isRunning, ContinuousClock.now < limit { usleep(2_000) }
    let hasEnded = !process.isRunning
    if !hasEnded { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? input?.close()
    try? output?.close()
    self.process = nil
    return hasEnded
  }

  /// Sends a request; returns its ID.
  func send(_ method: String, _ parameters: JSONObject = [:]) throws -> Int {
    lastID += 1
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": JSONValue(lastID), "method": .string(method),
      "params": .object(parameters),
    ]
    do { try input?.write(contentsOf: Data((request.description + "\n").utf8)) } catch {
      throw ChaosError.lost("it reads nothing")
    }
    return lastID
  }

  /// The answer to a request.
  func answer(_ id: Int) throws -> JSONValue {
    let limit = ContinuousClock.now.advanced(by: .seconds(Self.patience))
    while true {
      while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        let value = try JSONValue(parsing: line)
        guard value["id"]?.int == id else { continue }
        if let error = value["error"] {
          throw ChaosError.refused(
            error["data"]?["kind"]?.string ?? error["message"]?.string ?? "error")
        }
        return value["result"] ?? .null
      }
      let descriptor = output?.fileDescriptor ?? -1
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 500) > 0 else {
        if ContinuousClock.now > limit { throw ChaosError.lost("no answer in \(Self.patience) s") }
        continue
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { throw ChaosError.lost("it has ended by itself") }
      buffer += bytes[..<count]
    }
  }

  func ask(_ method: String, _ parameters: JSONObject = [:]) throws -> JSONValue {
    try answer(send(method, parameters))
  }

  /// The names of all operations that it shows of some games, in order.
  func operations(of games: [String]) throws -> [String] {
    var found: [String] = []
    for game in games {
      var count = 0
      while true {
        guard
          let page = try? ask(
            "game.history",
            ["game": .string(game), "after": JSONValue(count), "limit": 10_000])
        else { break }
        let operations = page["operations"]?.array ?? []
        found += operations.compactMap { $0["opId"]?.string }
        count += operations.count
        if page["more"]?.bool != true { break }
      }
    }
    return found
  }

  /// Lets its files grow no more, or again.
  func limitFiles(_ isFull: Bool) { ChaosStore.limitFiles(of: pid, isFull) }

  /// Opens or closes the way to the store.
  func setLine(_ state: CuttingProxy.State, to target: String) {
    line?.set(state)
    if let link {
      let new = link + ".new"
      if state == .open {
        symlink(target, new)
      } else {
        _ = FileManager.default.createFile(atPath: new, contents: nil)
      }
      rename(new, link)
    }
    deadSince = state == .open ? nil : deadSince ?? .now
  }
}
