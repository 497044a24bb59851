import JSONCoding
import SudokuCore
import SudokuSession
import SudokuSimulator
import SudokuStoreConformance
import SudokuSync
import TestSupport
import Testing

/// Nothing that a store says harms a device, and every sync ends.
@Suite("Stores that lie") struct LyingStoreTests {
  @Test(arguments: DeceivedDevice.Scene.allCases)
  func noMemberOfAReplyHarms(_ scene: DeceivedDevice.Scene) throws {
    let goal: SyncGoal = scene == .nothing ? .now : .everything
    var replies: [StoreResponse] = []
    var honest = try DeceivedDevice(scene)
    _ = try honest.sync(goal) { response, _ in
      replies.append(response)
      return .success(response)
    }
    #expect(honest.report.error == nil)
    let lies = try replies.enumerated().flatMap { number, reply in
      try ChangedReply.places(in: reply).flatMap { place in
        ChangedReply.extremes.map { (number, place, $0) }
      }
    }
    var faults: [String] = []
    for (number, place, change) in lies.sized(24) {
      var device = try DeceivedDevice(scene)
      do {
        _ = try device.sync(goal) { response, count in
          count == number
            ? ChangedReply.result(of: response, at: place, change) : .success(response)
        }
        if let fault = try device.faultOnceHonest() {
          faults.append("\(place) \(change): \(fault)")
        }
      } catch { faults.append("\(place) \(change): \(error)") }
    }
    #expect(faults.isEmpty, "\(faults.count) of \(replies.count) replies: \(faults.prefix(5))")
  }

  @Test func theScenesHaveRepliesOfEveryKind() throws {
    var kinds: Set<String> = []
    for scene in DeceivedDevice.Scene.allCases {
      for goal in [SyncGoal.now, .everything] {
        var device = try DeceivedDevice(scene)
        _ = try device.sync(goal) { response, _ in
          kinds.insert(response.answer.kind)
          return .success(response)
        }
      }
    }
    #expect(
      kinds == ["document", "append", "inProgress", "changes", "digests", "holdings"])
  }

  private typealias Lie = @Sendable (inout StoreResponse, Int) -> Void

  /// Pages that never end, repeat, go back or never change, and other answers that bring nothing new.
  private static let endless: [(name: String, lie: Lie)] = [
    (
      "the same page",
      { response, _ in
        guard case .changes(var page) = response.answer else { return }
        page.hasMore = true
        response.answer = .changes(page)
      }
    ),
    (
      "other cursors",
      { response, count in
        guard case .changes(var page) = response.answer else { return }
        page.hasMore = true
        page.next = ChangeCursor("x:\(count)")
        response.answer = .changes(page)
      }
    ),
    (
      "going back",
      { response, count in
        guard case .changes(var page) = response.answer else { return }
        page.hasMore = true
        page.next = ChangeCursor("fedcba9876543210:\(count % 2)")
        response.answer = .changes(page)
      }
    ),
    (
      "empty pages",
      { response, count in
        guard case .changes = response.answer else { return }
        let next = ChangeCursor("\(count)")
        response.answer = .changes(ChangePage(documents: [], next: next, hasMore: true))
      }
    ),
    (
      "digests that change",
      { response, count in
        response.status.digest = Digest(wireText: StreamHash(rawValue: UInt64(count)).hexadecimal)
      }
    ),
    ("another store each time", { response, count in response.status.epoch = "\(count)" }),
    (
      "a store that goes back each time",
      { response, count in
        response.status.revision = -Int64(count)
      }
    ),
    (
      "nothing acknowledged",
      { response, _ in
        guard case .append(var receipt) = response.answer else { return }
        for index in receipt.outcomes.indices { receipt.outcomes[index].heads = [:] }
        response.answer = .append(receipt)
      }
    ),
    (
      "always diverged",
      { response, _ in
        guard case .append(var receipt) = response.answer else { return }
        for index in receipt.outcomes.indices {
          receipt.outcomes[index].diverged = [Fixtures.device(1)]
        }
        response.answer = .append(receipt)
      }
    ),
    (
      "documents that are not there",
      { response, _ in
        if case .document = response.answer { response.answer = .document(nil) }
        guard case .append(var receipt) = response.answer else { return }
        receipt.answer = nil
        response.answer = .append(receipt)
      }
    ),
    (
      "holdings without end",
      { response, count in
        response.status.digest = Digest(wireText: StreamHash(rawValue: UInt64(count)).hexadecimal)
        guard case .holdings(var page) = response.answer,
          let id = DocumentID("zz\(String(1_000_000 + count))")
        else { return }
        page.holdings = [
          DocumentHolding(id: id, heads: [Fixtures.device(3): StreamHead(seq: 1, hash: .empty)])
        ]
        page.hasMore = true
        response.answer = .holdings(page)
      }
    ),
    (
      "other games each time to choose from",
      { response, count in
        guard case .inProgress = response.answer else { return }
        let summary = Fixtures.summary(Fixtures.game(100 + count), at: Int64(count))
        response.answer = .inProgress(SummaryPage(summaries: [summary]))
      }
    ),
  ]

  @Test(arguments: endless.indices) func everySyncEnds(_ index: Int) throws {
    let (name, lie) = Self.endless[index]
    for scene in DeceivedDevice.Scene.allCases.sized(1) {
      for goal in SyncGoal.allCases.sized(2) {
        var device = try DeceivedDevice(scene)
        var total = 0
        for _ in 0..<3 {
          let count = try device.sync(goal) { response, count in
            var response = response
            lie(&response, total + count)
            return .success(response)
          }
          total += count
        }
        #expect(total <= 900, "\(name), \(goal): \(total) requests")
        #expect(try device.faultOnceHonest() == nil, "\(name), \(goal)")
      }
    }
  }

  /// Pages without end at answers that are slow, but not slow enough to fail.
  @Test(arguments: [100, 200, 900, 2_500] as [Int64]) func aSlowSyncEndsInTime(_ answerTime: Int64)
    throws
  {
    var device = try DeceivedDevice()
    device.answerTime = answerTime
    let count = try device.sync { response, count in
      var response = response
      Self.endless[1].lie(&response, count)
      return .success(response)
    }
    // Half a minute without progress; what is delivered before that begins it again.
    #expect(Int64(count) * answerTime <= 45_000, "\(count) requests")
    #expect(device.report.error?.message.contains("nothing new") == true)
  }

  @Test(arguments: [Int64.min, .min + 1, -9_223_372_036_854_775_000, -1, .max])
  func aStoresClockMayReadAnything(_ milliseconds: Int64) throws {
    var device = try DeceivedDevice()
    _ = try device.sync { response, _ in
      var response = response
      response.status.milliseconds = milliseconds
      return .success(response)
    }
    #expect(device.report.error == nil)
    #expect(try device.faultOnceHonest() == nil)
  }
}
