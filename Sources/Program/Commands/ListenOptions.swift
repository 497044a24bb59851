import ArgumentParser
import Logging
import SudokuServer
import SudokuSync

/// The address and the access rules of `serve --listen`.
struct ListenOptions: ParsableArguments {
  @Option(help: "Serve over WebSocket on HOST:PORT; port 0 picks a free port.")
  var listen: String?

  @Flag(help: "Print a link, and its QR code, that lets one more device play these games.")
  var invite = false

  @OptionGroup var access: AccessOptions

  @Option(help: "Accept pages of this site, such as https://play.example; may be repeated.")
  var origin: [String] = []

  @Option(help: "The maximum number of connections (default: 256).")
  var connections: Int?

  /// The address; `nil` for standard input and output.
  var address: ListenAddress? { listen.flatMap { ListenAddress($0) } }

  /// Refuses options that cannot be combined.
  func check(_ options: ServerOptions) throws {
    guard let listen else {
      guard access.isEmpty, !invite, origin.isEmpty, connections == nil else {
        throw ValidationError(
          "--invite, --tokens, --certificate, --key, --origin and --connections need --listen")
      }
      return
    }
    guard ListenAddress(listen) != nil else {
      throw ValidationError(
        "'\(listen)' is not a valid address: give HOST:PORT, as in 127.0.0.1:8090")
    }
    if let connections, !(1...100_000 ~= connections) {
      throw ValidationError("--connections must be 1 to 100000")
    }
    guard !invite || access.tokens == nil else {
      throw ValidationError("--invite keeps the tokens of devices itself: leave out --tokens")
    }
    let isForMany = options.data?.contains("{}") == true
    guard isForMany == (access.tokens != nil) else {
      throw ValidationError(
        "--tokens and {} in --data must be given together: each player has a separate folder")
    }
    if let store = options.store, store.contains("{}") != isForMany {
      throw ValidationError("{} in --store and {} in --data must be given together")
    }
    // In a terminal the player is asked before the server begins.
    if !asksForPlain(options) {
      try access.checkSecrecy(
        of: invite || access.tokens != nil, on: ListenAddress(listen)?.host,
        allowingPlain: options.network.plainHttp)
    }
    for site in origin where Loopback.host(ofOrigin: site) == nil {
      throw ValidationError(
        "'\(site)' is not a valid origin: give scheme and host, such as https://play.example")
    }
  }
}

/// The tokens and the certificate of a server.
struct AccessOptions: ParsableArguments {
  @Option(help: "The file of the players' tokens; see 'sudoku store token'.")
  var tokens: String?

  @Option(help: "The TLS certificate chain, a PEM file.")
  var certificate: String?

  @Option(help: "The private key of the TLS certificate, a PEM file.")
  var key: String?

  var isEmpty: Bool { tokens == nil && certificate == nil && key == nil }

  /// Refuses tokens that everybody on the network could read.
  func checkSecrecy(of hasTokens: Bool, on host: String?, allowingPlain: Bool) throws {
    guard hasTokens, certificate == nil, let host, !Loopback.contains(host), !allowingPlain
    else { return }
    throw ValidationError(
      "tokens would cross the network in the clear: give --certificate and --key, "
        + "or --plain-http behind a TLS proxy, or in a network whose users you all trust")
  }

  #if Network
    /// `nil` without TLS.
    var identity: StoreServer.Certificate? {
      guard let certificate, let key else { return nil }
      return .init(chain: certificate, key: key)
    }
  #endif

  func validate() throws {
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key must be given together")
    }
  }
}

/// The address of a server: `HOST:PORT`, `[::1]:8080`.
struct ListenAddress {
  let host: String
  let port: Int

  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      0...65_535 ~= port
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else { return nil }
    (self.host, self.port) = (host, port)
  }

  var urlHost: String { host.contains(":") ? "[\(host)]" : host }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
