import JSONCoding
import SudokuCore
import SudokuSession
import SudokuStoreConformance
import SudokuSync

/// A store's reply with one value changed, as a damaged or hostile store might send it.
///
/// ```swift
/// let places = try ChangedReply.places(in: response)
/// let result = ChangedReply.result(of: response, at: places[3], ChangedReply.extremes[5])
/// ```
package enum ChangedReply {
  /// The path to a value in a reply: members by name, elements by index.
  package typealias Place = [JSONStep]

  /// One step of a path.
  package enum JSONStep: Hashable, Sendable {
    case member(String)
    case element(Int)
  }

  /// A change of a value.
  package enum Change: Sendable {
    case replace(JSONValue)
    case remove
    /// An array with each element twice; other values are removed.
    case double
  }

  /// The changes to try: numbers at the limits of all ranges, alone and in texts, and values of other kinds.
  package static let extremes: [Change] = {
    let numbers: [Int64] = [
      .min, .min + 1, -9_000_000_000_000_000_000, -1 << 53, -1 << 31, -1, 0, 1, 255, 256, 65_536,
      1 << 31, 1 << 53 - 1, 1 << 53, 253_402_300_800_000, 9_000_000_000_000_000_000, .max,
    ]
    let texts = [
      "", "0", "-1", "a", "game-", "18446744073709551615", "9223372036854775807", "281474976710655",
      "281474976710655+65535", "281474976710656", "9007199254740991:ffffffffffffffff",
      "9007199254740992:0000000000000001", "0:0000000000000000", "1:0000000000000001",
      "-9223372036854775808:0000000000000000", "ffffffffffffffff", "0000000000000000",
      "\u{1b}[2J\n", "\u{202e}", "\u{0}", String(repeating: "x", count: 100_000), "profile",
      "settings",
      "device-settings", "zzzzzzzzzzzzz", "fzzzzzzzzzzzz",
    ]
    return numbers.map { .replace(.int($0)) } + texts.map { .replace(.string($0)) }
      + [JSONValue.null, .bool(true), .bool(false), .double(1e308), [], [:]].map { .replace($0) }
      + [.remove, .double]
  }()

  /// The paths of all values in a reply, except the reply itself.
  package static func places(in response: StoreResponse) throws -> [Place] {
    places(in: try JSONValue(parsing: CanonicalJSONEncoder().encode(StoreReply.response(response))))
  }

  private static func places(in value: JSONValue) -> [Place] {
    switch value {
    case .object(let object):
      object.flatMap { member in
        [[.member(member.key)]] + places(in: member.value).map { [.member(member.key)] + $0 }
      }
    case .array(let array):
      array.enumerated().flatMap { index, element in
        [[.element(index)]] + places(in: element).map { [.element(index)] + $0 }
      }
    default: []
    }
  }

  /// The response after a change at a place, as a device reads it from the wire.
  package static func result(
    of response: StoreResponse, at place: Place, _ change: Change
  ) -> Result<StoreResponse, SyncError> {
    do {
      let value = try JSONValue(
        parsing: CanonicalJSONEncoder().encode(StoreReply.response(response)))
      guard let changed = changing(value, at: place[...], change) else {
        return .failure(SyncError(.storeFailed, "the reply is empty"))
      }
      let reply: StoreReply = try StrictJSONDecoder().decode(from: Array(changed.description.utf8))
      switch reply {
      case .response(let response): return .success(response)
      case .failure(let error): return .failure(error)
      }
    } catch {
      return .failure(
        error as? SyncError ?? SyncError(.storeFailed, "the reply can't be read: \(error)"))
    }
  }

  private static func changing(
    _ value: JSONValue, at place: ArraySlice<JSONStep>, _ change: Change
  ) -> JSONValue? {
    switch (place.first, value) {
    case (nil, _):
      switch change {
      case .replace(let new): return new
      case .remove: return nil
      case .double: return value.array.map { .array($0 + $0) }
      }
    case (.member(let key), .object(var object)):
      object[key] = object[key].flatMap { changing($0, at: place.dropFirst(), change) }
      return .object(object)
    case (.element(let index), .array(var array)) where array.indices.contains(index):
      let new = changing(array[index], at: place.dropFirst(), change)
      array.replaceSubrange(index...index, with: new.map { [$0] } ?? [])
      return .array(array)
    default: return value
    }
  }
}

/// A device that syncs with a store whose replies can be changed, and later with an honest one.
package struct DeceivedDevice {
  package let replica: MemoryReplica
  private let machine: SyncMachine
  private var core: StoreCore
  private var played: [(id: DocumentID, count: Int)] = []
  private var now = Fixtures.stamp(0).milliseconds
  /// The time that each answer takes, in milliseconds.
  package var answerTime: Int64 = 0

  /// The contents of device and store at the beginning.
  package enum Scene: CaseIterable, Sendable {
    /// The device has two unsent games; the store has two games of another device, one of them the same.
    case play
    /// The device has no games; the store has two.
    case nothing
    /// The device has synced everything, and the store was reset to an earlier state.
    case storePutBack
  }

  /// The report of the running or last sync.
  package var report: SyncReport { machine.report }

  /// Creates a device and a store.
  package init(_ scene: Scene = .play) throws {
    let other = MemoryReplica(device: Fixtures.device(2))
    core = StoreCore(identity: "0123456789abcdef", epoch: "fedcba9876543210")
    replica = MemoryReplica(device: Fixtures.device(1))
    machine = SyncMachine(replica: replica, random: SeededRandom(seed: 1))
    for device in [replica, other] { try device.setValue("anna", for: .player) }
    try Fixtures.play(1...3, in: Fixtures.game(1), on: other)
    try Fixtures.play(1...2, in: Fixtures.game(2), on: other)
    try Fixtures.play(1...1, in: .profile, on: other)
    let first = SyncMachine(replica: other, random: SeededRandom(seed: 2))
    _ = try Self.sync(first, .everything, &core, at: now) { response, _ in .success(response) }
    guard scene != .nothing else { return }
    try Fixtures.play(1...2, in: Fixtures.game(1), on: replica)
    try Fixtures.play(1...4, in: Fixtures.game(3), on: replica)
    try replica.setValue(Fixtures.game(1).rawValue, for: .currentGame)
    played = [(Fixtures.game(1), 2), (Fixtures.game(3), 4)]
    guard scene == .storePutBack else { return }
    let copy = core
    _ = try sync()
    core = copy
    // The store has grown again since, so only its digest shows the loss.
    for number in 1...9 {
      try Fixtures.play(number...number, in: Fixtures.game(4), on: other)
      _ = try Self.sync(first, .push, &core, at: now) { response, _ in .success(response) }
    }
  }

  /// Syncs; `lie` is given each response with its number, from 0.
  ///
  /// - Returns: The number of requests.
  package mutating func sync(
    _ goal: SyncGoal = .everything,
    _ lie: (StoreResponse, Int) -> Result<StoreResponse, SyncError> = { response, _ in
      .success(response)
    }
  ) throws -> Int {
    now += 100_000
    return try Self.sync(machine, goal, &core, at: now, answerTime: answerTime, lie)
  }

  private static func sync(
    _ machine: SyncMachine, _ goal: SyncGoal, _ core: inout StoreCore, at now: Int64,
    answerTime: Int64 = 0,
    _ lie: (StoreResponse, Int) -> Result<StoreResponse, SyncError>
  ) throws -> Int {
    var now = now
    machine.begin(goal, at: now)
    var count = 0
    while let request = machine.nextRequest() {
      let honest = Result { () throws(SyncError) in try core.perform(request, at: now) }
      now += answerTime
      machine.receive(honest.flatMap { lie($0, count) }, at: now)
      count += 1
      guard count < 2_000 else { throw SyncError(.storeFailed, "the sync does not end") }
    }
    return count
  }

  /// The fault left after honest syncs, `nil` for none: the store then holds all operations made here.
  package mutating func faultOnceHonest() throws -> String? {
    for _ in 0..<8 {
      _ = try sync()
      if machine.report.error == nil, try replica.counts().pendingOperations == 0,
        try replica.digest() == core.status(at: now).digest
      {
        break
      }
    }
    for (id, count) in played {
      let request = StoreRequest(query: .document(id, after: [:]))
      guard case .document(let delta) = try core.perform(request, at: now).answer else { continue }
      // A device that met a copy of itself continues under another identity.
      let stored = (delta?.chunks ?? []).filter { $0.device != Fixtures.device(2) }
        .reduce(0) { $0 + $1.count }
      guard stored >= count else {
        return "the store holds \(stored) of \(count) operations of \(id)"
      }
    }
    let pending = try replica.counts().pendingOperations
    return pending == 0
      ? nil : "\(pending) operations wait: \(machine.report.error?.description ?? "")"
  }
}
