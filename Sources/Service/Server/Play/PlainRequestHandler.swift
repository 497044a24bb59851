#if Network
  import NIOCore
  import NIOHTTP1

  /// Answers requests that do not lead to WebSocket, one a connection.
  final class PlainRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    static let name = "plain requests"

    /// The page brings its own style and script, and talks to this server alone.
    private static let pagePolicy =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
      + "worker-src 'self'; manifest-src 'self'; img-src 'self'; "
      + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

    /// The files of the page, which hold no data of a player.
    private static func file(_ path: String) -> (type: String, bytes: [UInt8])? {
      switch path {
      case "/": ("text/html; charset=utf-8", PackageResources.play_html)
      case "/worker.js": ("text/javascript; charset=utf-8", PackageResources.worker_js)
      case "/manifest.json": ("application/manifest+json", PackageResources.manifest_json)
      case "/icon.svg": ("image/svg+xml", PackageResources.icon_svg)
      default: nil
      }
    }

    private let verdict: NIOLoopBoundBox<ConnectionRegistry.Verdict?>
    private let connections: ConnectionRegistry
    private var isAnswered = false

    init(
      _ verdict: NIOLoopBoundBox<ConnectionRegistry.Verdict?>, _ connections: ConnectionRegistry
    ) {
      (self.verdict, self.connections) = (verdict, connections)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      // The rest of a body is not read.
      guard case .head(let head) = unwrapInboundIn(data), !isAnswered else { return }
      isAnswered = true
      guard head.uri == "/metrics", verdict.value == nil else {
        return send(answer(to: head), to: head, context)
      }
      let this = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      context.eventLoop.makeFutureWithTask { [connections] in
        await connections.metricsAnswer(to: head)
      }.whenSuccess { answer in
        let (handler, context) = this.value
        handler.send(answer, to: head, context)
      }
    }

    private func send(
      _ answer: (HTTPResponseStatus, String), to head: HTTPRequestHead,
      _ context: ChannelHandlerContext
    ) {
      let (status, message) = answer
      let file = status == .ok ? Self.file(head.uri) : nil
      let body = file.map { ByteBuffer(bytes: $0.bytes) } ?? ByteBuffer(string: message + "\n")
      var headers = HTTPHeaders([
        ("Content-Type", file?.type ?? "text/plain; charset=utf-8"),
        ("Content-Length", "\(body.readableBytes)"), ("Connection", "close"),
        ("Cache-Control", "no-store"),
      ])
      if head.uri == "/", file != nil {
        headers.add(name: "Content-Security-Policy", value: Self.pagePolicy)
      }
      if status == .upgradeRequired { headers.add(name: "Upgrade", value: "websocket") }
      if status == .unauthorized { headers.add(name: "WWW-Authenticate", value: "Bearer") }
      if status == .serviceUnavailable { headers.add(name: "Retry-After", value: "5") }
      let response = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
      context.write(wrapOutboundOut(.head(response)), promise: nil)
      if head.method != .HEAD {
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
      }
      let channel = context.channel
      context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
        channel.close(promise: nil)
      }
    }

    private func answer(to head: HTTPRequestHead) -> (HTTPResponseStatus, String) {
      if case .refused(let status, let message) = verdict.value { return (status, message) }
      // The page needs no token, its WebSocket does.
      if Self.file(head.uri) != nil, head.method == .GET || head.method == .HEAD {
        return (.ok, "")
      }
      if case .refused(let status, let message) = connections.refusal(of: head) {
        return (status, message)
      }
      if head.uri == "/healthz" { return (.ok, "ok") }
      guard head.uri == ConnectionRegistry.path else { return (.notFound, "there is nothing here") }
      return (.upgradeRequired, "this is for WebSocket, version 13")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // A refused handshake arrives here first, and then as a request.
      if !(error is HTTPParserError) { return }
      context.close(promise: nil)
    }
  }
#endif
