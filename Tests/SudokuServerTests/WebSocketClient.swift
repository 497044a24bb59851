#if Network
  import Foundation
  import TestSupport

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// A client that also sends what no client would.
  final class WebSocketClient: @unchecked Sendable {
    struct Frame: Equatable {
      let opcode: UInt8
      let data: [UInt8]
      /// Whether the message ends with it.
      var isLast = true
      var text: String { String(decoding: data, as: UTF8.self) }
      /// The code of a close frame.
      var code: Int { data.count < 2 ? 0 : Int(data[0]) << 8 | Int(data[1]) }
    }

    struct Failure: Error {}

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    let port: Int

    init(port: Int) throws {
      self.port = port
      descriptor = try LoopbackSocket.connected(to: port)
    }

    deinit { close(descriptor) }

    /// Asks for WebSocket; the head of the response.
    func handshake(
      _ path: String, host: String = "localhost", _ headers: [String] = []
    ) async -> String {
      let lines =
        [
          "GET \(path) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
        ] + headers
      send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
      return await head()
    }

    /// The same where the methods are.
    func handshake(_ headers: [String] = []) async -> String {
      await handshake("/v1/rpc", headers)
    }

    /// The head of an HTTP response; what there is, if it never ends.
    func head() async -> String {
      await onThread { [self] in
        while true {
          if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
            let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
            buffer.removeSubrange(..<end.upperBound)
            return head
          }
          guard fill(5) else { return String(decoding: buffer, as: UTF8.self) }
        }
      }
    }

    /// An accepted client.
    static func connected(
      _ port: Int, _ headers: [String] = []
    ) async throws -> WebSocketClient {
      let client = try WebSocketClient(port: port)
      guard await client.handshake(headers).hasPrefix("HTTP/1.1 101") else { throw Failure() }
      return client
    }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          if poll(&poller, 1, 2_000) <= 0 { return false }
        } else {
          return false
        }
      }
      return true
    }

    /// Sends a frame: 0 goes on, 1 text, 2 binary, 8 close, 9 ping, 10 pong.
    @discardableResult
    func send(
      _ opcode: UInt8, _ data: [UInt8] = [], fin: Bool = true, isMasked: Bool = true,
      reserved: UInt8 = 0
    ) -> Bool {
      var bytes: [UInt8] = [(fin ? 0x80 : 0) | reserved << 4 | opcode]
      let mask: UInt8 = isMasked ? 0x80 : 0
      switch data.count {
      case ..<126: bytes.append(mask | UInt8(data.count))
      case ..<65_536: bytes += [mask | 126, UInt8(data.count >> 8), UInt8(data.count & 255)]
      default:
        bytes.append(mask | 127)
        for shift in stride(from: 56, through: 0, by: -8) {
          bytes.append(UInt8(truncatingIfNeeded: data.count >> shift))
        }
      }
      let key: [UInt8] = [1, 2, 3, 4]
      if isMasked { bytes += key }
      return send(bytes + (isMasked ? data.enumerated().map { $1 ^ key[$0 & 3] } : data))
    }

    func say(_ text: String) { send(1, Array(text.utf8)) }

    /// The next frame; `nil` where the connection ends, or after a time.
    func next(seconds: Double = 5) async -> Frame? {
      await onThread { [self] in
        while true {
          if let frame = takeFrame() { return frame }
          guard fill(seconds) else { return nil }
        }
      }
    }

    /// The next message or close frame; pings are skipped, pieces joined.
    func nextMessage(seconds: Double = 5) async -> Frame? {
      var whole: Frame?
      while let frame = await next(seconds: seconds) {
        if frame.opcode == 9 { continue }
        if frame.opcode == 8 { return frame }
        let joined = Frame(
          opcode: whole?.opcode ?? frame.opcode, data: (whole?.data ?? []) + frame.data,
          isLast: frame.isLast)
        if frame.isLast { return joined }
        whole = joined
      }
      return nil
    }

    private func takeFrame() -> Frame? {
      guard buffer.count >= 2 else { return nil }
      var (length, start) = (Int(buffer[1] & 0x7F), 2)
      if length == 126 {
        guard buffer.count >= 4 else { return nil }
        (length, start) = (Int(buffer[2]) << 8 | Int(buffer[3]), 4)
      } else if length == 127 {
        guard buffer.count >= 10 else { return nil }
        (length, start) = (buffer[2..<10].reduce(0) { $0 << 8 | Int($1) }, 10)
      }
      guard buffer.count >= start + length else { return nil }
      let frame = Frame(
        opcode: buffer[0] & 15, data: Array(buffer[start..<(start + length)]),
        isLast: buffer[0] & 0x80 != 0)
      buffer.removeFirst(start + length)
      return frame
    }

    /// Waits for bytes; `false` where none come.
    private func fill(_ seconds: Double) -> Bool {
      var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, Int32(seconds * 1_000)) > 0 else { return false }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { return false }
      buffer += bytes[..<count]
      return true
    }

    /// It waits on a thread of its own: the server needs those of the tests.
    private func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: body()) }
      }
    }
  }
#endif
