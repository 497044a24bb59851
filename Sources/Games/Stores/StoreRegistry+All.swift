import SudokuIdentity
import SudokuPlayer
import SudokuSync

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A device's trust on the network: certificate authorities, and tokens over plain HTTP.
package struct NetworkTrust: Hashable, Sendable {
  /// A PEM file with the certificate authorities to trust; `nil` for the system's.
  package var authorities: String?
  /// True if a token may be sent over plain HTTP to another machine.
  package var allowsPlainTokens = false

  package init(authorities: String? = nil, allowsPlainTokens: Bool = false) {
    (self.authorities, self.allowsPlainTokens) = (authorities, allowsPlainTokens)
  }
}

extension StoreRegistry {
  /// All store kinds that this build contains.
  ///
  /// - Parameters:
  ///   - token: The bearer token for `http:` and `https:` stores.
  ///   - report: Receives a line for each network request that failed and is repeated.
  /// - Returns: The registry.
  public static func all(
    token: String? = nil, report: (@Sendable (String) -> Void)? = nil
  ) -> StoreRegistry {
    all(token: token, trust: NetworkTrust(), report: report)
  }

  package static func all(
    token: String?, trust: NetworkTrust, report: (@Sendable (String) -> Void)?
  ) -> StoreRegistry {
    var registry = StoreRegistry.standard
    registry.register("sqlite", hint: "sqlite:<file>") { (path) throws(SyncError) in
      if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
        try StoreRegistry.makeDirectory(String(path[..<slash]))
      }
      return try SQLiteStore(path: path)
    }
    registry.register("exec", hint: "exec:<command>", isFile: false) {
      (command) throws(SyncError) in
      try ExecStore(command: command)
    }
    registry.register("place", hint: "place:<command>", isFile: false) {
      (command) throws(SyncError) in
      PlaceStore(try ProgramPlace(command: command), cache: cache(of: "place:" + command))
    }
    #if Network
      registry.register("s3", hint: "s3://<bucket>/<prefix>", isFile: false) {
        (rest) throws(SyncError) in
        let address = try S3Address(rest)
        return PlaceStore(
          try S3Place(address, trust: trust), cache: cache(of: "s3:" + rest),
          pollSeconds: address.pollSeconds)
      }
    #else
      registry.refuse("s3", because: lack(of: "Network"))
    #endif
    for scheme in ["postgres", "postgresql"] {
      #if Postgres
        registry.register(scheme, hint: "\(scheme)://<database>?store=<name>", isFile: false) {
          (rest) throws(SyncError) in
          try PostgresStore(url: "\(scheme):\(rest)")
        }
      #else
        registry.refuse(scheme, because: lack(of: "Postgres"))
      #endif
    }
    for scheme in ["http", "https"] {
      #if Network
        registry.register(scheme, hint: "\(scheme)://<host>/v1/players/<name>", isFile: false) {
          (rest) throws(SyncError) in
          try HTTPStore(
            url: "\(scheme):\(rest)", token: token, trust: trust,
            onRetry: retryHandler(report))
        }
      #else
        registry.refuse(scheme, because: lack(of: "Network"))
      #endif
    }
    return registry
  }

  /// The file for what was read of a place: in `XDG_CACHE_HOME` or `~/.cache`; `nil` without either.
  private static func cache(of url: String) -> String? {
    let home = getenv("HOME").map { String(cString: $0) + "/.cache" }
    guard let folder = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }) ?? home,
      folder.hasPrefix("/"), (try? makeDirectory(folder + "/sudoku")) != nil
    else { return nil }
    return "\(folder)/sudoku/\(SHA256.hash(of: url.utf8).description.prefix(32)).jsonl"
  }

  #if !Network || !Postgres
    private static func lack(of trait: String) -> String {
      "such stores need a program built with --traits \(trait)"
    }
  #endif

  #if Network
    private static func retryHandler(
      _ report: (@Sendable (String) -> Void)?
    ) -> HTTPStore.RetryHandler? {
      guard let report else { return nil }
      return { error, wait in
        let tenths = max(Int(wait / .milliseconds(100)), 0)
        report("\(error.message); trying again in \(tenths / 10).\(tenths % 10) s")
      }
    }
  #endif
}
