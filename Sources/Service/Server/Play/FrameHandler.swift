#if Network
  import NIOCore
  import NIOWebSocket
  import SudokuSync

  /// WebSocket's side of a connection: messages become lines, lines become messages (RFC 6455).
  ///
  /// Neither side is read while the other can't take more, so nothing accumulates.
  final class FrameHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = Never
    typealias OutboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// The other side.
    var lines: LineHandler?

    private let limits: PlayServerLimits
    private let metrics: PlayMetrics
    private let began = ContinuousClock.now
    private var hasAnswered = false
    /// The bytes of the message under way that were sent.
    private var sentBytes = 0
    private var context: ChannelHandlerContext?
    private var message: ByteBuffer?
    private var frameCount = 0
    private var messageTimer: Scheduled<Void>?
    private var heartbeat: RepeatedTask?
    private var isHeard = true
    private var controlFrames: TokenBucket
    private var hasPendingRead = false
    /// True once a close frame was sent.
    private var isClosing = false
    private var isStopping = false
    private var haveLinesEnded = false
    /// The result of the play; `nil` while it goes on.
    private var outcome: Result<Void, SyncError>?

    /// The time that a client may take to answer a close frame.
    private static let goodbye = TimeAmount.seconds(1)
    /// The time that a client may take to read the last answers when the server ends.
    private static let patience = TimeAmount.seconds(5)

    init(_ limits: PlayServerLimits, _ metrics: PlayMetrics) {
      (self.limits, self.metrics) = (limits, metrics)
      let rate = Double(max(limits.controlFramesPerSecond, 1))
      controlFrames = TokenBucket(rate: rate, capacity: rate * 10, at: .now)
    }

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      let time = TimeAmount.milliseconds(Int64(max(limits.heartbeatMilliseconds, 10)))
      let this = NIOLoopBound(self, eventLoop: context.eventLoop)
      heartbeat = context.eventLoop.scheduleRepeatedTask(initialDelay: time, delay: time) { _ in
        this.value.beat()
      }
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    func channelInactive(context: ChannelHandlerContext) {
      leave()
      context.fireChannelInactive()
    }

    /// Handles a client that left: the session reaches the end of its input.
    private func leave() {
      heartbeat?.cancel()
      messageTimer?.cancel()
      context = nil
      lines?.endInput()
      lines?.resumeReading()
    }

    /// Pings a silent client, and closes its connection if it does not answer.
    private func beat() {
      guard isHeard else {
        context?.close(promise: nil)
        return
      }
      isHeard = false
      if !isClosing { write(.ping, ByteBuffer()) }
    }

    // MARK: From the client

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      isHeard = true
      if isClosing {
        if frame.opcode == .connectionClose { context.close(promise: nil) }
        return
      }
      guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
        return end(.protocolError, "frames of clients are masked, without extensions")
      }
      switch frame.opcode {
      case .text, .continuation: take(frame)
      case .binary: end(.unacceptableData, "messages are text")
      case .ping, .pong, .connectionClose: control(frame)
      default: end(.protocolError, "unknown kind of frame")
      }
    }

    private func control(_ frame: WebSocketFrame) {
      guard controlFrames.take(1, at: .now) == nil else {
        return end(.policyViolation, "too many pings")
      }
      if frame.opcode == .ping { write(.pong, frame.unmaskedData) }
      if frame.opcode == .connectionClose { end(.normalClosure, "") }
    }

    private func take(_ frame: WebSocketFrame) {
      guard (frame.opcode == .text) == (message == nil) else {
        return end(.protocolError, "a continuation without a message, or a message within another")
      }
      if message == nil {
        (message, frameCount) = (ByteBuffer(), 0)
        if !frame.fin { startMessageTimer() }
      }
      frameCount += 1
      var data = frame.unmaskedData
      guard (message?.readableBytes ?? 0) + data.readableBytes <= limits.messageBytes else {
        return end(.messageTooLarge, "a message has at most \(limits.messageBytes) bytes")
      }
      guard frameCount <= limits.framesPerMessage else {
        return end(.policyViolation, "a message has at most \(limits.framesPerMessage) frames")
      }
      message?.writeBuffer(&data)
      guard frame.fin, let whole = message else { return }
      message = nil
      messageTimer?.cancel()
      deliver(whole)
    }

    private func startMessageTimer() {
      guard let context else { return }
      let this = NIOLoopBound(self, eventLoop: context.eventLoop)
      messageTimer = context.eventLoop.scheduleTask(
        in: .milliseconds(Int64(limits.arrivalMilliseconds))
      ) { this.value.end(.policyViolation, "a message did not arrive in time") }
    }

    private func deliver(_ message: ByteBuffer) {
      var bytes = Array(message.readableBytesView)
      metrics.countMessage(isReceived: true, bytes: bytes.count)
      guard String(validating: bytes, as: UTF8.self) != nil else {
        return end(.dataInconsistentWithMessage, "messages are UTF-8")
      }
      // A message is one line. Between JSON's tokens a tab means the same; within them neither is allowed.
      for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
        bytes[index] = UInt8(ascii: "\t")
      }
      bytes.append(UInt8(ascii: "\n"))
      lines?.write(ByteBuffer(bytes: bytes))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      switch error as? NIOWebSocketError {
      case .invalidFrameLength:
        end(.messageTooLarge, "a message has at most \(limits.messageBytes) bytes")
      case .some: end(.protocolError, "the frames can't be read")
      case nil: context.close(promise: nil)
      }
    }

    // MARK: To the client

    /// Sends a line, or a piece of one; a long answer is never held whole.
    func send(_ piece: ByteBuffer, isWhole: Bool) {
      guard !isClosing else { return }
      let opcode = sentBytes == 0 ? WebSocketOpcode.text : .continuation
      sentBytes += piece.readableBytes
      write(opcode, piece, isWhole: isWhole)
      guard isWhole else { return }
      metrics.countMessage(isReceived: false, bytes: sentBytes)
      sentBytes = 0
      if !hasAnswered {
        hasAnswered = true
        metrics.noteFirstAnswer(after: began.duration(to: .now))
      }
    }

    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer, isWhole: Bool = true) {
      guard let context else { return }
      context.writeAndFlush(
        wrapOutboundOut(WebSocketFrame(fin: isWhole, opcode: opcode, data: data)), promise: nil)
    }

    /// Sends the reason and ends the connection.
    private func end(_ code: WebSocketErrorCode, _ reason: String) {
      guard let context, !isClosing else { return }
      var data = ByteBuffer()
      data.write(webSocketErrorCode: code)
      // Control frames have at most 125 bytes.
      data.writeString(String(reason.filter(\.isASCII).prefix(120)))
      write(.connectionClose, data)
      isClosing = true
      lines?.endInput()
      let channel = context.channel
      context.eventLoop.scheduleTask(in: Self.goodbye) { channel.close(promise: nil) }
    }

    // MARK: The play's end

    func revoke() { end(.policyViolation, "the token was revoked") }

    /// Stops the session: it reaches the end of its input, answers open requests, and stores its games.
    func endInput() {
      isStopping = true
      lines?.endInput()
      // A client that does not read the last answers must not delay the end.
      guard let channel = context?.channel else { return }
      channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }

    /// The session sends nothing more.
    func linesEnded() {
      haveLinesEnded = true
      endAfterPlay()
    }

    /// The session has ended.
    func played(_ failure: SyncError?) {
      outcome = failure.map { .failure($0) } ?? .success(())
      endAfterPlay()
    }

    private func endAfterPlay() {
      guard let outcome, haveLinesEnded else { return }
      switch outcome {
      case .success: end(isStopping ? .goingAway : .normalClosure, "")
      case .failure(let error): end(.unexpectedServerError, error.message)
      }
    }

    // MARK: Turns

    /// True if the other side's data can be sent; once the connection has closed, it always can.
    var isWritable: Bool { context?.channel.isWritable ?? true }

    func read(context: ChannelHandlerContext) {
      // A client that reads nothing is not read: its pings have answers too.
      if context.channel.isWritable, lines?.isWritable ?? true {
        context.read()
      } else {
        hasPendingRead = true
      }
    }

    /// Reads on, if it waited.
    func resumeReading() {
      guard hasPendingRead, let context else { return }
      hasPendingRead = false
      read(context: context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if context.channel.isWritable {
        lines?.resumeReading()
        resumeReading()
      }
      context.fireChannelWritabilityChanged()
    }
  }
#endif
