#if Network
  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1
  import SudokuSync

  /// A place in a bucket of S3, or of a server that speaks its protocol.
  ///
  /// Values are created by PUT with `If-None-Match: *`, which a server must support. There is no
  /// "since" and there are no signals: each list names all objects under the prefix, a thousand a
  /// page. Compaction keeps them few.
  struct S3Place: ValuePlace {
    private let address: S3Address
    private let clients: HTTPClients
    private let keys: @Sendable () throws(SyncError) -> S3Keys
    private let clock: @Sendable () -> Int64

    /// The longest value and the longest list, in bytes.
    private static let answerBytes = 4 << 20
    private static let mostAttempts = 5
    /// The number of requests at the same time.
    private static let lanes = 8

    init(
      _ address: S3Address, trust: NetworkTrust = NetworkTrust(),
      keys: @escaping @Sendable () throws(SyncError) -> S3Keys = S3Keys.ofEnvironment,
      clock: @escaping @Sendable () -> Int64 = SystemClock.wallMilliseconds
    ) throws(SyncError) {
      guard address.isPrivate || trust.allowsPlainTokens else {
        throw SyncError(
          .malformedURL,
          "everybody on the way could read the games: use https, or allow that with --plain-http")
      }
      (self.address, self.keys, self.clock) = (address, keys, clock)
      clients = try HTTPClients.trusting(trust.authorities)
    }

    // MARK: Values

    func create(_ name: String, _ value: [UInt8]) async throws(SyncError) -> String? {
      let answer = try await perform(
        .PUT, address.prefix + name, body: value, headers: [("if-none-match", "*")])
      if answer.code == 412 { return nil }
      try check(answer)
      return answer.tag
    }

    func values(of names: [String]) async throws(SyncError) -> [String: [UInt8]] {
      try await each(names) { (name) async throws(SyncError) in
        let answer = try await perform(.GET, address.prefix + name)
        if answer.code == 404, answer.text("Code") != "NoSuchBucket" { return nil }
        try check(answer)
        return answer.bytes
      }
    }

    func remove(_ names: [String]) async throws(SyncError) {
      _ = try await each(names) { (name) async throws(SyncError) in
        let answer = try await perform(.DELETE, address.prefix + name)
        if answer.code != 404 { try check(answer) }
        return []
      }
    }

    func names(since cursor: String?) async throws(SyncError) -> NamePage {
      var query = ["list-type": "2", "prefix": address.prefix, "max-keys": "1000"]
      query["continuation-token"] = cursor
      let answer = try await perform(.GET, "", query: query)
      try check(answer)
      var created: [String: String] = [:]
      for object in answer.elements("Contents") {
        guard let key = object.text("Key"), key.hasPrefix(address.prefix) else { continue }
        let name = String(key.dropFirst(address.prefix.count))
        // Deeper folders belong to other stores.
        if !name.contains("/") { created[name] = S3Answer.tag(object.text("ETag") ?? "") }
      }
      let next = answer.text("IsTruncated") == "true" ? answer.text("NextContinuationToken") : nil
      return NamePage(
        created: created, startsOver: cursor == nil, next: next, hasMore: next != nil)
    }

    // MARK: Requests

    /// Calls the body for each name, some at the same time.
    private func each(
      _ names: [String],
      _ body: @escaping @Sendable (String) async throws(SyncError) -> [UInt8]?
    ) async throws(SyncError) -> [String: [UInt8]] {
      // A tuple as the result of a group's tasks crashes with Swift 6.3.1 where its parts are generic.
      struct Outcome {
        let name: String
        let result: Result<[UInt8]?, SyncError>
      }
      let outcomes = await withTaskGroup(of: Outcome.self) { group in
        var (outcomes, rest) = ([Outcome](), names[...])
        var running = 0
        while running > 0 || !rest.isEmpty {
          if running < Self.lanes, let name = rest.popFirst() {
            running += 1
            group.addTask {
              do throws(SyncError) {
                return Outcome(name: name, result: .success(try await body(name)))
              } catch { return Outcome(name: name, result: .failure(error)) }
            }
          } else if let outcome = await group.next() {
            running -= 1
            outcomes.append(outcome)
          }
        }
        return outcomes
      }
      var values: [String: [UInt8]] = [:]
      for outcome in outcomes { values[outcome.name] = try outcome.result.get() }
      return values
    }

    /// Sends a request; repeats it while the server is busy.
    private func perform(
      _ method: HTTPMethod, _ key: String, query: [String: String] = [:], body: [UInt8] = [],
      headers: [(String, String)] = []
    ) async throws(SyncError) -> S3Answer {
      var backoff = Backoff(firstMilliseconds: 200, limitMilliseconds: 5_000)
      var attempts = 0
      while true {
        attempts += 1
        let answer = try await send(method, key, query, body, headers)
        // 409: another create of the same key was running.
        let isBusy = [409, 429, 500, 502, 503, 504].contains(answer.code)
        guard isBusy, attempts < Self.mostAttempts else { return answer }
        var random = SystemRandomNumberGenerator()
        let wait = max(
          backoff.failed(using: &random), Int64(min(max(answer.retryAfter ?? 0, 0), 20)) * 1_000)
        do { try await Task.sleep(for: .milliseconds(wait)) } catch {
          throw SyncError(.storeUnavailable, "the request was cancelled")
        }
      }
    }

    private func send(
      _ method: HTTPMethod, _ key: String, _ query: [String: String], _ body: [UInt8],
      _ headers: [(String, String)]
    ) async throws(SyncError) -> S3Answer {
      let path = address.path(key)
      let signature = S3Signature(
        keys: try keys(), region: address.region, milliseconds: clock())
      let text = S3Signature.text(of: query)
      var message = HTTPClientRequest(
        url: "\(address.scheme)//\(address.host)\(path)\(text.isEmpty ? "" : "?\(text)")")
      message.method = method
      let signed = signature.headers(
        method.rawValue, host: address.host, path: path, query: query, body: body)
      for (name, value) in signed + headers { message.headers.add(name: name, value: value) }
      if !body.isEmpty { message.body = .bytes(body) }
      do {
        let response = try await clients.requests.execute(message, timeout: .seconds(25))
        let bytes = try await response.body.collect(upTo: Self.answerBytes)
        return S3Answer(
          code: Int(response.status.code), bytes: Array(bytes.readableBytesView),
          tag: S3Answer.tag(response.headers.first(name: "ETag") ?? ""),
          retryAfter: response.headers.first(name: "Retry-After").flatMap { Int($0) })
      } catch {
        throw SyncError(.storeUnavailable, "\(address.host): \(NetworkFailure(error))")
      }
    }

    private func check(_ answer: S3Answer) throws(SyncError) {
      guard !(200...299 ~= answer.code) else { return }
      let reason = answer.text("Code") ?? "status \(answer.code)"
      let kind: SyncError.Kind =
        switch (answer.code, reason) {
        case (_, "QuotaExceeded"), (_, "XMinioAdminBucketQuotaExceeded"), (507, _): .quotaExceeded
        case (401, _), (403, _): .unauthorized
        case (408, _), (409, _), (429, _), (500..., _): .storeUnavailable
        default: .storeFailed
        }
      let advice = reason == "RequestTimeTooSkewed" ? ": this device's clock is wrong" : ""
      throw SyncError(
        kind, "\(address.host): \(reason.escapingControls(limit: 100))\(advice)")
    }
  }

  /// An answer of a bucket's server, with the XML elements that are used.
  struct S3Answer: Sendable {
    let code: Int
    let bytes: [UInt8]
    /// The ETag of the object.
    var tag = ""
    var retryAfter: Int?

    /// An ETag without its quotation marks, which lists write as XML.
    static func tag(_ text: String) -> String {
      text.replacing("&quot;", with: "").replacing("&#34;", with: "").replacing("\"", with: "")
    }

    /// The content of the first element with a name.
    func text(_ name: String) -> String? { elements(name).first.map(\.content) }

    /// The elements with a name, in order.
    func elements(_ name: String) -> [S3Element] {
      S3Element(content: String(decoding: bytes, as: UTF8.self)).elements(name)
    }
  }

  /// The content of an XML element: text, or other elements without attributes.
  struct S3Element: Sendable {
    let content: String

    func text(_ name: String) -> String? { elements(name).first.map(\.content) }

    func elements(_ name: String) -> [S3Element] {
      var (found, rest) = ([S3Element](), content[...])
      while let start = rest.firstRange(of: "<\(name)>"),
        let end = rest[start.upperBound...].firstRange(of: "</\(name)>")
      {
        found.append(S3Element(content: String(rest[start.upperBound..<end.lowerBound])))
        rest = rest[end.upperBound...]
      }
      return found
    }
  }
#endif
