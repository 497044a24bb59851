import Foundation
import SudokuPlayer
import SudokuSync

extension StoreRegistry {
  /// The kinds of stores that this program knows.
  public static var all: StoreRegistry { all(telling: nil) }

  /// The same.
  ///
  /// - Parameter tell: Takes a line for each request that a network has failed and that is repeated.
  /// - Returns: The kinds.
  public static func all(telling tell: (@Sendable (String) -> Void)?) -> StoreRegistry {
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
            url: "\(scheme):\(rest)", token: ProcessInfo.processInfo.environment["SUDOKU_TOKEN"],
            onRetry: retryHandler(tell))
        }
      #else
        registry.refuse(scheme, because: lack(of: "Network"))
      #endif
    }
    return registry
  }

  #if !Network || !Postgres
    private static func lack(of trait: String) -> String {
      "such stores are for a program built with --traits \(trait); this one isn't"
    }
  #endif

  #if Network
    private static func retryHandler(
      _ tell: (@Sendable (String) -> Void)?
    ) -> HTTPStore.RetryHandler? {
      guard let tell else { return nil }
      return { error, wait in
        let tenths = max(Int(wait / .milliseconds(100)), 0)
        tell("\(error.message); trying again in \(tenths / 10).\(tenths % 10) s")
      }
    }
  #endif
}
