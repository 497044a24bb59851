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

  /// A connection on which anything can be sent, also what no client would.
  final class RawConnection: Sendable {
    private let descriptor: Int32

    /// - Parameter bytes: The size of the receive buffer; without it the system may take megabytes that nobody
    ///   has read.
    init(port: Int, receiving bytes: Int32? = nil) throws {
      descriptor = try LoopbackSocket.connected(to: port, receiving: bytes)
    }

    deinit { close(descriptor) }

    /// Sends bytes; returns whether the peer accepts them.
    @discardableResult
    func send(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      return Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    /// Ends the connection by a reset, as a phone that loses its network does.
    func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Sends until the peer takes no more; returns how many bytes it took and for how long.
    func flood(_ piece: String, seconds: Double) async -> (bytes: Int, seconds: Double) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: self.floodBlocking(Array(piece.utf8), seconds))
        }
      }
    }

    private func floodBlocking(_ piece: [UInt8], _ seconds: Double) -> (Int, Double) {
      let clock = UnstalledClock()
      var sent = 0
      while clock.elapsed < .seconds(seconds) {
        let count = Glibc.send(descriptor, piece, piece.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        if count < 0, errno != EAGAIN { break }
        sent += max(count, 0)
        if count < 0 { usleep(5_000) }
      }
      return (sent, clock.elapsed / .seconds(1))
    }

    /// Says that nothing more is sent.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// What comes until the other end closes, or a text has come, or a time is over.
    ///
    /// It waits on a thread of its own: the server needs those of the tests.
    func read(
      until end: String? = nil, seconds: Double = 5
    ) async -> (text: String, isClosed: Bool) {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: self.readBlocking(until: end, seconds: seconds))
        }
      }
    }

    private func readBlocking(until end: String?, seconds: Double) -> (text: String, isClosed: Bool)
    {
      var text = ""
      let deadline = Date().addingTimeInterval(seconds)
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while Date() < deadline {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, 50) > 0 else { continue }
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count <= 0 { return (text, true) }
        // Only the new bytes and those before them are searched: an answer may have many megabytes.
        let last = end.map { String(text.suffix($0.count)) } ?? ""
        let new = String(decoding: buffer[..<count], as: UTF8.self)
        text += new
        if let end, (last + new).contains(end) { break }
      }
      return (text, false)
    }

    /// Sends a whole request and reads the whole response.
    static func exchange(
      _ port: Int, _ method: String, _ path: String, headers: [String] = [], body: String? = nil
    ) async throws -> (status: Int, text: String) {
      let connection = try RawConnection(port: port)
      var lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
      lines += headers
      if let body { lines.append("Content-Length: \(body.utf8.count)") }
      connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
      let text = await connection.read().text
      let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
      return (status, text)
    }
  }
#endif
