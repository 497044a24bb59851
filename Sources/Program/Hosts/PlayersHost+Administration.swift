import Foundation
import SudokuProtocol
import SudokuReading
import Synchronization

/// The work on players that has come and is not taken yet.
final class PlayerAdministration: PlayerDirectory {
  private let waiting = Mutex<[PlayerTicket]>([])

  func begin(_ work: PlayerWork) -> PlayerTicket {
    let ticket = PlayerTicket(work)
    waiting.withLock { $0.append(ticket) }
    return ticket
  }

  func take() -> [PlayerTicket] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}

extension PlayersHost {
  /// Closes the player that has been silent for longest, unless there is room.
  func makesRoom() -> Bool {
    guard openPlayers.count + openingPlayers.count >= openLimit else { return true }
    guard closingPlayers.count < Self.closingLimit else { return false }
    let idle = openPlayers.filter { !$0.value.served.server.hasJobs }
      .sorted { $0.value.lastRequest < $1.value.lastRequest }
    guard let silent = idle.first(where: { !hasUnsent($0.value) }) ?? idle.first else {
      return false
    }
    close(silent.key)
    return true
  }

  /// True if the store has not acknowledged everything, which keeps a player open while there is room.
  func hasUnsent(_ player: OpenPlayer) -> Bool {
    guard options.store != nil else { return false }
    return ((try? player.served.server.library.replica.counts().pendingOperations) ?? 0) > 0
  }

  /// Carries out the work on players, as soon as the games that it concerns are closed.
  func administer() {
    tickets += administration.take()
    let all = tickets
    tickets = []
    for ticket in all {
      guard let name = ticket.work.player else {
        answer(ticket)
        continue
      }
      // Work on a player keeps its order.
      let isNext = !tickets.contains { $0.work.player == name }
      if isNext, let open = openPlayers[name] {
        // The answers of cancelled searches come before the end.
        open.served.server.cancelAll()
        if !open.served.server.hasJobs { close(name) }
      }
      guard isNext, openPlayers[name] == nil, openingPlayers[name] == nil,
        closingPlayers[name] == nil
      else {
        tickets.append(ticket)
        continue
      }
      ticket.end(Result { () throws(RPCError) in try carryOut(ticket.work) })
    }
    for name in behind.keys where !isAdministered(name) {
      receive(behind.removeValue(forKey: name) ?? [])
    }
  }

  /// True if work on a player waits; requests that come later wait behind it.
  func isAdministered(_ name: String) -> Bool {
    tickets += administration.take()
    return tickets.contains { $0.work.player == name }
  }

  /// Answers a question about the players.
  private func answer(_ ticket: PlayerTicket) {
    if case .load = ticket.work { return ticket.end(.success(.load(takeLoad()))) }
    let (folders, open) = (folders, Set(openPlayers.keys))
    folders.inBackground {
      ticket.end(
        Result { () throws(RPCError) in
          try Self.withReason { () -> PlayerTicket.Outcome in
            switch ticket.work {
            case .list(let after, let limit):
              let names = try folders.names(from: after ?? "").lazy
                .filter { $0 != after && folders.exists($0) }.prefix(limit)
              return .players(
                names.map { PlayerEntryRecord(name: $0, isOpen: open.contains($0)) })
            case .results(let query): return .results(try folders.results(query))
            default: return .remains([])
            }
          }
        })
    }
  }

  /// The load since the last call.
  private func takeLoad() -> PlayerLoadRecord {
    defer { load.longestTurnMilliseconds = 0 }
    load.open = openPlayers.count
    load.openLimit = openLimit
    load.closing = closingPlayers.count
    load.unsent = unsent.count
    load.waiting =
      parked.count + behind.values.reduce(0) { $0 + $1.count }
      + openingPlayers.values.reduce(0) { $0 + $1.count }
      + closingPlayers.values.reduce(0) { $0 + $1.requests.count }
    return load
  }

  /// Carries out work; a failure of the system is reported with its reason.
  private static func withReason<Value>(_ work: () throws -> Value) throws(RPCError) -> Value {
    do { return try work() } catch let error as RPCError { throw error } catch {
      throw RPCError(.fileFailed, error.systemReason, ["retryable": true])
    }
  }

  private func carryOut(_ work: PlayerWork) throws(RPCError) -> PlayerTicket.Outcome {
    try Self.withReason { () -> PlayerTicket.Outcome in
      switch work {
      case .delete(let name): return .remains(try delete(name))
      case .rename(let name, let other):
        try rename(name, to: other)
        return .remains([])
      case .close, .list, .results, .load: return .remains([])
      }
    }
  }

  private func delete(_ name: String) throws -> [String] {
    subscriptions[name] = nil
    unsent.remove(name)
    try folders.remove(name)
    guard let template = options.store else { return [] }
    let store = template.replacing("{}", with: name)
    guard template.contains("{}"), let paths = Self.localFiles(of: store) else {
      return ["the store's documents: delete them there, or they come back by the next sync"]
    }
    for path in paths where FileStatus(path: path) != nil {
      try FileManager.default.removeItem(atPath: path)
    }
    return []
  }

  private func rename(_ name: String, to other: String) throws {
    guard options.store == nil else {
      throw RPCError.wrongType(
        "player", expected: "a player without a store, whose documents have the old name")
    }
    guard folders.exists(name) else {
      throw RPCError.wrongType("player", expected: "the name of a player")
    }
    guard !folders.exists(other), openPlayers[other] == nil, openingPlayers[other] == nil,
      closingPlayers[other] == nil
    else {
      throw RPCError.wrongType("to", expected: "a name that no player has")
    }
    try folders.move(name, to: other)
    subscriptions[other] = subscriptions.removeValue(forKey: name)
  }

  /// The files of a store that lies on this machine; `nil` for any other.
  private static func localFiles(of store: String) -> [String]? {
    guard let colon = store.firstIndex(of: ":") else { return nil }
    var path = store[store.index(after: colon)...]
    if path.hasPrefix("//") { path = path.dropFirst(2) }
    path = path.prefix { $0 != "?" }
    switch store[..<colon] {
    case "file": return [String(path)]
    case "sqlite": return ["", "-wal", "-shm"].map { path + $0 }
    default: return nil
    }
  }
}
