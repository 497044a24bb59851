#if Network
  import HTTPTypes
  import Hummingbird
  import JSONCoding
  import NIOCore
  import SudokuSync

  /// The context of a request besides its head and body.
  struct StoreContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      coreContext = CoreRequestContextStorage(source: source)
      channel = source.channel
    }
  }

  extension Request {
    /// True if a body follows the head.
    var hasBody: Bool {
      headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
    }
  }

  struct StoreResponder: HTTPResponder {
    typealias Context = StoreContext

    let stores: PlayerStores
    let authorizer: Authorizer
    let limiter: RateLimiter
    let gate: AdmissionLimiter
    let budget: BodyBudget
    let answers: BodyBudget
    let revocations: TokenWatch?
    let metrics: ServerMetrics
    let limits: StoreServerLimits
    /// Threads for long requests and answers, so that short ones never wait for them.
    let lanes = SearchLanes(SearchPool(threads: 2, isNice: false))

    func respond(to request: Request, context: Context) async throws -> Response {
      let start = ContinuousClock.now
      var (kind, hasUnreadBody) = ("none", request.hasBody)
      var response: Response
      do throws(Refusal) {
        try Authorizer.checkSite(request)
        response = try await route(request, context, &kind, &hasUnreadBody)
      } catch {
        response = error.response
      }
      // A caller without a token gets no lasting connection, and the rest of a body is not read.
      if hasUnreadBody || ["health", "ready", "openapi"].contains(kind) {
        response.headers[.connection] = "close"
      }
      if request.method == .head { response = response.createHeadResponse() }
      let duration = start.duration(to: .now)
      metrics.count(kind: kind, status: response.status.code, duration: duration)
      context.logger.debug(
        "\(request.method) \(kind): \(response.status.code)",
        metadata: ["milliseconds": "\(Int(duration / .milliseconds(1)))"])
      return response
    }

    private func route(
      _ request: Request, _ context: Context, _ kind: inout String, _ hasUnreadBody: inout Bool
    ) async throws(Refusal) -> Response {
      let parts = request.uri.path.split(separator: "/", omittingEmptySubsequences: false)
        .dropFirst()
      switch Array(parts) {
      case ["healthz"]:
        try allow(request, .get, .head)
        kind = "health"
        return .json(["status": "ok"])
      case ["readyz"]:
        try allow(request, .get, .head)
        kind = "ready"
        return try await readiness()
      case ["openapi.json"]:
        try allow(request, .get, .head)
        kind = "openapi"
        // The tests compare it with the server's behaviour.
        return .json(bytes: PackageResources.openapi_json)
      case ["metrics"]:
        try allow(request, .get, .head)
        kind = "metrics"
        try await authorizer.admitToMetrics(request)
        return metricsText
      case let parts where parts.count == 4 && parts[0] == "v1" && parts[1] == "players":
        let player = String(parts[2])
        guard PlayerID(player) != nil else { throw .notFound }
        switch parts[3] {
        case "requests":
          try allow(request, .post)
          return try await perform(request, player, context, &kind, &hasUnreadBody)
        case "events":
          try allow(request, .get)
          kind = "events"
          return try await events(request, player, context)
        default: throw .notFound
        }
      default: throw .notFound
      }
    }

    private func allow(
      _ request: Request, _ methods: HTTPRequest.Method...
    ) throws(Refusal) {
      if methods.contains(request.method) { return }
      let names = methods.map(\.rawValue).joined(separator: ", ")
      var refusal = Refusal(.methodNotAllowed, .malformedRequest, "this takes \(names)")
      refusal.allow = names
      throw refusal
    }

    /// Asks a store that belongs to no player, and counts the failing stores.
    private func readiness() async throws(Refusal) -> Response {
      let failing = stores.failingCount
      do throws(SyncError) { try await stores.probe() } catch { throw Refusal(error) }
      guard failing == 0 else {
        throw .busy(
          .serviceUnavailable, .storeUnavailable, "stores that fail: \(failing)", after: 5)
      }
      return .json(["status": "ok"])
    }

    private var metricsText: Response {
      let text = metrics.text(
        stores: stores.count, watches: stores.watchCount, working: gate.count,
        failing: stores.failingCount, setAside: stores.setAsideCount,
        unread: answers.used)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    // MARK: Requests to stores

    private func perform(
      _ request: Request, _ player: String, _ context: Context, _ kind: inout String,
      _ hasUnreadBody: inout Bool
    ) async throws(Refusal) -> Response {
      let length = request.headers[.contentLength].flatMap { Int($0) }
      _ = try await admit(request, player, context, length: length ?? limits.queryBytes)
      let type = request.headers[.contentType]?.split(separator: ";").first
      guard type?.trimmingPrefix(while: \.isWhitespace).lowercased() == "application/json" else {
        throw Refusal(
          .unsupportedMediaType, .malformedRequest, "Content-Type must be application/json")
      }
      let start = ContinuousClock.now
      // Without a length, room for the longest body is reserved.
      let room = min(max(length ?? limits.bodyBytes, 0), limits.bodyBytes)
      let patience = Duration.milliseconds(limits.arrivalMilliseconds)
      guard await budget.reserve(room, for: player, within: patience) else {
        throw .busy(.serviceUnavailable, .storeUnavailable, "too many large requests", after: 1)
      }
      defer { budget.release(room, of: player) }
      let body = try await body(of: request)
      hasUnreadBody = false
      try await apart(body.count, for: player) { () throws(Refusal) in
        try checkOutline(of: body, player)
      }
      guard await gate.enter(player) else {
        throw .busy(.serviceUnavailable, .storeUnavailable, "too many requests at once", after: 1)
      }
      let place = AtEnd { [gate] in gate.leave(player) }
      defer { withExtendedLifetime(place) {} }
      var question = try await apart(body.count, for: player) { () throws(Refusal) in
        try Self.decode(body)
      }
      kind = question.query.kind
      clamp(&question.query)
      let asked = question.timeLimitMilliseconds ?? limits.requestMilliseconds
      guard 0...Self.longestTimeLimit ~= asked else {
        throw Refusal(
          .badRequest, .malformedRequest,
          "timeLimitMilliseconds is from 0 to \(Self.longestTimeLimit)")
      }
      if case .append = question.query {
      } else if body.count > limits.queryBytes {
        throw queryTooLong
      }
      func passed() -> Int { Int(start.duration(to: .now) / .milliseconds(1)) }
      question.timeLimitMilliseconds = min(asked, limits.requestMilliseconds) - passed()
      let client = request.headers[.client]
      let response: StoreResponse
      do throws(SyncError) {
        response = try await stores.perform(question, player: player, client: client)
      } catch {
        guard error.kind == .storeUnavailable, asked < limits.requestMilliseconds,
          passed() >= asked
        else { throw Refusal(error) }
        // The server is not at fault: the caller does not wait any longer.
        throw Refusal(.requestTimeout, .storeUnavailable, error.message)
      }
      return try await reply(response, to: player, in: place, by: context.channel)
    }

    /// Carries out work on many bytes on threads of its own, one task for each player at a time.
    private func apart<Value: Sendable>(
      _ bytes: Int, for player: String,
      _ work: @escaping @Sendable () throws(Refusal) -> Value
    ) async throws(Refusal) -> Value {
      guard bytes > BodyBudget.smallBytes else { return try work() }
      let lane = lanes.lane(of: player)
      defer { withExtendedLifetime(lane) {} }
      return try await Task(executorPreference: lane) { Result(catching: work) }.value.get()
    }

    /// A reply in pieces: its place and its bytes count until the caller has read them.
    private func reply(
      _ response: StoreResponse, to player: String, in place: AtEnd, by channel: any Channel
    ) async throws(Refusal) -> Response {
      let tooLong = Refusal(
        SyncError(.storeFailed, "an answer has at most \(limits.answerBytes) bytes"))
      let linesBytes = response.answer.linesBytes
      guard linesBytes <= limits.answerBytes else { throw tooLong }
      let bytes = try await apart(linesBytes, for: player) { () throws(Refusal) in
        do { return try CanonicalJSONEncoder().encode(StoreReply.response(response)) } catch {
          throw Refusal(SyncError(.storeFailed, "the answer can't be written: \(error)"))
        }
      }
      guard bytes.count > Self.pieceBytes else { return .json(bytes: bytes) }
      guard bytes.count <= limits.answerBytes else { throw tooLong }
      guard answers.take(bytes.count, for: player) else {
        throw .busy(
          .serviceUnavailable, .storeUnavailable, "too many answers that nobody has read", after: 1)
      }
      let room = AtEnd { [answers] in answers.release(bytes.count, of: player) }
      var response = Response.json(bytes: [])
      response.body = ResponseBody(contentLength: bytes.count) { writer in
        for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
          let end = min(start + Self.pieceBytes, bytes.count)
          try await writer.write(ByteBuffer(bytes: bytes[start..<end]))
          // The writer learns from the event loop that the caller reads nothing. Without this wait all
          // pieces would be in the loop's memory first, and would no longer count.
          try await channel.eventLoop.submit {}.get()
        }
        try await writer.finish(nil)
        withExtendedLifetime((place, room)) {}
      }
      return response
    }

    /// The length of the pieces in which long replies are written.
    private static let pieceBytes = 64 << 10

    /// The longest time that a caller may wait, a day in milliseconds.
    private static let longestTimeLimit = 86_400_000

    /// Refuses a request by its outline, before the costly decoding.
    private func checkOutline(of body: [UInt8], _ player: String) throws(Refusal) {
      let outline = RequestOutline(body)
      if body.count > limits.queryBytes, !outline.mayAppend { throw queryTooLong }
      guard outline.values <= RequestOutline.mostValues(in: body.count) else {
        throw Refusal(.badRequest, .malformedRequest, "a request has too many values")
      }
      if outline.mayAppend, let wait = limiter.admit(bytes: body.count, of: player) {
        throw .busy(
          .tooManyRequests, .quotaExceeded,
          "a player stores at most \(limits.bytesPerDay) bytes a day",
          after: wait)
      }
    }

    private var queryTooLong: Refusal {
      Refusal(
        .contentTooLarge, .malformedRequest, "a query has at most \(limits.queryBytes) bytes")
    }

    private func admit(
      _ request: Request, _ player: String, _ context: Context, length: Int = 0
    ) async throws(Refusal) -> AccessToken? {
      let token = try await authorizer.admit(request, to: player)
      end(context.channel, with: token)
      if let client = request.headers[.client],
        !(1...32 ~= client.utf8.count) || !client.allSatisfy({ $0.isHexDigit && !$0.isUppercase })
      {
        throw Refusal(
          .badRequest, .malformedRequest, "Sudoku-Client is 1 to 32 hexadecimal digits, lower case")
      }
      if let wait = limiter.admit(player, length: length) {
        throw .busy(
          .tooManyRequests, .tooManyRequests, "\(limits.requestsPerSecond) requests a second",
          after: wait)
      }
      return token
    }

    /// Closes a connection soon after its token was revoked; before that, ends its responses.
    private func end(
      _ channel: any Channel, with token: AccessToken?, _ end: @escaping @Sendable () -> Void = {}
    ) {
      guard let revocations, let token else { return }
      let connection = ObjectIdentifier(channel)
      let isNew = revocations.use(token, on: connection) {
        end()
        channel.eventLoop.scheduleTask(in: Self.goodbye) { channel.close(promise: nil) }
      }
      guard isNew else { return }
      channel.closeFuture.whenComplete { _ in revocations.remove(.connection(connection)) }
    }

    /// The time that the responses to a revoked token may take to end.
    private static let goodbye = TimeAmount.milliseconds(200)

    /// The body, which must arrive in time and not be too long.
    private func body(of request: Request) async throws(Refusal) -> [UInt8] {
      let (limit, time) = (limits.bodyBytes, limits.arrivalMilliseconds)
      let tooLong = Refusal(
        .contentTooLarge, .malformedRequest, "a request has at most \(limit) bytes")
      let length = request.headers[.contentLength].flatMap { Int($0) }
      if let length, length > limit { throw tooLong }
      let buffer: ByteBuffer?
      do {
        buffer = try await withThrowingTaskGroup(of: ByteBuffer?.self) { group in
          group.addTask { try await request.body.collect(upTo: limit) }
          group.addTask {
            try await Task.sleep(for: .milliseconds(time))
            return nil
          }
          defer { group.cancelAll() }
          return try await group.next() ?? nil
        }
      } catch is NIOTooManyBytesError { throw tooLong } catch {
        throw Refusal(.badRequest, .malformedRequest, "the body can't be read")
      }
      guard let buffer else {
        var refusal = Refusal(
          .requestTimeout, .malformedRequest, "the body did not arrive within \(time) ms")
        refusal.endsConnection = true
        throw refusal
      }
      return Array(buffer.readableBytesView)
    }

    private static func decode(_ body: [UInt8]) throws(Refusal) -> StoreRequest {
      do {
        return try StrictJSONDecoder(limits: JSONLimits(maximumDepth: 32))
          .decode(StoreRequest.self, from: body)
      } catch let error as SyncError {
        throw Refusal(error)
      } catch let error as JSONError {
        throw Refusal(.badRequest, .malformedRequest, "\(error)")
      } catch let error as DecodingError {
        throw Refusal(.badRequest, .malformedRequest, error.explanation)
      } catch { throw Refusal(.badRequest, .malformedRequest, "the request can't be read") }
    }

    /// Bounds page sizes by memory; answers say when there is more.
    private func clamp(_ query: inout StoreQuery) {
      let rows = limits.pageRows
      switch query {
      case .inProgress(let limit, let before):
        query = .inProgress(limit: min(limit, rows), before: before)
      case .changes(let cursor, let limit):
        query = .changes(since: cursor, limit: min(limit, rows))
      case .holdings(let leaves, let previous, let limit):
        query = .holdings(leaves: leaves, after: previous, limit: min(limit, rows))
      case .document, .append, .digests, .contents: break
      }
    }

    // MARK: Events

    private func events(
      _ request: Request, _ player: String, _ context: Context
    ) async throws(Refusal) -> Response {
      let token = try await admit(request, player, context)
      let watch: PlayerWatch?
      do throws(SyncError) {
        watch = try stores.watch(player: player, client: request.headers[.client])
      } catch { throw Refusal(error) }
      guard let watch else {
        throw .busy(
          .serviceUnavailable, .storeUnavailable, "there are too many watches", after: 30)
      }
      do throws(SyncError) {
        // The cheapest query, for the status.
        let question = StoreRequest(
          timeLimitMilliseconds: limits.requestMilliseconds,
          query: .holdings(leaves: [0], after: nil, limit: 1))
        let status = try await stores.perform(question, player: player, client: nil).status
        let id = "\(status.epoch)-\(status.digest.map { "\($0.rawValue)" } ?? "")"
        end(context.channel, with: token) { watch.end() }
        return EventStream(watch: watch, id: id, lastID: request.headers[.lastEventID]).response
      } catch {
        watch.end()
        throw Refusal(error)
      }
    }
  }
#endif
