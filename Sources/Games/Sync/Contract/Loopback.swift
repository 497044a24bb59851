/// The names of this machine that no other machine can have.
package enum Loopback {
  /// Tests a host for being this machine.
  ///
  /// - Parameter host: `127.0.0.1`, `localhost`, `[::1]` or another, perhaps with a port.
  /// - Returns: True for a loopback address and `localhost`.
  package static func contains(_ host: String) -> Bool {
    var name = host[...]
    var port: Substring?
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]") else { return false }
      let rest = name[name.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return false }
      if !rest.isEmpty { port = rest.dropFirst() }
      name = name[..<end].dropFirst()
    } else if let colon = name.lastIndex(of: ":"), name.firstIndex(of: ":") == colon {
      port = name[name.index(after: colon)...]
      name = name[..<colon]
    }
    guard port.map({ UInt16($0) != nil }) ?? true else { return false }
    if name == "localhost" || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// The host of an `Origin` header, which is `http://HOST[:PORT]` or `https://HOST[:PORT]` and
  /// nothing else; `nil` for any other text.
  package static func host(ofOrigin origin: String) -> String? {
    for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
      let host = origin.dropFirst(scheme.count)
      guard !host.isEmpty, !host.contains(where: { "/@?#\\ ".contains($0) }) else { return nil }
      return String(host)
    }
    return nil
  }

  /// The error of a server without tokens that is to listen on another address.
  package static var needed: SyncError {
    SyncError(
      .unauthorized,
      "without tokens a server listens on a loopback address only: 127.0.0.1, ::1, localhost")
  }
}
