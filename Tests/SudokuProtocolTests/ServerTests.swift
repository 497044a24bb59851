import Foundation
import JSONCoding
import SudokuCore
import SudokuProtocol
import SudokuSession
import SudokuSolver
import SudokuSync
import TestSupport
import Testing

@Suite struct ServerTests {
  private func new(_ server: TestServer, start: Int = 1_795_176_000) throws -> String {
    let date = UTCTime(milliseconds: Int64(start) * 1000).description
    let state = try server.result(
      "game.new",
      [
        "puzzle": .string(Samples.puzzle), "startDate": .string(date),
        "at": JSONValue(TestServer.startMilliseconds),
      ])
    return try #require(state["game"]?.string)
  }

  @Test func pipelinedRequestsAreAnsweredOnceAndInOrder() throws {
    let server = try TestServer()
    let game = try new(server)
    let moves = Samples.moves
    var lines: [String] = []
    let count = sized(1_000, full: 10_000)
    for id in 0..<count {
      let move = moves[id % moves.count]
      let digit = id / moves.count % 9 + 1
      lines.append(
        """
        {"jsonrpc":"2.0","id":\(id),"method":"game.place","params":{"game":"\(game)",\
        "cell":"\(move.cell)","digit":\(digit == move.digit ? 9 - digit + 1 : digit),\
        "at":\(TestServer.startMilliseconds + Int64(id))}}
        """)
    }
    let answers = server.send(lines)
    #expect(answers.count == count)
    var lastRev = 0
    for (index, answer) in answers.enumerated() {
      let value = try JSONNode(parsing: answer)
      #expect(value["id"]?.int == Int64(index))
      let rev = Int(value["result"]?["rev"]?.int ?? -1)
      #expect(rev >= lastRev, "\(answer)")
      lastRev = rev
    }
    let document = try #require(DocumentID(game))
    let stored = try server.replica.chunks(of: document, after: [:]).reduce(0) { $0 + $1.count }
    #expect(stored == lastRev)
  }

  /// A new game of a level is one that the player's techniques solve, unless the request says which.
  @Test func generatedGamesKeepToTheTechniquesThatThePlayerKnows() throws {
    let server = try TestServer()
    func techniques(_ generate: JSONValue) throws -> Set<String> {
      let state = try server.result("game.new", ["generate": generate])
      let grade = try server.result(
        "puzzle.grade",
        ["puzzle": try #require(state["givens"]), "path": true, "scale": "se"])
      return Set(grade["path"]?.array?.compactMap { $0["technique"]?.string } ?? [])
    }
    let singles: Set = [
      "full-house", "hidden-single-block", "hidden-single-line", "naked-single",
    ]
    let pairs: JSONValue = ["minRating": 3.0, "maxRating": 3.0, "seed": 5]
    let free = try techniques(pairs)
    #expect(!free.isSubset(of: singles.union(["naked-pair"])), "\(free)")
    _ = try server.result(
      "profile.set", ["key": "knownTechniques", "value": ["naked-pair"]])
    let kept = try techniques(pairs)
    #expect(kept.contains("naked-pair") && kept.isSubset(of: singles.union(["naked-pair"])))
    // Plain code finds pointing sooner.
    let needed = TestSize.isFull ? "x-wing" : "pointing"
    #expect(try techniques(["needs": [.string(needed)], "seed": 5]).contains(needed))
    let refused = try server.call(
      "game.new", ["generate": ["level": "extreme", "scale": "se", "seed": 5]])
    #expect(
      refused["error"]?["message"]
        == .string(
          "the setting 'knownTechniques' excludes such puzzles: Naked Pair, the hardest allowed "
            + "technique, is rated at most 3.0 on the scale 'se'; the requested minimum is 6.5"))
  }

  /// The search grades no further than it needs; the answer has the whole rating all the same.
  @Test func puzzlesOfALevelWithoutUpperEndHaveARating() throws {
    let server = try TestServer()
    let levels: JSONValue = [["level": "extreme", "count": 2]]
    let list = try server.result("puzzle.generate", ["levels": levels, "seed": 1])
    let puzzles = try #require(list["puzzles"]?.array)
    #expect(puzzles.count == 2)
    for puzzle in puzzles {
      let board = try #require(puzzle["puzzle"])
      let grade = try server.result("puzzle.grade", ["puzzle": board])
      #expect(puzzle["unrated"] == nil && puzzle["level"] == "extreme", "\(puzzle)")
      let score = try #require(grade["rating"]?["score"])
      #expect(puzzle["rating"]?["score"] == score, "\(puzzle)")
    }
  }

  /// Of a board with several solutions the same are shown as by commands and libraries.
  @Test func solveAndCheckShowTheSameSolutions() throws {
    let server = try TestServer()
    for count in [8, 16, 20] {
      let line = Samples.puzzle.prefix(count) + String(repeating: ".", count: 81 - count)
      let solved = try server.result("puzzle.solve", ["puzzle": .string(String(line))])
      let checked = try server.result("puzzle.check", ["puzzle": .string(String(line))])
      let batch = try #require(BatchSolver().solve([try Board(line: String(line))]).first)
      #expect(solved["solution"]?.string == batch.solution?.line && batch.solution != nil)
      #expect(checked["solutions"]?.array?.first == solved["solution"], "\(line)")
    }
  }

  /// A scale of one's own has levels of one's own.
  @Test func levelsOfAnOwnScaleFitTheSchema() throws {
    let server = try TestServer()
    let scale: JSONValue = [
      "levels": [["below": 2.5, "name": "mild"], ["name": "wild one"]], "name": "mine",
      "techniques": [
        ["id": "full-house", "score": 1], ["id": "hidden-single-block", "score": 2],
        ["id": "hidden-single-line", "score": 3], ["id": "naked-single", "score": 4],
        ["id": "pointing", "score": 5], ["id": "claiming", "score": 6],
      ],
    ]
    var requests: [(method: String, parameters: JSONObject)] = [
      ("puzzle.grade", ["puzzle": .string(Samples.puzzle), "scale": scale])
    ]
    // Many puzzles are beyond these techniques, and so of none of the levels.
    for seed in 0..<8 {
      requests.append(
        ("puzzle.generate", ["level": "wild one", "scale": scale, "seed": JSONValue(seed)]))
    }
    for (method, parameters) in requests {
      let result = try server.result(method, parameters)
      let methods = try server.result("methods", ["name": .string(method)])
      let schema = try #require(methods["methods"]?[0]?["result"])
      let faults = SchemaCheck.faults(of: result, in: schema, at: method)
      #expect(faults.isEmpty, "\(faults) \(result)")
      if method == "puzzle.grade" {
        #expect(result["level"] == "mild" || result["level"] == "wild one", "\(result)")
      } else {
        let puzzle = try #require(result["puzzles"]?[0])
        #expect(puzzle["level"] == "wild one" && puzzle["unrated"] == nil, "\(puzzle)")
      }
    }
  }

  @Test func wholeNumbersMayHaveAPoint() throws {
    let server = try TestServer()
    let plain = try server.result("puzzle.generate", ["level": "easy", "seed": 5])
    let pointed = try server.result("puzzle.generate", ["level": "easy", "seed": 5.0])
    #expect(plain == pointed)
    let refused = try server.call("puzzle.generate", ["level": "easy", "seed": 5.5])
    #expect(refused["error"]?["data"]?["parameter"] == "seed", "\(refused)")
    _ = try new(server)
    _ = try server.result("game.setOption", ["name": "mistakeLimit", "value": 3.0])
    let setting: JSONValue = ["name": "mistakeLimit", "op": "setOption", "value": 4.0]
    let state = try server.result("game.apply", ["operations": [setting], "return": "state"])
    #expect(state["options"]?["mistakeLimit"] == 4, "\(state)")
    for wrong: JSONValue in [3.5, 1e300, -1.0] {
      let answer = try server.call("game.setOption", ["name": "mistakeLimit", "value": wrong])
      #expect(answer["error"]?["data"]?["kind"] == "illegalOption", "\(answer)")
    }
  }

  @Test func manyGamesAreOpenAndTheLimitHasAName() throws {
    let count = sized(100, full: 1_000)
    var limits = ProtocolLimits()
    limits.openGames = count
    let server = try TestServer(limits: limits)
    for index in 0..<count { _ = try new(server, start: 1_795_176_000 + index) }
    let refused = try server.call(
      "game.new", ["puzzle": .string(Samples.puzzle), "startDate": "2030-01-01T00:00:00Z"])
    #expect(refused["error"]?["data"]?["kind"] == "limitExceeded")
    #expect(refused["error"]?["data"]?["limit"] == "openGames")
    _ = try server.result("game.close")
    _ = try new(server, start: 1_995_176_000)
    let list = try server.result("game.list", ["limit": .int(Int64(count))])
    #expect(list["games"]?.array?.count == count && list["nextPage"] != nil)
  }

  @Test func aLongGameOpensFastAndAnswersAMoveAtOnce() throws {
    let replica = TestServer.memory()
    let server = try TestServer(replica: replica)
    let game = try new(server)
    var lines: [String] = []
    let count = sized(6_000, full: 40_000)
    for index in 0..<count {
      lines.append(
        """
        {"jsonrpc":"2.0","method":"game.place","params":{"cell":"r1c3","digit":\(index % 2 + 1),\
        "at":\(TestServer.startMilliseconds + Int64(index))}}
        """)
    }
    let (answers, playing) = measured { server.send(lines) }
    #expect(answers.isEmpty)
    let again = try TestServer(replica: replica)
    let (state, opening) = try measured {
      try again.result("game.open", ["game": .string(game)])
    }
    #expect(state["rev"]?.int == count + 2)
    #expect(opening < playing, "opening took \(opening) s, playing it \(playing) s")
    let moving = try moves(on: again)
    // What the same machine, as busy as it is, takes for a game that has just begun.
    _ = try new(again, start: 1_895_176_000)
    let short = try moves(on: again)
    #expect(moving < 10 * short, "200 moves took \(moving) s, in a short game \(short) s")
  }

  /// What 200 moves cost, in seconds of processor time.
  private func moves(on server: TestServer) throws -> Double {
    try measured {
      for index in 0..<200 {
        _ = try server.result("game.place", ["cell": "r1c4", "digit": JSONValue(index % 9 + 1)])
      }
    }.1
  }

  /// What a body costs this thread, in seconds.
  private func measured<R>(_ body: () throws -> R) rethrows -> (R, Double) {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    let result = try body()
    return (result, now() - start)
  }

  @Test func jobsBeyondTheLimitWaitAndAllAreAnswered() throws {
    var limits = ProtocolLimits()
    limits.requestsInFlight = 2
    limits.waitingRequests = 15
    let server = try TestServer(limits: limits)
    for id in 0..<20 {
      server.server.receive(
        """
        {"jsonrpc":"2.0","id":\(id),"method":"puzzle.grade","params":{"puzzle":"\(Samples.puzzle)"}}
        """)
    }
    #expect(server.server.isFull)
    server.finishJobs()
    let ids = try server.output().map { try JSONNode(parsing: $0)["id"]?.int ?? -1 }
    #expect(ids.sorted() == Array(0..<20))
    #expect(!server.server.isFull)
  }

  @Test func aWaitingJobIsCancelledWhileOthersRun() throws {
    var limits = ProtocolLimits()
    limits.requestsInFlight = 2
    let server = try TestServer(limits: limits)
    let empty = String(repeating: ".", count: 81)
    for id in 0..<10 {
      server.server.receive(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"puzzle.count","params":{"puzzle":"\#(empty)"}}"#)
    }
    #expect(!server.server.isFull, "moves and cancellations are read")
    for id in (0..<10).reversed() {
      server.server.receive(
        #"{"jsonrpc":"2.0","id":"c\#(id)","method":"cancel","params":{"id":\#(id)}}"#)
    }
    server.finishJobs()
    let answers = try server.output().map { try JSONValue(parsing: $0) }
    #expect(answers.count { $0["error"]?["code"] == -32800 } == 10)
    #expect(answers.count { $0["result"]?["cancelled"] == true } == 10)
    #expect(!server.server.hasJobs)
  }

  @Test func aCancelledCountAnswersWithWhatItHas() throws {
    let server = try TestServer()
    let empty = String(repeating: ".", count: 81)
    server.server.receive(
      #"{"jsonrpc":"2.0","id":1,"method":"puzzle.count","params":{"puzzle":"\#(empty)"}}"#)
    server.server.receive(#"{"jsonrpc":"2.0","id":2,"method":"cancel","params":{"id":1}}"#)
    server.finishJobs()
    let answers = try server.output().map { try JSONValue(parsing: $0) }
    #expect(answers.first { $0["id"] == 2 }?["result"]?["cancelled"] == true)
    let count = try #require(answers.first { $0["id"] == 1 })
    #expect(count["error"]?["code"] == -32800)
    #expect(count["error"]?["data"]?["partial"]?["solutionCount"]?.int != nil)
  }

  @Test func aServerThatEndsSavesTheTimePlayed() throws {
    let replica = TestServer.memory()
    let server = try TestServer(replica: replica)
    let game = try new(server)
    _ = try server.result(
      "game.place",
      ["cell": "r1c3", "digit": 4, "at": JSONValue(TestServer.startMilliseconds + 7000)])
    server.server.suspendGames()
    let again = try TestServer(replica: replica)
    let state = try again.result("game.open", ["game": .string(game)])
    #expect(state["elapsedMilliseconds"] == 7000)
  }

  @Test func aCommitThatFailsLeavesTheGameAsItWas() throws {
    let replica = BrokenReplica()
    let server = try TestServer(replica: replica)
    let refused = try server.call("game.new", ["puzzle": .string(Samples.puzzle)])
    #expect(refused["error"]?["data"]?["kind"] == "diskFull")
    #expect(refused["error"]?["data"]?["retryable"] == true)
    let list = try server.result("game.list")
    #expect(list["games"] == [] && list["current"] == nil)
  }

  /// A sync that ends because this device has no room left says so: it is not the store's fault.
  @Test func aFullDiskHereIsNotTheStoresFault() throws {
    let store = MemoryStore(clock: { TestServer.startMilliseconds })
    let other = try TestServer(replica: MemoryReplica(device: DeviceID(rawValue: 2)))
    try other.connect(store)
    _ = try other.result("game.new", ["puzzle": .string(Samples.puzzle)])
    _ = try other.result("sync.now", ["goal": "everything"])
    let replica = BrokenReplica()
    let server = try TestServer(replica: replica)
    try server.connect(store)
    replica.isFull = true
    let refused = try server.call("sync.now", ["goal": "everything"])
    #expect(refused["error"]?["data"]?["kind"] == "diskFull", "\(refused)")
    #expect(refused["error"]?["data"]?["retryable"] == true)
    replica.isFull = false
    _ = try server.result("sync.now", ["goal": "everything"])
    #expect(try server.result("game.list")["games"]?.array?.count == 1)
  }
}
