#if Network
  import JSONCoding

  /// Reads server-sent events (WHATWG HTML, 9.2.6) from the pieces in which they arrive.
  struct EventReader {
    /// An event; what is not needed here is left out.
    struct Event: Equatable {
      var name = ""
      var id: String?
    }

    // A line of ours is short; one that is not is no event.
    private var lines = LineReader(maximumLineBytes: 4_096)
    private var event = Event()

    /// The events that a piece completes.
    mutating func read(_ bytes: [UInt8]) -> [Event] {
      var (events, event) = ([Event](), event)
      lines.read(bytes) { line in
        guard case .text(let bytes) = line else { return }
        var text = String(decoding: bytes, as: UTF8.self)
        if text.hasSuffix("\r") { text.removeLast() }
        if text.isEmpty {
          if !event.name.isEmpty { events.append(event) }
          event = Event()
          return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        let value = String(parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1])
        switch parts[0] {
        case "event": event.name = value
        case "id": event.id = value
        default: break
        }
      }
      self.event = event
      return events
    }
  }
#endif
