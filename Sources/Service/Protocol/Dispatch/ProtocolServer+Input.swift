import JSONCoding
import SudokuSession

// From a line of the input to the method that it names.
extension ProtocolServer {
  package func receive(_ line: LineReader.Line) {
    library.makeRoom()
    switch line {
    case .tooLong:
      refuse(.limit("lineBytes", limits.lineBytes))
    case .text(let bytes):
      let text = Self.withoutByteOrderMark(bytes)
      if Self.isBlank(text) { return }
      lineSize = text.count
      do throws(JSONError) {
        let node = try JSONNode(parsing: text, limits: limits.parsing)
        if holds(node) { held.append(text) } else { receive(node) }
      } catch {
        receive(unreadable: text, error)
      }
    }
  }

  /// True if a line must wait until the store has answered.
  private func holds(_ node: JSONNode) -> Bool {
    if library.isLaunching { return !held.isEmpty || !HeldLines.isReady(node) }
    releaseHeldLines()
    return !held.isEmpty
  }

  /// Reads the lines that came in before play began.
  func releaseHeldLines() {
    guard !held.isEmpty, !library.isLaunching else { return }
    readHeldLines()
  }

  /// Reads held lines while their answers have room; reads all of them at shutdown.
  func readHeldLines() {
    while isShuttingDown || !isOutputDue, let line = held.popFirst() {
      line.withUnsafeBytes { bytes in
        lineSize = bytes.count
        if let node = try? JSONNode(parsing: bytes, limits: limits.parsing) { receive(node) }
      }
    }
    if !held.isEmpty { environment.wake() }
  }

  /// True if a line has nothing but blanks, as when a person presses Enter.
  private static func isBlank(_ text: UnsafeRawBufferPointer) -> Bool {
    text.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  private static func withoutByteOrderMark(
    _ bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    bytes.starts(with: [0xEF, 0xBB, 0xBF])
      ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3)) : bytes
  }

  /// Answers a line that can't be read, each request under its own ID if it can be found.
  private func receive(unreadable bytes: UnsafeRawBufferPointer, _ error: JSONError) {
    let fault = RPCError(error, limits: limits)
    let isJSON = [.numberOutOfRange, .duplicateKey, .nulInKey, .tooDeep].contains(error.code)
    // A single request that is not JSON at all, as half of a surrogate pair, may still show its ID.
    let mayShowID = [.invalidSyntax, .invalidUTF8].contains(error.code)
    guard isJSON || mayShowID, let (parts, isBatch) = RequestScanner.requests(in: bytes),
      1...limits.batchRequests ~= parts.count, isJSON || !isBatch
    else {
      refuse(fault)
      return
    }
    let batch = isBatch ? Batch(count: parts.count) : nil
    for (index, range) in parts.enumerated() {
      let part = UnsafeRawBufferPointer(rebasing: bytes[range])
      let sink = batch.map { Call.Sink.batch($0, index) } ?? .line
      if isBatch, let node = try? JSONNode(parsing: part, limits: limits.parsing) {
        handle(node, sink)
      } else {
        refuse(fault, id: RequestScanner.id(of: part) ?? .null, sink)
      }
    }
  }

  /// Answers a line that is not a request.
  private func refuse(_ error: RPCError, id: RequestID = .null, _ sink: Call.Sink = .line) {
    library.hasTouchedUncommitted = false
    answer(Call(server: self, id: id, sink: sink), .failure(error))
  }

  /// Handles a line of the input: a request, a notification, or a batch of both.
  public func receive(_ line: String) {
    var line = line
    line.withUTF8 { receive(.text(UnsafeRawBufferPointer($0))) }
  }

  private func receive(_ node: JSONNode) {
    guard node.kind == .array else {
      handle(node, .line)
      return
    }
    guard 1...limits.batchRequests ~= node.count else {
      let error =
        node.count == 0
        ? RPCError(.invalidRequest, "the batch is empty")
        : RPCError.limit("batchRequests", limits.batchRequests)
      refuse(error)
      return
    }
    let batch = Batch(count: node.count)
    for index in 0..<node.count {
      if let request = node[index] { handle(request, .batch(batch, index)) }
    }
  }

  private func handle(_ node: JSONNode, _ sink: Call.Sink) {
    var call = Call(server: self, id: nil, sink: sink)
    library.hasTouchedUncommitted = false
    do throws(RPCError) {
      guard node.kind == .object else {
        call.id = .null
        throw RPCError(.invalidRequest, "a request is an object")
      }
      if dialect == .modelContext, node["method" as StaticString] == nil,
        node["result" as StaticString] != nil || node["error" as StaticString] != nil
      {
        // The client's answer to a request of the server; the server sends none.
        return
      }
      do throws(RPCError) {
        call.id = try Self.requestID(of: node)
      } catch {
        call.id = .null
        throw error
      }
      let (name, arguments) = try Self.request(node, &call.id)
      try checkRoom(for: call)
      let reply = try run(name, arguments, &call)
      switch reply {
      case .value(let value): answer(call, .success(value))
      case .record(let record): answer(call, record)
      case .later: break
      }
    } catch {
      answer(call, .failure(error))
    }
    sendNotifications()
  }

  /// Refuses a request of a batch, before it changes anything, while too much waits to be written.
  func checkRoom(for call: Call) throws(RPCError) {
    guard case .batch = call.sink, let full = answers.fullBudget else { return }
    throw .limit(full.name, full.maximum)
  }

  private func run(
    _ name: String, _ arguments: JSONNode?, _ call: inout Call
  ) throws(RPCError) -> Reply {
    if isShuttingDown { throw RPCError(.invalidRequest, "the server is shutting down") }
    switch dialect {
    case .native:
      guard let method = Method.table[name] else { throw Self.unknown(name) }
      if method.takesTime { try checkTime(arguments) }
      return try runInTurn(method, arguments, &call)
    case .modelContext: return try runModelContext(name, arguments, &call)
    }
  }

  /// True if a request is complete and its arguments can be decoded; it is not carried out.
  package func accepts(_ line: String) -> Bool {
    do {
      let node = try JSONNode(parsing: Array(line.utf8), limits: limits.parsing)
      guard node.kind == .object else { return false }
      var id = try Self.requestID(of: node)
      let (name, arguments) = try Self.request(node, &id)
      guard let method = Method.table[name] else { return false }
      if method.takesTime { try checkTime(arguments) }
      _ = try method.decode(arguments)
      return true
    } catch { return false }
  }

  /// Refuses a time that the client gives in place of the clock, unless the host allows it.
  private func checkTime(_ arguments: JSONNode?) throws(RPCError) {
    guard let given = arguments?["at" as StaticString], !given.isNull else { return }
    guard let limit = clientTimeLimit else {
      throw RPCError(
        .timeNotTrusted,
        "this server reads the time from its own clock: omit 'at', or start it with "
          + "--trust-client-time")
    }
    let now = environment.wallMilliseconds()
    // A value that is not a time is refused as such.
    guard let time = given.integer, 0..<(1 << 48) ~= time, abs(time - now) > limit else { return }
    throw RPCError(
      .timeNotTrusted,
      "the time 'at' differs from the server's clock by more than \(limit / 3_600_000) hours",
      ["serverTime": .string(UTCTime(milliseconds: now).description)])
  }

  static func unknown(
    _ name: String, among names: [String] = Method.all.map(\.name)
  ) -> RPCError {
    var details: JSONObject = ["method": .string(name)]
    var message = "unknown method '\(name.prefix(64))'"
    if let suggestion = Suggestion.method(for: name, among: names), suggestion != name {
      details["suggestion"] = .string(suggestion)
      message += "; did you mean '\(suggestion)'?"
    }
    return RPCError(.unknownMethod, message, details)
  }

  private static func requestID(of node: JSONNode) throws(RPCError) -> RequestID? {
    guard let member = node["id" as StaticString] else { return nil }
    guard let id = RequestID(member) else {
      throw RPCError(.invalidRequest, "an id is a string, a number or null")
    }
    return id
  }

  /// The method and the arguments; an invalid request without an ID is answered under `null`.
  private static func request(
    _ node: JSONNode, _ id: inout RequestID?
  ) throws(RPCError) -> (name: String, arguments: JSONNode?) {
    guard node["jsonrpc" as StaticString]?.string == "2.0" else {
      id = id ?? .null
      throw RPCError(.invalidRequest, "the member 'jsonrpc' must be \"2.0\"")
    }
    guard let name = node["method" as StaticString]?.string else {
      id = id ?? .null
      throw RPCError(.invalidRequest, "the member 'method' must be a string")
    }
    let arguments = node["params" as StaticString]
    switch arguments?.kind {
    case nil, .null, .object: break
    case .array where arguments?.count == 0: break
    default:
      throw RPCError.invalid(
        "params", expected: "an object", "parameters are given by name, in an object")
    }
    return (name, arguments)
  }
}

/// Lines that came in before play began, in order: they are read once the store has answered.
struct HeldLines {
  private var lines: ArraySlice<[UInt8]> = []
  private var bytes = 0

  /// The number of waiting bytes at which reading the input pauses.
  private static let limit = 1 << 20

  var isEmpty: Bool { lines.isEmpty }
  var isFull: Bool { bytes >= Self.limit }

  /// True if a line can be answered while the store is being asked, because it concerns no game.
  static func isReady(_ node: JSONNode) -> Bool {
    guard node.kind == .object, let name = node["method" as StaticString]?.string else {
      return node.kind == .object
    }
    return ![
      "game.", "sync.", "profile.", "stats.", "backup.", "save.", "resources/", "tools/call",
    ]
    .contains { name.hasPrefix($0) }
  }

  mutating func append(_ line: UnsafeRawBufferPointer) {
    lines.append(Array(line))
    bytes += line.count
  }

  /// Removes and returns the line that waits longest.
  mutating func popFirst() -> [UInt8]? {
    guard let line = lines.popFirst() else { return nil }
    bytes -= line.count
    if lines.isEmpty { lines = [] }
    return line
  }
}
