import Foundation
import JSONCoding
import TestSupport

/// Where the devices of a scenario meet.
enum MeetingPlace: String, CaseIterable, Sendable {
  case sqlite, folder
  /// The example store in Python, one process for each device; only where there is Python.
  case program
  /// A server for each device over one SQLite store; only in a build with the network.
  case server
  /// A server for each device over one PostgreSQL; only beside a database.
  case postgres

  static var allCases: [MeetingPlace] {
    inFiles + (SceneServer.isBuilt && SceneServer.database != nil ? [.postgres] : [])
  }

  /// Those whose store is in the folder `shared`.
  static var inFiles: [MeetingPlace] {
    [.sqlite, .folder] + (PythonTests.python == nil ? [] : [.program])
      + (SceneServer.isBuilt ? [.server] : [])
  }
}

/// A store and the devices that share it, in a temporary folder.
///
/// Every device reaches the store by a link of its own, which can be cut.
final class SyncScene {
  let folder: TemporaryFolder
  let kind: MeetingPlace
  /// Whose games they are, where a server keeps those of many.
  private let player: String
  private var servers: [String: SceneServer] = [:]

  init(_ kind: MeetingPlace) throws {
    self.kind = kind
    player = kind == .postgres ? "s-\(UInt64.random(in: .min ... .max))" : "store"
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder / "shared", withIntermediateDirectories: true)
  }

  deinit {
    for server in servers.values { server.stop() }
    folder.remove()
  }

  /// The server of a device; `nil` where devices reach the store without one.
  func server(of device: String) -> SceneServer? {
    let store: String
    switch kind {
    case .sqlite, .folder, .program: return nil
    case .server: store = "sqlite:\((folder / "shared").path)/{}.sqlite"
    case .postgres: store = "\(SceneServer.database ?? "")?store={}"
    }
    let server = servers[device] ?? SceneServer(store: store, player: player)
    servers[device] = server
    return server
  }

  /// Changes the files of the store while no server has them open.
  func changeFiles<Result>(_ body: () throws -> Result) throws -> Result {
    for server in servers.values { server.stop() }
    let result = try body()
    for server in servers.values { try server.start() }
    return result
  }

  /// A device that is started.
  func device(_ name: String) throws -> SyncDevice {
    let device = SyncDevice(name, in: self)
    try device.connect()
    try device.start()
    return device
  }
}

/// One device: `sudoku serve` with a folder of its own and the scenario's store.
final class SyncDevice {
  struct Refusal: Error {
    let kind: String
    let error: JSONValue
  }

  static let puzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
  static let solution = Array(
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179")
  /// When the scenarios begin, in milliseconds since 1970.
  static let start: Int64 = 1_795_000_000_000

  let name: String
  let scene: SyncScene
  private(set) var server: ServerProcess?
  private(set) var notifications: [JSONValue] = []
  private var lastID = 0

  init(_ name: String, in scene: SyncScene) {
    self.name = name
    self.scene = scene
  }

  var data: URL { scene.folder / "data-\(name)" }
  private var link: URL { scene.folder / "net-\(name)" }
  private var logFile: URL { scene.folder / "log-\(name)" }
  var log: String { (try? String(contentsOf: logFile, encoding: .utf8)) ?? "" }

  /// True once the log has a text: a line may be written after the answer that goes with it.
  func hasLogged(_ text: String) -> Bool {
    SyncScenarioTests.eventually { log.contains(text) }
  }

  var address: String {
    switch scene.kind {
    case .sqlite: "sqlite:\(link.path)/store.sqlite"
    case .folder: "file:\(link.path)/store"
    case .program:
      "exec:python3 \(Repository.root.path)/Scripts/example-store/store.py \(link.path)/store.jsonl"
    case .server, .postgres: scene.server(of: name)?.address ?? ""
    }
  }

  // MARK: Life

  /// How long the server waits for its store.
  enum Patience {
    /// Without an end: a busy machine must not change what is answered.
    case endless
    /// As it does where nobody says anything.
    case usual
    /// It has no store.
    case noStore
  }

  func start(fileBlocks: Int? = nil, patience: Patience = .endless) throws {
    var arguments = ["serve", "--trust-any-client-time", "--data", data.path]
    if patience != .noStore { arguments += ["--store", address] }
    if patience == .endless {
      // A client of a server tries again while there is time: not for ever here.
      let timeout = scene.server(of: name) == nil ? "600000" : "10000"
      arguments += ["--store-timeout", timeout, "--launch-wait", "600000"]
    }
    server = try ServerProcess(arguments, fileBlocks: fileBlocks, log: logFile)
  }

  /// Runs a command on this device's data and store.
  func run(_ command: String, _ options: [String] = []) throws -> Binary.Run {
    try Binary.run([command, "--data", data.path, "--store", address] + options)
  }

  /// Ends the input and waits for the end of the process.
  @discardableResult
  func end() -> Int32 {
    server?.endInput()
    while server?.nextLine() != nil {}
    defer { server = nil }
    return server?.wait() ?? -1
  }

  func restart() throws {
    end()
    try start()
  }

  func kill() {
    server?.kill()
    server = nil
  }

  /// The store is in reach.
  func connect() throws {
    if let server = scene.server(of: name) { return try server.start() }
    try replaceLink { new in
      try FileManager.default.createSymbolicLink(
        at: new, withDestinationURL: scene.folder / "shared")
    }
  }

  /// The store is out of reach: something else is in its place, or its server is gone.
  func disconnect() throws {
    if let server = scene.server(of: name) { return server.stop() }
    try replaceLink { try Data().write(to: $0) }
  }

  /// Puts something in the link's place at once: into a gap the server would put a folder.
  private func replaceLink(_ make: (URL) throws -> Void) throws {
    let new = link.appendingPathExtension("new")
    try? FileManager.default.removeItem(at: new)
    try make(new)
    guard rename(new.path, link.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  // MARK: Requests

  /// Sends a request without waiting for its answer.
  func send(_ method: String, _ parameters: JSONValue = [:]) {
    lastID += 1
    let request: JSONValue = [
      "id": JSONValue(lastID), "jsonrpc": "2.0", "method": .string(method), "params": parameters,
    ]
    server?.send(request.description)
  }

  /// The next answer; notifications before it are kept.
  func nextAnswer() throws -> JSONValue? {
    while let line = server?.nextLine() {
      let answer = try JSONValue(parsing: line)
      if answer["id"] != nil { return answer }
      notifications.append(answer)
    }
    return nil
  }

  /// Waits for a notification, whatever causes it.
  func nextNotification(_ topic: String) throws -> JSONValue? {
    while true {
      if let index = notifications.firstIndex(where: { $0["method"]?.string == topic }) {
        return notifications.remove(at: index)["params"]
      }
      guard let line = server?.nextLine() else { return nil }
      notifications.append(try JSONValue(parsing: line))
    }
  }

  /// The result of a request.
  ///
  /// - Throws: `Refusal` for an error.
  @discardableResult
  func ask(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    send(method, parameters)
    guard let answer = try nextAnswer() else {
      throw Refusal(kind: "ended", error: .string(log))
    }
    if let error = answer["error"] {
      throw Refusal(kind: error["data"]?["kind"]?.string ?? "", error: error)
    }
    return answer["result"] ?? .null
  }

  /// The kind of the error of a request; `nil` if it is carried out.
  func refusal(_ method: String, _ parameters: JSONValue = [:]) throws -> String? {
    do {
      try ask(method, parameters)
      return nil
    } catch let refusal as Refusal {
      return refusal.kind
    }
  }

  // MARK: Play

  /// Begins a game at a second of the scenario.
  func newGame(at seconds: Int, puzzle: String = puzzle) throws -> String {
    try ask("game.new", ["puzzle": .string(puzzle), "at": Self.time(seconds)])["game"]?.string ?? ""
  }

  @discardableResult
  func open(_ game: String, at seconds: Int) throws -> JSONValue {
    try ask("game.open", ["game": .string(game), "at": Self.time(seconds)])
  }

  @discardableResult
  func place(_ cell: Int, _ digit: Int, in game: String, at seconds: Int) throws -> JSONValue {
    try ask(
      "game.place",
      [
        "game": .string(game), "cell": JSONValue(cell), "digit": JSONValue(digit),
        "at": Self.time(seconds),
      ])
  }

  /// Turns a note over, without waiting for the answer.
  func sendNote(_ cell: Int, _ digit: Int, in game: String) {
    send(
      "game.note",
      ["game": .string(game), "cell": JSONValue(cell), "digit": JSONValue(digit)])
  }

  /// Places the right digit.
  @discardableResult
  func solve(_ cell: Int, in game: String, at seconds: Int) throws -> JSONValue {
    try place(cell, Self.solution[cell].wholeNumberValue ?? 0, in: game, at: seconds)
  }

  /// Places all digits that are missing.
  @discardableResult
  func complete(_ game: String, at seconds: Int) throws -> JSONValue {
    let board = Array(try state(game)["board"]?.string ?? "")
    var answer = JSONValue.null
    for cell in 0..<81 where board[cell] != Self.solution[cell] {
      answer = try solve(cell, in: game, at: seconds)
    }
    return answer
  }

  func state(_ game: String, at seconds: Int? = nil) throws -> JSONValue {
    var parameters: JSONObject = ["game": .string(game)]
    if let seconds { parameters["at"] = Self.time(seconds) }
    return try ask("game.state", .object(parameters))
  }

  func suspend(_ game: String, at seconds: Int) throws {
    try ask("game.suspend", ["game": .string(game), "at": Self.time(seconds)])
  }

  @discardableResult
  func sync(_ goal: String = "now") throws -> JSONValue {
    try ask("sync.now", ["goal": .string(goal)])
  }

  /// The IDs of the games with a status.
  func games(_ status: String) throws -> Set<String> {
    let list = try ask("game.list", ["status": .string(status), "limit": 100])["games"]
    return Set((list?.array ?? []).compactMap { $0["game"]?.string })
  }

  /// The operations of a game, in order.
  func history(_ game: String) throws -> [JSONValue] {
    var operations: [JSONValue] = []
    while true {
      let page = try ask(
        "game.history",
        ["game": .string(game), "after": JSONValue(operations.count), "limit": 10_000])
      operations += page["operations"]?.array ?? []
      if page["more"]?.bool != true { return operations }
    }
  }

  /// The history as a set: what has to be the same everywhere.
  func operations(_ game: String) throws -> Set<String> {
    Set(
      try history(game).map { operation in
        var members = operation.object ?? [:]
        members["rev"] = nil
        return JSONValue.object(members).description
      })
  }

  static func time(_ seconds: Int) -> JSONValue { .int(start + Int64(seconds) * 1_000) }
}
