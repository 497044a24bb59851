#if Network
  import HTTPTypes
  import Hummingbird
  import JSONCoding
  import SudokuSync

  /// The reason why a request is refused: a status for programs between, an error for the caller.
  struct Refusal: Error {
    let status: HTTPResponse.Status
    let error: SyncError
    /// The number of seconds after which to try again.
    var retryAfter: Int?
    /// True if the rest of the connection can't be read any more.
    var endsConnection = false
    /// The methods that are allowed.
    var allow: String?

    init(_ status: HTTPResponse.Status, _ kind: SyncError.Kind, _ message: String) {
      self.status = status
      error = SyncError(kind, message)
      // An open connection without a token would take another's place, and its bodies are not read.
      endsConnection = [400, 401, 403, 404, 405, 413, 415].contains(status.code)
    }

    /// The refusal of a request that a store refused.
    init(_ error: SyncError) {
      self.error = error.withoutInternals
      status =
        switch error.kind {
        case .unauthorized: .forbidden
        case .anotherPlayer: .conflict
        case .quotaExceeded: .forbidden
        case .recordFromNewerVersion, .malformedRequest: .badRequest
        case .storeUnavailable: .serviceUnavailable
        case .readOnly: .init(code: 500, reasonPhrase: "Internal Server Error")
        case .diskFull: .init(code: 507, reasonPhrase: "Insufficient Storage")
        default: .internalServerError
        }
      if error.kind == .storeUnavailable { retryAfter = 1 }
    }

    /// A refusal for now.
    static func busy(
      _ status: HTTPResponse.Status, _ kind: SyncError.Kind, _ message: String,
      after seconds: Double
    ) -> Refusal {
      var refusal = Refusal(status, kind, message)
      refusal.retryAfter = Int(min(max(seconds.rounded(.up), 1), 86_400))
      return refusal
    }

    static let notFound = Refusal(
      .notFound, .notFound, "unknown path; /openapi.json lists all paths")

    /// The response with the refusal, in the form of every other reply.
    var response: Response {
      var headers = HTTPFields()
      if let retryAfter { headers[.retryAfter] = String(retryAfter) }
      if let allow { headers[.allow] = allow }
      if endsConnection { headers[.connection] = "close" }
      if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
      return .json(StoreReply.failure(error), status: status, headers: headers)
    }
  }

  extension Response {
    static func json(
      _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = HTTPFields()
    ) -> Response {
      do {
        return json(
          bytes: try CanonicalJSONEncoder().encode(value), status: status, headers: headers)
      } catch {
        // For example, stored lines that are not UTF-8.
        return Response(status: .internalServerError)
      }
    }

    static func json(
      bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = HTTPFields()
    ) -> Response {
      var headers = headers
      headers[.contentType] = "application/json"
      headers[.cacheControl] = "no-store"
      return Response(
        status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }
#endif
