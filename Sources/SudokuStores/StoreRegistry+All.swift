import SudokuPlayer
import SudokuSync

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
            url: "\(scheme):\(rest)", token: token,
            onRetry: retryHandler(report))
        }
      #else
        registry.refuse(scheme, because: lack(of: "Network"))
      #endif
    }
    return registry
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
