import Foundation
import Synchronization
import TestSupport

/// Lines to a program and back: over its pipes, or over a WebSocket.
protocol LineChannel: AnyObject {
  func send(_ line: String) throws
  /// The next line and when it came; `nil` at the end, or after a time.
  func next(seconds: Double) -> (line: String, time: ContinuousClock.Instant)?
}

/// A program that was started, with lines on its standard input and output.
final class ProgramChannel: LineChannel, @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let arrived = Mutex<(lines: [(String, ContinuousClock.Instant)], isOver: Bool)>(
    ([], false))
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ program: String, _ arguments: [String]) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    let thread = Thread { [self] in read(output.fileHandleForReading) }
    thread.start()
  }

  var isRunning: Bool { process.isRunning }

  private func read(_ handle: FileHandle) {
    var begun: [UInt8] = []
    while true {
      let data = Array(handle.availableData)
      let now = ContinuousClock.now
      var rest = data[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        begun += rest[..<end]
        let line = String(decoding: begun, as: UTF8.self)
        (begun, rest) = ([], rest[(end + 1)...])
        arrived.withLock { $0.lines.append((line, now)) }
        semaphore.signal()
      }
      begun += rest
      if data.isEmpty { break }
    }
    arrived.withLock { $0.isOver = true }
    semaphore.signal()
  }

  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  func next(seconds: Double) -> (line: String, time: ContinuousClock.Instant)? {
    guard semaphore.wait(timeout: .now() + seconds) == .success else { return nil }
    return arrived.withLock { $0.lines.isEmpty ? nil : $0.lines.removeFirst() }
  }

  /// Ends the program by the end of its input; returns how it ended.
  @discardableResult
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    for _ in 0..<1_000 where process.isRunning { usleep(10_000) }
    return stop()
  }

  /// Ends the program by a signal, if it still runs; returns how it ended.
  @discardableResult
  func stop() -> Int32 {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -1
  }
}

/// A session over WebSocket.
final class WebSocketChannel: LineChannel {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The frames of a message that is not complete.
  private var begun: [UInt8] = []

  struct Refused: Error { let head: String }

  init(port: Int, token: String) throws {
    descriptor = try LoopbackSocket.connected(to: port)
    let head =
      "GET /v1/rpc HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      + "Authorization: Bearer \(token)\r\n\r\n"
    try write(Array(head.utf8))
    while buffer.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
      guard fill(5) else { throw Refused(head: String(decoding: buffer, as: UTF8.self)) }
    }
    guard buffer.starts(with: Array("HTTP/1.1 101".utf8)),
      let end = buffer.firstRange(of: Array("\r\n\r\n".utf8))
    else { throw Refused(head: String(decoding: buffer, as: UTF8.self)) }
    buffer.removeSubrange(..<end.upperBound)
  }

  deinit { close(descriptor) }

  private func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw POSIXError(.EPIPE) }
      rest = rest.dropFirst(count)
    }
  }

  func send(_ line: String) throws { try send(opcode: 1, Array(line.utf8)) }

  private func send(opcode: UInt8, _ data: [UInt8]) throws {
    var bytes: [UInt8] = [0x80 | opcode]
    switch data.count {
    case ..<126: bytes.append(0x80 | UInt8(data.count))
    case ..<65_536: bytes += [0xFE, UInt8(data.count >> 8), UInt8(data.count & 255)]
    default:
      bytes.append(0xFF)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: data.count >> shift))
      }
    }
    // A mask of zeros changes nothing.
    try write(bytes + [0, 0, 0, 0] + data)
  }

  private func fill(_ seconds: Double) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, Int32(seconds * 1_000)) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    buffer += bytes[..<count]
    return true
  }

  func next(seconds: Double) -> (line: String, time: ContinuousClock.Instant)? {
    while true {
      if let (opcode, isLast, data) = frame() {
        switch opcode {
        case 9: try? send(opcode: 10, data)
        case 8: return nil
        default:
          // A long message comes in several frames.
          begun += data
          guard isLast else { continue }
          defer { begun = [] }
          return (String(decoding: begun, as: UTF8.self), .now)
        }
      } else if !fill(seconds) {
        return nil
      }
    }
  }

  private func frame() -> (opcode: UInt8, isLast: Bool, data: [UInt8])? {
    guard buffer.count >= 2 else { return nil }
    var (length, start) = (Int(buffer[1] & 0x7F), 2)
    if length >= 126 {
      let bytes = length == 126 ? 2 : 8
      guard buffer.count >= 2 + bytes else { return nil }
      length = buffer[2..<2 + bytes].reduce(0) { $0 << 8 | Int($1) }
      start = 2 + bytes
    }
    guard buffer.count >= start + length else { return nil }
    defer { buffer.removeFirst(start + length) }
    return (buffer[0] & 15, buffer[0] & 0x80 != 0, Array(buffer[start..<start + length]))
  }
}
