import Foundation
import JSONCoding
import SudokuCore

/// Devices over a store, what they answered, and what was found wrong with it.
final class ChaosScene {
  static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  static let solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
  static let empty = puzzle.enumerated().filter { $0.element == "." }.map(\.offset)

  let store: ChaosStore
  let folder: String
  private let url: String
  private let program: String
  private let lab: String
  var devices: [ChaosDevice] = []
  var random: SeededRandom
  /// The games' IDs; all but the first are solved at once.
  private(set) var games: [String] = []
  private var completed: Set<String> = []
  /// The operations that were sent, and the device that answered each of them.
  private(set) var sent: Set<String> = []
  private(set) var answered: [String: Int] = [:]
  private(set) var coins = (sent: 0, answered: 0)
  private(set) var failures: [String] = []
  private(set) var checks: [String: Int] = [:]
  private var faults: [String] = []
  private var times: [Double] = []
  private let start = ContinuousClock.now

  init(
    store url: String, devices count: Int, seed: UInt64, program: String, lab: String,
    folder: String
  ) async throws {
    (self.url, self.program, self.lab, self.folder) = (url, program, lab, folder)
    random = SeededRandom(seed: seed)
    store = try ChaosStore(url, program: program, folder: folder)
    guard let held = await store.operations(), held.isEmpty else {
      throw ChaosError.failed("the store can't be read or is not empty")
    }
    for number in 0..<count {
      devices.append(try newDevice(number, isDeceived: number == count - 1))
    }
  }

  private func newDevice(_ number: Int, isDeceived: Bool = false) throws -> ChaosDevice {
    let (way, address) = try store.way(number, in: folder)
    return try ChaosDevice(
      number, program: program, folder: folder,
      address: isDeceived ? "exec:'\(lab)' lying-store '\(address)' '\(control)'" : address,
      line: way.line, link: way.link)
  }

  /// The file that says how the store behaves to the last device.
  private var control: String { "\(folder)/behaviour" }

  private func behave(_ behaviour: LyingStoreCommand.Behaviour) {
    try? behaviour.rawValue.write(toFile: control, atomically: true, encoding: .utf8)
  }

  func fail(_ text: String) {
    let time = start.duration(to: .now).formatted(
      .units(allowed: [.seconds], fractionalPart: .show(length: 1)))
    failures.append("\(time): \(text) (before: \(faults.suffix(4).joined(separator: ", ")))")
    FileHandle.standardError.write(Data("FAILED \(failures.last ?? "")\n".utf8))
  }

  func count(_ check: String) { checks[check, default: 0] += 1 }

  func note(_ fault: String) { faults.append(fault) }

  func choose<C: Collection>(_ list: C) -> C.Element? { list.randomElement(using: &random) }

  // MARK: Play

  private func cell(_ index: Int) -> JSONValue { .string("r\(index / 9 + 1)c\(index % 9 + 1)") }

  /// A note in the first game, whose name the history has.
  func noteRequest() -> (name: String, parameters: JSONObject)? {
    guard let game = games.first, let place = choose(Self.empty) else { return nil }
    let name = "c\(sent.count)"
    sent.insert(name)
    return (
      name,
      [
        "game": .string(game), "cell": cell(place), "opId": .string(name),
        "digit": JSONValue(Int.random(in: 1...9, using: &random)),
      ]
    )
  }

  func noteAnswer(_ name: String, _ device: ChaosDevice) { answered[name] = device.number }

  func play(_ device: ChaosDevice) throws {
    let kind = Int.random(in: 0..<100, using: &random)
    let begin = ContinuousClock.now
    do {
      if games.isEmpty || kind < 2 {
        let date = Date(timeIntervalSince1970: 1_795_000_000 + Double(games.count) * 60)
        let result = try device.ask(
          "game.new",
          ["puzzle": .string(Self.puzzle), "startDate": .string(date.ISO8601Format())])
        if let game = result["game"]?.string { games.append(game) }
      } else if kind < 10 {
        coins.sent += 1
        _ = try device.ask(
          "profile.grant",
          [
            "kind": "earn", "item": "coins", "amount": 1, "opId": .string("g\(coins.sent)"),
          ])
        coins.answered += 1
      } else if kind < 13, games.count > 1, let game = choose(games.dropFirst()) {
        let digits = Array(Self.solution)
        let moves = Self.empty.map { index -> JSONValue in
          [
            "op": "place", "cell": cell(index),
            "digit": JSONValue(digits[index].wholeNumberValue ?? 0),
          ]
        }
        _ = try device.ask("game.apply", ["game": .string(game), "operations": .array(moves)])
        completed.insert(game)
      } else if let (name, parameters) = noteRequest() {
        _ = try device.ask("game.note", parameters)
        noteAnswer(name, device)
      }
      times.append(begin.duration(to: .now) / .milliseconds(1))
    } catch ChaosError.refused(let kind) {
      // A device that the games have not reached yet, and a full disk, may refuse.
      count("moves refused: \(kind)")
    }
  }

  // MARK: What a status is worth

  private func operations(of device: ChaosDevice) throws -> [String] {
    try device.operations(of: Array(games.prefix(1)))
  }

  /// Asks for a sync and compares the answer with the store; returns whether it was OK.
  @discardableResult
  func checkSync(_ device: ChaosDevice) async throws -> Bool {
    let before = await store.operations()
    let own = Set(answered.filter { $0.value == device.number }.keys)
    let goal: JSONValue = Bool.random(using: &random) ? "now" : "everything"
    let report: JSONValue
    do { report = try device.ask("sync.now", ["goal": goal]) } catch ChaosError.refused {
      count("sync.now that was an error")
      // What a sync in the background sends meanwhile needs no name.
      for pause in [0, 500_000, 1_000_000] as [UInt32] {
        usleep(pause)
        let status = try device.ask("sync.status")
        if status["pending"] == 0 || status["lastError"]?.isNull == false { return false }
      }
      fail("device \(device.number) has operations that wait and names no cause")
      return false
    }
    guard report["behind"] == nil else {
      count("sync.now that was behind")
      return false
    }
    count("sync.now that was OK")
    if let now = await store.operations() {
      let missing = own.subtracting(now)
      if !missing.isEmpty {
        fail("device \(device.number) answered OK; the store lacks \(missing.sorted().prefix(3))")
      }
    }
    let missing = (before ?? []).subtracting(try operations(of: device))
    if !missing.isEmpty {
      fail("device \(device.number) answered OK and lacks \(missing.sorted().prefix(3))")
    }
    return true
  }

  /// A line that has been dead for five seconds is not watched.
  func checkWatching(_ device: ChaosDevice) throws {
    guard let since = device.deadSince else { return }
    let rest = 5.2 - since.duration(to: .now) / .seconds(1)
    if rest > 0 { usleep(UInt32(rest * 1_000_000)) }
    count("dead lines asked for")
    if try device.ask("sync.status")["watching"]?.bool == true {
      fail("device \(device.number) says that it watches a dead line")
    }
  }

  /// Checks that a device which watches hears of what another one stores.
  func checkHearing(_ device: ChaosDevice, _ other: ChaosDevice) async throws {
    guard device !== other, !games.isEmpty,
      try device.ask("sync.status")["watching"]?.bool == true, try await checkSync(other),
      let (name, parameters) = noteRequest()
    else { return }
    do { _ = try other.ask("game.note", parameters) } catch ChaosError.refused { return }
    noteAnswer(name, other)
    let limit = ContinuousClock.now.advanced(by: .seconds(10))
    while await store.operations()?.contains(name) != true {
      guard ContinuousClock.now < limit else { return }
      usleep(50_000)
    }
    let stored = ContinuousClock.now
    while try !operations(of: device).contains(name) {
      // Answers take longer where the machine is busy.
      guard stored.duration(to: .now) < .seconds(7.5) else {
        return fail("device \(device.number) watched and heard nothing for 5 s")
      }
      usleep(100_000)
    }
    count("news heard")
  }

  // MARK: The run

  func run(for length: Duration) async {
    let end = ContinuousClock.now.advanced(by: length)
    while ContinuousClock.now < end {
      guard let device = choose(devices) else { return }
      do {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<75: try play(device)
        case ..<85: try await checkSync(device)
        case ..<90: if let other = choose(devices) { try await checkHearing(device, other) }
        default: try await makeFault(device)
        }
      } catch { lost(device, error) }
    }
    await settle()
    for device in devices { device.kill() }
    store.kill()
  }

  private func lost(_ device: ChaosDevice, _ error: any Error) {
    if case ChaosError.refused(let kind) = error { return count("refused: \(kind)") }
    fail("device \(device.number): \(error)")
    device.kill()
    try? device.start()
  }

  /// Lets the last device's store misbehave while it plays and syncs.
  func deceive() async throws {
    guard let device = devices.last,
      let behaviour = choose(LyingStoreCommand.Behaviour.allCases.dropFirst())
    else { return }
    note("store that \(behaviour)")
    behave(behaviour)
    defer { behave(.honest) }
    for _ in 0..<5 { try play(device) }
    var said = "nothing"
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let begin = ContinuousClock.now
      do { said = "\(try device.ask("sync.now", ["goal": "everything"]))" } catch {
        said = "\(error)"
      }
      if begin.duration(to: .now) > .seconds(30) {
        fail("sync.now against a store that \(behaviour)")
      }
    }
    if behaviour == .fails || behaviour == .portal {
      let status = try device.ask("sync.status")
      if (status["pending"]?.int ?? 0) > 0, status["waiting"]?.array?.isEmpty ?? true {
        fail(
          "device \(device.number) does not name what waits for a store that \(behaviour): "
            + "sync.now said \(said), then \(status)")
      }
    }
    if Bool.random(using: &random), !device.end(by: SIGTERM) {
      fail("SIGTERM does not end device \(device.number) at a store that \(behaviour)")
    }
    if device.pid == 0 { try device.start() }
  }

  /// Waits until everything is sent and compares all devices, one of them new, with the history.
  private func settle() async {
    behave(.honest)
    do {
      devices.append(try newDevice(devices.count))
      let limit = ContinuousClock.now.advanced(by: .seconds(120))
      for _ in 0..<3 {
        for device in devices {
          while try !isSettled(device) {
            guard ContinuousClock.now < limit else {
              return fail(
                "device \(device.number) does not settle: \(try device.ask("sync.status"))")
            }
            usleep(200_000)
          }
        }
      }
      var histories: Set<Set<String>> = []
      for device in devices { histories.insert(try compare(device)) }
      if histories.count > 1 { fail("the devices differ") }
    } catch { fail("at the end: \(error)") }
  }

  private func isSettled(_ device: ChaosDevice) throws -> Bool {
    do { _ = try device.ask("sync.now", ["goal": "everything"]) } catch ChaosError.refused {
      return false
    }
    return try device.ask("sync.status")["pending"]?.int == 0
  }

  private func compare(_ device: ChaosDevice) throws -> Set<String> {
    let list = try device.operations(of: games)
    let history = Set(list)
    if list.count != history.count { fail("device \(device.number): an operation is there twice") }
    let lost = Set(answered.keys).subtracting(history)
    if !lost.isEmpty { fail("device \(device.number) has lost \(lost.sorted().prefix(5))") }
    let invented = history.subtracting(sent)
    if !invented.isEmpty {
      fail("device \(device.number) has invented \(invented.sorted().prefix(5))")
    }
    let profile = try device.ask("profile.get")["profile"]
    let balance = profile?["items"]?["coins"]?["balance"]?.int ?? 0
    if !(coins.answered...coins.sent ~= balance) {
      fail("device \(device.number) has \(balance) coins of \(coins.answered) to \(coins.sent)")
    }
    for game in completed {
      let status = try device.ask("game.state", ["game": .string(game)])["status"]?.string
      if status != "completed" {
        fail("device \(device.number): \(game) is \(status ?? "unknown")")
      }
    }
    return history
  }

  /// The actions and findings, for people.
  func report(seed: UInt64) -> String {
    let sorted = times.sorted()
    func percentile(_ part: Double) -> String {
      guard !sorted.isEmpty else { return "-" }
      return String(format: "%.1f", sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)])
    }
    let counted = Dictionary(
      faults.map { ($0.prefix { !$0.isNumber }.trimmingCharacters(in: .whitespaces), 1) },
      uniquingKeysWith: +)
    func rows(_ counts: [String: Int]) -> String {
      counts.sorted { $0.key < $1.key }.map { "| \($0.key) | \($0.value) |" }.joined(
        separator: "\n")
    }
    return """
      # \(url.split(separator: ":").first ?? ""): \(failures.count) failures (seed \(seed))

      | answered | count |
      |---|---|
      | moves | \(answered.count) of \(sent.count) sent |
      | coins | \(coins.answered) of \(coins.sent) sent |
      | completions | \(completed.count) |
      | a move takes | p50 \(percentile(0.5)), p99 \(percentile(0.99)), at most \(percentile(1)) ms |

      | checked or answered | count |
      |---|---|
      \(rows(checks))

      | fault | count |
      |---|---|
      \(rows(counted))
      \(failures.isEmpty ? "" : "\n" + failures.map { "- " + $0 }.joined(separator: "\n"))
      """
  }
}
