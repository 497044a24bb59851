#if Network
  import SudokuSync

  /// Where a player's store is on a server: `https://host[:port][/prefix]/v1/players/NAME`.
  struct HTTPAddress: Sendable {
    /// The URL without a slash at its end.
    let url: String

    /// Reads a URL.
    ///
    /// - Throws: `SyncError` of kind `malformedURL`.
    init(_ text: String) throws(SyncError) {
      var url = text
      while url.hasSuffix("/") { url.removeLast() }
      let parts = url.split(separator: "/", omittingEmptySubsequences: false)
      let isPlain =
        url.utf8.allSatisfy { (33...126).contains($0) } && !url.contains { "?#\\".contains($0) }
      guard isPlain, parts.count >= 6, ["http:", "https:"].contains(parts[0]), parts[1].isEmpty,
        !parts[2].isEmpty, parts.suffix(3).starts(with: ["v1", "players"]),
        PlayerID(String(parts[parts.count - 1])) != nil
      else {
        throw SyncError(
          .malformedURL,
          "'\(Self.withoutSecrets(url))' is not a valid store: give http(s)://<host>/v1/players/<name>"
        )
      }
      guard !parts[2].contains("@") else {
        throw SyncError(
          .malformedURL,
          "a URL is shown in messages: give the token by SUDOKU_TOKEN, not in the URL")
      }
      self.url = url
    }

    private static func withoutSecrets(_ url: String) -> String {
      guard let at = url.lastIndex(of: "@") else { return url }
      return "..." + url[at...]
    }
  }
#endif
