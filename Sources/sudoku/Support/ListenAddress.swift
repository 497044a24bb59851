/// Where a server listens: `HOST:PORT`, `[::1]:8080`.
struct ListenAddress {
  let host: String
  let port: Int

  /// Reads an address.
  ///
  /// - Returns: `nil` where it is not one.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      0...65_535 ~= port
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else { return nil }
    (self.host, self.port) = (host, port)
  }

  /// The host as a URL has it.
  var urlHost: String { host.contains(":") ? "[\(host)]" : host }
}
