import Foundation
import SudokuSync

/// A connection to a sync server that sends requests which were made before.
///
/// It blocks the thread that uses it and does next to nothing: what a load driver must not measure
/// is itself.
final class LoadConnection {
  private let descriptor: Int32
  private let head: String
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(url: String, token: String?) throws(SyncError) {
    guard let parts = URLComponents(string: url), parts.scheme == "http", let host = parts.host,
      let port = parts.port
    else {
      throw SyncError(.malformedURL, "'\(url)' is not http://HOST:PORT/v1/players/NAME")
    }
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    head =
      "POST \(parts.path)/requests HTTP/1.1\r\nHost: \(host):\(port)\r\n\(authorization)"
      + "Content-Type: application/json\r\nContent-Length: "
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let address = found?.pointee else {
      throw SyncError(.storeUnavailable, "the host '\(host)' can't be found")
    }
    defer { freeaddrinfo(found) }
    descriptor = socket(address.ai_family, address.ai_socktype, 0)
    guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
      throw SyncError(.storeUnavailable, "\(url): \(String(cString: strerror(errno)))")
    }
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  func message(_ body: [UInt8]) -> [UInt8] { Array("\(head)\(body.count)\r\n\r\n".utf8) + body }

  /// Sends a request and waits for the whole of its response.
  func exchange(_ message: [UInt8]) throws(SyncError) {
    guard send(descriptor, message, message.count, Int32(MSG_NOSIGNAL)) == message.count else {
      throw SyncError(.storeUnavailable, "the server does not listen any more")
    }
    var length = 0
    var expected = Int.max
    while length < expected {
      if length == buffer.count { buffer += [UInt8](repeating: 0, count: buffer.count) }
      let room = buffer.count - length
      let count = buffer.withUnsafeMutableBytes { bytes in
        recv(descriptor, bytes.baseAddress.map { $0 + length }, room, 0)
      }
      guard count > 0 else { throw SyncError(.storeUnavailable, "the server has not answered") }
      length += count
      if expected == .max { expected = Self.length(of: buffer[..<length]) ?? .max }
    }
    guard buffer.starts(with: Array("HTTP/1.1 200 ".utf8)) else {
      throw SyncError(.storeFailed, String(decoding: buffer[..<length], as: UTF8.self))
    }
  }

  /// The length of a response, once its head is there.
  private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
    guard let field = head.firstRange(of: "content-length:") else { return nil }
    let digits = head[field.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }
    return Int(digits).map { end.upperBound + $0 }
  }
}
