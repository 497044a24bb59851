#if Network
  import SudokuSync

  /// The address of a store in a bucket:
  /// `s3://bucket[/prefix][?endpoint=URL][&region=NAME][&style=path][&poll=SECONDS]`.
  struct S3Address: Hashable, Sendable {
    let bucket: String
    /// The beginning of all keys: empty, or ended by a slash.
    let prefix: String
    let region: String
    /// `http:` or `https:`.
    let scheme: String
    let host: String
    /// True if the bucket is part of the path, false if it is part of the host.
    let isPathStyle: Bool
    /// The seconds between two lists.
    let pollSeconds: Int

    /// Reads what follows `s3:`.
    init(_ rest: String) throws(SyncError) {
      func refuse(_ reason: String) -> SyncError {
        SyncError(.malformedURL, "'s3:\(rest.prefix { $0 != "?" })': \(reason)")
      }
      let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let path = parts[0].split(separator: "/", omittingEmptySubsequences: true).map(String.init)
      guard parts[0].hasPrefix("//"), let bucket = path.first,
        path.allSatisfy({ $0.utf8.allSatisfy(Self.isPlain) && ![".", ".."].contains($0) })
      else { throw refuse("give s3://<bucket>/<prefix>, of letters, digits, '.', '_' and '-'") }
      var options: [String: String] = [:]
      for option in parts.count > 1 ? parts[1].split(separator: "&") : [] {
        let pair = option.split(separator: "=", maxSplits: 1).map(String.init)
        guard pair.count == 2, ["endpoint", "region", "style", "poll"].contains(pair[0])
        else {
          throw refuse("the options are endpoint, region, style and poll")
        }
        options[pair[0]] = pair[1]
      }
      let region = options["region"] ?? "us-east-1"
      guard region.utf8.allSatisfy(Self.isPlain) else { throw refuse("a region is a short name") }
      var endpoint = options["endpoint"] ?? "https://s3.\(region).amazonaws.com"
      while endpoint.hasSuffix("/") { endpoint.removeLast() }
      let words = endpoint.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 3, ["http:", "https:"].contains(words[0]), words[1].isEmpty,
        !words[2].isEmpty, words[2].utf8.allSatisfy({ Self.isPlain($0) || ":[]".utf8.contains($0) })
      else { throw refuse("an endpoint is http(s)://<host>[:<port>]") }
      let style = options["style"] ?? (options["endpoint"] == nil ? "virtual" : "path")
      guard ["path", "virtual"].contains(style) else { throw refuse("a style is path or virtual") }
      guard let seconds = Int(options["poll"] ?? "4"), 1...86_400 ~= seconds else {
        throw refuse("poll is a number of seconds, from 1 to 86400")
      }
      pollSeconds = seconds
      isPathStyle = style == "path"
      self.bucket = bucket
      self.region = region
      prefix = path.dropFirst().map { $0 + "/" }.joined()
      scheme = words[0]
      host = isPathStyle ? words[2] : "\(bucket).\(words[2])"
    }

    /// True if nobody on the network can read the requests.
    var isPrivate: Bool { scheme == "https:" || Loopback.contains(host) }

    /// The path of a key; of the bucket for an empty one.
    func path(_ key: String) -> String { (isPathStyle ? "/\(bucket)/" : "/") + key }

    private static func isPlain(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }
#endif
