import Foundation
import Synchronization
import TestSupport

/// A device's line to a server: it can be cut, or swallow everything.
final class CuttingProxy: Sendable {
  enum State { case open, cut, silent }

  let port: Int
  private let listener: Int32
  private let target: @Sendable () -> Int
  private let state = Mutex(State.open)
  private let sockets = Mutex<Set<Int32>>([])

  /// Begins to listen.
  ///
  /// - Parameter target: The server's port on this machine at the moment.
  init(to target: @escaping @Sendable () -> Int) throws {
    self.target = target
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw ChaosError.failed("no port to listen on") }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { self.accept() }
  }

  func set(_ new: State) {
    state.withLock { $0 = new }
    guard new == .cut else { return }
    for socket in sockets.withLock({ $0 }) { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  private func accept() {
    while true {
      #if canImport(Darwin)
        let client = Darwin.accept(listener, nil, nil)
      #elseif canImport(Musl)
        let client = Musl.accept(listener, nil, nil)
      #else
        let client = Glibc.accept(listener, nil, nil)
      #endif
      guard client >= 0 else { continue }
      guard state.withLock({ $0 }) != .cut,
        let server = try? LoopbackSocket.connected(to: target())
      else {
        close(client)
        continue
      }
      sockets.withLock { $0.formUnion([client, server]) }
      let rest = Mutex(2)
      let end: @Sendable () -> Void = {
        for socket in [client, server] { shutdown(socket, Int32(SHUT_RDWR)) }
        guard
          rest.withLock({
            $0 -= 1; return $0 == 0
          })
        else { return }
        self.sockets.withLock { $0.subtract([client, server]) }
        for socket in [client, server] { close(socket) }
      }
      for (from, to) in [(client, server), (server, client)] {
        Thread.detachNewThread { self.carry(from, to, end) }
      }
    }
  }

  private func carry(_ from: Int32, _ to: Int32, _ end: @Sendable () -> Void) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(from, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      while state.withLock({ $0 }) == .silent { usleep(20_000) }
      guard send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
    }
    end()
  }
}
