#if Network
  import AsyncHTTPClient
  import NIOCore
  import NIOSSL
  import SudokuSync
  import Synchronization

  /// The connections of all stores that trust the same certificate authorities.
  final class HTTPClients: Sendable {
    let requests: HTTPClient
    /// For watches: each keeps a connection for itself, and none must be in the way of requests.
    let watches: HTTPClient

    private static let all = Mutex<[String: HTTPClients]>([:])

    /// For how long a watch may be silent: older servers give a sign of life every 15 s.
    private static let silence = TimeAmount.seconds(20)

    /// The clients that trust the authorities in a PEM file; `nil` for the system's.
    static func trusting(_ authorities: String?) throws(SyncError) -> HTTPClients {
      if let known = all.withLock({ $0[authorities ?? ""] }) { return known }
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.minimumTLSVersion = .tlsv12
      tls.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
      if let authorities {
        do {
          tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authorities))
        } catch {
          throw SyncError(.fileFailed, "\(authorities): no certificates can be read: \(error)")
        }
      }
      let new = HTTPClients(tls)
      let (clients, spare) = all.withLock { all in
        if let other = all[authorities ?? ""] { return (other, new as HTTPClients?) }
        all[authorities ?? ""] = new
        return (new, nil)
      }
      if let spare { Task { await spare.end() } }
      return clients
    }

    private init(_ tls: TLSConfiguration) {
      requests = Self.client(tls, connections: 64, silence: .seconds(60))
      watches = Self.client(tls, connections: 1 << 16, silence: Self.silence)
    }

    private func end() async {
      try? await requests.shutdown()
      try? await watches.shutdown()
    }

    private static func client(
      _ tls: TLSConfiguration, connections: Int, silence: TimeAmount
    ) -> HTTPClient {
      var configuration = HTTPClient.Configuration(
        tlsConfiguration: tls, redirectConfiguration: .disallow,
        timeout: .init(connect: .seconds(5), read: silence),
        decompression: .enabled(limit: .ratio(1_000)))
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
      configuration.connectionPool.idleTimeout = .seconds(60)
      configuration.httpVersion = .http1Only
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
  }
#endif
