import JSONCoding
import Testing

@testable import SudokuProtocol

/// The queues of a server alone: answers that wait for a commit, jobs and who waits for them.
@Suite struct ServerQueueTests {
  private let server: ProtocolServer

  init() throws { server = try TestServer().server }

  private func call(_ id: Int64?, _ sink: Call.Sink = .line) -> Call {
    Call(server: server, id: id.map { .int($0) }, sink: sink)
  }

  private func lines(_ queue: AnswerQueue) -> [String] {
    var text = ""
    queue.take { text = String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\n").map(String.init)
  }

  private let failure = RPCError(.internalError, "the disk is full")

  @Test func answersKeepTheirOrderAndAreHandedOutOnce() {
    let queue = AnswerQueue()
    queue.answer(call(1), .success(1), dependsOnCommit: false)
    queue.answer(call(nil), .success(2), dependsOnCommit: false)
    queue.add([["note": 3]], dependOnCommit: false)
    queue.answer(call(4), .failure(failure), dependsOnCommit: false)
    let found = lines(queue)
    #expect(found.count == 3, "a notification gets no answer")
    #expect(found[0] == #"{"id":1,"jsonrpc":"2.0","result":1}"# && found[1] == #"{"note":3}"#)
    #expect(found[2].contains("the disk is full"))
    #expect(lines(queue).isEmpty && queue.byteCount == 0)
  }

  @Test func whatDependsOnAFailedCommitBecomesAnErrorAndNothingElseDoes() {
    let queue = AnswerQueue()
    queue.answer(call(1), .success(1), dependsOnCommit: false)
    queue.answer(call(2), .success(2), dependsOnCommit: true)
    queue.add([["changed": true]], dependOnCommit: true)
    queue.answer(call(3), .success(3), dependsOnCommit: false)
    queue.settle(failure)
    let found = lines(queue)
    #expect(found.count == 3 && !found.contains { $0.contains("changed") })
    #expect(found[0].contains(#""result":1"#) && found[2].contains(#""result":3"#))
    #expect(found[1].contains(#""id":2"#) && found[1].contains("the disk is full"))
    // A later failure does not reach back.
    queue.answer(call(4), .success(4), dependsOnCommit: true)
    queue.settle(nil)
    queue.settle(failure)
    #expect(lines(queue).first?.contains(#""result":4"#) == true)
  }

  @Test func aBatchIsOneLineOnceAllIsAnsweredAndCommitted() {
    let queue = AnswerQueue()
    let batch = Batch(count: 3)
    queue.answer(call(3, .batch(batch, 2)), .success(3), dependsOnCommit: true)
    queue.answer(call(nil, .batch(batch, 1)), .success(2), dependsOnCommit: false)
    #expect(lines(queue).isEmpty)
    queue.answer(call(1, .batch(batch, 0)), .success(1), dependsOnCommit: false)
    #expect(lines(queue).isEmpty, "an answer waits for the commit")
    queue.settle(nil)
    #expect(
      lines(queue)
        == [#"[{"id":1,"jsonrpc":"2.0","result":1},{"id":3,"jsonrpc":"2.0","result":3}]"#])
    let silent = Batch(count: 1)
    queue.answer(call(nil, .batch(silent, 0)), .success(1), dependsOnCommit: false)
    #expect(lines(queue).isEmpty, "a batch of notifications has no answer")
  }

  @Test func jobsBeyondTheLimitWaitTheirTurn() {
    var table = JobTable()
    let inbox = Inbox {}
    var begun: [Int] = []
    var jobs: [Job] = []
    for id in 1...4 {
      let job = table.add(call(Int64(id)), inbox: inbox)
      jobs.append(job)
      table.begin(job, size: 10, atMost: 2) { begun.append(job.number) }
    }
    #expect(begun == [1, 2] && table.count == 4)
    #expect(table.remove(1)?.id == .int(1) && table.remove(1) == nil)
    #expect(table.waitingCount == 2 && table.waitingBytes == 20)
    table.beginNext(atMost: 2)
    table.beginNext(atMost: 2)
    #expect(begun == [1, 2, 3], "one was done")
    table.begin(jobs[3])
    table.begin(jobs[3])
    #expect(begun == [1, 2, 3, 4] && table.waitingCount == 0 && table.waitingBytes == 0)
    #expect(table.job(of: .int(3)) === jobs[2] && table.job(of: .int(1)) == nil)
    table.cancelAll()
    #expect(jobs.map(\.isCancelled) == [false, true, true, true])
  }

  @Test func aBarrierWaitsForTheJobsOfItsTimeOnly() {
    var table = JobTable()
    let inbox = Inbox {}
    let one = table.add(call(1), inbox: inbox)
    let two = table.add(call(2), inbox: inbox)
    table.wait(call(9), true)
    let late = table.add(call(3), inbox: inbox)
    #expect(table.takeBarriers(after: two.number).isEmpty)
    #expect(table.takeBarriers(after: late.number).isEmpty)
    #expect(table.takeBarriers(after: one.number).map(\.call.id) == [.int(9)])
    #expect(table.takeBarriers(after: one.number).isEmpty, "each is handed out once")
    table.wait(call(10), true)
    #expect(table.takeBarrier(of: .int(10))?.call.id == .int(10))
    #expect(table.takeBarrier(of: .int(10)) == nil)
  }

  @Test func progressIsPostedOncePerStepAndTakenInOrder() {
    var table = JobTable()
    let inbox = Inbox {}
    let job = table.add(call(1), inbox: inbox)
    for done in [0, 1, 1, 2] { job.report(done: done, total: 2) }
    inbox.post(.finished(job: job.number, .success(.value(true))))
    let messages = inbox.take()
    #expect(messages.count == 4 && inbox.take().isEmpty)
    if case .finished(let number, _) = messages[3] {
      #expect(number == job.number)
    } else {
      Issue.record("the end comes last")
    }
  }
}
