#if Network
  import AsyncHTTPClient
  import NIOCore
  import NIOPosix

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Why a request did not reach a server, in the system's words: "Connection refused".
  struct NetworkFailure: CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
      description =
        switch error {
        case is CancellationError: "the request was cancelled"
        case let error as HTTPClientError: "\(error.shortDescription)"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError: Self.text(error)
        default: "\(error)"
        }
    }

    /// A name may have led to several addresses: what each said, once.
    private static func text(_ error: NIOConnectionError) -> String {
      if let unknown = error.dnsAError ?? error.dnsAAAAError, error.connectionErrors.isEmpty {
        return "the host '\(error.host)' can't be found: \(unknown)"
      }
      var texts: [String] = []
      for failure in error.connectionErrors {
        let text = NetworkFailure(failure.error).description
        if !texts.contains(text) { texts.append(text) }
      }
      return texts.joined(separator: "; ")
    }
  }
#endif
