#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Connections to servers on this machine, on which anything can be sent.
package enum LoopbackSocket {
  /// Nobody listens.
  package struct Failure: Error {}

  /// Connects; the caller closes the socket.
  package static func connected(to port: Int, receiving bytes: Int32? = nil) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var bytes {
      // Before connecting: that decides the window.
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &bytes, socklen_t(MemoryLayout.size(ofValue: bytes)))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw Failure()
    }
    return descriptor
  }
}
