#if Network
  import NIOCore
  import NIOHTTP1

  /// Answers requests that do not lead to WebSocket, one a connection.
  final class PlainRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    static let name = "plain requests"

    private let verdict: NIOLoopBoundBox<ConnectionRegistry.Verdict?>
    private var isAnswered = false

    init(_ verdict: NIOLoopBoundBox<ConnectionRegistry.Verdict?>) { self.verdict = verdict }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      // The rest of a body is not looked at.
      guard case .head(let head) = unwrapInboundIn(data), !isAnswered else { return }
      isAnswered = true
      let (status, message) = answer(to: head)
      let body = ByteBuffer(string: message + "\n")
      var headers = HTTPHeaders([
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Length", "\(body.readableBytes)"), ("Connection", "close"),
        ("Cache-Control", "no-store"),
      ])
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
      if head.uri == "/healthz" { return (.ok, "ok") }
      guard head.uri == ConnectionRegistry.path else { return (.notFound, "there is nothing here") }
      return (.upgradeRequired, "this is for WebSocket, version 13")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // A handshake that is refused comes here first, and then as a request.
      if !(error is HTTPParserError) { return }
      context.close(promise: nil)
    }
  }
#endif
