#if Postgres
  import Dispatch
  import SudokuSync
  import Synchronization

  /// Forwards notifications of changed stores from one connection that only listens.
  ///
  /// It connects for the first listener, and reconnects after growing waits. Changes missed
  /// meanwhile are one signal to all listeners.
  final class PostgresNews: Sendable {
    private struct Listener {
      let address: PostgresAddress
      /// The listener's member: members get no signals of their own changes.
      let member: Int
      let signals: AsyncStream<Void>.Continuation
      /// The store's channel; `nil` until it is known.
      var channel: String?
    }

    private struct State {
      var last = 0
      var lastMember = 0
      var listeners: [Int: Listener] = [:]
      var numbers: [String: Set<Int>] = [:]
      var isClosed = false
    }

    /// The connection's state, used on the queue only.
    private final class Link: @unchecked Sendable {
      var lease: PostgresConnections.Lease?
      var source: (any DispatchSourceRead)?
      /// The channels that the connection listens to, with the listeners of each.
      var channels: [String: Set<Int>] = [:]
      var backoff = Backoff(firstMilliseconds: 250, limitMilliseconds: 30_000)
      var isWaiting = false
      var hasConnected = false
    }

    private let connections: PostgresConnections
    /// Notifies other processes.
    let announcer: PostgresAnnouncer
    private let queue = DispatchQueue(label: "sudoku.postgres.news")
    private let state = Mutex(State())
    private let link = Link()

    init(_ connections: PostgresConnections) {
      self.connections = connections
      announcer = PostgresAnnouncer(connections)
    }

    /// Returns a number for a new member, which writes and listens.
    func join() -> Int {
      state.withLock { state in
        state.lastMember += 1
        return state.lastMember
      }
    }

    /// Signals a change: to other members of this process at once, to other processes soon.
    func announce(_ store: Int, by member: Int) {
      let channel = PostgresStoreDriver.channel(store)
      let signals = state.withLock { state in
        (state.numbers[channel] ?? []).compactMap { state.listeners[$0] }
          .filter { $0.member != member }.map(\.signals)
      }
      for signal in signals { signal.yield() }
      announcer.announce(store)
    }

    /// Adds a listener for a store's changes; signals begin once the connection listens.
    func add(
      _ address: PostgresAddress, _ signals: AsyncStream<Void>.Continuation, _ member: Int
    ) -> Int {
      let number = state.withLock { state -> Int in
        state.last += 1
        guard !state.isClosed else { return state.last }
        state.listeners[state.last] = Listener(
          address: address, member: member, signals: signals)
        return state.last
      }
      queue.async { [weak self] in self?.listen(number) }
      return number
    }

    /// Removes a listener.
    func remove(_ number: Int) {
      let channel = state.withLock { state -> String? in
        guard let channel = state.listeners.removeValue(forKey: number)?.channel else { return nil }
        state.numbers[channel]?.remove(number)
        if state.numbers[channel]?.isEmpty == true { state.numbers[channel] = nil }
        return channel
      }
      queue.async { [weak self] in self?.leave(number, channel) }
    }

    /// Ends all signals.
    func close() {
      let listeners = state.withLock { state in
        defer { (state.listeners, state.numbers, state.isClosed) = ([:], [:], true) }
        return Array(state.listeners.values)
      }
      for listener in listeners { listener.signals.finish() }
      queue.async { [link] in Self.disconnect(link) }
    }

    private func signal(_ numbers: some Sequence<Int>) {
      let signals = state.withLock { state in numbers.compactMap { state.listeners[$0]?.signals } }
      for signal in signals { signal.yield() }
    }

    // MARK: On the queue

    /// Listens for one more listener.
    private func listen(_ number: Int) {
      guard let listener = state.withLock({ $0.listeners[number] }) else { return }
      do throws(SyncError) {
        // Connecting listens for all present listeners.
        guard let connection = link.lease?.connection else { return try connect() }
        let channel = try channel(of: listener, number)
        try listen(to: channel, for: number, on: connection)
        // Signal changes between the caller's first look and now.
        listener.signals.yield()
      } catch {
        if link.lease?.connection.answers == true { return listenLater(number) }
        Self.disconnect(link)
        connectLater()
      }
    }

    /// Tries again to listen for a listener whose store could not be found.
    private func listenLater(_ number: Int) {
      queue.asyncAfter(deadline: .now() + .seconds(30)) { [weak self] in self?.listen(number) }
    }

    private func channel(of listener: Listener, _ number: Int) throws(SyncError) -> String {
      if let channel = listener.channel { return channel }
      let store = try PostgresStoreDriver(listener.address, connections)
        .channelNumber(until: Deadline(milliseconds: 10_000))
      let channel = PostgresStoreDriver.channel(store)
      state.withLock { state in
        guard state.listeners[number] != nil else { return }
        state.listeners[number]?.channel = channel
        state.numbers[channel, default: []].insert(number)
      }
      return channel
    }

    private func listen(
      to channel: String, for number: Int, on connection: PostgresConnection
    ) throws(SyncError) {
      if link.channels[channel] == nil {
        try connection.script("LISTEN \(channel)", until: Deadline(milliseconds: 10_000))
      }
      link.channels[channel, default: []].insert(number)
    }

    private func leave(_ number: Int, _ channel: String?) {
      if state.withLock({ $0.listeners.isEmpty }) { return Self.disconnect(link) }
      guard let channel, var numbers = link.channels[channel] else { return }
      numbers.remove(number)
      link.channels[channel] = numbers.isEmpty ? nil : numbers
      guard numbers.isEmpty, let connection = link.lease?.connection else { return }
      try? connection.script("UNLISTEN \(channel)", until: Deadline(milliseconds: 10_000))
    }

    private func connect() throws(SyncError) {
      guard !link.isWaiting else { return }
      let lease = try connections.extra(until: Deadline(milliseconds: 10_000))
      link.lease = lease
      for (number, listener) in state.withLock({ $0.listeners }) {
        // A store that can't be found or made does not affect the others; it is tried again later.
        do throws(SyncError) {
          try listen(to: try channel(of: listener, number), for: number, on: lease.connection)
        } catch {
          guard lease.connection.answers else { throw error }
          listenLater(number)
        }
      }
      let source = DispatchSource.makeReadSource(
        fileDescriptor: lease.connection.socket, queue: queue)
      source.setEventHandler { [weak self] in self?.read() }
      link.source = source
      source.resume()
      if link.hasConnected { signal(state.withLock { Array($0.listeners.keys) }) }
      link.hasConnected = true
      link.backoff.succeeded()
    }

    private func connectLater() {
      guard !link.isWaiting, state.withLock({ !$0.listeners.isEmpty }) else { return }
      var random = SystemRandomNumberGenerator()
      let wait = link.backoff.failed(using: &random)
      link.isWaiting = true
      queue.asyncAfter(deadline: .now() + .milliseconds(Int(wait))) { [weak self] in
        guard let self else { return }
        link.isWaiting = false
        guard link.lease == nil, state.withLock({ !$0.listeners.isEmpty }) else { return }
        do throws(SyncError) { try connect() } catch {
          Self.disconnect(link)
          connectLater()
        }
      }
    }

    private func read() {
      guard let connection = link.lease?.connection else { return }
      guard let channels = connection.takeNotifications(exceptOf: announcer.origin) else {
        Self.disconnect(link)
        return connectLater()
      }
      for channel in channels { signal(link.channels[channel] ?? []) }
    }

    private static func disconnect(_ link: Link) {
      // The socket is closed once nothing listens to it any more.
      if let source = link.source {
        let last = link.lease
        source.setCancelHandler { withExtendedLifetime(last) {} }
        source.cancel()
      }
      (link.source, link.lease, link.channels) = (nil, nil, [:])
    }
  }
#endif
