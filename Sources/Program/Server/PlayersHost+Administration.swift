import Foundation
import SudokuProtocol
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
    guard openPlayers.count >= openLimit else { return true }
    guard closingPlayers.count < Self.closingLimit else { return false }
    let idle = openPlayers.filter { !$0.value.served.server.hasJobs }
      .sorted { $0.value.lastRequest < $1.value.lastRequest }
    guard let silent = idle.first(where: { !hasUnsent($0.value) }) ?? idle.first else {
      return false
    }
    close(silent.key)
    return true
  }

  /// Carries out the work on players, as soon as the games that it concerns are closed.
  func administer() {
    tickets += administration.take()
    let all = tickets
    tickets = []
    for ticket in all {
      guard let name = ticket.work.player else {
        ticket.end(Result { () throws(RPCError) in try carryOut(ticket.work) })
        continue
      }
      // Work on a player keeps its order.
      let isNext = !tickets.contains { $0.work.player == name }
      if isNext, let open = openPlayers[name] {
        // The answers of cancelled searches come before the end.
        open.served.server.cancelAll()
        if !open.served.server.hasJobs { close(name) }
      }
      guard isNext, openPlayers[name] == nil, closingPlayers[name] == nil else {
        tickets.append(ticket)
        continue
      }
      ticket.end(Result { () throws(RPCError) in try carryOut(ticket.work) })
    }
    for name in behind.keys where !isAdministered(name) {
      for line in behind.removeValue(forKey: name) ?? [] {
        Array(line.utf8).withUnsafeBytes { receive(.text($0)) }
      }
    }
  }

  /// True if work on a player waits; requests that come later wait behind it.
  func isAdministered(_ name: String) -> Bool {
    tickets += administration.take()
    return tickets.contains { $0.work.player == name }
  }

  private func path(of name: String) -> String { folder + "/" + name }

  private func exists(_ name: String) -> Bool {
    FileStatus(path: path(of: name))?.isDirectory == true
  }

  private func carryOut(_ work: PlayerWork) throws(RPCError) -> PlayerTicket.Outcome {
    do {
      switch work {
      case .list(let after, let limit): return .players(try players(after: after, limit: limit))
      case .close: return .remains([])
      case .delete(let name): return .remains(try delete(name))
      case .rename(let name, let other):
        try rename(name, to: other)
        return .remains([])
      }
    } catch let error as RPCError {
      throw error
    } catch {
      throw RPCError(.fileFailed, error.systemReason, ["retryable": true])
    }
  }

  private func players(after: String?, limit: Int) throws -> [PlayerEntryRecord] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { PlayerName.isValid($0) && $0 > after ?? "" && exists($0) }
    return names.sorted().prefix(limit)
      .map { PlayerEntryRecord(name: $0, isOpen: openPlayers[$0] != nil) }
  }

  private func delete(_ name: String) throws -> [String] {
    subscriptions[name] = nil
    unsent.remove(name)
    let files = FileManager.default
    if exists(name) {
      // Renamed first: a player who is half deleted would come back with the rest.
      let aside = folder + "/.deleted-\(name)-\(UUID().uuidString)"
      try files.moveItem(atPath: path(of: name), toPath: aside)
      try files.removeItem(atPath: aside)
    }
    guard let template = options.store else { return [] }
    let store = template.replacing("{}", with: name)
    guard template.contains("{}"), let paths = Self.localFiles(of: store) else {
      return ["the store's documents: delete them there, or they come back by the next sync"]
    }
    for path in paths where FileStatus(path: path) != nil { try files.removeItem(atPath: path) }
    return []
  }

  private func rename(_ name: String, to other: String) throws {
    guard options.store == nil else {
      throw RPCError.wrongType(
        "player", expected: "a player without a store, whose documents have the old name")
    }
    guard exists(name) else {
      throw RPCError.wrongType("player", expected: "the name of a player")
    }
    guard !exists(other), openPlayers[other] == nil, closingPlayers[other] == nil else {
      throw RPCError.wrongType("to", expected: "a name that no player has")
    }
    try FileManager.default.moveItem(atPath: path(of: name), toPath: path(of: other))
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
