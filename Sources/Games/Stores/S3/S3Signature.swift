#if Network
  import SudokuIdentity
  import SudokuSync

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The keys of a bucket's user.
  struct S3Keys: Hashable, Sendable {
    var identifier: String
    var secret: String
    /// The token of keys that expire.
    var token: String?

    /// The keys in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, else in the credentials file.
    ///
    /// They are read with every use, so that keys that expire can be renewed.
    static func ofEnvironment() throws(SyncError) -> S3Keys {
      if let identifier = variable("AWS_ACCESS_KEY_ID"),
        let secret = variable("AWS_SECRET_ACCESS_KEY")
      {
        return S3Keys(
          identifier: identifier, secret: secret, token: variable("AWS_SESSION_TOKEN"))
      }
      let path =
        variable("AWS_SHARED_CREDENTIALS_FILE") ?? "\(variable("HOME") ?? "")/.aws/credentials"
      let profile = variable("AWS_PROFILE") ?? "default"
      let bytes: [UInt8]?
      do throws(DiskError) { bytes = try PosixDisk().read(path, from: 0) } catch {
        throw SyncError(.fileFailed, error.description)
      }
      let text = String(decoding: bytes ?? [], as: UTF8.self)
      guard let keys = S3Keys(profile: profile, in: text) else {
        throw SyncError(
          .unauthorized,
          "no keys: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write [\(profile)] in \(path)"
        )
      }
      return keys
    }

    /// The keys of a profile in the text of a credentials file.
    init?(profile: String, in text: String) {
      var values: [String: String] = [:]
      var isInside = false
      for line in text.split(whereSeparator: \.isNewline) {
        let line = line.filter { !$0.isWhitespace }
        if line.hasPrefix("[") {
          isInside = line == "[\(profile)]"
        } else if isInside, let equals = line.firstIndex(of: "=") {
          values[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
      }
      guard let identifier = values["aws_access_key_id"],
        let secret = values["aws_secret_access_key"]
      else { return nil }
      self.init(identifier: identifier, secret: secret, token: values["aws_session_token"])
    }

    init(identifier: String, secret: String, token: String? = nil) {
      (self.identifier, self.secret, self.token) = (identifier, secret, token)
    }

    private static func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  /// The signature of a request, version 4: a chain of HMAC-SHA256 from the secret key.
  struct S3Signature {
    let keys: S3Keys
    let region: String
    /// The time as `20130524T000000Z`.
    let date: String

    init(keys: S3Keys, region: String, milliseconds: Int64) {
      (self.keys, self.region) = (keys, region)
      var seconds = time_t(milliseconds / 1_000)
      var parts = tm()
      gmtime_r(&seconds, &parts)
      func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
      date =
        "\(parts.tm_year + 1_900)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))"
        + "T\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
    }

    /// The headers that sign a request.
    ///
    /// - Parameters:
    ///   - query: The names and values of the query, not encoded.
    ///   - path: The path, of characters that need no encoding.
    func headers(
      _ method: String, host: String, path: String, query: [String: String], body: [UInt8]
    ) -> [(name: String, value: String)] {
      let hash = SHA256.hash(of: body).description
      var headers = [("host", host), ("x-amz-content-sha256", hash), ("x-amz-date", date)]
      if let token = keys.token { headers.append(("x-amz-security-token", token)) }
      let names = headers.map(\.0).joined(separator: ";")
      let canonical = [
        method, path, Self.text(of: query),
        headers.map { "\($0.0):\($0.1)\n" }.joined(), names, hash,
      ].joined(separator: "\n")
      let day = String(date.prefix(8))
      let scope = "\(day)/\(region)/s3/aws4_request"
      let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(SHA256.hash(of: canonical.utf8))"
      var key = Array("AWS4\(keys.secret)".utf8)
      for part in [day, region, "s3", "aws4_request"] {
        key = SHA256.hash(of: part.utf8, key: key).bytes
      }
      let signature = SHA256.hash(of: text.utf8, key: key)
      headers.append(
        (
          "authorization",
          "AWS4-HMAC-SHA256 Credential=\(keys.identifier)/\(scope), SignedHeaders=\(names), "
            + "Signature=\(signature)"
        ))
      return headers.map { (name: $0.0, value: $0.1) }
    }

    /// A query in the order of its names, encoded.
    static func text(of query: [String: String]) -> String {
      query.sorted { $0.key < $1.key }.map { "\(encoded($0.key))=\(encoded($0.value))" }
        .joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
      var result = ""
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
          UInt8(ascii: "-"), UInt8(ascii: "~"):
          result.unicodeScalars.append(Unicode.Scalar(byte))
        default:
          result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
      }
      return result
    }
  }
#endif
