import Foundation
import JSONCoding
import Logging

/// A client of the protocol in the same process: it uses a socket pair where `serve` uses a pipe.
final class PlayClient {
  typealias Answer = (Result<JSONValue, Failure>) -> Void

  /// An error of the server: its kind, its sentence, and the data beside the kind.
  struct Failure: Error {
    let kind: String
    let message: String
    let details: JSONValue
  }

  /// The socket; readable when the server has written something.
  let descriptor: Int32
  private let server: Task<Int32, Never>
  private var waiting: [Int: Answer] = [:]
  private var nextID = 1
  private var buffer: [UInt8] = []
  /// True if all requests are answered.
  var isIdle: Bool { waiting.isEmpty }
  /// Takes notifications: the method and its parameters.
  var onNotification: (String, JSONValue) -> Void = { _, _ in }

  init(_ options: ServerOptions) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw CommandFailure("no socket is left: \(String(cString: strerror(errno)))", code: .ioError)
    }
    descriptor = ends[0]
    let other = ends[1]
    // Messages would disturb the screen.
    let logger = Logger(label: "sudoku") { _ in SwiftLogNoOpLogHandler() }
    let host = Handed(
      try ServerHost(options: options, language: .jsonRPC(), logger: logger, descriptor: other))
    server = Task.detached {
      let status = await host.value.run(catchesSignals: false)
      Foundation.close(other)
      return status
    }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Sends a request; its answer comes in a later `receive`.
  ///
  /// - Returns: The request's ID.
  @discardableResult
  func request(_ method: String, _ parameters: JSONObject, _ answer: @escaping Answer) -> Int {
    let id = nextID
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": JSONValue(id), "method": .string(method),
      "params": .object(parameters),
    ]
    waiting[id] = answer
    nextID += 1
    var bytes = Array("\(request)\n".utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        receive()
        usleep(1_000)
      } else if errno != EINTR {
        break
      }
    }
    return id
  }

  /// Handles all lines that have arrived; returns whether the server is still running.
  @discardableResult
  func receive() -> Bool {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return false }
      guard count > 0 else { break }
      buffer += piece[..<count]
    }
    let isOpen = errno == EAGAIN || errno == EINTR
    while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(buffer[..<end])
      buffer.removeFirst(end + 1)
      if let value = try? JSONValue(parsing: line) { handle(value) }
    }
    return isOpen
  }

  private func handle(_ message: JSONValue) {
    if let method = message["method"]?.string {
      return onNotification(method, message["params"] ?? [:])
    }
    guard let id = message["id"]?.int, let answer = waiting.removeValue(forKey: id) else { return }
    if let error = message["error"] {
      let details = error["data"] ?? [:]
      answer(
        .failure(
          Failure(
            kind: details["kind"]?.string ?? "", message: error["message"]?.string ?? "",
            details: details)))
    } else {
      answer(.success(message["result"] ?? .null))
    }
  }

  /// Ends the session: everything is stored and sent first.
  func close() async {
    shutdown(descriptor, Int32(SHUT_WR))
    _ = await server.value
    Foundation.close(descriptor)
  }
}

/// A value that another task takes over for good.
private struct Handed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
