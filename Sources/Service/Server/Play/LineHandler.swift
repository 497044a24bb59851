#if Network
  import NIOCore

  /// The player's side of a connection: a socket that carries lines.
  final class LineHandler: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = Never
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let frames: FrameHandler
    private var context: ChannelHandlerContext?
    private var buffer = ByteBuffer()
    /// The number of bytes of the buffer that were searched for the end of a line.
    private var searched = 0
    private var hasPendingRead = false
    private var isInputOver = false

    /// The length of an unfinished line from which on it is sent in pieces.
    private static let pieceBytes = 256 << 10

    init(_ frames: FrameHandler) { self.frames = frames }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var new = unwrapInboundIn(data)
      buffer.writeBuffer(&new)
      while let end = buffer.readableBytesView.dropFirst(searched).firstIndex(
        of: UInt8(ascii: "\n"))
      {
        let length = end - buffer.readerIndex
        if let line = buffer.readSlice(length: length) { frames.send(line, isWhole: true) }
        buffer.moveReaderIndex(forwardBy: 1)
        searched = 0
      }
      if buffer.readableBytes >= Self.pieceBytes {
        frames.send(buffer, isWhole: false)
        buffer = ByteBuffer()
      }
      searched = buffer.readableBytes
      if searched == 0 { buffer.clear() } else { buffer.discardReadBytes() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case ChannelEvent.inputClosed? = event as? ChannelEvent {
        frames.linesEnded()
        context.close(promise: nil)
      }
      context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
      self.context = nil
      frames.linesEnded()
      frames.resumeReading()
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    // MARK: What frames use

    func write(_ lines: ByteBuffer) {
      guard !isInputOver, let context else { return }
      context.writeAndFlush(wrapOutboundOut(lines), promise: nil)
    }

    /// Ends the session's input.
    func endInput() {
      guard !isInputOver, let context else { return }
      isInputOver = true
      context.close(mode: .output, promise: nil)
    }

    /// True if the session takes more input.
    ///
    /// Input after its end is dropped.
    var isWritable: Bool { isInputOver || context?.channel.isWritable ?? true }

    func read(context: ChannelHandlerContext) {
      if frames.isWritable { context.read() } else { hasPendingRead = true }
    }

    /// Reads on, if it waited.
    func resumeReading() {
      guard hasPendingRead, let context else { return }
      hasPendingRead = false
      read(context: context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if context.channel.isWritable { frames.resumeReading() }
      context.fireChannelWritabilityChanged()
    }
  }
#endif
