#if Network
  import HTTPTypes
  import NIOCore
  import NIOHTTPTypes

  /// Ends a connection if the head of a request does not arrive in time, or if a response is not read.
  ///
  /// Activity alone is not enough: a byte a second would keep a connection open without end. A few thousand of
  /// those connections would exclude all other callers (Slowloris, R. Hansen, 2009).
  final class ArrivalHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let first: TimeAmount
    private let next: TimeAmount
    private let addresses: AddressLimits
    private var place: AddressLimits.Place?
    private var timer: Scheduled<Void>?
    /// True if the current response is the connection's last.
    private var isLast = false
    /// True once the last response was sent; further input is not read.
    private var isOver = false

    /// The time that a caller may take to read the last response.
    private static let goodbye = TimeAmount.seconds(1)

    init(first: TimeAmount, next: TimeAmount, addresses: AddressLimits) {
      (self.first, self.next, self.addresses) = (first, next, addresses)
    }

    func handlerAdded(context: ChannelHandlerContext) {
      do { try FramingHandler.add(to: context.pipeline.syncOperations) } catch {
        context.close(promise: nil)
      }
      guard context.channel.isActive else { return }
      enter(context)
      start(first, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      timer?.cancel()
      leave()
    }

    private func enter(_ context: ChannelHandlerContext) {
      guard place == nil else { return }
      place = addresses.enter(context.remoteAddress)
      if place == nil { context.close(promise: nil) }
    }

    private func leave() {
      if let place { addresses.leave(place) }
      place = nil
    }

    func read(context: ChannelHandlerContext) { if !isOver { context.read() } }

    func channelActive(context: ChannelHandlerContext) {
      enter(context)
      start(first, context)
      context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
      timer?.cancel()
      leave()
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .head = unwrapInboundIn(data) { timer?.cancel() }
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head(let head):
        isLast = head.headerFields[.connection] == "close"
        watchReader(context)
      case .body: watchReader(context)
      case .end:
        isOver = isLast
        start(isLast ? Self.goodbye : next, context)
      }
      context.write(data, promise: promise)
    }

    /// Ends the connection if the caller takes nothing of the response for a time.
    ///
    /// A response that waits for changes, not for the caller, goes on.
    private func watchReader(_ context: ChannelHandlerContext) {
      timer?.cancel()
      let channel = context.channel
      timer = context.eventLoop.scheduleTask(in: first) {
        if !channel.isWritable { channel.close(promise: nil) }
      }
    }

    private func start(_ time: TimeAmount, _ context: ChannelHandlerContext) {
      timer?.cancel()
      let channel = context.channel
      timer = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
  }
#endif
