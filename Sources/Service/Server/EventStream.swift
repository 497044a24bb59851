#if Network
  import HTTPTypes
  import Hummingbird
  import ServiceLifecycle

  /// A player's store changes, as server-sent events.
  ///
  /// ```
  /// event: ready
  /// id: 4c1f...
  /// data: {}
  ///
  /// event: changed
  /// data: {}
  /// ```
  ///
  /// `ready` comes once the watch is active; its `id` identifies the store's content at that time. A caller that
  /// connects again with another `Last-Event-ID` gets `changed` at once, because it missed a change. A comment
  /// every few seconds is the heartbeat.
  struct EventStream: Sendable {
    let watch: PlayerWatch
    /// Ends the watch with the response, which may never begin.
    let ending: AtEnd
    /// The identifier of the store's content when the watch began.
    let id: String
    /// The identifier of the content that the caller knows.
    let lastID: String?

    init(watch: PlayerWatch, id: String, lastID: String?) {
      (self.watch, self.id, self.lastID) = (watch, id, lastID)
      ending = AtEnd { watch.end() }
    }

    /// The response, which lasts until the caller leaves or the server ends.
    var response: Response {
      var headers = HTTPFields()
      headers[.contentType] = "text/event-stream"
      headers[.cacheControl] = "no-store"
      // Proxies that collect responses would delay the events.
      headers[.xAccelBuffering] = "no"
      let stream = self
      return Response(
        status: .ok, headers: headers,
        body: ResponseBody { writer in
          try await withGracefulShutdownHandler {
            try await stream.write(to: &writer)
          } onGracefulShutdown: {
            stream.watch.end()
          }
          try await writer.finish(nil)
        })
    }

    private func write(to writer: inout any ResponseBodyWriter) async throws {
      var text = "retry: 1000\nevent: ready\nid: \(id)\ndata: {}\n\n"
      if let lastID, lastID != id { text += Self.changed }
      try await writer.write(ByteBuffer(string: text))
      for await _ in watch.ticks {
        try await writer.write(ByteBuffer(string: watch.takeNews() ? Self.changed : ":\n\n"))
      }
    }

    private static let changed = "event: changed\ndata: {}\n\n"
  }

  extension HTTPField.Name {
    static let lastEventID = Self("Last-Event-ID") ?? .ifMatch
    static let fetchSite = Self("Sec-Fetch-Site") ?? .origin
    /// A second `Host`; the first is the request's authority.
    static let secondHost = Self("Host") ?? .userAgent
    static let xAccelBuffering = Self("X-Accel-Buffering") ?? .cacheControl
    /// A random name of the client, so that its own changes are not sent back to it.
    static let client = Self("Sudoku-Client") ?? .userAgent
  }
#endif
