import SudokuSync

/// This machine, by names that nobody else can give.
package enum Loopback {
  /// Whether a host is this machine.
  ///
  /// - Parameter host: `127.0.0.1`, `localhost`, `[::1]` or another, perhaps with a port.
  /// - Returns: Whether it is a loopback address or `localhost`.
  package static func contains(_ host: String) -> Bool {
    var name = host[...]
    if name.hasPrefix("[") {
      name = name.dropFirst().prefix { $0 != "]" }
    } else if let colon = name.lastIndex(of: ":"), name.firstIndex(of: ":") == colon {
      name = name[..<colon]
    }
    if name == "localhost" || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// What a server says that listens for everybody without tokens.
  package static var needed: SyncError {
    SyncError(
      .unauthorized,
      "without tokens a server listens on a loopback address only: 127.0.0.1, ::1, localhost")
  }
}
