#if Network
  import NIOCore
  import NIOHTTP1

  /// Refuses requests whose end servers and proxies may see in different places (RFC 9112, 6.1).
  ///
  /// The one transfer coding is `chunked`, and only HTTP/1.1 has it. The refusal is the parser's: a
  /// 400, and the connection ends.
  final class FramingHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isRefused = false

    /// Puts one right behind the parser of a pipeline.
    static func add(to pipeline: ChannelPipeline.SynchronousOperations) throws {
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(FramingHandler(), position: .after(parser))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .head(let head) = unwrapInboundIn(data), !Self.isClear(head) {
        isRefused = true
        context.fireErrorCaught(HTTPParserError.unknown)
      }
      if !isRefused { context.fireChannelRead(data) }
    }

    static func isClear(_ head: HTTPRequestHead) -> Bool {
      let codings = head.headers["transfer-encoding"]
      if codings.isEmpty { return true }
      return head.version == .http1_1 && codings.count == 1 && codings[0].lowercased() == "chunked"
    }
  }
#endif
