import Foundation
import SudokuProtocol
import Synchronization

/// The requests of the group `player`, from the jobs that wait for them to the host's thread.
final class PlayerAdministration: PlayerDirectory {
  enum Work: Sendable {
    case list(after: String?, limit: Int)
    case close(String)
    case delete(String)
    case rename(String, to: String)

    /// The player whose games must be closed for it.
    var player: String? {
      switch self {
      case .list: nil
      case .close(let name), .delete(let name), .rename(let name, _): name
      }
    }
  }

  enum Outcome: Sendable {
    case players([PlayerEntryRecord])
    /// The places where something of a player still exists.
    case remains([String])
  }

  struct Waiting: Sendable {
    let work: Work
    private let continuation: CheckedContinuation<Result<Outcome, RPCError>, Never>

    init(_ work: Work, _ continuation: CheckedContinuation<Result<Outcome, RPCError>, Never>) {
      (self.work, self.continuation) = (work, continuation)
    }

    func end(_ result: Result<Outcome, RPCError>) { continuation.resume(returning: result) }
  }

  private let waiting = Mutex<[Waiting]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// The work that has come.
  func take() -> [Waiting] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  private func run(_ work: Work) async throws(RPCError) -> Outcome {
    try await withCheckedContinuation { continuation in
      waiting.withLock { $0.append(Waiting(work, continuation)) }
      wake()
    }.get()
  }

  func players(
    after name: String?, limit: Int
  ) async throws(RPCError) -> [PlayerEntryRecord] {
    guard case .players(let list) = try await run(.list(after: name, limit: limit)) else {
      return []
    }
    return list
  }

  func close(_ name: String) async throws(RPCError) { _ = try await run(.close(name)) }

  func delete(_ name: String) async throws(RPCError) -> [String] {
    guard case .remains(let places) = try await run(.delete(name)) else { return [] }
    return places
  }

  func rename(_ name: String, to other: String) async throws(RPCError) {
    _ = try await run(.rename(name, to: other))
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
    deferred += administration.take()
    let all = deferred
    deferred = []
    for waiting in all {
      guard let name = waiting.work.player else {
        waiting.end(Result { () throws(RPCError) in try carryOut(waiting.work) })
        continue
      }
      if let open = openPlayers[name] {
        // The answers of cancelled searches come before the end.
        guard !open.served.server.hasJobs else {
          open.served.server.cancelAll()
          deferred.append(waiting)
          continue
        }
        close(name)
      }
      if closingPlayers[name] == nil {
        waiting.end(Result { () throws(RPCError) in try carryOut(waiting.work) })
      } else {
        deferred.append(waiting)
      }
    }
  }

  private func path(of name: String) -> String { folder + "/" + name }

  private func exists(_ name: String) -> Bool {
    FileStatus(path: path(of: name))?.isDirectory == true
  }

  private func carryOut(_ work: PlayerAdministration.Work) throws(RPCError)
    -> PlayerAdministration.Outcome
  {
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
