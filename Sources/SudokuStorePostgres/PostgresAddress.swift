#if Postgres
  import SudokuSync

  /// Which database, and which store in it: `postgres://user@host/database?store=NAME`.
  struct PostgresAddress: Sendable {
    /// The URL as libpq takes it.
    let database: String
    /// The store's name.
    let store: String

    /// Reads a URL; `store` is taken out of it, everything else is libpq's.
    ///
    /// - Throws: `SyncError` of kind `malformedURL`.
    init(_ url: String) throws(SyncError) {
      let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      var options = parts.count == 2 ? parts[1].split(separator: "&") : []
      let names = options.filter { $0.hasPrefix("store=") }
      options.removeAll { $0.hasPrefix("store=") }
      store = String(names.last?.dropFirst(6) ?? "default")
      let isNameable = store.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "-")
      }
      guard names.count <= 1, 1...64 ~= store.utf8.count, isNameable, !url.utf8.contains(0) else {
        throw SyncError(
          .malformedURL, "store= takes one name of 1 to 64 characters from a-z, 0-9 and -")
      }
      database =
        String(parts.first ?? "") + (options.isEmpty ? "" : "?" + options.joined(separator: "&"))
    }
  }
#endif
