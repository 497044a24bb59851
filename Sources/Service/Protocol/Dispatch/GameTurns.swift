import JSONCoding
import SudokuSession

/// The game that a request is about, as far as the order of requests depends on it.
struct GameScope {
  /// The game; `nil` for the current one, or for one that does not exist yet.
  var game: DocumentID?
  /// True if the request chooses the current game.
  var opens = false

  /// True if the request depends on which game is the current one.
  private var dependsOnCurrent: Bool { opens || game == nil }

  /// True if a request must wait for an earlier one.
  func mustFollow(_ earlier: GameScope) -> Bool {
    if dependsOnCurrent, earlier.dependsOnCurrent { return true }
    if let game, let other = earlier.game { return game == other }
    // The current game may be the one that the other request names.
    return !opens && !earlier.opens
  }
}

/// The requests about games that have not been answered, in the order in which they came.
///
/// **The rule.** Requests about one game are carried out and answered in the order in which they came. Requests
/// without `game` follow the one that chooses the current game. Long requests still compute at the same time: only
/// their effects keep the order.
struct GameTurns {
  enum Work {
    /// The job computes.
    case running
    /// The job has ended; its effect waits for its turn.
    case finished(Result<JobOutcome, RPCError>)
    /// The request waits for its turn.
    case waiting(WaitingRequest)
  }

  private var turns: [(number: Int, scope: GameScope, work: Work)] = []

  var isEmpty: Bool { turns.isEmpty }

  /// True if a request must wait for an earlier one.
  func mustWait(_ scope: GameScope) -> Bool { turns.contains { scope.mustFollow($0.scope) } }

  mutating func add(_ work: Work, _ number: Int, _ scope: GameScope) {
    turns.append((number, scope, work))
  }

  /// Notes the result of a job; `false` for one without a turn.
  mutating func finish(_ number: Int, _ result: Result<JobOutcome, RPCError>) -> Bool {
    guard let index = turns.firstIndex(where: { $0.number == number }) else { return false }
    turns[index].work = .finished(result)
    return true
  }

  mutating func remove(_ number: Int) { turns.removeAll { $0.number == number } }

  /// The request with this number, if it waits for its turn.
  func waiting(_ number: Int) -> WaitingRequest? {
    guard case .waiting(let request)? = turns.first(where: { $0.number == number })?.work else {
      return nil
    }
    return request
  }

  /// The first request whose turn has come; an ended one is removed, and one that begins now is running.
  mutating func takeNext() -> (number: Int, work: Work)? {
    for (index, turn) in turns.enumerated() {
      let isLater = turns[..<index].contains { turn.scope.mustFollow($0.scope) }
      switch turn.work {
      case .running: continue
      // A failure changes nothing, so it need not wait.
      case .finished(.failure): turns.remove(at: index)
      case .finished where !isLater: turns.remove(at: index)
      case .waiting where !isLater: turns[index].work = .running
      default: continue
      }
      return (turn.number, turn.work)
    }
    return nil
  }

  /// Notes the game that the running request is about.
  mutating func name(_ number: Int, _ game: DocumentID?) {
    guard let index = turns.firstIndex(where: { $0.number == number }) else { return }
    if turns[index].scope.game == nil, !turns[index].scope.opens { turns[index].scope.game = game }
  }
}

/// A request that waits for its turn.
struct WaitingRequest {
  let method: Method
  let call: Call
  /// The arguments as text, which needs a tenth of the memory of a tree.
  let arguments: [UInt8]?
  /// The bytes of the line.
  let size: Int
}

// Requests about games keep their order.
extension ProtocolServer {
  /// Carries out a request, or makes it wait for earlier requests about the same game.
  func runInTurn(
    _ method: Method, _ arguments: JSONNode?, _ call: inout Call
  ) throws(RPCError) -> Reply {
    guard method.isAboutGame else { return try method.run(call, arguments) }
    call.turn = (method.name, arguments)
    if turns.isEmpty { return try method.run(call, arguments) }
    let scope = scope(of: method.name, arguments)
    guard turns.mustWait(scope) else { return try method.run(call, arguments) }
    let text = try Self.text(of: arguments)
    let job = jobs.add(call, inbox: inbox)
    call.job = job
    let request = WaitingRequest(method: method, call: call, arguments: text, size: lineSize)
    jobs.addInTurn(request.size)
    turns.add(.waiting(request), job.number, scope)
    return .later
  }

  private static func text(of arguments: JSONNode?) throws(RPCError) -> [UInt8]? {
    guard let arguments else { return nil }
    var buffer = JSONBuffer()
    do throws(JSONError) { try buffer.append(arguments.value) } catch {
      throw .wrongType("params", expected: "parameters without NUL characters in names")
    }
    return buffer.withUnsafeBytes { Array($0) }
  }

  func scope(of method: String, _ arguments: JSONNode?) -> GameScope {
    let opens = Self.openingMethods.contains(method)
    if let game = arguments?["game" as StaticString]?.string.map({ DocumentID(oldID: $0) }) {
      return GameScope(game: (try? library.idHere(of: game)) ?? game, opens: opens)
    }
    // While nothing waits, the current game is known.
    let isKnown = !opens && turns.isEmpty
    return GameScope(game: isKnown ? library.current : nil, opens: opens)
  }

  private static let openingMethods: Set<String> = [
    "game.new", "game.daily", "game.open", "game.restart",
  ]

  /// Carries out waiting requests whose turn has come, while their answers have room.
  func takeTurns() {
    while !isOutputDue, let (number, work) = turns.takeNext() {
      switch work {
      case .running: break
      case .finished(let result): complete(number, result)
      case .waiting(let request):
        jobs.removeInTurn(request.size)
        turns.name(number, library.current)
        carryOut(request, number)
      }
      sendNotifications()
    }
    hasDeferredTurns = isOutputDue && !turns.isEmpty
    if hasDeferredTurns { environment.wake() }
  }

  private func carryOut(_ request: WaitingRequest, _ number: Int) {
    library.hasTouchedUncommitted = false
    do throws(RPCError) {
      try checkRoom(for: request.call)
      let arguments = request.arguments.flatMap { text in
        text.withUnsafeBytes { try? JSONNode(parsing: $0, limits: limits.parsing) }
      }
      switch try request.method.run(request.call, arguments) {
      case .value(let value): answer(request.call, .success(value))
      case .record(let record): answer(request.call, record)
      case .later: return
      }
    } catch {
      answer(request.call, .failure(error))
    }
    turns.remove(number)
    _ = jobs.remove(number)
    ended(number)
  }

  /// Answers a cancelled request that waits for its turn.
  func cancelTurn(_ number: Int) {
    guard let request = turns.waiting(number) else { return }
    jobs.removeInTurn(request.size)
    turns.remove(number)
    complete(number, .failure(RPCError(.cancelled, "the request was cancelled")))
  }
}
