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
      guard names.count <= 1, !url.utf8.contains(0) else { throw Self.badName }
      let database =
        String(parts.first ?? "") + (options.isEmpty ? "" : "?" + options.joined(separator: "&"))
      try self.init(
        database: database, store: String(names.last?.dropFirst(6) ?? "default"))
    }

    /// Names a store in a database.
    ///
    /// - Throws: `SyncError` of kind `malformedURL`.
    init(database: String, store: String) throws(SyncError) {
      (self.database, self.store) = (database, store)
      let isNameable = store.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "-")
      }
      guard 1...64 ~= store.utf8.count, isNameable else { throw Self.badName }
    }

    private static var badName: SyncError {
      SyncError(
        .malformedURL, "store= takes one name of 1 to 64 characters from a-z, 0-9 and -")
    }
  }
#endif
