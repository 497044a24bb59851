import Foundation
import JSONCoding
import SudokuCore

/// The session of a hostile player at a host of the protocol, piece by piece.
///
/// Each request is checked to be answered. On hosts of several players an honest player makes notes
/// meanwhile: how long each takes is measured, and at the end all must be there.
struct HostileSession {
  enum Host: String, CaseIterable {
    case pipe, text, tools, players, listen

    var hasOthers: Bool { self == .players || self == .listen }
  }

  struct Fault: Error, CustomStringConvertible { let description: String }

  let host: Host
  let channel: any LineChannel
  /// The honest player's own connection; `nil` where both share one.
  let honestChannel: (any LineChannel)?
  /// The declarations of all methods.
  let methods: [JSONValue]
  var values: HostileValues
  private var lastID = 0
  private var waiting: [Int: (line: String, time: ContinuousClock.Instant)] = [:]
  private var lastLine = ""
  private var notes: [String: Set<Int>] = [:]
  private var probes: [Int: ContinuousClock.Instant] = [:]
  private(set) var times: [Duration] = []

  private static let board =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  /// Identities of the honest player's requests.
  private static let honestIDs = 1 << 40

  init(
    _ host: Host, _ channel: any LineChannel, honest: (any LineChannel)?, _ methods: [JSONValue],
    _ values: HostileValues
  ) {
    (self.host, self.channel, honestChannel) = (host, channel, honest)
    (self.methods, self.values) = (methods, values)
  }

  mutating func run(_ count: Int) throws {
    if host.hasOthers {
      _ = try honest("game.new", ["puzzle": .string(Self.board)])
    }
    if host == .tools { try begin() }
    for number in 1...count {
      try sendHostile()
      if host == .text {
        if number % 50 == 0 || number == count { try awaitSentinel() }
        continue
      }
      if host.hasOthers, number % 10 == 0 { try probe() }
      try waitForRoom(16)
    }
    guard host != .text else { return }
    try waitForRoom(1)
    try checkHonest()
  }

  // MARK: Hostile requests

  private func request(_ id: JSONValue, _ method: String, _ parameters: JSONValue) -> JSONValue {
    ["id": id, "jsonrpc": "2.0", "method": .string(method), "params": parameters]
  }

  private mutating func sendHostile() throws {
    let method = methods[values.random.next(below: methods.count)]
    let name = method["name"]?.string ?? ""
    let wildness = [2, 10, 25, 60][values.random.next(below: 4)]
    var parameters = values.value(
      for: method["params"] ?? [:], method["params"]?["$defs"]?.object ?? [:],
      wildness: name == "shutdown" ? 0 : wildness)
    var members = parameters.object
    if name == "shutdown" { members = ["nope": 1] }
    if host == .players, members != nil { members?["player"] = playerName() }
    if let members { parameters = .object(members) }
    if host == .text {
      lastLine = name + " " + HostileValues.text(of: parameters)
      return try channel.send(lastLine.split(separator: "\n").joined(separator: " "))
    }
    var called = name
    if host == .tools, !values.chance(3) {
      let tool = String(name.map { $0 == "." ? "_" : $0 })
      parameters = ["arguments": parameters, "name": .string(tool)]
      called = "tools/call"
    }
    lastID += 1
    var request = request(JSONValue(lastID), called, parameters)
    let isTracked = !values.chance(4) || name == "shutdown"
    if !isTracked {
      request = values.chance(50) ? values.mutated(request) : changingID(of: request)
    }
    let isBatch = host == .pipe && values.chance(3)
    if isBatch { request = .array([request]) }
    lastLine = HostileValues.text(of: request)
    // A message beyond the limit ends its connection, which is another test's.
    if host == .listen, lastLine.utf8.count > 1 << 20 { return }
    if isTracked, !losesID(lastLine, isBatch: isBatch) { waiting[lastID] = (lastLine, .now) }
    try channel.send(lastLine)
  }

  /// True if the answer to a line does not name its request: the line is too long, or a batch with half a
  /// surrogate pair.
  private func losesID(_ line: String, isBatch: Bool) -> Bool {
    line.utf8.count > 1 << 20
      || isBatch && Array(line.utf8).firstRange(of: Array(#"\ud"#.utf8)) != nil
  }

  private mutating func changingID(of request: JSONValue) -> JSONValue {
    var members = request.object ?? [:]
    members["id"] = values.extreme()
    return .object(members)
  }

  private mutating func playerName() -> JSONValue {
    switch values.random.next(below: 30) {
    case 0: values.extreme()
    case 1: .string("new-\(values.random.next(below: 30))")
    default: .string("mallory")
    }
  }

  private mutating func begin() throws {
    let parameters: JSONValue = [
      "capabilities": [:], "clientInfo": ["name": "lab", "version": "1"],
      "protocolVersion": "2025-11-25",
    ]
    lastID += 1
    waiting[lastID] = ("initialize", .now)
    try channel.send(request(JSONValue(lastID), "initialize", parameters).description)
  }

  // MARK: Answers

  /// Waits until fewer than `limit` requests are unanswered; what takes long is cancelled.
  private mutating func waitForRoom(_ limit: Int) throws {
    let start = ContinuousClock.now
    var isCancelled = false
    while waiting.count >= limit || limit == 1 && !probes.isEmpty {
      if let (line, time) = channel.next(seconds: 1) {
        take(line, time)
        continue
      }
      if let program = channel as? ProgramChannel, !program.isRunning {
        throw Fault(description: "the program ended\n\(lastLine)")
      }
      let passed = start.duration(to: .now)
      if !isCancelled, passed > .seconds(1) {
        isCancelled = true
        try cancelAll()
      }
      if passed > .seconds(90) {
        let lines = waiting.values.map(\.line).joined(separator: "\n")
        throw Fault(description: "no answer within 90 s to\n\(lines)")
      }
    }
  }

  private mutating func cancelAll() throws {
    for id in waiting.keys.sorted() {
      if host == .tools {
        // A cancelled request of an MCP client gets no answer.
        let note: JSONValue = [
          "jsonrpc": "2.0", "method": "notifications/cancelled",
          "params": ["requestId": JSONValue(id)],
        ]
        try channel.send(note.description)
        waiting[id] = nil
        continue
      }
      var parameters: JSONObject = ["id": JSONValue(id)]
      if host == .players { parameters["player"] = "mallory" }
      let cancel: JSONValue = [
        "jsonrpc": "2.0", "method": "cancel", "params": .object(parameters),
      ]
      try channel.send(cancel.description)
    }
  }

  private mutating func take(_ line: String, _ time: ContinuousClock.Instant) {
    guard let answer = try? JSONValue(parsing: line) else {
      waiting[-1] = ("an answer is not JSON: \(line.prefix(2_000))", time)
      return
    }
    for answer in answer.array ?? [answer] {
      guard let id = answer["id"]?.int else { continue }
      if id >= Self.honestIDs {
        guard let sent = probes.removeValue(forKey: id) else { continue }
        times.append(sent.duration(to: time))
        if answer["result"] == nil { waiting[id] = ("the honest player: \(line)", time) }
      } else {
        waiting[id] = nil
        if values.chance(10) { values.learn(from: answer["result"] ?? .null) }
      }
    }
  }

  /// Waits for the answer to a command that does not exist.
  private func awaitSentinel() throws {
    try channel.send("sentinel")
    while let (line, _) = channel.next(seconds: 90) {
      if line.contains("unknown command 'sentinel'") { return }
    }
    throw Fault(description: "no answer to\n\(lastLine)")
  }

  // MARK: The honest player

  /// Carries out a request of the honest player, and waits for its answer.
  private mutating func honest(_ method: String, _ parameters: JSONObject) throws -> JSONValue {
    let (id, line) = honestRequest(method, parameters)
    let mine = honestChannel ?? channel
    try mine.send(line)
    while let (line, time) = mine.next(seconds: 90) {
      let answer = try JSONValue(parsing: line)
      if answer["id"]?.int == id {
        guard let result = answer["result"] else {
          throw Fault(description: "the honest player: \(line)")
        }
        return result
      }
      if honestChannel == nil { take(line, time) }
    }
    throw Fault(description: "the honest player got no answer\n\(lastLine)")
  }

  private var honestCount: Int { times.count + probes.count }

  private mutating func honestRequest(
    _ method: String, _ parameters: JSONObject
  ) -> (id: Int, line: String) {
    lastID += 1
    let id = Self.honestIDs + lastID
    var parameters = parameters
    if host == .players { parameters["player"] = "anna" }
    return (id, request(JSONValue(id), method, .object(parameters)).description)
  }

  /// Sets or clears a note of the honest player and measures how long it takes.
  private mutating func probe() throws {
    let column = [3, 4, 6, 7, 8, 9][values.random.next(below: 6)]
    let digit = 1 + values.random.next(below: 9)
    let cell = "r1c\(column)"
    notes[cell, default: []].formSymmetricDifference([digit])
    let parameters: JSONObject = ["cell": .string(cell), "digit": JSONValue(digit)]
    if honestChannel != nil {
      let start = ContinuousClock.now
      _ = try honest("game.note", parameters)
      times.append(start.duration(to: .now))
    } else {
      let (id, line) = honestRequest("game.note", parameters)
      probes[id] = .now
      try channel.send(line)
    }
  }

  private mutating func checkHonest() throws {
    guard host.hasOthers else { return }
    let state = try honest("game.state", [:])
    let wanted = notes.filter { !$0.value.isEmpty }.mapValues { $0.sorted() }
    let found = (state["notes"]?.object?.pairs ?? []).reduce(into: [String: [Int]]()) {
      $0[$1.0] = ($1.1.array ?? []).compactMap(\.int)
    }
    guard found == wanted else {
      throw Fault(description: "the honest player's notes are \(found), not \(wanted)")
    }
  }
}
