import Logging
import SudokuSync
import Synchronization

/// The stores of the players that are being used, opened by name and closed when others need room.
package final class PlayerStores: Sendable {
  typealias Opener = @Sendable (_ player: String) throws(SyncError) -> any SyncStore
  /// Moves a player's damaged store out of the way; returns its new place.
  package typealias SetAside = @Sendable (_ player: String) throws(SyncError) -> String?

  /// A player's store, with its watchers.
  final class Entry: Sendable {
    let store: any SyncStore
    fileprivate struct State {
      var users = 0
      var lastUse = ContinuousClock.now
      var lastWatch = 0
      var watches: [Int: PlayerWatch] = [:]
      /// The least number of further games for which there is room; `nil` before the first count.
      var room: Int?
      var pump: Task<Void, Never>?
    }
    fileprivate let state = Mutex(State())

    fileprivate init(_ store: any SyncStore) { self.store = store }

    /// Notifies all watchers except the author.
    func signal(by client: String? = nil) {
      let watches = state.withLock { state in
        state.watches.values.filter { client == nil || $0.client != client }
      }
      for watch in watches { watch.signal() }
    }
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var watchCount = 0
    var isClosed = false
    /// The players whose stores fail, with `true` for those that fail only at writing.
    var failing: [String: Bool] = [:]
    var setAsideCount = 0
    var setAsideAt: [String: ContinuousClock.Instant] = [:]
    /// The warnings about players' devices that were reported.
    var warned: Set<String> = []
    /// The players with a device ahead of this server, since a device last agreed with it.
    var ahead: Set<String> = []
  }

  private let open: Opener
  private let setAside: SetAside?
  private let limits: StoreServerLimits
  private let logger: Logger
  private let clock: SteadyClock
  private let state = Mutex(State())

  init(
    limits: StoreServerLimits, logger: Logger, clock: SteadyClock = SteadyClock(),
    setAside: SetAside? = nil, open: @escaping Opener
  ) {
    (self.limits, self.logger, self.setAside, self.open) = (limits, logger, setAside, open)
    self.clock = clock
  }

  /// The number of stores that fail at the moment.
  var failingCount: Int { state.withLock { $0.failing.count } }

  /// The number of damaged stores that were set aside.
  var setAsideCount: Int { state.withLock { $0.setAsideCount } }

  /// The number of open stores.
  var count: Int { state.withLock { $0.entries.count } }

  /// The number of open watches.
  var watchCount: Int { state.withLock { $0.watchCount } }

  /// Answers a request to a player's store; a failure is logged once.
  func perform(
    _ request: StoreRequest, player: String, client: String?
  ) async throws(SyncError) -> StoreResponse {
    do throws(SyncError) {
      var response = try await replacingDamaged(request, player, client)
      noteSuccess(of: player, request)
      let (time, news) = clock.read()
      if let news { logger.log(level: news == .returned ? .notice : .error, "\(news)") }
      if let time { response.status.milliseconds = time }
      warn(about: response, to: request, player, isClockRight: time == nil)
      return response
    } catch {
      noteFailure(error, of: player, request)
      throw error
    }
  }

  /// Asks the store of a name that belongs to no player.
  func probe() async throws(SyncError) {
    let request = StoreRequest(timeLimitMilliseconds: 2_000, query: .contents)
    _ = try await attempt(request, Self.probeName, nil)
  }

  /// The store that `probe` asks.
  private static let probeName = "readyz"

  /// Answers a request; a damaged store is set aside first, and the player's devices, which hold
  /// everything, fill the new one.
  private func replacingDamaged(
    _ request: StoreRequest, _ player: String, _ client: String?
  ) async throws(SyncError) -> StoreResponse {
    do throws(SyncError) { return try await attempt(request, player, client) } catch {
      let now = ContinuousClock.now
      // Others may have found the damage at the same time: the new store stays.
      let isFirst = state.withLock { state in
        guard error.kind == .damaged, setAside != nil,
          state.setAsideAt[player].map({ $0.duration(to: now) > .seconds(60) }) ?? true
        else { return false }
        state.setAsideAt[player] = now
        return true
      }
      guard isFirst, let setAside else { throw error }
      let entry = state.withLock { $0.entries.removeValue(forKey: player) }
      await entry?.store.close()
      guard let place = try setAside(player) else { throw error }
      state.withLock { $0.setAsideCount += 1 }
      logger.error(
        "the store of \(player) is damaged and was moved to \(place): \(error.message)")
      return try await attempt(request, player, client)
    }
  }

  private func noteSuccess(of player: String, _ request: StoreRequest) {
    let isAppend = if case .append = request.query { true } else { false }
    // A successful read proves nothing about a store that can't be written.
    let hasRecovered = state.withLock { state in
      guard let isAboutWriting = state.failing[player], isAppend || !isAboutWriting
      else { return false }
      state.failing[player] = nil
      return true
    }
    if hasRecovered { logger.notice("the store of \(player) works again") }
  }

  private func noteFailure(_ error: SyncError, of player: String, _ request: StoreRequest) {
    let kinds: [SyncError.Kind] = [
      .storeUnavailable, .storeFailed, .diskFull, .fileFailed, .damaged, .readOnly,
    ]
    // A caller who leaves, or waits only for a moment, proves nothing about the store.
    let isHasty = request.timeLimitMilliseconds ?? .max < 1_000
    guard kinds.contains(error.kind), !Task.isCancelled, !isHasty else { return }
    let isAppend = if case .append = request.query { true } else { false }
    let isNew = state.withLock { state in
      guard !state.isClosed, state.failing[player] == nil, state.failing.count < 10_000
      else { return false }
      state.failing[player] = isAppend && error.concernsWriting
      return true
    }
    if isNew {
      logger.error("the store of \(player) fails: \(error.message.escapingControls(limit: 500))")
    }
  }

  /// Reports, once, a problem on a player's devices that an operator should look at.
  private func warn(
    about response: StoreResponse, to request: StoreRequest, _ player: String, isClockRight: Bool
  ) {
    guard case .append(let batch) = request.query, case .append(let receipt) = response.answer
    else { return }
    var warning: String?
    if receipt.outcomes.contains(where: { !$0.diverged.isEmpty }) {
      warning = "two devices of \(player) use one identity, or one was restored from a copy"
    }
    let newest = batch.documents.map(\.summary.lastStamp.milliseconds).max() ?? 0
    let skew = newest - response.status.milliseconds
    if isClockRight, skew > Self.skewMilliseconds {
      let count = state.withLock { state in
        if state.ahead.count < Self.mostAhead { state.ahead.insert(player) }
        return state.ahead.count
      }
      // If all writers are ahead, this server is behind.
      warning =
        count < Self.mostAhead
        ? "the clock of the device \(batch.writer) of \(player) is ahead"
        : "the devices of \(count) players are ahead: the clock of this server may be behind"
    } else if skew > -Self.skewMilliseconds {
      state.withLock { $0.ahead = [] }
    }
    guard let warning else { return }
    let isNew = state.withLock { state in
      if state.warned.count >= 10_000 { state.warned = [] }
      return state.warned.insert(warning).inserted
    }
    if isNew { logger.warning("\(warning)") }
  }

  /// The lead of a device's clock above which there is a warning, in milliseconds.
  private static let skewMilliseconds: Int64 = 600_000
  /// The number of players ahead of this server, with none that agrees, from which the server counts as behind.
  private static let mostAhead = 3

  private func attempt(
    _ request: StoreRequest, _ player: String, _ client: String?
  ) async throws(SyncError) -> StoreResponse {
    let entry = try enter(player)
    defer { leave(entry) }
    if limits.games > 0, case .append(let batch) = request.query {
      try await checkRoom(for: batch, request, in: entry)
    }
    let response = try await entry.store.perform(request)
    if case .append = request.query { entry.signal(by: client) }
    return response
  }

  /// Watches a player's store until the reader of the ticks ends.
  func watch(player: String, client: String?) throws(SyncError) -> PlayerWatch? {
    let isAllowed = state.withLock { state in
      guard state.watchCount < limits.watches else { return false }
      state.watchCount += 1
      return true
    }
    guard isAllowed else { return nil }
    let entry: Entry
    do throws(SyncError) { entry = try enter(player) } catch {
      state.withLock { $0.watchCount -= 1 }
      throw error
    }
    let watch = PlayerWatch(client: client)
    var replaced: PlayerWatch?
    let number = entry.state.withLock { watched -> Int? in
      if watched.watches.count >= limits.watchesPerPlayer {
        // Streams without a reader look like all others. The oldest is closed, but only after a minute.
        guard let oldest = watched.watches.min(by: { $0.key < $1.key })?.value,
          oldest.began.duration(to: .now) > .seconds(60)
        else { return nil }
        replaced = oldest
      }
      watched.lastWatch += 1
      watched.watches[watched.lastWatch] = watch
      if watched.pump == nil {
        let signals = entry.store.watch()
        watched.pump = Task { [weak entry] in
          for await _ in signals { entry?.signal() }
        }
      }
      return watched.lastWatch
    }
    replaced?.end()
    guard let number else {
      leave(entry)
      state.withLock { $0.watchCount -= 1 }
      return nil
    }
    watch.onEnd { [weak self] in self?.endWatch(number, of: entry) }
    return watch
  }

  private func endWatch(_ number: Int, of entry: Entry) {
    entry.state.withLock { state in
      state.watches[number] = nil
      guard state.watches.isEmpty else { return }
      state.pump?.cancel()
      state.pump = nil
    }
    state.withLock { $0.watchCount -= 1 }
    leave(entry)
  }

  /// Sends the watches of some players a tick without a change.
  ///
  /// So devices learn that their connection works, and watches without a reader are found.
  func beat(turn: Int, of turns: Int) {
    let entries = state.withLock { state in
      state.entries.filter { UInt(bitPattern: $0.key.hashValue) % UInt(turns) == UInt(turn) }
    }
    for entry in entries.values {
      for watch in entry.state.withLock({ Array($0.watches.values) }) { watch.beat() }
    }
  }

  /// Closes all stores; requests fail from now on.
  func close() async {
    let entries = state.withLock { state in
      defer { (state.entries, state.isClosed) = ([:], true) }
      return Array(state.entries.values)
    }
    for entry in entries { await entry.store.close() }
  }

  // MARK: Quota

  /// Refuses new games of a player who has reached the limit.
  ///
  /// Games are counted only if there may be too many, by the number of documents sent since the last count. So not
  /// every append counts them.
  private func checkRoom(
    for batch: OperationBatch, _ request: StoreRequest, in entry: Entry
  ) async throws(SyncError) {
    let games = batch.documents.map(\.id).filter(\.isGame)
    guard !games.isEmpty, !entry.state.withLock({ Self.take(games.count, of: &$0.room) }) else {
      return
    }
    var ask = request
    ask.query = .contents
    guard case .contents(let contents) = try await entry.store.perform(ask).answer else { return }
    let limit = limits.games
    let fits = entry.state.withLock { state in
      state.room = max(limit - contents.games, 0)
      return Self.take(games.count, of: &state.room)
    }
    if fits { return }
    ask.query = .holdings(
      leaves: Set(games.map { DigestKey($0).leaf }).sorted(), after: nil, limit: 10_000)
    guard case .holdings(let page) = try await entry.store.perform(ask).answer,
      Set(games).isSubset(of: page.holdings.map(\.id))
    else { throw SyncError(.quotaExceeded, "a player has at most \(limit) games") }
  }

  private static func take(_ count: Int, of room: inout Int?) -> Bool {
    guard let old = room, old >= count else { return false }
    room = old - count
    return true
  }

  // MARK: Opening and closing

  private func enter(_ player: String) throws(SyncError) -> Entry {
    if let entry = use(player) { return entry }
    // No other request waits while a store is opened; if two requests open one, the first is used.
    let new = Entry(try open(player))
    let (entry, idle) = state.withLock { state -> (Entry?, [Entry]) in
      guard !state.isClosed else { return (nil, []) }
      let entry = state.entries[player] ?? new
      state.entries[player] = entry
      entry.state.withLock { $0.users += 1 }
      return (entry, takeIdle(&state))
    }
    let spare = entry === new ? idle : idle + [new]
    if !spare.isEmpty { Task { for entry in spare { await entry.store.close() } } }
    guard let entry else { throw SyncError(.storeUnavailable, "the server is about to end") }
    return entry
  }

  private func use(_ player: String) -> Entry? {
    state.withLock { state in
      guard let entry = state.entries[player] else { return nil }
      entry.state.withLock { $0.users += 1 }
      return entry
    }
  }

  private func leave(_ entry: Entry) {
    entry.state.withLock { state in
      state.users -= 1
      state.lastUse = .now
    }
  }

  /// Removes the least recently used of the unused stores, if too many are open.
  private func takeIdle(_ state: inout State) -> [Entry] {
    guard state.entries.count > limits.openStores else { return [] }
    var idle: [(player: String, lastUse: ContinuousClock.Instant)] = []
    for (player, entry) in state.entries {
      let lastUse = entry.state.withLock { $0.users == 0 ? $0.lastUse : nil }
      if let lastUse { idle.append((player, lastUse)) }
    }
    idle.sort { $0.lastUse < $1.lastUse }
    // Some more than needed, so that the next request need not do it again.
    let excess = state.entries.count - limits.openStores + limits.openStores / 16
    return idle.prefix(excess).compactMap { state.entries.removeValue(forKey: $0.player) }
  }
}
